"""Switches by a SAT solver: a literal for each constraint, which is assumed where it is on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hlogic.backends.engine import Budget, Places
from hlogic.backends.fields import true_in
from hlogic.backends.sat import SatSession
from hlogic.backends.switches import Assumed
from hlogic.compiler.ir import Instance, Theory, View


class SatSwitches:
    """A model shows which other constraints hold in it, and a core which are to blame."""

    def __init__(
        self, theory: Theory, view: View, chosen: Sequence[Instance], budget: Budget
    ) -> None:
        session = SatSession(theory, view, budget, selectable=frozenset(chosen))
        self._session = session
        self._literals = [session.selectors[i] for i in chosen]
        self._place = {literal: place for place, literal in enumerate(self._literals)}
        self._blamed: set[int] = set()
        self._apart: int | None = None
        self.count = len(self._literals)

    def world(self, on: Iterable[int], assumed: Assumed) -> set[int] | None:
        literals = self._session.assumptions(assumed)
        if literals is None:
            self._blamed = set()
            return None
        return self._solved([*(self._literals[p] for p in on), *literals])

    def _solved(self, literals: Sequence[int]) -> set[int] | None:
        model = self._session.solve(literals)
        if model is None:
            place = self._place
            self._blamed = {place[x] for x in self._session.blamed() if x in place}
            return None
        return {p for p, literal in enumerate(self._literals) if true_in(model, literal)}

    def blamed(self) -> set[int]:
        return set(self._blamed)

    def grown(self, on: set[int], assumed: Assumed) -> set[int]:
        literals = self._session.assumptions(assumed)
        assert literals is not None
        inside = set(on)
        while len(inside) < self.count:
            rest = [self._literals[p] for p in range(self.count) if p not in inside]
            more = self._session.switch()
            self._session.under(more, rest)
            found = self._solved([*(self._literals[p] for p in sorted(inside)), *literals, more])
            self._session.under(more, ())
            if found is None:
                break
            inside |= found
        return inside

    def part(self, places: Places) -> None:
        self._session.under(self._parting(), [self._literals[p] for p in places])

    def parted(self) -> set[int] | None:
        return self._solved([self._parting()])

    def _parting(self) -> int:
        if self._apart is None:
            self._apart = self._session.switch()
        return self._apart
