"""Diagnostics as a SARIF 2.1.0 log (OASIS, Static Analysis Results Interchange Format).

Columns count code points, and the log says so (`columnKind`, section 3.14.17). Files have the paths
that they were given by, relative to where the command ran.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from hlogic.compiler.diagnostics import Diagnostic
from hlogic.compiler.lint.registry import RULES
from hlogic.compiler.source import Span

Object = dict[str, Any]

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def log(files: Sequence[str], found: Sequence[Diagnostic]) -> str:
    """The log of one run, ending in a line break. What does not compile is a result too, and the
    run then did not succeed."""
    others = [code for code in dict.fromkeys(d.code for d in found) if code not in RULES]
    order = {code: place for place, code in enumerate([*RULES, *others])}
    run = {
        "tool": {
            "driver": {
                "name": "hlogic",
                **_version(),
                "rules": [_rule(code) for code in order],
            }
        },
        "invocations": [{"executionSuccessful": not others}],
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": {"uri": _uri(name)}} for name in files],
        "results": [_result(d, order[d.code]) for d in found],
    }
    document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _version() -> Object:
    """The version of the program, where it is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return {"version": version("hlogic")}
    except PackageNotFoundError:
        return {}


def _rule(code: str) -> Object:
    """A rule of lint, or an error of the compiler."""
    rule = RULES.get(code)
    if rule is None:
        return {"id": code}
    return {
        "id": code,
        "shortDescription": {"text": rule.summary},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(diagnostic: Diagnostic, place: int) -> Object:
    said = diagnostic.message + (f"\n{diagnostic.hint}" if diagnostic.hint else "")
    made: Object = {
        "ruleId": diagnostic.code,
        "ruleIndex": place,
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": said},
    }
    location = _location(diagnostic.span)
    if location is not None:
        made["locations"] = [location]
    related = [
        {"id": number, **where, "message": {"text": label.text}}
        for number, label in enumerate(diagnostic.labels, 1)
        if (where := _location(label.span)) is not None
    ]
    if related:
        made["relatedLocations"] = related
    return made


def _location(span: Span) -> Object | None:
    """The place of a span; of what is about a whole file, the file."""
    if not span.source.name:
        return None
    where: Object = {"artifactLocation": {"uri": _uri(span.source.name)}}
    if span.source.text:
        line, column = span.source.position(span.start)
        end_line, end_column = span.source.position(span.end)
        where["region"] = {
            "startLine": line,
            "startColumn": column,
            "endLine": end_line,
            "endColumn": end_column,
        }
    return {"physicalLocation": where}


def _uri(name: str) -> str:
    if os.path.isabs(name):
        return Path(name).as_uri()
    return quote(os.fsencode(name.replace(os.sep, "/")))
