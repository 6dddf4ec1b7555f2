"""Running rules over an item."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module

from hlogic.compiler.diagnostics import Beyond, Diagnostic, LimitError, Severity
from hlogic.compiler.elaborate.item import CompiledItem
from hlogic.compiler.lint.registry import RULES
from hlogic.compiler.lint.rule import Check, Finding, Rule, Subject
from hlogic.compiler.lint.silencing import Silencings, silencings_of
from hlogic.compiler.record import record
from hlogic.compiler.session import Worlds


@record
class Linted:
    """What the rules found, in the order of the text. `unfinished` says of each rule that reached a
    limit which one: what it might still have found is not known."""

    diagnostics: tuple[Diagnostic, ...]
    unfinished: tuple[tuple[str, str], ...] = ()  # code and why


def lint_item(
    item: CompiledItem,
    chosen: Mapping[str, Severity],
    engines: Sequence[Callable[[], Worlds]] = (),
    before_each: Callable[[], None] = lambda: None,
) -> Linted:
    """Run the chosen rules, each with the severity it is to have; deep ones only with `engines`, of
    which the next is asked where one cannot do it. `before_each` is called before each of those."""
    silencings = silencings_of(item.file)
    plain = Subject(item, silencings)
    deep = _Deep(item, silencings, engines, before_each)
    found: list[Diagnostic] = []
    unfinished: list[tuple[str, str]] = []
    for rule in RULES.values():
        if rule.code not in chosen or (rule.deep and not engines):
            continue
        findings: list[Finding] = []
        try:
            if rule.deep:
                deep.run(rule, findings)
            else:
                findings.extend(check_of(rule)(plain))
            silencings.judged.add(rule.code)
        except LimitError as limit:
            unfinished.append((rule.code, limit.message))
        for finding in findings:
            if not silencings.silence(rule.code, finding.span):
                found.append(_diagnostic(rule, finding, chosen[rule.code]))
    return Linted(tuple(_in_order(found, item)), tuple(unfinished))


class _Deep:
    """Deep rules at work. What an engine has come to know of the item serves all rules."""

    def __init__(
        self,
        item: CompiledItem,
        silencings: Silencings,
        engines: Sequence[Callable[[], Worlds]],
        before_each: Callable[[], None],
    ) -> None:
        self._item = item
        self._silencings = silencings
        self._engines = engines
        self._before_each = before_each
        self._subjects: dict[int, Subject] = {}

    def run(self, rule: Rule, findings: list[Finding]) -> None:
        """Add what a rule finds. What it found before a limit stays; raises LimitError then."""
        self._before_each()
        for place in range(len(self._engines)):
            findings.clear()
            try:
                for finding in check_of(rule)(self._subject(place)):
                    findings.append(finding)
                return
            except Beyond:
                if place == len(self._engines) - 1:
                    raise
            except RecursionError:
                if place == len(self._engines) - 1:
                    raise Beyond("a term nests too deeply for the engine") from None

    def _subject(self, place: int) -> Subject:
        if place not in self._subjects:
            worlds = self._engines[place]()
            self._subjects[place] = Subject(self._item, self._silencings, worlds)
        return self._subjects[place]


def check_of(rule: Rule) -> Check:
    """A rule's function, its module imported now."""
    module, _, name = rule.check.rpartition(".")
    check: Check = getattr(import_module(f"hlogic.compiler.lint.{module}"), name)
    return check


def _diagnostic(rule: Rule, finding: Finding, severity: Severity) -> Diagnostic:
    return Diagnostic(
        rule.code, finding.message, finding.span, finding.hint, finding.labels, severity
    )


def _in_order(found: Iterable[Diagnostic], item: CompiledItem) -> Iterator[Diagnostic]:
    """In the order of the item's text; what lies in another file comes after it."""
    own = item.file.span.source
    order = {code: place for place, code in enumerate(RULES)}

    def place(d: Diagnostic) -> tuple[bool, str, int, int, str]:
        apart = d.span.source is not own
        return apart, d.file if apart else "", d.span.start, order[d.code], d.message

    yield from dict.fromkeys(sorted(found, key=place))
