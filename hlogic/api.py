"""The Python API: what the command line does, as calls.

    item = hlogic.load("items/night_shift.hlogic")
    item.ask("q1").value        # ["li", "wang", "zhao"]
    [o for o in item.test() if not o.ok]

Bad input raises `HlogicError`, which holds the diagnostics. A limit that is reached while an ask is
answered is the answer's `status`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from hlogic.backends.running import Progress, Running
from hlogic.compiler.answer import Answer, Outcome
from hlogic.compiler.diagnostics import Diagnostic, HlogicError, LimitError
from hlogic.compiler.pipeline import compile_text
from hlogic.compiler.source import Source
from hlogic.reading import decoded, read
from hlogic.refusals import bad_option, check_export, check_running, fail, unknown

if TYPE_CHECKING:
    from hlogic.backends.apart import Apart
    from hlogic.backends.certify.verify import Verdict
    from hlogic.backends.run import Runner
    from hlogic.compiler.answer import Result
    from hlogic.compiler.diagnostics import Severity
    from hlogic.compiler.elaborate.item import CompiledItem
    from hlogic.compiler.lint.run import Linted
    from hlogic.compiler.listing import World
    from hlogic.compiler.proof.explained import Explained


__all__ = ["Answer", "HlogicError", "Item", "LimitError", "Outcome", "load", "loads", "verify"]


def load(
    path: str | os.PathLike[str],
    *,
    engine: str | None = None,
    timeout: float | None = None,
    limit: int | None = None,
    memory: int | None = None,
    cross_check: bool = False,
) -> Item:
    """The item of a file. `engine` is chosen for each ask unless named; `timeout` is seconds for
    each ask, `memory` bytes, `limit` the rows that an enumeration may have. With a timeout or a
    memory asks are answered in a process of their own, which is killed when these are used up.
    `cross_check` has every engine that can answer."""
    running = Running(engine, timeout, limit, memory, cross_check)
    return Item(read(path), Path(path).parent, running)


def loads(
    text: str | bytes,
    *,
    name: str = "<text>",
    folder: str | os.PathLike[str] | None = None,
    engine: str | None = None,
    timeout: float | None = None,
    limit: int | None = None,
    memory: int | None = None,
    cross_check: bool = False,
) -> Item:
    """The item of a text, as `load` has it. Only with a `folder` can it name files that lie beside
    it."""
    source = decoded(text, name) if isinstance(text, bytes) else Source.of(name, text)
    running = Running(engine, timeout, limit, memory, cross_check)
    return Item(source, None if folder is None else Path(folder), running)


def verify(folder: str | os.PathLike[str]) -> list[Verdict]:
    """What a certificate's folder shows: a verdict for each of its asks, and with an empty `id` for
    the folder where something is wrong with it as a whole. Nothing is solved. Raises HlogicError
    where the folder is no certificate."""
    from hlogic.backends.certify.verify import Verification

    return list(Verification(os.fspath(folder)).verdicts())


class Item:
    """A checked item. Asks are answered when they are asked for."""

    def __init__(self, source: Source, folder: Path | None, running: Running) -> None:
        self.source = source
        self._folder = folder
        self._running = running
        check_running(source.name, running, self._apart())
        self._compiled = compile_text(source, folder)
        self._runner: Runner | Apart | None = None
        # Told now and then, while an ask is answered, of its seconds and of what it has found.
        self.on_progress: Progress | None = None

    @property
    def name(self) -> str:
        """The item's name."""
        return self._compiled.theory.name

    @property
    def title(self) -> str:
        """The item's title; empty without one."""
        return self._compiled.theory.title

    @property
    def language(self) -> str:
        """The `lang` of the item's first line; empty if it says none."""
        return self._compiled.theory.meta.get("lang", "")

    @property
    def asks(self) -> tuple[str, ...]:
        """The ids of the asks and checks, in the order of the text."""
        return tuple(self._compiled.asks)

    @property
    def scopes(self) -> tuple[str, ...]:
        """The names of the scopes, `base` first."""
        return ("base", *(name for name in self._compiled.views if name != "base"))

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What is worth a look, but no error."""
        return self._compiled.warnings

    @property
    def compiled(self) -> CompiledItem:
        """The checked item as the engines and exports take it."""
        return self._compiled

    # ------------------------------------------------------------------ answers

    def ask(self, id: str, scope: str | None = None) -> Answer:
        """The answer to one ask, under its own scope or the one given."""
        return next(self.solve([id], scope))

    def solve(self, ids: Iterable[str] | None = None, scope: str | None = None) -> Iterator[Answer]:
        """The answers to some asks, or to all, one at a time. Names are checked at once."""
        chosen = self._chosen(ids, scope)
        return (self._run().answer(id, scope) for id in chosen)

    def certify(
        self,
        target: str | os.PathLike[str],
        ids: Iterable[str] | None = None,
        scope: str | None = None,
    ) -> Iterator[Answer]:
        """The same answers; when all were taken, the folder `target` holds a certificate of them,
        for `hlogic.verify`. Each answer comes before its evidence is looked for. Raises HlogicError
        at once where the folder may not be replaced."""
        from hlogic import __version__
        from hlogic.backends.certify.certify import Certifying

        self.check_listed("what a certificate shows")
        if self._running.memory is not None:
            bad_option(self.source.name, "the memory of a run that certifies cannot be limited")
        once = dict.fromkeys(self._chosen(ids, scope))
        asks = [(id, scope or self._compiled.asks[id].scope) for id in once]
        certifying = Certifying(
            self._compiled, self._folder, self._running, self.on_progress, __version__
        )
        return certifying.answers(asks, os.fspath(target))

    def verdicts(
        self, folder: str | os.PathLike[str], answers: Iterable[Answer]
    ) -> dict[str, Verdict]:
        """What a certificate's folder shows of answers to this item, by ask. Raises HlogicError
        where the folder is no certificate of the item's very text."""
        from hlogic.backends.certify.sources import texts_of
        from hlogic.backends.certify.verify import verdicts_on

        return verdicts_on(os.fspath(folder), texts_of(self._compiled.file, self._folder), answers)

    def _chosen(self, ids: Iterable[str] | None, scope: str | None) -> tuple[str, ...]:
        """The asks to answer, known to be there, as is the scope."""
        chosen = self.asks if ids is None else tuple(ids)
        for id in chosen:
            self.check_ask(id)
        if scope is not None:
            self.check_scope(scope)
        return chosen

    def answer_and_result(self, id: str) -> tuple[Answer, Result | None]:
        """The answer to one ask, and its typed values if it has any: for who compares answers."""
        self.check_ask(id)
        return self._run().answer_and_result(id)

    def test(self) -> list[Outcome]:
        """How each answer stands to its `expect`, for the asks that have one."""
        return list(self.outcomes())

    def outcomes(self) -> Iterator[Outcome]:
        """The same, one at a time."""
        for id in self.asks:
            outcome = self._run().outcome(id)
            if outcome is not None:
                yield outcome

    def _run(self) -> Runner | Apart:
        if self._runner is None:
            if self._apart():
                from hlogic.backends.apart import Apart

                self._runner = Apart(self._compiled, self._running, self.on_progress)
            else:
                from hlogic.backends.run import Runner

                self._runner = Runner(self._compiled, self._running, self.on_progress)
        return self._runner

    def _apart(self) -> bool:
        """Whether work is done in a process that can be killed."""
        if self._running.timeout is None and self._running.memory is None:
            return False
        from hlogic.backends.worker import can_fork

        return can_fork()

    def worlds(
        self, scope: str = "base", limit: int = 10, seed: int | None = None
    ) -> tuple[list[World], bool]:
        """The first worlds of a scope in canonical order, or with a seed some that differ; and
        whether there are more. Raises LimitError where the engine stops."""
        self.check_scope(scope)
        self.check_listed("the worlds of an item")
        return self._run().worlds(scope, limit, seed)

    def explains(self, id: str) -> bool:
        """Whether an ask is of a kind that `explain` explains."""
        from hlogic.backends.proof.asks import explains

        self.check_ask(id)
        return explains(self._compiled.asks[id].query)

    def explain(self, id: str) -> Explained:
        """Why the answer to an ask is what it is: checked proofs, and worlds. Raises HlogicError
        where the ask is of no kind that is explained."""
        from hlogic.backends.budget import Budget
        from hlogic.backends.proof.asks import Explainer
        from hlogic.backends.run import item_worlds

        self.check_ask(id)
        given, item = self._running, self._compiled
        budget = Budget(given.timeout, given.limit, self.on_progress)
        # Its questions are many and of small theories, which no route by size foresees.
        worlds = item_worlds(item, given.engine or "sat", budget)
        ask = item.asks[id]
        worlds.expect(ask.query)
        return Explainer(item.theory, item.views, worlds, budget).explain(ask)

    def lint(self, rules: Mapping[str, Severity] | None = None, deep: bool = False) -> Linted:
        """What the rules of lint find: those given, each with a severity, or all. Deep ones ask an
        engine; `timeout` is then seconds for each of them."""
        from hlogic.compiler.lint.config import Config, chosen
        from hlogic.compiler.lint.run import lint_item

        wanted = chosen(Config()) if rules is None else rules
        if not deep:
            return lint_item(self._compiled, wanted)
        from hlogic.backends.budget import Budget
        from hlogic.backends.route import Router
        from hlogic.backends.worlds import engines_at_work

        given, item = self._running, self._compiled
        budget = Budget(given.timeout, given.limit, self.on_progress)
        names = Router(item).lasting("base") if given.engine is None else (given.engine,)
        return lint_item(item, wanted, engines_at_work(names, item, budget), budget.start)

    def export(
        self,
        form: str,
        scope: str | None = None,
        *,
        ask: str | None = None,
        selectors: bool = False,
    ) -> str:
        """The item as a text for other programs, in a form of `compile --to`: what holds in a
        scope, or with `ask` what answers it; with `selectors` each named constraint can be switched
        off."""  # fmt: skip
        from hlogic.backends.budget import Budget
        from hlogic.backends.export.registry import FORMS, exported
        from hlogic.backends.export.request import Request

        if form not in FORMS:
            unknown(self.source.name, "form", form, tuple(FORMS))
        if scope is not None:
            self.check_scope(scope)
        if ask is not None:
            self.check_ask(ask)
        check_export(self.source.name, self._compiled, FORMS[form], form, ask, selectors)
        timeout = self._running.timeout
        request = Request(self._compiled, Budget(timeout), scope, ask, selectors)
        if not self._apart():
            return exported(form, request)
        from hlogic.backends.worker import in_worker

        text: str = in_worker(lambda: exported(form, request), timeout, self._running.memory)
        return text

    def unanswered(self, id: str, scope: str | None = None) -> Answer:
        """What stands in the place of an answer when the run was interrupted before it."""
        return self._run().stopped(id, scope, "interrupted", "interrupted before it was answered")

    # ------------------------------------------------------------------ names from outside

    def check_ask(self, id: str) -> None:
        """Raise HlogicError if no ask or check is called so."""
        if id not in self._compiled.asks:
            unknown(self.source.name, "ask", id, self.asks)

    def check_scope(self, name: str) -> None:
        """Raise HlogicError if no scope is called so."""
        if name not in self._compiled.views:
            unknown(self.source.name, "scope", name, self.scopes)

    def check_listed(self, what: str) -> None:
        """Raise HlogicError where worlds have no list, and so something cannot be shown."""
        roots = self._compiled.theory.open_roots
        if roots:
            fail(
                self.source.name,
                "open-worlds",
                f"{what} cannot be shown: with the open sort {roots[0].name} worlds have no list",
                "`possible` and `truth` say what there is a world for",
            )
