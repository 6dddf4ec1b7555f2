"""An audit as one JSON object; `audit.schema.json` says its form. Its places are those of the
records in `compiler/material.py`, under the same names; `questions` are what to ask of the worlds.

On a failure the object is there all the same: `item` is null, and `diagnostics` say what was wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from hlogic.compiler.diagnostics import Diagnostic
from hlogic.compiler.material import Audit
from hlogic.render.audit_words import phrases
from hlogic.render.json import diagnostic_object


def audit_json(audit: Audit) -> str:
    """The object, ending in a line break. The same item gives the same bytes."""
    say = phrases(audit.language)
    asked = {part: say[f"{part}-question"] for part in ("sufficiency", "necessity", "derived")}
    return _dumped({**_plain(audit), "questions": asked})


def failure_json(diagnostics: Iterable[Diagnostic]) -> str:
    """What stands in the place of an audit where there is no item."""
    return _dumped({"item": None, "diagnostics": [diagnostic_object(d) for d in diagnostics]})


def _plain(record: object) -> Any:
    """A record with all that it holds as plain objects and arrays."""
    if isinstance(record, tuple | list):
        return [_plain(part) for part in record]
    fields = getattr(record, "_fields_", None)
    if fields is None:
        return record
    return {name: _plain(getattr(record, name)) for name in fields}


def _dumped(document: dict[str, Any]) -> str:
    """The object, a member of each of its arrays a line."""
    parts = []
    for name, value in document.items():
        text = json.dumps(value, ensure_ascii=False)
        if isinstance(value, list) and value:
            lines = ",\n".join(json.dumps(member, ensure_ascii=False) for member in value)
            text = f"[\n{lines}\n]"
        parts.append(f"{json.dumps(name)}: {text}")
    return "{" + ",\n ".join(parts) + "}\n"
