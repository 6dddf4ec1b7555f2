"""An audit as one JSON object; `audit.schema.json` says its form. Its places are those of the
records in `compiler/material.py`, under the same names."""

from __future__ import annotations

import json
from typing import Any

from hlogic.compiler.material import Audit


def audit_json(audit: Audit) -> str:
    """The object, ending in a line break. The same item gives the same bytes."""
    return json.dumps(audit_object(audit), ensure_ascii=False, indent=1) + "\n"


def audit_object(record: object) -> Any:
    """A record with all that it holds as plain objects and arrays."""
    if isinstance(record, tuple | list):
        return [audit_object(part) for part in record]
    fields = getattr(record, "_fields_", None)
    if fields is None:
        return record
    return {name: audit_object(getattr(record, name)) for name in fields}
