"""What the compiler may ask of an engine: four questions about the worlds of one view.

Formulas are terms of the IR as the elaborator makes them (partial, with `Spread`s, closed). A world
*meets* a formula when the formula is defined and true in it; `assumed` is always a list of formulas
that the worlds in question must meet, beside the constraints of the view.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from hlogic.compiler.sorts import Value
from hlogic.compiler.terms import Term

Row = tuple[Value, ...]


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
