"""Instances of universal sentences over the elements of a universe: finite terms.

Variables over open sorts become elements, a symbol over an open sort a finite one with the same
name, and equality of two elements a fact of its own (`same`), unless they are one. An instance
that speaks of an element which the universe does not have is dropped, which only makes the whole
weaker; `cut` says that it happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product

from hlogic.compiler.ir import Key, Parameters, Symbol
from hlogic.compiler.open.formulas import All, Any, Exists, Forall, Formula, Leaf
from hlogic.compiler.open.speech import Speech
from hlogic.compiler.open.universe import Args, Universe
from hlogic.compiler.ops import AND, EQ, IF, MATCH, NOT, OR
from hlogic.compiler.sorts import (
    BOOL,
    BOOLS,
    UNDEFINED,
    Label,
    Root,
    Scalar,
    Type,
    Value,
    open_root,
)
from hlogic.compiler.terms import App, Bound, Const, Ref, Spread, Term, Terms, bind

Environment = Mapping[Bound, Value]
SAME = ": same"  # behind a sort's name, the symbol of two of its elements being one


def says_same(symbol: Symbol) -> bool:
    """Whether a symbol is that of two elements being one."""
    return symbol.name.endswith(SAME)


class Missing(Exception):
    """The universe does not have the element that is spoken of."""


class Instances:
    """Makes instances, and keeps what they come to speak of: `atoms` has, for each symbol over an
    open sort, the elements that it is asked of; `equal` the pairs that may have to be one."""

    def __init__(self, pool: Terms, speech: Speech, universe: Universe) -> None:
        self.pool = pool
        self.universe = universe
        self.atoms: dict[Symbol, dict[Args, None]] = {}
        self.equal: dict[tuple[Label, Label], None] = {}
        self.finite: dict[Symbol, Symbol] = {}
        self.same_symbols: dict[Root, Symbol] = {}
        self.cut = False
        self._same_keys: dict[Root, dict[Key, None]] = {}
        self.speech = speech
        self._made: dict[tuple[object, ...], Term] = {}

    # ------------------------------------------------------------------ formulas

    def of(self, formula: Formula, env: Environment) -> Term:
        """The instances of a formula together, as a term that is wanted to be true."""
        pool = self.pool
        match formula:
            case Leaf(term=term):
                try:
                    return self._leaf(term, env)
                except Missing:
                    self.cut = True
                    return pool.bool(True)
            case All(parts=parts):
                return self._joined(AND, (self.of(p, env) for p in parts))
            case Any(parts=parts):
                return self._joined(OR, (self.of(p, env) for p in parts))
            case Forall(variable=v, body=body) | Exists(variable=v, body=body):
                values = self.universe.values(v.domain)
                op = AND if isinstance(formula, Forall) else OR
                return self._joined(op, (self.of(body, {**env, v: x}) for x in values))

    def _joined(self, op: object, parts: Iterable[Term]) -> Term:
        true, false = self.pool.bool(True), self.pool.bool(False)
        unit, zero = (true, false) if op is AND else (false, true)
        kept: dict[int, Term] = {}
        for part in parts:
            if part is zero:
                return zero
            if part is not unit:
                kept[part.id] = part
        if not kept:
            return unit
        made = tuple(kept.values())
        return made[0] if len(made) == 1 else self.pool.app(AND if op is AND else OR, made)

    def _leaf(self, term: Term, env: Environment) -> Term:
        """An equality that is denied may as well not hold; any other may have to."""
        if isinstance(term, App) and term.op is NOT:
            inner = term.args[0]
            if isinstance(inner, App) and inner.op is EQ and open_root(inner.args[0].type):
                return self._not(self._equality(inner, env, denied=True))
            return self._not(self.term(inner, env))
        return self.term(term, env)

    def _not(self, term: Term) -> Term:
        if isinstance(term, Const) and isinstance(term.value, bool):
            return self.pool.bool(not term.value)
        return self.pool.app(NOT, (term,))

    # ------------------------------------------------------------------ terms

    def term(self, term: Term, env: Environment) -> Term:
        """A term with elements for variables. Raises Missing."""
        free = self.speech.free(term)
        if not self.speech.speaks(term):
            return bind(self.pool, term, {b: env[b] for b in free})
        key = (term.id, *[(b.id, env[b]) for b in sorted(free, key=lambda b: b.id)])
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = self._term(term, env)
        return found

    def _term(self, term: Term, env: Environment) -> Term:
        match term:
            case Const(value=Label() as label) if label.root.open:
                return self._element(self.universe.named[label])
            case Bound():
                if open_root(term.type) is None:
                    return self.pool.const(env[term], term.type)
                value = env[term]
                assert isinstance(value, Label)
                return self._element(value)
            case Ref():
                return self._reference(term, env)
            case App(op=op, args=args):
                if op is EQ and open_root(args[0].type) is not None:
                    return self._equality(term, env)
                made = [self.term(a, env) for a in args]
                type = term.type
                if op is IF or op is MATCH:
                    type = made[1].type if op is IF else made[3].type
                return self.pool.made(op, made, type)
            case Spread():
                return self._spread(term, env)
        return term

    def _element(self, label: Label) -> Const:
        return self.pool.const(label, Scalar(frozenset({label.root})))

    def _spread(self, term: Spread, env: Environment) -> Term:
        """A binder over finite sorts, written out: elements depend on it."""
        made = [self.term(t, env) for t in term.leading]
        for values in product(*(v.domain for v in term.variables)):
            inside = {**env, **dict(zip(term.variables, values, strict=True))}
            made += [self.term(t, inside) for t in term.element]
        return self.pool.made(term.op, made, term.type)

    def _equality(self, term: App, env: Environment, denied: bool = False) -> Term:
        a, b = (self.term(x, env) for x in term.args)
        return self._lifted((a, b), BOOL, lambda args: self.same(args[0], args[1], denied))

    # ------------------------------------------------------------------ symbols

    def _reference(self, term: Ref, env: Environment) -> Term:
        symbol = term.symbol
        args = [self.term(a, env) for a in term.args]
        if open_root(symbol.type) is not None:
            return self._function(symbol, args)
        if not symbol.open:
            return self.pool.ref(symbol, args)
        places = [i for i, d in enumerate(symbol.parameters.domains) if open_root(d.type)]

        def atom(elements: Sequence[Label]) -> Term:
            self.atoms.setdefault(symbol, {})[tuple(elements)] = None
            whole = list(args)
            for place, element in zip(places, elements, strict=True):
                whole[place] = self._element(element)
            return self.pool.ref(self.symbol(symbol), whole)

        return self._lifted([args[i] for i in places], symbol.type, atom)

    def _function(self, symbol: Symbol, args: Sequence[Term]) -> Term:
        """The element that a symbol makes of its arguments; finite ones that a world decides become
        the cases of a `match`."""
        for place, arg in enumerate(args):
            if not isinstance(arg, Const):
                domain = symbol.parameters.domains[place]
                if open_root(domain.type) is not None:
                    return self._chosen(symbol, args, place)
                type = self.universe.domains[_root(symbol)].type
                cases: list[Term] = []
                for value in self.universe.values(domain):
                    const = self.pool.const(value, arg.type)
                    inner = [*args[:place], const, *args[place + 1 :]]
                    cases += (const, self._function(symbol, inner))
                return self.pool.made(MATCH, (arg, self._nothing(type), *cases), type)
        key = tuple(a.value for a in args if isinstance(a, Const))
        found = self.universe.of.get((symbol, key))  # type: ignore[arg-type]
        if found is None:
            if not symbol.open:
                return self._nothing(self.universe.domains[_root(symbol)].type)
            raise Missing
        return self._element(found)

    def _chosen(self, symbol: Symbol, args: Sequence[Term], place: int) -> Term:
        """The same where an element among the arguments is chosen by `if` or `match`."""

        def made(chosen: Sequence[Label]) -> Term:
            inner = [*args[:place], self._element(chosen[0]), *args[place + 1 :]]
            return self._function(symbol, inner)

        return self._lifted([args[place]], self.universe.domains[_root(symbol)].type, made)

    def _nothing(self, type: Type) -> Const:
        return self.pool.const(UNDEFINED, type)

    def symbol(self, symbol: Symbol) -> Symbol:
        """The finite symbol that stands for one over open sorts. Its instances come last."""
        found = self.finite.get(symbol)
        if found is None:
            domains = [self.universe.values(d) for d in symbol.parameters.domains]
            bounds = tuple(
                self.pool.bound(v.name, d)
                for v, d in zip(symbol.parameters.variables, domains, strict=True)
            )
            found = self.finite[symbol] = Symbol(
                "var", symbol.name, Parameters(bounds), symbol.domain, symbol.type,
                symbol.aliases, symbol.span, symbol.cites,
            )  # fmt: skip
        return found

    # ------------------------------------------------------------------ equality

    def same(self, a: Label, b: Label, denied: bool = False) -> Term:
        """Whether two elements are one."""
        if a is b:
            return self.pool.bool(True)
        if self._distinct(a, b):
            return self.pool.bool(False)
        first, second = (a, b) if a.rank < b.rank else (b, a)
        if not denied:
            self.equal[first, second] = None
        root = first.root
        symbol = self.same_symbols.get(root)
        if symbol is None:
            domain = next(d for d in self.universe.domains.values() if root in d.type.roots)
            bounds = tuple(self.pool.bound(f"_{i}", domain) for i in (1, 2))
            symbol = Symbol("var", f"{root.name}{SAME}", Parameters(bounds), BOOLS, BOOL)
            self.same_symbols[root] = symbol
            self._same_keys[root] = {}
        self._same_keys[root][first, second] = None
        return self.pool.ref(symbol, (self._element(first), self._element(second)))

    def _distinct(self, a: Label, b: Label) -> bool:
        """Whether both are named elements of a sort whose names are of different ones."""
        sources = [self.universe.made[x] for x in (a, b)]
        labels = [args[0] for symbol, args in sources if symbol is None and args]
        return len(labels) == 2 and all(isinstance(x, Label) and x.root.distinct for x in labels)

    def close(self) -> None:
        """Give the finite symbols the instances that are spoken of."""
        for root, symbol in self.same_symbols.items():
            symbol.keys = tuple(self._same_keys[root])
            symbol.key_set = frozenset(symbol.keys)
        for symbol, finite in self.finite.items():
            keys: dict[Key, None] = {}
            for elements in self.atoms[symbol]:
                waiting = iter(elements)
                places: list[Iterable[Value]] = [
                    (next(waiting),) if open_root(d.type) else d for d in symbol.parameters.domains
                ]
                keys.update(dict.fromkeys(product(*places)))
            finite.keys, finite.key_set = tuple(keys), frozenset(keys)

    # ------------------------------------------------------------------ cases

    def _lifted(
        self, args: Sequence[Term], type: Type, make: Callable[[Sequence[Label]], Term]
    ) -> Term:
        """What is made of elements, where some are chosen by `if` or `match`."""
        for place, arg in enumerate(args):
            if isinstance(arg, App):

                def case(chosen: Term, place: int = place) -> Term:
                    whole = [*args[:place], chosen, *args[place + 1 :]]
                    return self._lifted(whole, type, make)

                if arg.op is IF:
                    condition, then, otherwise = arg.args
                    return self.pool.made(IF, (condition, case(then), case(otherwise)), type)
                arms = [x if i % 2 == 0 else case(x) for i, x in enumerate(arg.args[2:])]
                return self.pool.made(MATCH, (arg.args[0], case(arg.args[1]), *arms), type)
        values = [a.value for a in args if isinstance(a, Const)]
        if not all(isinstance(v, Label) for v in values):
            return self.pool.const(UNDEFINED, type)
        return make([v for v in values if isinstance(v, Label)])


def _root(symbol: Symbol) -> Root:
    root = open_root(symbol.type)
    assert root is not None
    return root
