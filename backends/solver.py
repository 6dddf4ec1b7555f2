"""`cadical195` in slices.

CaDiCaL cannot be interrupted from Python: while it runs, signals wait. (PySAT's own answer to
Ctrl-C jumps out of the running solver, which nothing may touch afterwards, and raises an error of
its own; so it is told not to.) So it runs for some conflicts at a time; between two slices Python
handles Ctrl-C and the budget looks at the clock. Slices are kept between a tenth and three tenths
of a second (measured: the restarts cost nothing that stands out from the noise).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from hlogic.backends.engine import Budget

FIRST_SLICE = 2_000  # conflicts
SHORT, LONG = 0.1, 0.3  # seconds


class Solver:
    """An incremental solver that keeps to a budget."""

    def __init__(self, budget: Budget) -> None:
        import pysolvers  # PySAT's compiled half: the other takes longer to import than most asks

        self._cadical = pysolvers
        self._solver = pysolvers.cadical195_new()
        self._add = partial(pysolvers.cadical195_add_cl, self._solver)
        self._budget = budget
        self._slice = FIRST_SLICE
        self._contradiction = False
        self._assumed: Sequence[int] = ()  # in the last solve

    def __del__(self) -> None:
        self._cadical.cadical195_del(self._solver, None)

    def add(self, clause: list[int]) -> None:
        if clause:
            self._add(clause)
        else:
            self._contradiction = True

    def prefer(self, literals: list[int]) -> None:
        """Guess that the literals are true, whenever there is a guess to make. Guesses of the last
        solve are not kept for the next, and none are tried for luck: they would come before
        these."""
        for option in ("ilb", "lucky"):
            self._cadical.cadical195_set(self._solver, option, 0)
        self._cadical.cadical195_setphases(self._solver, literals)

    def solve(self, assumptions: Sequence[int]) -> list[int] | None:
        """A model in which the assumptions are true, or None."""
        self._budget.tick()
        if self._contradiction:
            return None
        self._assumed = assumptions
        while True:
            self._cadical.cadical195_cbudget(self._solver, self._slice)
            start = time.monotonic()
            # Above 0: there is a model; below: there is none; 0: the conflicts are used up.
            found = self._cadical.cadical195_solve_lim(self._solver, assumptions, 0)
            if found:
                return self._model() if found > 0 else None
            self._budget.check_time()
            seconds = time.monotonic() - start
            if seconds < SHORT:
                self._slice *= 2
            elif seconds > LONG:
                self._slice = max(100, self._slice // 2)

    def _model(self) -> list[int]:
        return self._cadical.cadical195_model(self._solver) or []

    def core(self) -> list[int]:
        """After a `solve` without a model: assumptions that are to blame, not always least."""
        if self._contradiction:
            return []
        return list(self._cadical.cadical195_core(self._solver, self._assumed) or ())
