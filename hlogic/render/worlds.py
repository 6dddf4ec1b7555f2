"""Worlds for people, a fact a line in the words of the declarations, and as JSON in ids."""

from __future__ import annotations

import json
from collections.abc import Sequence

from hlogic.compiler.answer import by_alias, by_id, value_json
from hlogic.compiler.ir import Key, Symbol, instance_id
from hlogic.compiler.listing import World
from hlogic.compiler.words import fact_text
from hlogic.render.diagnostics import clean


def worlds_text(name: str, scope: str, worlds: Sequence[World], more: bool) -> str:
    """Each world under its number; then how many were shown, and whether there are more."""
    lines = []
    for number, world in enumerate(worlds, 1):
        lines.append(f"{number}")
        lines += [f"   {clean(fact_text(s, k, v))}" for (s, k), v in world.items()]
        lines.append("")
    under = "" if scope == "base" else f" of the scope {scope}"
    total = len(worlds)
    if not worlds:
        ending = f"{name} has no world{' in the scope ' + scope if under else ''}"
    elif more:
        ending = f"{total} world{'s' * (total != 1)}{under}; there are more"
    else:
        ending = f"{total} world{'s' * (total != 1)}{under}, all there are"
    return "\n".join([*lines, ending]) + "\n"


def worlds_json(name: str, scope: str, worlds: Sequence[World], more: bool) -> str:
    """One object: the worlds as lists of variable instances with their values."""
    listed = [[_fact(s, k, v) for (s, k), v in world.items()] for world in worlds]
    document = {"item": name, "scope": scope, "worlds": listed, "complete": not more}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _fact(symbol: Symbol, key: Key, value: object) -> dict[str, object]:
    return {
        "variable": instance_id(symbol.name, key),
        "value": value_json(value, by_id),  # type: ignore[arg-type]
        "display": value_json(value, by_alias),  # type: ignore[arg-type]
        "text": fact_text(symbol, key, value),  # type: ignore[arg-type]
    }
