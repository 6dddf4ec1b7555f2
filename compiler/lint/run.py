"""Running rules over an item."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module

from hlogic.compiler.diagnostics import Diagnostic, LimitError, Severity
from hlogic.compiler.elaborate.item import CompiledItem
from hlogic.compiler.lint.registry import RULES
from hlogic.compiler.lint.rule import Check, Finding, Rule, Subject
from hlogic.compiler.lint.silencing import silencings_of
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
    worlds: Worlds | None = None,
    before_each: Callable[[], None] = lambda: None,
) -> Linted:
    """Run the chosen rules, each with the severity it is to have; deep ones only with `worlds`.
    `before_each` is called before each of those."""
    subject = Subject(item, silencings_of(item.file), worlds)
    found: list[Diagnostic] = []
    unfinished: list[tuple[str, str]] = []
    for rule in RULES.values():
        if rule.code not in chosen or (rule.deep and worlds is None):
            continue
        if rule.deep:
            before_each()
        try:
            for finding in check_of(rule)(subject):
                if not subject.silencings.silence(rule.code, finding.span):
                    found.append(_diagnostic(rule, finding, chosen[rule.code]))
            subject.silencings.judged.add(rule.code)
        except LimitError as limit:
            unfinished.append((rule.code, limit.message))
    return Linted(tuple(_in_order(found, item)), tuple(unfinished))


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
