"""How a rule reads a count over predicates of its own group: `count(…) >= k`, `at_least k`.

Read strictly, as elsewhere, it would be undefined where an element is, and so could turn undefined
as the group grows: there would be no least fixed point. Yet where an element is undefined whatever
the group is, strictness harms nothing. So the count is undefined where a condition, or a body whose
condition is true even with no atom of the group, has no value under any reading; elsewhere it is a
threshold, which need not know every element.

A formula F is positive in the atoms, so no reading gives it a value if F is not true with all of
them true and not false with all of them false. Both are F with each predicate replaced by a twin
that is constant at its instances: what guards a count does not read the group.
"""

from __future__ import annotations

from collections.abc import Sequence

from hlogic.compiler import ops
from hlogic.compiler.ir import Group
from hlogic.compiler.sorts import BOOL, UNDEFINED
from hlogic.compiler.terms import App, Const, Ref, Spread, Term, Terms, below, replace_symbols


class Counts:
    """Reads the bodies of one group's rules, whose positions were found good."""

    def __init__(self, pool: Terms, group: Group) -> None:
        self._pool = pool
        self._group = group

    def read(self, term: Term) -> Term:
        """The body with its counts over the group read as the group needs them."""
        if not self._open(term):
            return term
        pool, again = self._pool, self.read
        match term:
            case App(op=op, args=args) if op in (ops.AND, ops.OR):
                return pool.app(op, [again(a) for a in args])
            case Spread(op=op, variables=variables, element=element) if op in (ops.AND, ops.OR):
                return pool.spread(op, (), variables, [again(e) for e in element])
            case App(op=ops.IF, args=(condition, then, otherwise)):
                return pool.app(ops.IF, (condition, again(then), again(otherwise)))
            case App(op=ops.LE, args=(bound, App(args=counted))):
                every = [self._known(e) for e in counted]
                threshold = pool.app(ops.AT_LEAST, (bound, *map(self._element, counted)))
                return self._guarded(pool.app(ops.AND, every), threshold)
            case App(op=ops.LE, args=(bound, Spread(variables=variables, element=(element,)))):
                known = pool.spread(ops.AND, (), variables, (self._known(element),))
                counts = (self._element(element),)
                return self._guarded(known, pool.spread(ops.AT_LEAST, (bound,), variables, counts))
        return term

    def _open(self, term: Term) -> bool:
        """Whether the group is read in a term, for a stable one elsewhere than under `not`."""
        return any(
            isinstance(t, Ref) and t.symbol.group is self._group
            for t in below([term], self._group.denies)
        )

    def _guarded(self, known: Term, count: Term) -> Term:
        return self._pool.app(ops.IF, (known, count, self._pool.const(UNDEFINED, BOOL)))

    def _element(self, element: Term) -> Term:
        return self._pool.app(ops.AND, [self.read(part) for part in _condition_and_body(element)])

    def _known(self, element: Term) -> Term:
        """Whether some reading gives the condition a value, and the body one if the condition is
        true in any case."""
        pool = self._pool
        *condition, body = map(self.read, _condition_and_body(element))
        known = self._some_value(body)
        for c in condition:
            excluded = pool.app(ops.NOT, (pool.holds(self._constant(c, False)),))
            known = pool.app(ops.AND, (self._some_value(c), pool.app(ops.OR, (excluded, known))))
        return known

    def _some_value(self, formula: Term) -> Term:
        pool = self._pool
        least, most = (self._constant(formula, value) for value in (False, True))
        denied = pool.app(ops.NOT, (least,))
        return pool.app(ops.OR, (pool.holds(most), pool.holds(denied)))

    def _constant(self, formula: Term, value: bool) -> Term:
        """The formula with all atoms of the group true, or false; what names no atom stays
        undefined. What a stable group denies is read in the candidate and stays."""
        return replace_symbols(self._pool, formula, self._group.constant[value], self._group.denies)


def _condition_and_body(element: Term) -> Sequence[Term]:
    """An element of a count; `if C then P else false` is how its `where` is written."""
    if isinstance(element, App) and element.op is ops.IF:
        condition, then, otherwise = element.args
        if isinstance(otherwise, Const) and otherwise.value is False:
            return condition, then
    return (element,)
