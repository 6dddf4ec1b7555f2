"""Families by search, over constraints that can be switched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogic.backends.engine import Budget, Permitted, Places, Selection
from hlogic.backends.repairs import Repairs
from hlogic.backends.selection import SearchedSelection, minimal_hitting
from hlogic.backends.switches import Opened
from hlogic.compiler.ir import Instance, Theory, View
from hlogic.compiler.terms import Term


class SearchedFamilies:
    """The `Families` of an engine that can open switches."""

    def __init__(self, theory: Theory, budget: Budget, opened: Opened) -> None:
        self._theory = theory
        self._budget = budget
        self._opened = opened

    def select(self, view: View, chosen: Sequence[Instance]) -> Selection:
        switches = self._opened(self._theory, view, chosen, self._budget)
        return SearchedSelection(switches, self._budget)

    def hitting(self, sets: Sequence[Places], smallest: bool) -> Iterator[Places]:
        return minimal_hitting(sets, smallest, self._budget)

    def repairs(
        self, permitted: Permitted, goal: Term, necessary: bool, smallest: bool
    ) -> Iterator[Places]:
        repairs = Repairs(self._theory, permitted, goal, necessary, self._opened, self._budget)
        return repairs.found(smallest)
