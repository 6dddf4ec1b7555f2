"""A first-order theory over a given number of elements, as a finite one: its worlds are the
structures of that size.

Each open sort becomes a sort of so many labels, each named element a variable over it. Elements are
alike until something is said of them, so the i-th name may be taken to be of one of the first i.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, product

from hlogic.compiler.ir import Family, Instance, Key, Parameters, Symbol, Theory, View
from hlogic.compiler.open.reduce import Sentences
from hlogic.compiler.ops import EQ, NOT
from hlogic.compiler.sorts import BOOL, Domain, Label, Root, Scalar, Value, open_root
from hlogic.compiler.terms import App, Bound, Const, Ref, Spread, Term, below

NAMELESS = Family("distinct", Parameters(()), None, ((),), named=False)  # type: ignore[arg-type]


class Sized:
    """The finite theory of some sentences over so many elements of each sort. `names` has the
    variable of each named element."""

    def __init__(self, given: Sentences, sizes: Mapping[Root, int]) -> None:
        self._given = given
        self._pool = given.theory.pool
        self._domains = {root: _elements(root, size) for root, size in sizes.items()}
        self.names: dict[Label, Symbol] = {}
        self.symbols: dict[Symbol, Symbol] = {}
        self._made: dict[int, Term] = {}
        self._constants = self._ordered()
        for root in given.theory.open_roots:
            for label in root.labels:
                domain = self._first(root, label)
                called = (label.called,) if label.aliases else ()
                self.names[label] = Symbol(
                    "var", label.name, Parameters(()), domain, domain.type, called
                )
        instances = [
            Instance(i.family, i.key, self._read(body), {}, i.text)
            for i, body in zip(given.view.instances, given.bodies, strict=True)
        ]
        instances += [Instance(NAMELESS, (), term, {}) for term in self._distinct()]
        self.view: View = given.view.holding(instances)
        for term in given.terms.values():
            self._read(term)
        self.theory = self._theory()

    def formula(self, term: Term) -> Term:
        """The finite form of a formula that the sentences were made with."""
        return self._read(self._given.terms[term.id])

    def _ordered(self) -> dict[Root, list[Label | Symbol]]:
        """What names one element, by sort: labels, then variables without parameters."""
        theory = self._given.theory
        found: dict[Root, list[Label | Symbol]] = {r: list(r.labels) for r in theory.open_roots}
        for symbol in theory.symbols.values():
            root = open_root(symbol.type)
            if root is not None and symbol.kind == "var" and not symbol.parameters.variables:
                found[root].append(symbol)
        return found

    def _first(self, root: Root, name: Label | Symbol) -> Domain:
        """The elements that a name may be of."""
        place = next(i for i, n in enumerate(self._constants[root], 1) if n is name)
        whole = self._domains[root]
        labels = tuple(whole)[:place]
        return whole if len(labels) == whole.size else Domain(whole.type, (labels,), whole.name)

    def _domain(self, domain: Domain) -> Domain:
        root = open_root(domain.type)
        return domain if root is None else self._domains[root]

    def _distinct(self) -> list[Term]:
        """That names of a distinct sort are of different elements."""
        pool = self._pool
        made: list[Term] = []
        for root in self._given.theory.open_roots:
            if root.distinct:
                for a, b in combinations([pool.ref(self.names[x], ()) for x in root.labels], 2):
                    made.append(pool.app(NOT, (pool.made(EQ, (a, b), BOOL),)))
        return made

    def _symbol(self, symbol: Symbol) -> Symbol:
        """The finite symbol that stands for one that speaks of open sorts."""
        if symbol.kind != "var" or not self._given.derived.speaks(symbol):
            return symbol
        found = self.symbols.get(symbol)
        if found is None:
            assert symbol.domain is not None
            domains = [self._domain(d) for d in symbol.parameters.domains]
            root, domain = open_root(symbol.type), self._domain(symbol.domain)
            if root is not None and not domains:
                domain = self._first(root, symbol)
            bounds = tuple(
                self._pool.bound(v.name, d)
                for v, d in zip(symbol.parameters.variables, domains, strict=True)
            )
            keys: tuple[Key, ...] = tuple(product(*domains)) if symbol.open else symbol.keys
            found = self.symbols[symbol] = Symbol(
                "var", symbol.name, Parameters(bounds), domain, domain.type, symbol.aliases,
                symbol.span, symbol.cites, keys=keys, key_set=frozenset(keys),
            )  # fmt: skip
        return found

    def _read(self, root: Term) -> Term:
        made = self._made
        for term in below([root], lambda t: t.id in made):
            made[term.id] = self._finite(term)
        return made[root.id]

    def _finite(self, term: Term) -> Term:
        made, pool = self._made, self._pool
        match term:
            case Const(value=Label() as label) if label.root.open:
                return pool.ref(self.names[label], ())
            case Const():
                root = open_root(term.type)
                return term if root is None else pool.const(term.value, self._domains[root].type)
            case Bound():
                return self._variable(term)
            case Ref(symbol=symbol, args=args):
                return pool.ref(self._symbol(symbol), [made[a.id] for a in args])
            case App(op=op, args=args):
                root = open_root(term.type)
                type = term.type if root is None else self._domains[root].type
                return pool.made(op, [made[a.id] for a in args], type)
            case Spread(op=op, leading=leading, variables=variables, element=element):
                return pool.spread(
                    op,
                    [made[t.id] for t in leading],
                    [self._variable(v) for v in variables],
                    [made[t.id] for t in element],
                )
        raise AssertionError(term)

    def _variable(self, bound: Bound) -> Bound:
        if open_root(bound.type) is None:
            return bound
        found = self._made.get(bound.id)
        if found is None:
            found = self._made[bound.id] = self._pool.bound(bound.name, self._domain(bound.domain))
        assert isinstance(found, Bound)
        return found

    def _theory(self) -> Theory:
        given = self._given.theory
        symbols = {f"the {root.name} {n.name}": n for root in given.open_roots
                   for n in (self.names[x] for x in root.labels)}  # fmt: skip
        for symbol in given.symbols.values():
            if symbol.kind == "var" or not self._given.derived.speaks(symbol):
                symbols[symbol.name] = self._symbol(symbol)
        return Theory(
            given.pool, given.name, given.title, given.meta, given.roots, symbols,
            given.families, given.groups, given.claims,
        )  # fmt: skip


def _elements(root: Root, size: int) -> Domain:
    finite = Root("enum", root.name)
    finite.labels = tuple(Label(finite, f"{root.name}{i}", (), i, i) for i in range(1, size + 1))
    values: tuple[Value, ...] = finite.labels
    return Domain(Scalar(frozenset({finite})), (values,), root.name)
