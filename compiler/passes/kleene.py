"""Partiality is lowered here, once: a partial ground term becomes two total ones.

A Boolean term t becomes T(t) "defined and true" and F(t) "defined and false"; another becomes a
value and D(t), whether it has one. After this pass nothing asks whether anything is defined: where
D is false the value term still has a value, some pinned one, and whoever uses it also uses the D.

Strict operators need one rule, from the operator's guard (`GUARDS`); the others have a row each in
`kleene_rules.py`. Terms are handled parts first and each once, so the result is linear in the
input, and where nothing is partial it is the input: T(t) = t, and F(t) = not t is made only for
whom asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hlogic.compiler.ir import Symbol
from hlogic.compiler.ops import (
    MATCH,
    WITHIN,
)
from hlogic.compiler.passes.derived import Order, derived
from hlogic.compiler.passes.ground import Grounder
from hlogic.compiler.passes.kleene_rules import RULES, Pair, pinned, strict
from hlogic.compiler.passes.ranges import Ranges, domain_range, holds, members, size
from hlogic.compiler.passes.simplify import Make
from hlogic.compiler.sorts import (
    BOOL,
    INT,
    Domain,
    Type,
    Undefined,
)
from hlogic.compiler.terms import App, Const, Ref, Term, below


class Kleene:
    """Lowers the ground terms of one `Grounder`."""

    def __init__(self, grounder: Grounder) -> None:
        self.make = Make(grounder.make.pool, total=True)
        self.ranges = Ranges(lambda leaf: None)
        self._grounder = grounder
        self._order = Order(grounder.definitions)
        self._pairs: dict[int, Pair] = {}
        self._defined: dict[int, Term] = {}
        self._bounds: dict[Symbol, tuple[Symbol, Symbol]] = {}
        self.atoms: list[tuple[Ref, Ref, Ref]] = []  # of least groups, with their L and their H

    def lower(self, term: Term) -> Term:
        """T of a Boolean ground term, the value of another; `false`, `not_false` and `defined` of
        it may be asked for afterwards. Derived terms are replaced by their definitions, which are
        lowered first, those they need before them."""
        if term.id not in self._pairs:
            fresh = self._fresh(term)
            self._grounder.complete()
            if self._grounder.definitions:
                self._lower_derived(fresh)
            self._lower(fresh)
        return self.value(term)

    def _lower_derived(self, terms: Iterable[Term]) -> None:
        definitions = self._grounder.definitions
        order, cycle = self._order.of(derived(terms, definitions))
        assert cycle is None, f"a cycle among derived terms: {cycle}"
        for leaf in order:
            body = definitions[leaf]
            self._lower(self._fresh(body))
            self._pairs[leaf.id] = self._in_domain(leaf, self._pairs[body.id])

    def _fresh(self, root: Term) -> list[Term]:
        """What is still to be lowered of a term, parts first."""
        return below([root], lambda t: t.id in self._pairs)

    def _lower(self, terms: Sequence[Term]) -> None:
        for term in terms:
            if term.id not in self._pairs:
                self._pairs[term.id] = self._one(term)

    def _one(self, term: Term) -> Pair:
        match term:
            case Const(value=value):
                if isinstance(value, Undefined):
                    return self.nothing(term.type)
                return self.settled(term)
            case Ref(symbol=symbol):
                if symbol.group is not None and not symbol.group.stable:
                    return self._atom(term)
                assert symbol.kind in ("var", "predicate")
                return self.settled(term)
            case App(op=op):
                return RULES.get(op, strict)(self, term)
        raise AssertionError(f"not a ground term: {term}")

    def _atom(self, leaf: Ref) -> Pair:
        """An atom of a least fixed point, from outside: true in L, false outside H."""
        if leaf.symbol not in self._bounds:
            self._bounds[leaf.symbol] = (_bound(leaf.symbol, "L"), _bound(leaf.symbol, "H"))
        low, high = (self.make.pool.ref(s, leaf.args) for s in self._bounds[leaf.symbol])
        self.atoms.append((leaf, low, high))
        return low, self.make.not_(high)

    @staticmethod
    def settled(term: Term) -> Pair:
        """The pair of a term that is defined in every world."""
        return term, None

    def value(self, term: Term) -> Term:
        """The term's value where it has one; T for a Boolean."""
        return self._pairs[term.id][0]

    def false(self, term: Term) -> Term:
        """F of a Boolean term."""
        true, false = self._pairs[term.id]
        return self.make.not_(true) if false is None else false

    def not_false(self, term: Term) -> Term:
        """Whether a Boolean term is true or undefined."""
        true, false = self._pairs[term.id]
        return true if false is None else self.make.not_(false)

    def defined(self, term: Term) -> Term:
        """Whether a term has a value."""
        first, second = self._pairs[term.id]
        if second is None:
            return self.make.true
        if term.type != BOOL:
            return second
        found = self._defined.get(term.id)
        if found is None:
            found = self._defined[term.id] = self.make.or_(first, second)
        return found

    def nothing(self, type: Type) -> Pair:
        """The pair of a term that is defined nowhere."""
        return self.make.const(pinned(type), type), self.make.false

    def guarded(self, value: Term, defined: Term, type: Type) -> Pair:
        """The pair of a term of the type that has `value` where `defined`."""
        make = self.make
        if defined is make.true:
            return self.settled(value)
        if defined is make.false:
            return self.nothing(type)
        if type != BOOL:
            return value, defined
        return make.and_(defined, value), make.and_(defined, make.not_(value))

    def _in_domain(self, leaf: Ref, pair: Pair) -> Pair:
        """A derived term: undefined where its value is outside the stated domain."""
        domain = leaf.symbol.domain
        if domain is None or leaf.type == BOOL:
            return pair
        value, defined = pair
        inside = self._inside(value, domain)
        return value, inside if defined is None else self.make.and_(defined, inside)

    def _inside(self, value: Term, domain: Domain) -> Term:
        """Whether a value is in a domain; true where its range shows that it always is."""
        make, found, wanted = self.make, self.ranges.sure(value), domain_range(domain)
        if isinstance(found, range) and isinstance(wanted, range):
            if not size(found) or (found.start >= wanted.start and found.stop <= wanted.stop):
                return make.true
            ends = [make.const(n, INT) for n in (wanted.start, wanted.stop - 1)]
            return make.app(WITHIN, (value, *ends), BOOL)
        return self.among(value, [v for v in members(wanted) if holds(found, v)])

    def among(self, value: Term, keys: Sequence[object]) -> Term:
        """Whether a value is one of some constants."""
        make, found = self.make, self.ranges.sure(value)
        if size(found) == len(keys):
            return make.true
        arms = [a for k in keys for a in (make.const(k, value.type), make.true)]  # type: ignore[arg-type]
        return make.app(MATCH, (value, make.false, *arms), BOOL)


def _bound(symbol: Symbol, which: str) -> Symbol:
    """Membership in one of the two fixed points, as a predicate that is total."""
    return symbol.twin(f"{symbol.name}.{which}")
