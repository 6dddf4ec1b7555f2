"""A file of records made into items, one after the other."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import PurePath

from hlogic.compiler.diagnostics import Diagnostic, HlogicError, Report
from hlogic.compiler.pipeline import RECURSION
from hlogic.compiler.record import record
from hlogic.compiler.source import Source
from hlogic.importing import folio, proofwriter
from hlogic.importing.lowering import lowered
from hlogic.importing.quoted import Quoted, whole
from hlogic.importing.records import decoded, records
from hlogic.importing.repairs import Repair
from hlogic.importing.story import Story, one_line

FORMATS: dict[str, Callable[[Quoted, Report], Story]] = {
    "folio": folio.read,
    "proofwriter": proofwriter.read,
}
LONGEST_ID = 60  # code points of a record's name that messages show


@record
class Imported:
    """What became of a record: the item's name and text, or None where there is none; and what
    was found: repairs as warnings, or, where repairs are refused, as errors. `line` is that of the
    file on which the record begins."""

    name: str
    line: int
    text: str | None
    diagnostics: tuple[Diagnostic, ...]


def imported(source: Source, form: str, strict: bool) -> Iterator[Imported]:
    """The items of a file of a format, in the order of its records, numbered from 0.

    Raises HlogicError where the file is not made of records at all."""
    sys.setrecursionlimit(max(RECURSION, sys.getrecursionlimit()))
    every = records(source)
    digits = len(str(max(len(every) - 1, 0)))
    lines = Counter(one.first for one in every)
    stem = PurePath(source.name).stem
    for number, one in enumerate(every):
        name = f"{form}_{number:0{digits}}"
        found = _one(one, form, name, f"{stem} {number}", strict)
        called = _id(one) or (name if lines[one.first] > 1 else "") if found.diagnostics else ""
        yield _told(found, called) if called else found


def _one(source: Quoted, form: str, name: str, title: str, strict: bool) -> Imported:
    report = Report()
    text = None
    with report.collecting():
        story = FORMATS[form](source, report)
        text = lowered(story, name, story.title or title, report)
        if story.gold is None:
            report.warn("no-label", whole(source), "the record has no answer; its ask expects none")
    found: tuple[Diagnostic, ...] = tuple(dict.fromkeys(report.diagnostics))
    if strict:
        found = tuple(d.changed(d.message, "error") if isinstance(d, Repair) else d for d in found)
    failed = any(d.severity == "error" for d in found)
    return Imported(name, source.first, None if failed else text, found)


def _id(source: Quoted) -> str:
    """What a record calls itself, if it does."""
    try:
        value = decoded(source)
    except HlogicError:
        return ""
    id = value.get("id") if isinstance(value, dict) else None
    return one_line(id)[:LONGEST_ID] if isinstance(id, str) else ""


def _told(item: Imported, called: str) -> Imported:
    """The same with messages that say which record they are of, since a line may hold several."""
    found = tuple(_of_record(d, f"{called}: {d.message}") for d in item.diagnostics)
    return Imported(item.name, item.line, item.text, found)


def _of_record(d: Diagnostic, message: str) -> Diagnostic:
    if isinstance(d, Repair):
        return d.changed(message, d.severity)
    return Diagnostic(d.code, message, d.span, d.hint, d.labels, d.severity)
