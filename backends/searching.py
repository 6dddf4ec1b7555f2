"""Families by search, for any engine that can switch constraints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogic.backends.engine import Budget, Permitted, Places, Selection, Session
from hlogic.backends.switches import PlainSwitches, Switches, without
from hlogic.compiler.ir import Instance, Theory, View
from hlogic.compiler.terms import Term


class Searching:
    """What an engine has of `Engine` beside `open`. One that knows more of its answers than that
    there is a world overrides `switches`."""

    def open(self, theory: Theory, view: View, budget: Budget) -> Session:
        """A session on a view."""
        raise NotImplementedError

    def switches(
        self, theory: Theory, view: View, chosen: Sequence[Instance], budget: Budget
    ) -> Switches:
        """Switches for some constraints of a view."""
        return PlainSwitches(theory, self.open(theory, without(view, chosen), budget), chosen)

    def select(
        self, theory: Theory, view: View, chosen: Sequence[Instance], budget: Budget
    ) -> Selection:
        """A selection among some constraints of a view."""
        from hlogic.backends.selection import SearchedSelection

        return SearchedSelection(self.switches(theory, view, chosen, budget), budget)

    def hitting(self, sets: Sequence[Places], smallest: bool, budget: Budget) -> Iterator[Places]:
        """The minimal sets that meet every given one."""
        from hlogic.backends.selection import minimal_hitting

        return minimal_hitting(sets, smallest, budget)

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
        from hlogic.backends.repairs import Repairs

        return Repairs(theory, permitted, goal, necessary, self.switches, budget).found(smallest)
