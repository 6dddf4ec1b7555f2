"""A runner in a process of its own, which is killed when its time or memory is up.

The process keeps its sessions from ask to ask; after it was killed the next ask starts anew.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from hlogic.backends.run import Runner
from hlogic.backends.running import Progress, Running
from hlogic.backends.worker import Tell, Worker
from hlogic.compiler.answer import Answer, Outcome, Result, result_text
from hlogic.compiler.diagnostics import LimitError
from hlogic.compiler.elaborate.item import CompiledItem

if TYPE_CHECKING:
    from hlogic.compiler.listing import World


class Apart:
    """Answers as `Runner` does. The memory is what the process may take in all, of which the
    libraries alone are some hundred million bytes."""

    def __init__(
        self,
        item: CompiledItem,
        running: Running,
        on_progress: Progress | None = None,
    ) -> None:
        self._tell: Tell = lambda _: None
        self._runner = Runner(item, running, self._progress)
        self._runner.on_go = lambda engine: self._tell(engine)
        self._on_progress = on_progress
        self._engine = ""  # that had the last go
        self._timeout = running.timeout
        self._worker = Worker(self._work, running.memory)

    def answer(self, id: str, scope: str | None = None) -> Answer:
        """Answer one ask, under its own scope or another."""
        start = time.monotonic()
        try:
            found: Answer = self._ask("answer", id, scope)
            return found
        except LimitError as limit:
            seconds = time.monotonic() - start
            return self.stopped(id, scope, limit.status, limit.message, seconds)

    def answer_and_result(self, id: str) -> tuple[Answer, Result | None]:
        """The answer to one ask, and its typed values if it has any: copies, not the item's own."""
        start = time.monotonic()
        try:
            found: tuple[Answer, Result | None] = self._ask("answer_and_result", id)
            return found
        except LimitError as limit:
            seconds = time.monotonic() - start
            return self.stopped(id, None, limit.status, limit.message, seconds), None

    def outcome(self, id: str) -> Outcome | None:
        """How the answer stands to the ask's `expect`; None where it has none."""
        start = time.monotonic()
        try:
            found: Outcome | None = self._ask("outcome", id)
            return found
        except LimitError as limit:
            expected = self._runner.item.asks[id].expected
            seconds = time.monotonic() - start
            answer = self.stopped(id, None, limit.status, limit.message, seconds)
            wanted = "error" if expected is None else result_text(expected)
            return Outcome(id, False, wanted, limit.status, answer)

    def worlds(self, scope: str, limit: int, seed: int | None) -> tuple[list[World], bool]:
        """The first worlds of a scope, or with a seed some that differ; and whether there are
        more. Raises LimitError."""
        found: tuple[list[World], bool] = self._ask("worlds", scope, limit, seed)
        return found

    def stopped(
        self, id: str, scope: str | None, status: str, error: str, seconds: float = 0.0
    ) -> Answer:
        """What stands in the place of an answer that something outside has prevented."""
        return self._runner.stopped(id, scope, status, error, seconds, self._engine)

    # ------------------------------------------------------------------ the process

    def _ask(self, *request: Any) -> Any:
        self._engine = ""
        return self._worker.ask(request, self._timeout, self._told)

    def _told(self, news: str | tuple[float, int]) -> None:
        if isinstance(news, str):
            self._engine = news
        elif self._on_progress is not None:
            self._on_progress(*news)

    def _progress(self, seconds: float, found: int) -> None:
        self._tell((seconds, found))

    def _work(self, request: tuple[Any, ...], tell: Tell) -> Any:
        """In the child: a method of the runner, by name."""
        self._tell = tell
        method, *args = request
        return getattr(self._runner, method)(*args)
