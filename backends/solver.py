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
        from pysat.solvers import Cadical195, pysolvers

        self._solver = Cadical195()
        self._add = partial(pysolvers.cadical195_add_cl, self._solver.cadical)
        self._run = pysolvers.cadical195_solve_lim
        self._budget = budget
        self._slice = FIRST_SLICE
        self._contradiction = False

    def add(self, clause: list[int]) -> None:
        if clause:
            self._add(clause)
        else:
            self._contradiction = True

    def prefer(self, literals: list[int]) -> None:
        """Guess that the literals are true, whenever there is a guess to make. Guesses of the last
        solve are not kept for the next: they would come before these."""
        self._solver.configure({"ilb": 0})
        self._solver.set_phases(literals)

    def solve(self, assumptions: Sequence[int]) -> list[int] | None:
        """A model in which the assumptions are true, or None."""
        self._budget.tick()
        if self._contradiction:
            return None
        solver = self._solver
        while True:
            solver.conf_budget(self._slice)
            start = time.monotonic()
            found = self._limited(assumptions)
            if found is not None:
                return solver.get_model() if found else None
            self._budget.check_time()
            seconds = time.monotonic() - start
            if seconds < SHORT:
                self._slice *= 2
            elif seconds > LONG:
                self._slice = max(100, self._slice // 2)

    def _limited(self, assumptions: Sequence[int]) -> bool | None:
        """`solve_limited`, which leaves Ctrl-C to Python; None when the conflicts are used up."""
        solver = self._solver
        status = self._run(solver.cadical, assumptions, 0)
        solver.status = None if status == 0 else status > 0
        solver.prev_assumps = assumptions  # what `get_core` looks at
        found: bool | None = solver.status
        return found

    def core(self) -> list[int]:
        """After a `solve` without a model: assumptions that are to blame, not always least."""
        return [] if self._contradiction else list(self._solver.get_core() or ())
