"""What equality of elements entails, no more of it than can matter.

Elements that no sentence says are one may be taken as several: a model in which they are one can be
taken apart, since what is denied of their equality, and all else, holds still. So only pairs of
which an equality is asserted somewhere, and what follows from them, can be equal. Among these it is
an equivalence, and equal elements are alike in all that is said of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from hlogic.compiler.ir import Symbol
from hlogic.compiler.open.ground import Instances
from hlogic.compiler.open.universe import Args
from hlogic.compiler.ops import EQ, NOT, OR
from hlogic.compiler.sorts import BOOL, Label, open_root
from hlogic.compiler.terms import Const, Term


def equality_axioms(instances: Instances) -> list[Term]:
    """Finite formulas that make `same` an equality for the instances made so far."""
    if not instances.equal:
        return []
    return [term for term in _Axioms(instances).all() if not isinstance(term, Const)]


class _Axioms:
    def __init__(self, instances: Instances) -> None:
        self._instances = instances
        self._pool = instances.pool
        self._leader: dict[Label, Label] = {}
        for a, b in instances.equal:
            self._unite(a, b)
        self._unite_results()

    def all(self) -> Iterator[Term]:
        for members in self._classes():
            for a, b, c in combinations(members, 3):
                ab, bc, ac = self._same(a, b), self._same(b, c), self._same(a, c)
                for first, second, third in ((ab, bc, ac), (ab, ac, bc), (ac, bc, ab)):
                    yield self._implies([first, second], third)
        for symbol, atoms in self._instances.atoms.items():
            for one, other in self._alike(list(atoms)):
                yield from self._congruent(symbol, one, other)
        of = self._instances.universe.of
        for symbol, one, other in self._applications():
            same = self._same(of[symbol, one], of[symbol, other])
            yield self._implies(self._equal(one, other), same)

    # ------------------------------------------------------------------ what may be equal

    def _find(self, label: Label) -> Label:
        while (leader := self._leader.get(label, label)) is not label:
            label = leader
        return label

    def _unite(self, a: Label, b: Label) -> bool:
        first, second = self._find(a), self._find(b)
        if first is second:
            return False
        low, high = (first, second) if first.rank < second.rank else (second, first)
        self._leader[high] = low
        return True

    def _unite_results(self) -> None:
        """What functions make of elements that may be equal may be equal."""
        of = self._instances.universe.of
        united = True
        while united:
            united = False
            for symbol, one, other in self._applications():
                united |= self._unite(of[symbol, one], of[symbol, other])

    def _applications(self) -> list[tuple[Symbol, Args, Args]]:
        """Pairs of applications of one function to elements that may be equal."""
        by_symbol: dict[Symbol, list[Args]] = {}
        for symbol, args in self._instances.universe.of:
            if symbol.open:
                by_symbol.setdefault(symbol, []).append(args)
        return [
            (symbol, a, b) for symbol, tuples in by_symbol.items() for a, b in self._alike(tuples)
        ]

    def _alike(self, tuples: Sequence[Args]) -> Iterator[tuple[Args, Args]]:
        """Pairs of tuples that may be equal place by place."""
        groups: dict[tuple[object, ...], list[Args]] = {}
        for args in tuples:
            key = tuple(self._find(a) if isinstance(a, Label) else (a,) for a in args)
            groups.setdefault(key, []).append(args)
        for group in groups.values():
            yield from combinations(group, 2)

    def _classes(self) -> list[list[Label]]:
        found: dict[Label, list[Label]] = {}
        for label in self._instances.universe.made:
            found.setdefault(self._find(label), []).append(label)
        return [members for members in found.values() if len(members) > 1]

    # ------------------------------------------------------------------ formulas

    def _same(self, a: Label, b: Label) -> Term:
        return self._instances.same(a, b)

    def _equal(self, a: Args, b: Args) -> list[Term]:
        """That two tuples are equal, place by place."""
        return [
            self._same(x, y)
            for x, y in zip(a, b, strict=True)
            if x is not y and isinstance(x, Label) and isinstance(y, Label)
        ]

    def _implies(self, conditions: Sequence[Term], then: Term) -> Term:
        pool = self._pool
        parts: list[Term] = [pool.app(NOT, (c,)) for c in conditions if c is not pool.bool(True)]
        if then is pool.bool(True) or pool.bool(False) in conditions:
            return pool.bool(True)
        if then is not pool.bool(False):
            parts.append(then)
        return pool.app(OR, parts)

    def _congruent(self, symbol: Symbol, a: Args, b: Args) -> Iterator[Term]:
        """Where two tuples are equal, a symbol has one value at both."""
        instances, pool = self._instances, self._pool
        finite = instances.symbol(symbol)
        domains = symbol.parameters.domains
        rest = [d for d in domains if open_root(d.type) is None]
        conditions = self._equal(a, b)
        for values in product(*rest):
            both = []
            for elements in (a, b):
                names, others = iter(elements), iter(values)
                key = [next(others) if open_root(d.type) is None else next(names) for d in domains]
                types = [d.type for d in finite.parameters.domains]
                args = [pool.const(v, t) for v, t in zip(key, types, strict=True)]
                both.append(pool.ref(finite, args))
            yield self._implies(conditions, pool.made(EQ, both, BOOL))
