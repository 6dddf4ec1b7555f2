"""Which free variables a term may read: a superset, found without a world.

Arguments that are constant name one instance; others stand for all of them. Serves the oracle's
order of checks and the choice of what a witness world shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hlogic.compiler.ir import Group, Key, Symbol, View
from hlogic.compiler.sorts import Maybe, Value, open_root
from hlogic.compiler.terms import App, Bound, Const, Ref, Spread, Term, below

Env = Mapping[Bound, Value]


class Support:
    """Supports of the terms of one view, as places of the free variables."""

    def __init__(self, view: View, place: Mapping[tuple[Symbol, Key], int]) -> None:
        self._view = view
        self._place = place

    def of(self, root: Term, env: Env) -> frozenset[int]:
        """Places of the variables that the term may read."""
        reads = self._reads(root, env)
        return frozenset(self._place[name] for name in reads if name in self._place)

    def reads_variable(self, root: Term, env: Env) -> bool:
        """Whether the term may read any variable: it is constant if not. What a `define` defines
        is no constant."""
        return self.varying(root, env) is not None or reads_open(root)

    def varying(self, root: Term, env: Env) -> Symbol | None:
        """The first variable or predicate that the term may read."""
        return next((symbol for symbol, _ in self._reads(root, env)), None)

    def _reads(self, root: Term, env: Env) -> Iterator[tuple[Symbol, Key]]:
        waiting: list[tuple[Term, Env]] = [(root, env)]
        entered: set[tuple[Symbol, Key]] = set()
        groups: set[Group | None] = set()
        while waiting:
            body, env = waiting.pop()
            for term in below([body]):
                if not isinstance(term, Ref) or term.symbol.kind == "table":
                    continue
                if term.symbol.open:
                    yield term.symbol, ()
                    continue
                for key in keys_named(term.symbol, term.args, env):
                    name = (term.symbol, key)
                    if term.symbol.kind in ("var", "predicate"):
                        yield name
                    if term.symbol.kind == "derive" or name in self._view.derived:
                        if name not in entered:
                            entered.add(name)
                            waiting.append(self._view.definition(*name))
                    elif term.symbol.kind == "predicate" and term.symbol.group not in groups:
                        groups.add(term.symbol.group)
                        waiting.extend(self.rules(term.symbol.group))

    def rules(self, group: Group | None) -> Iterator[tuple[Term, Env]]:
        """What the rules of a group are made of."""
        assert group is not None
        for instance in self._view.rules.get(group, ()):
            for term in (*instance.rule.args, instance.rule.body):
                yield term, instance.environment


def reads_open(root: Term) -> bool:
    """Whether the term speaks of elements of an open sort: what is said of them is not constant,
    since names may coincide."""
    return any(open_root(term.type) is not None for term in below([root]))


def keys_named(symbol: Symbol, args: Sequence[Term], env: Env) -> tuple[Key, ...]:
    """The instances of a symbol that arguments may name."""
    wanted: list[Maybe] = []
    for arg in args:
        value = _constant(arg, env)
        if isinstance(value, _Varies):
            return symbol.keys
        wanted.append(value)
    key: Key = tuple(wanted)  # type: ignore[arg-type]
    return (key,) if key in symbol.key_set else ()


class _Varies:
    """What a variable decides."""


_VARIES = _Varies()


def _constant(term: Term, env: Env) -> Maybe | _Varies:
    """The value of an argument that no variable decides, or `_VARIES`."""
    match term:
        case Const(value=value):
            return value
        case Bound():
            return env.get(term, _VARIES)
        case App(op=op, args=args):
            values: list[Maybe] = []
            for a in args:
                found = _constant(a, env)
                if isinstance(found, _Varies):
                    return found
                values.append(found)
            return op.apply(values)
        case Spread():
            return _VARIES
    return _VARIES
