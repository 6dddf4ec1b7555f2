"""Checking a certificate's folder: its asks are answered again, by what it shows alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from hlogic.backends.budget import Budget
from hlogic.backends.certify.certify import ANSWERED, said
from hlogic.backends.certify.checking import Checker
from hlogic.backends.certify.folders import Failed, Folder
from hlogic.backends.certify.journals import Journal, Unshown
from hlogic.backends.certify.layout import ITEM, MANIFEST, digest
from hlogic.backends.certify.replaying import Replay
from hlogic.backends.certify.sources import Texts
from hlogic.backends.replies import Replies, Reply
from hlogic.backends.worlds import OpenWorlds
from hlogic.compiler.answer import Answer, by_id, result_json
from hlogic.compiler.diagnostics import HlogicError, LimitError
from hlogic.compiler.elaborate.item import Ask, CompiledItem
from hlogic.compiler.files import decode
from hlogic.compiler.modules import standard_modules
from hlogic.compiler.pipeline import compile_text
from hlogic.compiler.record import record

Result = Literal["verified", "unproved", "unanswered", "failed"]


@record
class Verdict:
    """What became of one ask, or (`id` empty) of the folder as a whole. *Verified*: all that its
    answer rests on was shown, by so many worlds and refutations; *unproved*: some of it is only
    claimed, as `reasons` say; *unanswered*: there is no answer to show; *failed*: what was to show
    it does not."""

    id: str
    result: Result
    reasons: tuple[str, ...] = ()
    worlds: int = 0
    refutations: int = 0


class Verification:
    """The check of one folder. Raises HlogicError where it is no certificate."""

    def __init__(self, folder: str) -> None:
        self._folder = Folder(folder)
        self.item = self._folder.item

    def check_texts(self, texts: Texts) -> None:
        """Raise HlogicError where the folder's item is not made of some texts."""
        folder = self._folder
        for name, text in texts.beside.items():
            try:
                same = decode(folder.data(f"{ITEM}/{name}"), name).text == text
            except Failed:
                same = False
            if not same:
                folder.refuse(f"it is of another text than {name}")

    def holds(self, answer: Answer) -> bool:
        """Whether an answer, under its scope, is what the folder holds of the ask."""
        for ask in self._folder.asks:
            if isinstance(ask, dict) and ask.get("id") == answer.id:
                what = said(answer.status, answer.value, answer.error, answer.warnings)
                same = all(_written(ask.get(key)) == _written(it) for key, it in what.items())
                return same and ask.get("scope") == answer.scope
        return False

    def verdicts(self) -> Iterator[Verdict]:
        """The folder's own problems first, then a verdict for each ask, one at a time."""
        folder = self._folder
        problems = folder.problems()
        item = self._compiled(problems)
        if item is None or problems:
            yield Verdict("", "failed", tuple(problems))
        if item is None:
            return
        budget = Budget()
        checker = Checker(item.theory, folder, budget)
        if folder.variables != checker.variables:
            yield Verdict("", "failed", (f"{MANIFEST}: `variables` are not the item's",))
        clean = True
        left = dict.fromkeys(item.asks)
        for ask in folder.asks:
            verdict = _Ask(ask).verdict(item, checker)
            if verdict.id in item.asks and verdict.id not in left:
                verdict = Verdict(verdict.id, "failed", (f"{MANIFEST}: it stands there twice",))
            clean = clean and verdict.result != "failed"
            left.pop(verdict.id, None)
            yield verdict
        for id in left:
            yield Verdict(id, "unanswered", ("the certificate is not about it",))
        unused = [name for name in folder.refutations() if name not in checker.used]
        if unused and clean:
            reasons = tuple(f"{name}: no ask needs it" for name in unused)
            yield Verdict("", "failed", reasons)

    def _compiled(self, problems: list[str]) -> CompiledItem | None:
        """The item of the folder; what is wrong with it is added to the problems."""
        folder = self._folder
        self._check_standard(problems)
        if not folder.text.startswith(f"{ITEM}/"):
            problems.append(f"{MANIFEST}: `text` is no file of {ITEM}/")
            return None
        try:
            source = decode(folder.data(folder.text), folder.text)
            item = compile_text(source, folder.path(ITEM))
        except Failed as failed:
            problems.append(str(failed))
            return None
        except HlogicError as error:
            first = error.diagnostics[0]
            problems.append(f"{first.file}:{first.line}:{first.column}: {first.message}")
            return None
        if item.theory.name != folder.item:
            problems.append(f"{folder.text}: it is the item {item.theory.name}, not {folder.item}")
        return item

    def _check_standard(self, problems: list[str]) -> None:
        modules = standard_modules()
        for name, known in self._folder.standard.items():
            path = modules.get(name)
            if path is None:
                problems.append(f"{name}: this program has no such module")
            elif digest(path.read_bytes()) != known:
                problems.append(
                    f"{name}: this program's module is not that of hlogic {self._folder.version}"
                )


def verdicts_on(folder: str, texts: Texts, answers: Iterable[Answer]) -> dict[str, Verdict]:
    """What a folder shows of answers, each given under the ask's own scope, to an item made of some
    texts. Raises HlogicError where the folder is no certificate of these texts. Where anything is
    wrong with the folder as a whole, it shows nothing."""
    verification = Verification(folder)
    verification.check_texts(texts)
    verdicts = list(verification.verdicts())
    broken = tuple(reason for v in verdicts if not v.id for reason in v.reasons)
    found = {verdict.id: verdict for verdict in verdicts if verdict.id}
    for answer in answers:
        if broken:
            found[answer.id] = Verdict(answer.id, "failed", broken)
        elif found[answer.id].result != "unanswered" and not verification.holds(answer):
            other = "the certificate is about another answer"
            found[answer.id] = Verdict(answer.id, "unanswered", (other,))
    return found


class _Ask:
    """One ask of a manifest."""

    def __init__(self, ask: object) -> None:
        self._ask: dict[str, Any] = ask if isinstance(ask, dict) else {}
        entries = self._ask.get("journal")
        self._journal = Journal(entries if isinstance(entries, list) else ())

    def verdict(self, item: CompiledItem, checker: Checker) -> Verdict:
        """What becomes of it."""
        id, scope = self._ask.get("id"), self._ask.get("scope")
        if not isinstance(id, str) or id not in item.asks:
            return Verdict(str(id), "failed", ("the item has no such ask",))
        if not isinstance(scope, str) or scope not in item.views:
            return Verdict(id, "failed", ("the item has no such scope",))
        if self._ask.get("status") not in ANSWERED:
            return Verdict(id, "unanswered", (str(self._ask.get("error")),))
        journal = self._journal
        result: Result = "verified"
        reasons: tuple[str, ...] = ()
        try:
            reply = self._reply(item, item.asks[id], scope, checker)
            journal.end()
        except Failed as failed:
            result, reasons = "failed", (f"entry {journal.at} of its journal: {failed}",)
        except Unshown as why:
            result, reasons = "unproved", (*journal.unproved, str(why))
        else:
            differences = tuple(self._differences(reply))
            reasons = differences or tuple(journal.unproved)
            if reasons:
                result = "failed" if differences else "unproved"
        reasons = tuple(dict.fromkeys(reasons))
        return Verdict(id, result, reasons, journal.worlds, journal.refutations)

    def _reply(self, item: CompiledItem, ask: Ask, scope: str, checker: Checker) -> Reply:
        """The reply to the ask by its journal alone: no engine is asked."""

        def through(_: str, worlds: OpenWorlds) -> OpenWorlds:
            return Replay(worlds, checker, self._journal)

        try:
            return Replies(item, "oracle", Budget(), through).to(ask, scope)
        except LimitError as limit:
            raise Failed(limit.message) from None

    def _differences(self, reply: Reply) -> Iterator[str]:
        """Where the manifest says something else than what follows."""
        status = "ok" if reply.error is None else "error"
        value = None if reply.result is None else result_json(reply.result, by_id)
        for key, follows in said(status, value, reply.error, reply.warnings).items():
            claimed, shown = _written(self._ask.get(key)), _written(follows)
            if claimed != shown:
                yield f"its `{key}` is {shown} by what is shown, and {MANIFEST} says {claimed}"


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
