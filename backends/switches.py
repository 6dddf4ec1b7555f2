"""Constraints that can be switched off, and what an engine knows of sets of them.

`Switches` is the contract; `PlainSwitches` fulfils it with nothing but a session's `possible`, so
any engine has families. An engine that learns more from its answers (a world in which more
constraints hold than were asked for, fewer constraints that are to blame) has switches of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from hlogic.backends.engine import Budget, Places, Session
from hlogic.compiler import ops
from hlogic.compiler.ir import Instance, Theory, View
from hlogic.compiler.terms import Term, bind

Assumed = Sequence[Term]


class Switches(Protocol):
    """Sets of constraints as places in a list; what is not on the list always holds. `assumed`
    holds formulas that the worlds in question meet."""

    count: int

    def world(self, on: Iterable[int], assumed: Assumed) -> set[int] | None:
        """Which constraints are known to hold in some world where those that are on do; None
        without one."""

    def blamed(self) -> set[int]:
        """After no world was found: some of those that were on, with which there is none."""

    def grown(self, on: set[int], assumed: Assumed) -> set[int]:
        """A largest set around one that has a world: with one more, whichever, there is none."""

    def part(self, places: Places) -> None:
        """From now on `parted` asks for worlds where one of these holds, too."""

    def parted(self) -> set[int] | None:
        """Which constraints hold in some world that has one of each set given to `part`."""


Opened = Callable[[Theory, View, Sequence[Instance], Budget], Switches]


def left_out(switches: Switches, on: set[int], assumed: Assumed) -> Places:
    """What is left out by a largest set around one that has a world."""
    inside = switches.grown(on, assumed)
    return tuple(p for p in range(switches.count) if p not in inside)


def shrunk(switches: Switches, places: Iterable[int], assumed: Assumed) -> Places:
    """A smallest set inside one without a world: with one less, whichever, there is one."""
    waiting, needed = sorted(places), list[int]()
    while waiting:
        place = waiting.pop()
        if switches.world([*needed, *waiting], assumed) is None:
            blamed = switches.blamed()
            waiting = [p for p in waiting if p in blamed]
        else:
            needed.append(place)
    return tuple(sorted(needed))


class PlainSwitches:
    """Switches by a session on the rest of the view: what is on is assumed."""

    def __init__(self, theory: Theory, session: Session, chosen: Sequence[Instance]) -> None:
        self._pool = theory.pool
        self._session = session
        self._bodies = [bind(theory.pool, i.body, i.environment) for i in chosen]
        self._last: set[int] = set()
        self._parts: list[Places] = []
        self.count = len(self._bodies)

    def world(self, on: Iterable[int], assumed: Assumed) -> set[int] | None:
        self._last = set(on)
        bodies = [self._bodies[p] for p in sorted(self._last)]
        return set(self._last) if self._session.possible((*bodies, *assumed)) else None

    def blamed(self) -> set[int]:
        return set(self._last)

    def grown(self, on: set[int], assumed: Assumed) -> set[int]:
        inside = set(on)
        for place in range(self.count):
            if place not in inside and self.world({*inside, place}, assumed) is not None:
                inside.add(place)
        return inside

    def part(self, places: Places) -> None:
        self._parts.append(places)

    def parted(self) -> set[int] | None:
        """One of each part is settled after another; what is still to come is assumed."""
        parts = self._parts
        rest = [self._pool.app(ops.OR, [self._bodies[p] for p in part]) for part in parts]
        inside: set[int] = set()
        if self.world((), rest) is None:
            return None
        for i, part in enumerate(parts):
            if inside.isdisjoint(part):
                fits = (p for p in part if self.world({*inside, p}, rest[i + 1 :]) is not None)
                inside.add(next(fits))
        return inside


def plain_switches(open: Callable[[Theory, View, Budget], Session]) -> Opened:
    """Plain switches by an engine's way to open a session."""

    def opened(
        theory: Theory, view: View, chosen: Sequence[Instance], budget: Budget
    ) -> PlainSwitches:
        return PlainSwitches(theory, open(theory, view.without(chosen), budget), chosen)

    return opened
