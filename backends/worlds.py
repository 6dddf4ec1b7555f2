"""One engine at work on one item, within a budget: the sessions that were opened are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Protocol

from hlogic.backends.engine import Budget, Engine, Families, Places, Session
from hlogic.backends.engines import engine_for
from hlogic.compiler.elaborate.item import CompiledItem
from hlogic.compiler.ir import Theory, View
from hlogic.compiler.query import Query, asked
from hlogic.compiler.session import Worlds


class OpenWorlds(Worlds, Protocol):
    """Worlds that also say what the view of a scope is."""

    def view(self, scope: str) -> View:
        """The view of a scope."""


Through = Callable[[str, OpenWorlds], OpenWorlds]  # an engine's name and worlds, to those asked


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

    @cached_property
    def families(self) -> Families:
        """What answers families; made when one is asked for."""
        return self._engine.families(self._theory, self._budget)

    def session(self, scope: str) -> Session:
        """The session of a scope, opened once."""
        found = self._sessions.get(scope)
        if found is None:
            found = self._sessions[scope] = self.open(self._views[scope])
        return found

    def expect(self, query: Query) -> None:
        """Tell the engine of a first-order item what will be asked, so that whoever answers or
        explains an ask has it look at the same."""
        if self._theory.open_roots:
            from hlogic.backends.open.session import OpenEngine

            assert isinstance(self._engine, OpenEngine)
            self._engine.expect(self._theory, (a.term for a in asked(query)))

    def view(self, scope: str) -> View:
        """The view of a scope."""
        return self._views[scope]

    def open(self, view: View) -> Session:
        """A session on another view."""
        return self._engine.open(self._theory, view, self._budget)

    def counted(self, found: Iterator[Places]) -> Iterator[Places]:
        """The same sets, each told to the budget."""
        for places in found:
            self._budget.row()
            yield places


def engines_at_work(
    names: Sequence[str], item: CompiledItem, budget: Budget
) -> tuple[Callable[[], EngineWorlds], ...]:
    """Engines on an item, by their names, each to be made when its turn comes."""
    return tuple(partial(_at_work, name, item, budget) for name in names)


def _at_work(name: str, item: CompiledItem, budget: Budget) -> EngineWorlds:
    return EngineWorlds(engine_for(item.theory, name), item.theory, item.views, budget)
