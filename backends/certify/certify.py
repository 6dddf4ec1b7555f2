"""Answering asks and keeping what shows the answers.

Each ask is answered as always, by an engine whose questions are noted; then evidence is found for
them. So a certificate never changes an answer, and what it costs is not counted in the ask's time:
evidence has as much time again.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from hlogic.backends.budget import Budget
from hlogic.backends.certify.drafts import Draft, check_place
from hlogic.backends.certify.evidence import Prover
from hlogic.backends.certify.finding import Finder
from hlogic.backends.certify.layout import FORMAT, ITEM, README, README_TEXT
from hlogic.backends.certify.recording import Recorder
from hlogic.backends.certify.sources import Texts, texts_of
from hlogic.backends.certify.values import Worlds
from hlogic.backends.run import Runner, choose_engine
from hlogic.backends.worlds import OpenWorlds
from hlogic.compiler.answer import Answer
from hlogic.compiler.elaborate.item import CompiledItem
from hlogic.compiler.record import record

ANSWERED = ("ok", "error")


@record
class Options:
    """How the asks are answered: as for a `Runner`."""

    engine: str | None = None
    timeout: float | None = None
    limit: int | None = None
    on_progress: Callable[[float, int], None] | None = None


def certified(
    item: CompiledItem,
    folder: Path | None,
    target: str,
    asks: Sequence[tuple[str, str]],
    options: Options,
    version: str,
) -> Iterator[Answer]:
    """The answers to asks under scopes, one at a time; once the last is asked for, the certificate
    stands in `target`. `folder` is the item's own. Raises HlogicError or OSError, at once, where
    nothing may or can be written."""
    check_place(target)
    return _Certifying(item, texts_of(item.file, folder), options, version).answers(asks, target)


class _Certifying:
    def __init__(self, item: CompiledItem, texts: Texts, options: Options, version: str) -> None:
        self._item = item
        self._texts = texts
        self._options = options
        self._version = version
        self._engine = options.engine or choose_engine(item)
        self._budget = Budget(options.timeout, sys.maxsize, options.on_progress)

    def answers(self, asks: Sequence[tuple[str, str]], target: str) -> Iterator[Answer]:
        """Each answer, before its evidence is looked for."""
        kept: list[dict[str, Any]] = []
        with closing(Draft(target)) as draft:
            finder = Finder(self._item.theory, self._budget, draft)
            prover = Prover(finder, self._engine)
            for id, scope in asks:
                recorder, answer = self._answer(id, scope)
                yield answer
                kept.append(self._kept(answer, recorder, prover))
            self._finish(draft, kept)

    def _answer(self, id: str, scope: str) -> tuple[Recorder, Answer]:
        recorders: list[Recorder] = []

        def through(worlds: OpenWorlds) -> OpenWorlds:
            recorders.append(Recorder(worlds))
            return recorders[-1]

        options = self._options
        runner = Runner(
            self._item, self._engine, options.timeout, options.limit, options.on_progress, through
        )
        return recorders[0], runner.answer(id, scope)

    def _kept(self, answer: Answer, recorder: Recorder, prover: Prover) -> dict[str, Any]:
        """What the manifest says of one ask. Without an answer there is nothing to show."""
        ask = said(answer)
        self._budget.start()
        noted = recorder.noted if answer.status in ANSWERED else []
        ask["journal"] = [prover.entry(question) for question in noted]
        return ask

    def _finish(self, draft: Draft, asks: Sequence[dict[str, Any]]) -> None:
        for path, text in self._texts.beside.items():
            draft.write(f"{ITEM}/{path}", text)
        draft.write(README, README_TEXT)
        head = {
            "format": FORMAT,
            "hlogic": self._version,
            "item": self._item.theory.name,
            "text": f"{ITEM}/{self._texts.name}",
            "standard": self._texts.standard,
            "variables": Worlds(self._item.theory).names,
        }
        draft.finish(head, asks)


def said(answer: Answer) -> dict[str, Any]:
    """What of an answer is certified: all but how it was found and worded."""
    return {
        "id": answer.id,
        "scope": answer.scope,
        "status": answer.status,
        "value": answer.value,
        "error": answer.error,
        "warnings": list(answer.warnings),
    }
