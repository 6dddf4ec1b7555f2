"""Answers and diagnostics as the one JSON object of `--json`; `answers.schema.json` says its form.

    {"item": "night_shift", "answers": [ … ]}

The same item gives the same bytes, but for `seconds`. On a failure the object is there all the
same, with what was wrong in `diagnostics`; `item` is null where no item could be read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from hlogic.compiler.answer import Answer, Note
from hlogic.compiler.diagnostics import Diagnostic
from hlogic.compiler.source import Span

Object = dict[str, Any]

_NO_PLACE = dict.fromkeys(("file", "line", "column", "end_line", "end_column"))


def document(
    item: str | None,
    answers: Iterable[Answer],
    diagnostics: Iterable[Object] = (),
    explain: bool = False,
) -> str:
    """The object, an answer or a diagnostic a line, ending in a line break; with `explain` each
    answer says how its engine was chosen."""
    lines = listed(answer_object(answer, explain) for answer in answers)
    text = f'{{"item": {dumped(item)}, "answers": {lines}'
    problems = list(diagnostics)
    if problems:
        text += f', "diagnostics": {listed(problems)}'
    return text + "}\n"


def answer_object(answer: Answer, explain: bool = False) -> Object:
    """One answer. From `error` on, what there is none of is left out."""
    made: Object = {
        "id": answer.id,
        "question": answer.question,
        "modality": answer.modality,
        "scope": answer.scope,
        "shape": answer.shape,
        "value": answer.value,
        "display": answer.display,
        "status": answer.status,
        "exact": answer.exact,
        "engine": answer.engine,
        "seconds": round(answer.seconds, 3),
    }
    if answer.error is not None:
        made["error"] = answer.error
    if answer.warnings:
        made["warnings"] = list(answer.warnings)
    if answer.fields:
        made["fields"] = list(answer.fields)
    if answer.members:
        made["members"] = [note_object(note) for note in answer.members]
    if answer.counting:
        made["counting"] = list(answer.counting)
    if answer.confirmed is not None:
        made["confirmed_by"] = list(answer.confirmed)
        made["not_confirmed_by"] = [{"engine": e, "why": why} for e, why in answer.unconfirmed]
    if explain:
        made["route"] = [
            {"engine": c.engine, "predicted_seconds": _rounded(c.seconds), "why": c.why}
            for c in answer.route
        ]
    return made


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 3)


def note_object(note: Note) -> Object:
    """A constraint or change: its id, alias, formula, and the passages that it cites."""
    cites = [{"claim": claim, "text": text} for claim, text in note.cites]
    return {"id": note.id, "alias": note.alias, "formula": note.formula, "cites": cites}


def diagnostic_object(diagnostic: Diagnostic) -> Object:
    """One diagnostic, with its places in lines and columns counted from 1, ends exclusive."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **_place(diagnostic.span),
        "hint": diagnostic.hint,
        "labels": [{**_place(label.span), "text": label.text} for label in diagnostic.labels],
    }


def problem_object(code: str, message: str) -> Object:
    """What is wrong with a call rather than with a text."""
    return {
        "code": code,
        "severity": "error",
        "message": message,
        **_NO_PLACE,
        "hint": "",
        "labels": [],
    }


def _place(span: Span) -> Object:
    """Where a span stands; of what is about a whole file, its name."""
    if not span.source.text:
        return {**_NO_PLACE, "file": span.source.name or None}
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }


def listed(objects: Iterable[Object]) -> str:
    """A JSON array, a member a line."""
    lines = ",\n".join(map(dumped, objects))
    return f"[\n{lines}\n]" if lines else "[]"


def dumped(value: object) -> str:
    """A value as JSON, its characters as they are."""
    return json.dumps(value, ensure_ascii=False)
