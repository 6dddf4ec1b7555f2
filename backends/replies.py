"""One engine's replies to the asks of one item."""

from __future__ import annotations

from collections.abc import Mapping

from hlogic.backends.budget import Budget
from hlogic.backends.engines import engine_for
from hlogic.backends.worlds import EngineWorlds, OpenWorlds, Through
from hlogic.compiler import ops
from hlogic.compiler.answer import Note, Result, has_sets, same_result
from hlogic.compiler.asks import AskError
from hlogic.compiler.diagnostics import Beyond, LimitError
from hlogic.compiler.elaborate.item import Ask, CompiledItem
from hlogic.compiler.planner import Asker
from hlogic.compiler.record import record
from hlogic.compiler.terms import bind


@record
class Reply:
    """What an engine says to an ask: a result, or why there is none in any world's terms."""

    result: Result | None
    error: str | None
    warnings: tuple[str, ...]
    notes: tuple[Note, ...]
    counting: tuple[str, ...]

    def agrees(self, other: Reply) -> bool:
        """Whether two engines say the same."""
        if self.result is None or other.result is None:
            return self.result is other.result and self.error == other.error
        return same_result(self.result, other.result)


class Replies:
    """Keeps a session for each scope."""

    def __init__(
        self, item: CompiledItem, engine: str, budget: Budget, through: Through | None = None
    ) -> None:
        """`through` may put other worlds in the place of the engine's."""
        self.item = item
        self.engine = engine
        worlds = EngineWorlds(engine_for(item.theory, engine), item.theory, item.views, budget)
        self._expect = worlds.expect
        self.worlds: OpenWorlds = worlds if through is None else through(engine, worlds)
        self._empty: dict[str, str | None] = {}

    def to(self, ask: Ask, scope: str) -> Reply:
        """The reply to one ask under a scope. Raises LimitError where the run's limits end it,
        Beyond where it is too much for the engine."""
        self._expect(ask.query)
        asker = Asker(self.item.theory, self.item.views, self.item.changes, self.worlds)
        result: Result | None = None
        error = None
        try:
            try:
                result = asker.answer(ask.query, scope)
            except AskError as problem:
                error = problem.message
            warnings = (*self._warnings(asker.scopes_used), *asker.families.remarks)
        except RecursionError:
            message = f"a term nests too deeply for the engine {self.engine}"
            raise Beyond(message) from None
        notes = tuple(asker.families.notes.values()) if has_sets(result) else ()
        return Reply(result, error, warnings, notes, tuple(asker.counting))

    # ------------------------------------------------------------------ scopes without a world

    def _warnings(self, scopes: Mapping[str, bool]) -> tuple[str, ...]:
        found = [self._without_world(scope, about) for scope, about in scopes.items()]
        return tuple(text for text in found if text is not None)

    def _without_world(self, scope: str, about_worlds: bool) -> str | None:
        """The warning that every answer in a scope without a world carries. What is said of worlds
        is then vacuous; a family, of what is to blame, is not."""
        if scope not in self._empty:
            text = None
            try:
                inhabited = self.worlds.session(scope).possible(())
            except LimitError as limit:
                if not self.item.theory.open_roots:
                    raise
                return f"whether the scope {scope} has a world is {limit.message}"
            if not inhabited:
                nowhere = self._nowhere_defined(scope)
                text = ""
                if nowhere is not None:
                    text = f"; the constraint {nowhere} is defined in no assignment"
            self._empty[scope] = text
        more = self._empty[scope]
        if more is None:
            return None
        vacuous = ": every answer in it is vacuous" if about_worlds else ""
        return f"the scope {scope} has no world{vacuous}{more}"

    def _nowhere_defined(self, scope: str) -> str | None:
        """The first constraint that no assignment of the variables gives a value."""
        view = self.item.views[scope]
        session = self.worlds.open(view.holding(()))
        if not session.possible(()):
            return None  # a group of rules without a stable model is to blame, not a constraint
        pool = self.item.theory.pool
        for instance in view.instances:
            body = bind(pool, instance.body, instance.environment)
            if not session.possible((pool.app(ops.DEFINED, (body,)),)):
                return instance.id
        return None
