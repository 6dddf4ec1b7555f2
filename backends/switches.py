"""Constraints of a SAT session that can be switched off, and what the solver knows of sets of them.

With each answer comes what makes it more than one: a world in which more constraints hold than were
asked for, or fewer constraints that are to blame.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hlogic.backends.engine import Places
from hlogic.backends.fields import true_in
from hlogic.backends.sat import SatSession

Assumed = Sequence[int] | None  # literals; None where one of the formulas is false in every world


class Switches:
    """Sets of constraints as places in a list; what is not on the list always holds."""

    def __init__(self, session: SatSession, literals: Sequence[int]) -> None:
        self._session = session
        self._literals = literals
        self._place = {literal: place for place, literal in enumerate(literals)}

    @property
    def count(self) -> int:
        return len(self._literals)

    def literal(self, place: int) -> int:
        """What is true where the constraint holds."""
        return self._literals[place]

    def world(self, on: Iterable[int], assumed: Assumed) -> set[int] | None:
        """Which constraints hold in some world where those that are on do; None without one."""
        if assumed is None:
            return None
        literals = self._literals
        model = self._session.solve([*(literals[p] for p in on), *assumed])
        if model is None:
            return None
        return {p for p, literal in enumerate(literals) if true_in(model, literal)}

    def blamed(self, assumed: Assumed) -> set[int]:
        """After no world was found: some of those that were on, with which there is none."""
        if assumed is None:
            return set()
        place = self._place
        return {place[literal] for literal in self._session.blamed() if literal in place}

    def grown(self, on: set[int], assumed: Assumed) -> set[int]:
        """A largest set around one that has a world: with one more, whichever, there is none."""
        assert assumed is not None
        inside = set(on)
        while len(inside) < self.count:
            rest = [self._literals[p] for p in range(self.count) if p not in inside]
            more = self._session.switch()
            self._session.under(more, rest)
            found = self.world(sorted(inside), [*assumed, more])
            self._session.under(more, ())
            if found is None:
                break
            inside |= found
        return inside

    def outside(self, on: set[int], assumed: Assumed) -> Places:
        """What is left out by a largest set around one that has a world."""
        inside = self.grown(on, assumed)
        return tuple(p for p in range(self.count) if p not in inside)

    def shrunk(self, places: Iterable[int], assumed: Assumed) -> Places:
        """A smallest set inside one without a world: with one less, whichever, there is one."""
        waiting, needed = sorted(places), list[int]()
        while waiting:
            place = waiting.pop()
            if self.world([*needed, *waiting], assumed) is None:
                blamed = self.blamed(assumed)
                waiting = [p for p in waiting if p in blamed]
            else:
                needed.append(place)
        return tuple(sorted(needed))
