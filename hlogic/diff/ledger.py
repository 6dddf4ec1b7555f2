"""The ledger of adjudications: a file of JSON lines, one for each that a person made.

    {"item": "shifts", "agree": false, "outcome": "one-corrected", "note": "…",
     "a": {"file": "a.hlogic", "sha256": "…", "ask": "q1", "answer": 21}, "b": {…}}

Lines are only added. A later line about the same ask of the same two texts supersedes an earlier.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import NoReturn

from hlogic.compiler.adjudication import OUTCOMES, Adjudication, Judged
from hlogic.compiler.diagnostics import Report, fail
from hlogic.compiler.source import Source, Span
from hlogic.compiler.suggest import suggest

_FIELDS: Mapping[str, tuple[type, ...]] = {
    "item": (str,), "agree": (bool,), "outcome": (str,), "note": (str,), "a": (dict,), "b": (dict,),
}  # fmt: skip
_SIDE: Mapping[str, tuple[type, ...]] = {
    "file": (str,), "sha256": (str,), "ask": (str,),
    "answer": (bool, int, str, list, dict, type(None)),
}  # fmt: skip
_KINDS = {str: "a text", bool: "true or false", dict: "an object"}


def line_of(made: Adjudication) -> str:
    """The line of an adjudication, without a line break."""
    read: dict[str, object] = {
        "item": made.item,
        "agree": made.agree,
        "outcome": made.outcome,
        "note": made.note,
    }
    if made.date is not None:
        read["date"] = made.date
    for name, side in zip("ab", made.sides, strict=True):
        read[name] = {
            "file": side.file, "sha256": side.sha256, "ask": side.ask, "answer": side.answer,
        }  # fmt: skip
    return json.dumps(read, ensure_ascii=False)


def read_ledger(source: Source) -> list[Adjudication]:
    """Every line of a ledger. Raises HlogicError with each that is none."""
    report = Report()
    found = []
    for start, end in _lines(source.text):
        with report.collecting():
            found.append(_read(source, start, end))
    report.raise_errors()
    return found


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.split("\n"):
        if line.strip():
            yield start, start + len(line)
        start += len(line) + 1


def _read(source: Source, start: int, end: int) -> Adjudication:
    try:
        read = json.loads(source.text[start:end])
    except (json.JSONDecodeError, RecursionError) as error:
        at = start + (error.pos if isinstance(error, json.JSONDecodeError) else 0)
        message = f"the line is not JSON: {getattr(error, 'msg', error)}"
        fail("bad-ledger", Span(source, at, min(at + 1, end)), message)
    whole = Span(source, start, end)
    _check(read, "an adjudication", _FIELDS, whole)
    allowed, outcome = OUTCOMES[read["agree"]], read["outcome"]
    if outcome not in allowed:
        near = suggest(outcome, allowed)
        how = "agree" if read["agree"] else "disagree"
        message = f"{outcome} is no outcome where the encodings {how}: {', '.join(allowed)}"
        _refuse(whole, outcome, message, f"did you mean {near}?" if near else "")
    for name in "ab":
        _check(read[name], f"`{name}`", _SIDE, whole)
    date = read.get("date")
    if date is not None and not isinstance(date, str):
        _refuse(whole, "date", "`date` is a text")
    sides = [Judged(*(read[name][field] for field in _SIDE)) for name in "ab"]
    return Adjudication(
        read["item"], read["agree"], outcome, read["note"], (sides[0], sides[1]), date
    )


def _check(read: object, what: str, fields: Mapping[str, tuple[type, ...]], line: Span) -> None:
    """Hold an object against the fields that it is to have."""
    if not isinstance(read, dict):
        fail("bad-ledger", line, f"{what} is an object with {', '.join(fields)}")
    for name, kinds in fields.items():
        if name not in read:
            near = suggest(name, [key for key in read if key not in fields])
            _refuse(line, near or "", f"{what} lacks `{name}`")
        if type(read[name]) not in kinds:
            _refuse(line, name, f"`{name}` of {what} is {_KINDS[kinds[0]]}")


def _refuse(line: Span, text: str, message: str, hint: str = "") -> NoReturn:
    """Raise the error at a text of the line, if it stands there."""
    at = line.text.find(f'"{text}"') if text else -1
    place = line
    if at >= 0:
        place = Span(line.source, line.start + at, line.start + at + len(text) + 2)
    fail("bad-ledger", place, message, hint)


def standing(found: list[Adjudication]) -> list[Adjudication]:
    """Those that no later line supersedes, in the order of their asks' first lines."""
    last = {made.about: made for made in found}
    return list(last.values())
