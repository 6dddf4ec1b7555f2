"""Running asks: an engine for each scope, limits kept, answers made.

The engine is the one that was named; else the oracle where trying every assignment is quicker than
loading a solver, and SAT beyond.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from itertools import islice
from typing import TYPE_CHECKING

from hlogic.backends.budget import Budget
from hlogic.backends.engines import make_engine
from hlogic.backends.worlds import EngineWorlds
from hlogic.compiler import ast, ops
from hlogic.compiler.answer import (
    Answer,
    Note,
    Outcome,
    Result,
    by_alias,
    by_id,
    has_sets,
    result_json,
    result_text,
    same_result,
)
from hlogic.compiler.asks import AskError
from hlogic.compiler.diagnostics import LimitError
from hlogic.compiler.elaborate.item import Ask, CompiledItem
from hlogic.compiler.planner import Asker
from hlogic.compiler.query import SomeRows, shape_of
from hlogic.compiler.terms import bind

if TYPE_CHECKING:
    from hlogic.compiler.listing import World

DEEP = 500  # instances of a derived term, each of which may use another
SUBSETS = 12  # members of a family up to which the oracle may try every subset
SMALL = 20_000  # assignments times constraints up to which the oracle is quicker


def choose_engine(item: CompiledItem) -> str:
    """By size: the assignments that there are, times the constraints to judge in each. The oracle
    evaluates by recursion, which long chains of derived terms would exhaust."""
    symbols = item.theory.symbols.values()
    if any(s.kind == "derive" and len(s.keys) > DEEP for s in symbols):
        return "sat"
    if _most_members(item) > SUBSETS:
        return "sat"
    work = max(1, *(len(v.instances) for v in item.views.values()), len(item.asks))
    for symbol, _ in item.theory.variables():
        assert symbol.domain is not None
        work *= symbol.domain.size
        if work > SMALL:
            return "sat"
    return "oracle"


def _most_members(item: CompiledItem) -> int:
    """How many members the sets of a family may be made of; 0 if no ask is about families. Every
    set of changes is a view of its own, so each counts double."""
    most = 0
    for node in (n for d in item.file.declarations if isinstance(d, ast.Ask) for n in ast.walk(d)):
        if isinstance(node, ast.Repair):
            most = max(most, 2 * len(node.changes))
        elif isinstance(node, ast.Hitting) and node.sets is not None:
            most = max(most, len({t.name for members in node.sets for t in members}))
        elif isinstance(node, ast.Core | ast.Sufficient | ast.Hitting):
            most = max(most, *(len(view.instances) for view in item.views.values()))
    return most


def some_worlds(
    item: CompiledItem,
    scope: str,
    limit: int,
    seed: int | None,
    engine: str | None,
    timeout: float | None,
) -> tuple[list[World], bool]:
    """The first worlds of a scope, or with a seed some that differ; and whether there are more."""
    from hlogic.compiler.listing import worlds

    made = make_engine(engine or choose_engine(item))
    session = made.open(item.theory, item.views[scope], Budget(timeout))
    found = list(islice(worlds(item.theory, session, seed), limit + 1))
    return found[:limit], len(found) > limit


class Runner:
    """Answers the asks of one item. `timeout` is seconds for each ask, `limit` rows."""

    def __init__(
        self,
        item: CompiledItem,
        engine: str | None = None,
        timeout: float | None = None,
        limit: int | None = None,
        on_progress: Callable[[float, int], None] | None = None,
    ) -> None:
        self.item = item
        self.engine = make_engine(engine or choose_engine(item))
        self._budget = Budget(timeout, limit, on_progress)
        self._worlds = EngineWorlds(self.engine, item.theory, item.views, self._budget)
        self._empty: dict[str, str | None] = {}

    def answer(self, id: str, scope: str | None = None) -> Answer:
        """Answer one ask, under its own scope or another."""
        return self._run(id, scope)[0]

    def answer_and_result(self, id: str) -> tuple[Answer, Result | None]:
        """The answer to one ask, and its typed values if it has any."""
        return self._run(id, None)

    def outcome(self, id: str) -> Outcome | None:
        """How the answer stands to the ask's `expect`; None where it has none."""
        ask = self.item.asks[id]
        if ask.expected is None and not ask.expects_error:
            return None
        answer, result = self._run(id, None)
        actual = answer.status if result is None else result_text(result)
        if ask.expects_error:
            return Outcome(id, answer.status == "error", "error", actual, answer)
        assert ask.expected is not None
        ok = result is not None and same_result(ask.expected, result)
        return Outcome(id, ok, result_text(ask.expected), actual, answer)

    # ------------------------------------------------------------------ one ask

    def _run(self, id: str, scope: str | None) -> tuple[Answer, Result | None]:
        ask = self.item.asks[id]
        under = ask.scope if scope is None else scope
        self._budget.start()
        asker = Asker(self.item.theory, self.item.views, self.item.changes, self._worlds)
        start = time.monotonic()
        result: Result | None = None
        status, error = "ok", None
        warnings: tuple[str, ...] = ()
        try:
            try:
                result = asker.answer(ask.query, under)
            except AskError as problem:
                status, error = "error", problem.message
            warnings = (*self._warnings(asker.scopes_used), *asker.families.remarks)
        except LimitError as limit:
            result, status, error = None, limit.status, limit.message
        except RecursionError:
            result, status = None, "partial"
            error = f"a term nests too deeply for the engine {self.engine.name}"
        except MemoryError:
            result, status, error = None, "memory", "memory ran out before there was an answer"
        seconds = time.monotonic() - start
        notes = tuple(asker.families.notes.values()) if has_sets(result) else ()
        return self._made(ask, under, result, status, error, warnings, notes, seconds), result

    def _made(
        self,
        ask: Ask,
        scope: str,
        result: Result | None,
        status: str,
        error: str | None,
        warnings: tuple[str, ...],
        notes: tuple[Note, ...],
        seconds: float,
    ) -> Answer:
        type = ask.query.result
        fields = tuple(n for n, _ in type.fields) if isinstance(type, SomeRows) else ()
        return Answer(
            id=ask.id,
            question=ask.question,
            modality=ask.modality,
            scope=scope,
            shape=shape_of(type),
            value=None if result is None else result_json(result, by_id),
            display=None if result is None else result_json(result, by_alias),
            status=status,  # type: ignore[arg-type]
            exact=status == "ok",
            engine=self.engine.name,
            seconds=seconds,
            error=error,
            warnings=warnings,
            fields=fields,
            members=notes,
        )

    # ------------------------------------------------------------------ scopes without a world

    def _warnings(self, scopes: Mapping[str, bool]) -> tuple[str, ...]:
        found = [self._without_world(scope, about) for scope, about in scopes.items()]
        return tuple(text for text in found if text is not None)

    def _without_world(self, scope: str, about_worlds: bool) -> str | None:
        """The warning that every answer in a scope without a world carries. What is said of worlds
        is then vacuous; a family, of what is to blame, is not."""
        if scope not in self._empty:
            text = None
            if not self._worlds.session(scope).possible(()):
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
        free = view.holding(())
        session = self._worlds.open(free)
        if not session.possible(()):
            return None  # a group of rules without a stable model is to blame, not a constraint
        pool = self.item.theory.pool
        for instance in view.instances:
            body = bind(pool, instance.body, instance.environment)
            if not session.possible((pool.app(ops.DEFINED, (body,)),)):
                return instance.id
        return None
