"""The contract of an engine.

An engine opens a `Session` on one view of a theory and answers a handful of questions about its
worlds. Formulas are terms of the IR as the elaborator makes them (partial, with `Spread`s, closed).
A world *meets* a formula when the formula is defined and true in it; `assumed` is always a list of
formulas that the worlds in question must meet, beside the constraints of the view.

What an engine cannot do it refuses with a `LimitError`; it never approximates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from hlogic.compiler.ir import Key, Symbol, Term, Theory, View
from hlogic.compiler.sorts import Value

World = Mapping[tuple[Symbol, Key], Value]
Row = tuple[Value, ...]


class Budget(Protocol):
    """Time and rows that a run may take; both raise `LimitError` with the status to report."""

    def tick(self) -> None:
        """Called often: raises when the time is up."""

    def check_time(self) -> None:
        """As `tick`, but looks at the clock at once: for callers between two long steps."""

    def row(self) -> None:
        """Called for each world or row enumerated: raises when there are too many."""


class Session(Protocol):
    """Questions about the worlds of one view."""

    def possible(self, assumed: Sequence[Term]) -> bool:
        """Whether some world meets all of `assumed`."""

    def least(
        self, fields: Sequence[Term], assumed: Sequence[Term], greatest: bool = False
    ) -> Row | None:
        """The least row of the fields' values, member by member in canonical order (the greatest,
        with `greatest`), over the worlds that meet `assumed`; None if there is none. Every field
        is defined in each of these worlds: the caller has made sure."""

    def project(self, fields: Sequence[Term], assumed: Sequence[Term]) -> Iterator[Row]:
        """Each distinct row of the fields' values once, in no particular order. Every field is
        defined in each world that meets `assumed`. No fields: the empty row if there is a world."""

    def count(self, assumed: Sequence[Term]) -> int:
        """How many worlds meet `assumed`; exact."""


class Engine(Protocol):
    """One way of answering. `name` is what `--engine` takes and what answers record."""

    name: str

    def open(self, theory: Theory, view: View, budget: Budget) -> Session:
        """A session on a view. Raises `LimitError` where the view is beyond the engine."""
