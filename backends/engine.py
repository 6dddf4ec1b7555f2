"""The contract of an engine.

An engine opens a `Session` (`compiler/session.py`) on one view of a theory, and a `Selection` among
its constraints. What it cannot do it
refuses with a `LimitError`; it never approximates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from hlogic.compiler.ir import Instance, Theory, View
from hlogic.compiler.session import Permitted, Places, Row, Selection, Session
from hlogic.compiler.terms import Term


class Budget(Protocol):
    """Time and rows that a run may take; both raise `LimitError` with the status to report."""

    def tick(self) -> None:
        """Called often: raises when the time is up."""

    def check_time(self) -> None:
        """As `tick`, but looks at the clock at once: for callers between two long steps."""

    def row(self) -> None:
        """Called for each world or row enumerated: raises when there are too many."""


class Engine(Protocol):
    """One way of answering. `name` is what `--engine` takes and what answers record."""

    name: str

    def open(self, theory: Theory, view: View, budget: Budget) -> Session:
        """A session on a view. Raises `LimitError` where the view is beyond the engine."""

    # What `Worlds` in `compiler/session.py` says of these three holds here.

    def select(
        self, theory: Theory, view: View, chosen: Sequence[Instance], budget: Budget
    ) -> Selection:
        """A selection among some constraints of a view."""

    def hitting(self, sets: Sequence[Places], smallest: bool, budget: Budget) -> Iterator[Places]:
        """The minimal sets that meet every given one."""

    def repairs(
        self,
        theory: Theory,
        permitted: Permitted,
        goal: Term,
        necessary: bool,
        smallest: bool,
        budget: Budget,
    ) -> Iterator[Places]:
        """The minimal sets of changes after which the goal is possible, or necessary."""


__all__ = ["Budget", "Engine", "Permitted", "Places", "Row", "Selection", "Session"]
