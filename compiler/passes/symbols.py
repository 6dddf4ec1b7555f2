"""Symbols at ground arguments: a leaf, a table's value, or a `match` over the keys that an argument
that is not constant may name. Derived leaves go on a work list for their definitions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from hlogic.compiler.ir import Key, Symbol, View
from hlogic.compiler.ops import MATCH, TUPLE
from hlogic.compiler.passes.ranges import (
    EXPLICIT,
    Range,
    Ranges,
    domain_range,
    holds,
    members,
    size,
)
from hlogic.compiler.passes.rewrites import is_undefined
from hlogic.compiler.passes.simplify import Make
from hlogic.compiler.sorts import UNDEFINED, Maybe, TupleType, Type
from hlogic.compiler.terms import Const, Ref, Term


class Symbols:
    """The symbols of one view. `definitions` maps each derived leaf met to its ground body, `false`
    while it is `pending`; `spend` is told of elements made."""

    def __init__(self, make: Make, view: View, spend: Callable[[int], None]) -> None:
        self.make = make
        self.view = view
        self.ranges = Ranges(declared_range)
        self.definitions: dict[Ref, Term] = {}
        self.pending: list[Ref] = []
        self._spend = spend
        self._leaves: dict[tuple[Symbol, Key], Term] = {}
        self._types: dict[Symbol, list[Type]] = {}  # of its parameters

    def leaf(self, symbol: Symbol, key: Key) -> Term:
        """What a symbol is at a key: undefined outside its instances, a table's value, a leaf."""
        made = self._leaves.get((symbol, key))
        if made is None:
            made = self._leaves[symbol, key] = self._leaf(symbol, key)
        return made

    def _leaf(self, symbol: Symbol, key: Key) -> Term:
        if key not in symbol.key_set:
            return self.make.undefined(symbol.type)
        if symbol.kind == "table":
            return self.make.const(self.entry(symbol, key), symbol.type)
        if symbol.of is not None and (symbol.of, key) in self.view.derived:
            symbol = symbol.of  # what a scope replaces is in no group, however it is read
        types = self._types.get(symbol)
        if types is None:
            types = self._types[symbol] = [d.type for d in symbol.parameters.domains]
        args = [self.make.const(v, t) for v, t in zip(key, types, strict=True)]
        leaf = self.make.pool.ref(symbol, args)
        is_derived = symbol.kind == "derive" or (symbol, key) in self.view.derived
        if is_derived and leaf not in self.definitions:
            self.definitions[leaf] = self.make.false  # until `complete` comes to it
            self.pending.append(leaf)
        return leaf

    def entry(self, symbol: Symbol, key: Key) -> Maybe:
        """A table's value at a key, undefined where it has none."""
        if key not in symbol.key_set:
            return UNDEFINED
        return self.view.entries.get(symbol, symbol.entries).get(key, symbol.default)

    def apply(self, symbol: Symbol, args: Sequence[Term]) -> Term:
        """A symbol at ground arguments: its leaf, or a match over the keys that they may name."""
        open_places = [i for i, a in enumerate(args) if not isinstance(a, Const)]
        fixed = {i: a.value for i, a in enumerate(args) if isinstance(a, Const)}
        if not open_places:
            return self.leaf(symbol, tuple(fixed.values()))  # type: ignore[arg-type]
        types = tuple(args[i].type for i in open_places)
        on, type = args[open_places[0]], types[0]
        if len(open_places) > 1:
            type = TupleType(types)
            on = self.make.app(TUPLE, [args[i] for i in open_places], type)
        made: list[Term] = [on, self.make.undefined(symbol.type)]
        for key in self._candidates(symbol, args, open_places, fixed):
            value = self.leaf(symbol, key)
            if not is_undefined(value):
                named = tuple(key[i] for i in open_places)
                made += (self.make.const(named if len(named) > 1 else named[0], type), value)
        self._spend(len(made) // 2)
        return self.make.app(MATCH, made, symbol.type)

    def keys_named(self, symbol: Symbol, args: Sequence[Term]) -> Iterator[Key]:
        """The keys among a symbol's that ground arguments may name."""
        places = [i for i, a in enumerate(args) if not isinstance(a, Const)]
        fixed = {i: a.value for i, a in enumerate(args) if isinstance(a, Const)}
        if places:
            found = self._candidates(symbol, args, places, fixed)
        else:
            found = iter([tuple(fixed.values())])  # type: ignore[arg-type]
        return (key for key in found if key in symbol.key_set)

    def _candidates(
        self, symbol: Symbol, args: Sequence[Term], places: list[int], fixed: dict[int, Maybe]
    ) -> Iterator[Key]:
        """The keys of a symbol that agree with what is known of the arguments, in order."""
        ranges = [self.ranges.of(a) for a in args]
        count = 1
        for r in ranges:
            count *= EXPLICIT + 1 if r is None else size(r)
        if count < len(symbol.keys):
            listed = [members(r) for r in ranges if r is not None]
            yield from product(*listed)
            return
        checks = [(i, r) for i in places if (r := ranges[i]) is not None]
        for key in symbol.keys:
            if all(key[i] == v for i, v in fixed.items()) and all(
                holds(r, key[i]) for i, r in checks
            ):
                yield key


def leaf_key(leaf: Ref) -> Key:
    """The instance that a leaf names."""
    return tuple(a.value for a in leaf.args)  # type: ignore[attr-defined]


def declared_range(leaf: Ref) -> Range | None:
    """What a derived term's declaration alone says of its values."""
    domain = leaf.symbol.domain
    return None if domain is None else domain_range(domain)
