"""The contract of an engine.

An engine opens a `Session` (`compiler/session.py`) on one view of a theory, and answers `Families`.
What it cannot do it refuses with a `LimitError`; it never approximates.
"""

from __future__ import annotations

from typing import Protocol

from hlogic.compiler.ir import Theory, View
from hlogic.compiler.session import Families, Permitted, Places, Row, Selection, Session


class Budget(Protocol):
    """Time and rows that a run may take; both raise `LimitError` with the status to report."""

    @property
    def seconds_left(self) -> float | None:
        """Until the time is up; None without a limit."""

    def tick(self, steps: int = 1) -> None:
        """Called often: raises when the time is up, or these were too many steps."""

    def check_time(self) -> None:
        """As `tick`, but looks at the clock at once: for callers between two long steps."""

    def row(self) -> None:
        """Called for each world or row enumerated: raises when there are too many."""


class Engine(Protocol):
    """One way of answering. `name` is what `--engine` takes and what answers record."""

    name: str

    def open(self, theory: Theory, view: View, budget: Budget) -> Session:
        """A session on a view. Raises `LimitError` where the view is beyond the engine."""

    def families(self, theory: Theory, budget: Budget) -> Families:
        """What answers the queries of families."""


__all__ = ["Budget", "Engine", "Families", "Permitted", "Places", "Row", "Selection", "Session"]
