"""A JSON object as text: one member a line, and in a member that is a list one element a line."""

from __future__ import annotations

import json
from collections.abc import Mapping

from hlogic.compiler.answer import Json, by_id, value_json
from hlogic.compiler.sorts import Value

Object = dict[str, object]


def document(members: Mapping[str, object]) -> str:
    """The whole object, ending in a line break."""
    return "{\n" + ",\n".join(f"{_dumped(k)}: {_member(v)}" for k, v in members.items()) + "\n}\n"


def _member(value: object) -> str:
    if not isinstance(value, list) or not value:
        return _dumped(value)
    return "[\n" + ",\n".join(map(_dumped, value)) + "\n]"


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def plain(value: Value) -> Json:
    """A value in ids, as answers have it."""
    return value_json(value, by_id)
