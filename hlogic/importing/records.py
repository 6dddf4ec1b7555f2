"""What the readers of formats share: JSON that may be broken, and texts that may be no texts."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from hlogic.compiler.diagnostics import Diagnostic, Report, fail
from hlogic.compiler.source import Source, Span
from hlogic.importing.fol_parser import parse
from hlogic.importing.fol_scope import bound
from hlogic.importing.formula import Formula
from hlogic.importing.quoted import Quoted, whole
from hlogic.importing.repairs import Repair
from hlogic.importing.story import Gold, one_line

GOLD: dict[str, Gold] = {
    "true": "true", "false": "false", "uncertain": "uncertain", "unknown": "uncertain",
}  # fmt: skip
_SHOWN = 60


def records(source: Source) -> list[Quoted]:
    """The records of a file: a JSON value a line, or the members of one JSON array."""
    if source.text.lstrip().startswith("["):
        return _members(source)
    lines = enumerate(source.text.split("\n"), 1)
    return [Quoted(source.name, line, first=n) for n, line in lines if line.strip()]


def _members(source: Source) -> list[Quoted]:
    text = source.text
    found: list[Quoted] = []
    at = _skip(text, text.index("[") + 1)
    while text[at : at + 1] != "]":
        try:
            _, end = json.JSONDecoder().raw_decode(text, at)
        except (RecursionError, ValueError) as error:
            at = min(getattr(error, "pos", at), len(text))
            fail("bad-record", Span(source, at, min(at + 1, len(text))), "this is no JSON array")
        first = source.position(at)[0]
        found.append(Quoted(source.name, text[at:end], first=first))
        at = _skip(text, end)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        elif text[at : at + 1] != "]":
            fail("bad-record", Span(source, at, min(at + 1, len(text))), "`,` or `]` is missing")
    return found


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def decoded(source: Quoted) -> Any:
    """The JSON of a text. Raises HlogicError where there is none."""
    try:
        return json.loads(source.text)
    except json.JSONDecodeError as error:
        at = min(error.pos, len(source.text))
        place = Span(source, at, min(at + 1, len(source.text)))
        fail("bad-record", place, f"this is no JSON: {error.msg[:1].lower()}{error.msg[1:]}")
    except (RecursionError, ValueError):
        fail("bad-record", whole(source), "this JSON is nested too deeply, or a number is too long")


class Fields:
    """The fields of one record."""

    def __init__(self, value: Any, source: Quoted) -> None:
        self.place = whole(source)
        self._source = source
        if not isinstance(value, dict):
            fail("bad-record", self.place, "a record is a JSON object, and this is none")
        self._value: dict[str, Any] = value

    def has(self, name: str) -> bool:
        return self._value.get(name) is not None

    def value(self, name: str) -> Any:
        """A field that the record must have."""
        if name not in self._value:
            fail("bad-record", self.place, f"the record has no field {name}")
        return self._value[name]

    def text(self, name: str) -> str:
        return self._checked(self.value(name), name)

    def number(self, name: str) -> str:
        """What a record is called: a number, or a text."""
        value = self.value(name)
        return str(value) if isinstance(value, int) else one_line(self.text(name))

    def texts(self, name: str) -> list[str]:
        """A list of texts, or the lines of one."""
        value = self.value(name)
        if isinstance(value, str):
            return [line for line in self._checked(value, name).splitlines() if line.strip()]
        if not isinstance(value, list):
            fail("bad-record", self.place, f"{name} should be a list of texts")
        return [self._checked(item, f"{name}[{i}]") for i, item in enumerate(value)]

    def gold(self, name: str, words: dict[str, Gold]) -> Gold | None:
        """The answer that a field names, or None where the record has none."""
        if not self.has(name):
            return None
        word = self.text(name).strip()
        if word.casefold() not in words:
            shown = one_line(word)[:_SHOWN]
            fail("bad-record", self.place, f"{name} is {shown or 'empty'}, and no answer")
        return words[word.casefold()]

    def formula(self, text: str, called: str, field: str, report: Report) -> Quoted:
        """A formula of a field. An empty one is an error where the record has the field: it has no
        place of its own."""
        if not text.strip():
            report.error("fol-syntax", self.key(field), f"{called}: the formula is empty")
        return Quoted(self._source.name, text, first=self._source.first, called=called)

    def key(self, field: str) -> Span:
        """Where the record names a field."""
        at = self._source.text.find(f'"{field}"')
        return self.place if at < 0 else Span(self._source, at, at + len(field) + 2)

    def _checked(self, value: Any, name: str) -> str:
        if not isinstance(value, str):
            fail("bad-record", self.place, f"{name} should be a text")
        if any("\ud800" <= c <= "\udfff" for c in value):
            fail("bad-record", self.place, f"{name} holds half of a character (a lone surrogate)")
        return value


def read_formulas(texts: Iterable[Quoted], report: Report) -> list[Formula]:
    """The formulas of a record, all of them, or HlogicError; repairs are reported."""
    found = []
    for text in texts:
        if not text.text.strip():
            continue  # reported by who quoted it
        own = Report()
        with own.collecting():
            found.append(bound(parse(text, own), own))
        for d in own.diagnostics:
            message = f"{text.called}: {d.message}"
            if isinstance(d, Repair):
                report.diagnostics.append(d.changed(message, d.severity))
                continue
            named = Diagnostic(d.code, message, d.span, d.hint, d.labels, d.severity)
            report.diagnostics.append(named)
    report.raise_errors()
    return found
