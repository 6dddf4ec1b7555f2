"""Refutations: a question that is answered "none", as a CNF without a model.

The CNF is the one that exports write: the view as gates, recursion unrolled, then the formulas that
are assumed, then what is demanded besides. It depends on the question alone, not on what was asked
before, so that it can be made anew and compared to the byte.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hlogic.backends.certify.ordering import earlier, has_value
from hlogic.backends.cnf import Clause
from hlogic.backends.engine import Budget, Row
from hlogic.backends.export.clauses import Cnf
from hlogic.backends.export.dimacs import clause_lines
from hlogic.backends.fields import Row as RowField
from hlogic.backends.problem import Problem
from hlogic.compiler.ir import Theory, View
from hlogic.compiler.record import record
from hlogic.compiler.terms import Const, Term

Demand = Callable[[Cnf], None]


@record(eq=False)
class Refutation:
    """Clauses over variables up to `top` that have no model, and the whole file that says so."""

    top: int
    clauses: Sequence[Clause]
    text: str


def nothing_more(cnf: Cnf) -> None:
    """No demand: that no world meets the formulas is all there is to show."""


def another_row(fields: Sequence[Term], rows: Sequence[Row]) -> Demand:
    """That the fields have a row that is not listed."""

    def demand(cnf: Cnf) -> None:
        field = RowField([cnf.field(f) for f in fields])
        for row in rows:
            cnf.demand([-g for g in has_value(field, row)])

    return demand


def better_row(fields: Sequence[Term], row: Row, greatest: bool) -> Demand:
    """That the fields have a row before the given one; with `greatest`, one after it."""

    def demand(cnf: Cnf) -> None:
        field = RowField([cnf.field(f) for f in fields])
        cnf.demand([earlier(cnf.circuit, field, row, greatest)])

    return demand


class Refuter:
    """Makes the refutations of one theory."""

    def __init__(self, theory: Theory, budget: Budget) -> None:
        self._theory = theory
        self._budget = budget
        self._problems: dict[View, Problem] = {}

    def refutation(
        self, view: View, assumed: Sequence[Term], demand: Demand = nothing_more
    ) -> Refutation:
        """That no world of the view meets the formulas and the demand. Raises LimitError where
        the view does not encode to CNF."""
        remark = f"c hlogic {self._theory.name}, scope {view.scope}"
        if self._plainly_false(view, assumed):
            said = "c some formula of the question is false whatever the world"
            return written([remark, said], 1, [[1], [-1]])
        cnf = Cnf(self._theory, view, self._budget)
        cnf.require({})
        for term in assumed:
            cnf.meet(term)
        demand(cnf)
        top, clauses = cnf.finished()
        return written([remark, *cnf.meanings()], top, clauses)

    def _plainly_false(self, view: View, assumed: Sequence[Term]) -> bool:
        """Whether one of the formulas is false once it is made total, as that a term without
        partial operations is undefined always is: then the view need not be encoded."""
        problem = self._problems.get(view)
        if problem is None:
            problem = self._problems[view] = Problem(self._theory, view, self._budget)
        lowered = (problem.lower(term) for term in assumed)
        return any(isinstance(term, Const) and term.value is not True for term in lowered)


def written(remarks: Sequence[str], top: int, clauses: Sequence[Clause]) -> Refutation:
    """A refutation as a file."""
    lines = [*remarks, *clause_lines(top, clauses)]
    return Refutation(top, clauses, "\n".join(lines) + "\n")
