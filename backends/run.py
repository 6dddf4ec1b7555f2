"""Running asks: who answers, within which limits, and whether others say the same."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from hlogic.backends.budget import Budget
from hlogic.backends.engines import make_engine
from hlogic.backends.replies import Replies, Reply
from hlogic.backends.route import Go, Route, Router, counts
from hlogic.backends.running import Progress, Running
from hlogic.backends.worlds import EngineWorlds, Through, engines_at_work
from hlogic.compiler.answer import (
    Answer,
    Outcome,
    Result,
    by_alias,
    by_id,
    result_json,
    result_text,
    same_result,
)
from hlogic.compiler.diagnostics import Beyond, LimitError
from hlogic.compiler.elaborate.item import Ask, CompiledItem
from hlogic.compiler.query import SomeRows, shape_of
from hlogic.compiler.record import record

if TYPE_CHECKING:
    from hlogic.compiler.listing import World


class Disagreement(Exception):
    """Two engines gave different answers: a mistake of ours, of which nobody may see only one."""

    code = "engines-disagree"


@record
class Said:
    """What an ask came to: an engine with its reply, or with why there is none."""

    engine: str
    reply: Reply | None
    status: str = "ok"
    error: str | None = None
    gave_up: tuple[tuple[Go, str], ...] = ()  # who had a go before, and why it could not say


def item_worlds(item: CompiledItem, engine: str | None, budget: Budget) -> EngineWorlds:
    """An engine at work on a whole item, for who has many small questions: one by one they are not
    routed."""
    name = engine or Router(item).lasting("base")[0]
    (worlds,) = engines_at_work((name,), item, budget)
    return worlds()


class Runner:
    """Answers the asks of one item in this process, whose memory it does not limit. Under a
    cross-check a difference raises Disagreement. `through` stands between asks and engines: it is
    called for each go of an engine, which then keeps nothing from go to go."""

    def __init__(
        self,
        item: CompiledItem,
        running: Running,
        on_progress: Progress | None = None,
        through: Through | None = None,
    ) -> None:
        self.item = item
        self._named = running.engine
        self._cross_check = running.cross_check
        self._budget = Budget(running.timeout, running.limit, on_progress)
        self._through = through
        self.on_go: Callable[[str], None] = lambda _: None  # told who has a go
        self._router = Router(item)
        self._replies: dict[str, Replies] = {}

    def answer(self, id: str, scope: str | None = None) -> Answer:
        """Answer one ask, under its own scope or another."""
        return self._run(id, scope)[0]

    def answer_and_result(self, id: str) -> tuple[Answer, Result | None]:
        """The answer to one ask, and its typed values if it has any."""
        answer, reply = self._run(id, None)
        return answer, None if reply is None else reply.result

    def outcome(self, id: str) -> Outcome | None:
        """How the answer stands to the ask's `expect`; None where it has none."""
        ask = self.item.asks[id]
        if ask.expected is None and not ask.expects_error:
            return None
        answer, reply = self._run(id, None)
        result = None if reply is None else reply.result
        actual = answer.status if result is None else result_text(result)
        if ask.expects_error:
            return Outcome(id, answer.status == "error", "error", actual, answer)
        assert ask.expected is not None
        ok = result is not None and same_result(ask.expected, result)
        return Outcome(id, ok, result_text(ask.expected), actual, answer)

    def stopped(
        self,
        id: str,
        scope: str | None,
        status: str,
        error: str,
        seconds: float = 0.0,
        engine: str = "",
    ) -> Answer:
        """What stands in the place of an answer that something outside has prevented; `engine` had
        the last go, if any had."""
        ask = self.item.asks[id]
        under = ask.scope if scope is None else scope
        route = self._route(ask, under)
        return _answer(
            ask, under, Said(engine or route.goes[0].engine, None, status, error), route, seconds
        )

    def worlds(self, scope: str, limit: int, seed: int | None) -> tuple[list[World], bool]:
        """The first worlds of a scope, or with a seed some that differ; and whether there are
        more."""
        from hlogic.compiler.listing import worlds

        self._budget.start()
        names = self._router.listing(scope) if self._named is None else (self._named,)
        for name in names:
            try:
                session = make_engine(name).open(
                    self.item.theory, self.item.views[scope], self._budget
                )
                found = list(islice(worlds(self.item.theory, session, seed), limit + 1))
            except Beyond:
                if name == names[-1]:
                    raise
                continue
            return found[:limit], len(found) > limit
        raise AssertionError("there is always an engine")

    # ------------------------------------------------------------------ one ask

    def _run(self, id: str, scope: str | None) -> tuple[Answer, Reply | None]:
        ask = self.item.asks[id]
        under = ask.scope if scope is None else scope
        self._budget.start()
        start = time.monotonic()
        route = self._route(ask, under)
        said = self._first_word(ask, under, route.goes)
        seconds = time.monotonic() - start
        confirmed: tuple[str, ...] | None = None
        unconfirmed: tuple[tuple[str, str], ...] = ()
        if said.reply is not None and (self._cross_check or _matters(ask, said)):
            confirmed, unconfirmed = self._confirm(ask, under, said)
        answer = _answer(ask, under, said, route, seconds, confirmed, unconfirmed)
        return answer, said.reply

    def _route(self, ask: Ask, scope: str) -> Route:
        if self._named is None:
            return self._router.route(ask, scope)
        return Route((Go(self._named),), ())

    def _first_word(self, ask: Ask, scope: str, goes: Sequence[Go]) -> Said:
        """The reply of the first engine that can; else what kept each from it."""
        beyond: dict[Go, Beyond] = {}
        for go in goes:
            try:
                reply = self._reply(go, ask, scope)
                gave_up = tuple((before, p.message) for before, p in beyond.items())
                return Said(go.engine, reply, gave_up=gave_up)
            except Beyond as problem:
                beyond[go] = problem
            except LimitError as problem:
                return Said(go.engine, None, problem.status, problem.message)
            except MemoryError:
                message = "memory ran out before there was an answer"
                return Said(go.engine, None, "memory", message)
        limits = {go.engine: limit for go, limit in beyond.items()}  # the last of each
        engine, limit = next(iter(limits.items()))
        message = limit.message
        if len(limits) > 1:
            lines = [f"{name}: {found.message}" for name, found in limits.items()]
            message = "\n".join(["no engine could answer", *lines])
        return Said(engine, None, limit.status, message)

    def _reply(self, go: Go, ask: Ask, scope: str) -> Reply:
        self._budget.go(go.effort)
        self.on_go(go.engine)
        if self._through is not None:
            return Replies(self.item, go.engine, self._budget, self._through).to(ask, scope)
        if go.engine not in self._replies:
            self._replies[go.engine] = Replies(self.item, go.engine, self._budget)
        return self._replies[go.engine].to(ask, scope)

    def _confirm(
        self, ask: Ask, scope: str, said: Said
    ) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
        """Who else says the same, and why others could not say. Under `cross_check` everybody is
        asked; else one is enough."""
        assert said.reply is not None
        others = self._router.capable if self._cross_check else self._router.confirming
        confirmed: list[str] = []
        unconfirmed: list[tuple[str, str]] = []
        for go in others(ask, scope, said.engine):
            tried = [why for before, why in said.gave_up if before.at_least(go)]
            if tried:
                unconfirmed.append((go.engine, tried[-1]))
                continue
            try:
                reply = self._reply(go, ask, scope)
            except LimitError as limit:
                unconfirmed.append((go.engine, limit.message))
                continue
            except MemoryError:
                unconfirmed.append((go.engine, "memory ran out"))
                continue
            if not reply.agrees(said.reply):
                raise Disagreement(_difference(ask, scope, said, go.engine, reply))
            confirmed.append(go.engine)
            if not self._cross_check:
                break
        return tuple(confirmed), tuple(unconfirmed)


def _matters(ask: Ask, said: Said) -> bool:
    """Whether an answer is worth a second opinion: a count that something rests on, or that rests
    on no two parts of a formula having one hash."""
    return counts(ask) and (ask.expected is not None or said.engine == "ganak")


def _difference(ask: Ask, scope: str, said: Said, other: str, reply: Reply) -> str:
    assert said.reply is not None
    return (
        f"the engines disagree on {ask.id} under {scope}: {said.engine} says "
        f"{_worded(said.reply)}, {other} says {_worded(reply)}; neither can be relied on"
    )


def _worded(reply: Reply) -> str:
    return f"error ({reply.error})" if reply.result is None else result_text(reply.result)


def _answer(
    ask: Ask,
    scope: str,
    said: Said,
    route: Route,
    seconds: float,
    confirmed: tuple[str, ...] | None = None,
    unconfirmed: tuple[tuple[str, str], ...] = (),
) -> Answer:
    reply = said.reply
    result = None if reply is None else reply.result
    error = said.error if reply is None else reply.error
    status = "error" if reply is not None and error is not None else said.status
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
        engine=said.engine,
        seconds=seconds,
        error=error,
        warnings=() if reply is None else reply.warnings,
        fields=fields,
        members=() if reply is None else reply.notes,
        counting=() if reply is None else reply.counting,
        confirmed=confirmed,
        unconfirmed=unconfirmed,
        route=route.considered,
    )
