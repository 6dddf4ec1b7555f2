"""Candidates: sets that agree with all that was learnt of what is looked for.

What is learnt are clauses over the members: that one of some members is in (or out), that a set and
all that include it are out. A candidate is inclusion-minimal among the sets that agree, or least by
weight; where every set that is looked for agrees with the clauses, a candidate that turns out to be
one is itself minimal, or least.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from hlogic.backends.engine import Budget, Places
from hlogic.backends.watched import watched

SLICE = 2_000  # conflicts between two looks at the clock


class Candidates(Protocol):
    """Sets of places, one after another."""

    def learn(self, inside: Iterable[int], outside: Iterable[int] = ()) -> None:
        """Every set has one of the first inside or one of the second outside."""

    def next(self) -> Places | None:
        """A minimal set that agrees with what was learnt, None if there is none."""


class _Learning:
    """What is learnt as clauses of a solver of PySAT's; place n is its variable n + 1."""

    _solver: Any

    def __init__(self, count: int, budget: Budget) -> None:
        self._count = count
        self._budget = budget
        self._possible = True

    def learn(self, inside: Iterable[int], outside: Iterable[int] = ()) -> None:
        """Every set has one of the first inside or one of the second outside."""
        clause = [*(p + 1 for p in inside), *(-p - 1 for p in outside)]
        if clause:
            self._solver.add_clause(clause)
        else:
            self._possible = False

    def _places(self, model: Iterable[int]) -> Places:
        """The set that a model stands for."""
        return tuple([v - 1 for v in model if 0 < v <= self._count])


class MinimalSets(_Learning):
    """Inclusion-minimal sets. MiniSat takes every decision for *out*, so what is in was implied: a
    smaller set would agree with the decisions, therefore with what they imply, and be the same."""

    def __init__(self, count: int, budget: Budget) -> None:
        from pysat.solvers import MinisatGH, pysolvers

        super().__init__(count, budget)
        self._solver = MinisatGH()
        self._run = pysolvers.minisatgh_solve_lim
        for variable in range(1, count + 1):  # known to the solver, and out unless it must be in
            self._solver.add_clause([variable, -variable])
        self._solver.set_phases([-v for v in range(1, count + 1)])

    def next(self) -> Places | None:
        """A minimal set that agrees with what was learnt, None if there is none."""
        while self._possible:
            self._budget.tick()
            self._solver.conf_budget(SLICE)
            found = self._run(self._solver.minisat, [], 0, 0)  # leaves Ctrl-C to Python
            self._solver.status = found
            if found is None:
                self._budget.check_time()
                continue
            if not found:
                return None
            return self._places(self._solver.get_model())
        return None


class LeastSets(_Learning):
    """Sets of least weight, by PySAT's RC2; of the same weight in no particular order."""

    def __init__(self, weights: Sequence[int], budget: Budget) -> None:
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        super().__init__(len(weights), budget)
        formula = WCNF()
        formula.nv = len(weights)
        for variable, weight in enumerate(weights, 1):
            formula.append([-variable], weight=weight)
        self._solver = RC2(formula, exhaust=True, trim=5)

    def next(self) -> Places | None:
        """A set of least weight that agrees with what was learnt, None if there is none."""
        self._budget.check_time()
        model = self._computed() if self._possible and self._count else None
        if model is None:
            found = () if self._possible and not self._count else None
            self._possible = False
            return found
        return self._places(model)

    def _computed(self) -> list[int] | None:
        """RC2's next model. PySAT's own answer to Ctrl-C jumps out of the running solver."""
        solver = self._solver
        model: list[int] | None = watched(
            lambda: solver.compute(expect_interrupt=True), solver.interrupt, self._budget
        )
        return model
