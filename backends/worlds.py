"""One engine at work on one item, within a budget: the sessions that were opened are kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hlogic.backends.engine import Budget, Engine, Permitted, Places, Selection, Session
from hlogic.compiler.ir import Instance, Theory, View
from hlogic.compiler.terms import Term


class EngineWorlds:
    """What `Worlds` in `compiler/session.py` asks for, by an engine."""

    def __init__(
        self, engine: Engine, theory: Theory, views: Mapping[str, View], budget: Budget
    ) -> None:
        self._engine = engine
        self._theory = theory
        self._views = views
        self._budget = budget
        self._sessions: dict[str, Session] = {}

    def session(self, scope: str) -> Session:
        """The session of a scope, opened once."""
        found = self._sessions.get(scope)
        if found is None:
            found = self._sessions[scope] = self.open(self._views[scope])
        return found

    def open(self, view: View) -> Session:
        """A session on another view."""
        return self._engine.open(self._theory, view, self._budget)

    def counted(self, found: Iterator[Places]) -> Iterator[Places]:
        """The same sets, each told to the budget."""
        for places in found:
            self._budget.row()
            yield places

    def select(self, view: View, chosen: Sequence[Instance]) -> Selection:
        """A selection among some constraints of a view."""
        return self._engine.select(self._theory, view, chosen, self._budget)

    def hitting(self, sets: Sequence[Places], smallest: bool) -> Iterator[Places]:
        """The minimal sets that meet every given one."""
        return self._engine.hitting(sets, smallest, self._budget)

    def repairs(
        self, permitted: Permitted, goal: Term, necessary: bool, smallest: bool
    ) -> Iterator[Places]:
        """The minimal sets of changes after which the goal is possible, or necessary."""
        return self._engine.repairs(
            self._theory, permitted, goal, necessary, smallest, self._budget
        )
