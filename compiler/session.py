"""What the compiler may ask of an engine: four questions about the worlds of one view, and four for
sets of constraints and changes.

Formulas are terms of the IR as the elaborator makes them (partial, with `Spread`s, closed). A world
*meets* a formula when the formula is defined and true in it; `assumed` is always a list of formulas
that the worlds in question must meet, beside the constraints of the view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from hlogic.compiler.ir import Instance, View
from hlogic.compiler.record import record
from hlogic.compiler.sorts import Value
from hlogic.compiler.terms import Term

Row = tuple[Value, ...]
Places = tuple[int, ...]  # a set of what is listed somewhere: places in the list, increasing


class Session(Protocol):
    """Questions about the worlds of one view. `counting` says how the last `count` was found."""

    counting: str

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


class Selection(Protocol):
    """Questions about one view where some constraints, the *chosen* ones, can be let go; the rest
    of the view always holds. Each set of chosen ones comes once, in no particular order; with
    `smallest`, only those of least size. Every set is shown to be minimal before it is given."""

    def cores(self, smallest: bool) -> Iterator[Places]:
        """The inclusion-minimal sets with which, of the chosen, there is no world."""

    def sufficient(self, denied: Term, smallest: bool) -> Iterator[Places]:
        """The inclusion-minimal sets with which there is a world, and none meets `denied`."""

    def corrections(self, smallest: bool) -> Iterator[Places]:
        """The inclusion-minimal sets without which there is a world."""


@record(eq=False)
class Permitted:
    """The changes that a repair may make to a scope: what each weighs, and the view under a set of
    them, None where they conflict, as then do all sets that include it."""

    weights: tuple[int, ...]
    view: Callable[[Places], View | None]


class Families(Protocol):
    """How an engine answers the queries of families of one theory."""

    def select(self, view: View, chosen: Sequence[Instance]) -> Selection:
        """A selection among some constraints of a view."""

    def hitting(self, sets: Sequence[Places], smallest: bool) -> Iterator[Places]:
        """The inclusion-minimal sets that meet every given one, of what these are made of; with
        `smallest`, those of least size. Each comes once, in no particular order."""

    def repairs(
        self, permitted: Permitted, goal: Term, necessary: bool, smallest: bool
    ) -> Iterator[Places]:
        """The inclusion-minimal sets of changes after which some world meets the goal (with
        `necessary`: there is a world, and all of them do); with `smallest`, those of least weight.
        Each comes once, in no particular order."""


class Worlds(Protocol):
    """An engine at work on one item."""

    @property
    def families(self) -> Families:
        """What answers the queries of families."""

    def session(self, scope: str) -> Session:
        """The session of a scope."""

    def open(self, view: View) -> Session:
        """A session on another view of the same theory."""

    def counted(self, found: Iterator[Places]) -> Iterator[Places]:
        """The same sets; raises LimitError where there are more than the run may find."""
