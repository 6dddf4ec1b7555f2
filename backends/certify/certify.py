"""Answering asks and keeping what shows the answers.

Each ask is answered as always, by an engine whose questions are noted; then evidence is found for
them. So a certificate never changes an answer, and what it costs is not counted in the ask's time:
evidence has as much time again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from hlogic.backends.budget import Budget
from hlogic.backends.certify.drafts import Draft, check_place
from hlogic.backends.certify.evidence import Prover
from hlogic.backends.certify.finding import Finder
from hlogic.backends.certify.layout import FORMAT, ITEM, README, README_TEXT
from hlogic.backends.certify.recording import Noted, Recorder
from hlogic.backends.certify.sources import texts_of
from hlogic.backends.certify.values import Worlds
from hlogic.backends.run import Runner
from hlogic.backends.running import Progress, Running
from hlogic.backends.worlds import OpenWorlds
from hlogic.compiler.answer import Answer, Json
from hlogic.compiler.elaborate.item import CompiledItem

ANSWERED = ("ok", "error")


class Certifying:
    """Answers the asks of one item as a `Runner` does, and writes what shows them. `folder` is the
    item's own. `version` is that of the program."""

    def __init__(
        self,
        item: CompiledItem,
        folder: Path | None,
        running: Running,
        on_progress: Progress | None,
        version: str,
    ) -> None:
        self._item = item
        self._texts = texts_of(item.file, folder)
        self._running = running
        self._on_progress = on_progress
        self._version = version
        self._budget = Budget(running.timeout, sys.maxsize, on_progress)

    def answers(self, asks: Sequence[tuple[str, str]], target: str) -> Iterator[Answer]:
        """The answers to asks under scopes, one at a time, each before its evidence is looked for;
        once the last is asked for, the certificate stands in `target`. Raises HlogicError or
        OSError, at once, where nothing may or can be written."""
        check_place(target)
        return self._answers(asks, target)

    def _answers(self, asks: Sequence[tuple[str, str]], target: str) -> Iterator[Answer]:
        kept: list[dict[str, Any]] = []
        with closing(Draft(target)) as draft:
            prover = Prover(Finder(self._item.theory, self._budget, draft))
            for id, scope in asks:
                noted, answer = self._answer(id, scope)
                yield answer
                kept.append(self._kept(answer, noted, prover))
            self._finish(draft, kept)

    def _answer(self, id: str, scope: str) -> tuple[Sequence[Noted], Answer]:
        """The answer, and what was asked of the engine that gave it."""
        recorders: dict[str, Recorder] = {}

        def through(engine: str, worlds: OpenWorlds) -> OpenWorlds:
            recorders[engine] = Recorder(worlds)  # of its last go: those before came to nothing
            return recorders[engine]

        runner = Runner(self._item, self._running, self._on_progress, through)
        answer = runner.answer(id, scope)
        recorder = recorders.get(answer.engine)
        return (() if recorder is None else recorder.noted), answer

    def _kept(self, answer: Answer, noted: Sequence[Noted], prover: Prover) -> dict[str, Any]:
        """What the manifest says of one ask. Without an answer there is nothing to show."""
        self._budget.start()
        answered = answer.status in ANSWERED
        ask = said(answer.status, answer.value, answer.error, answer.warnings)
        journal = [prover.entry(question, answer.engine) for question in noted if answered]
        return {"id": answer.id, "scope": answer.scope, **ask, "journal": journal}

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


def said(
    status: str, value: Json | None, error: str | None, warnings: Sequence[str]
) -> dict[str, Any]:
    """What of an answer is certified: all but how it was found and worded."""
    return {"status": status, "value": value, "error": error, "warnings": list(warnings)}
