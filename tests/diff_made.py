"""Two items written out in a test, compared as `hlogic diff` does."""

from __future__ import annotations

from typing import Any

from hlogic.compiler.comparison import Compared, Comparison
from hlogic.compiler.source import Source
from hlogic.diff.mapping import NO_MAP, read_map
from hlogic.diff.run import Diff
from hlogic.diff.side import Options


def compared(
    a: str, b: str, names: str = "", engine: str | None = None, limit: int = 10_000
) -> Comparison:
    """The comparison of the texts of two items, with the text of a map."""
    read = read_map(Source("map.toml", names)) if names else NO_MAP
    places = [(Source.of(f"{name}.hlogic", text), None) for name, text in (("a", a), ("b", b))]
    return Diff(places[0], places[1], Options(engine, None, limit), read).comparison(search=True)


def one(a: str, b: str, **more: Any) -> Compared:
    """The comparison of their one ask."""
    (ask,) = compared(a, b, **more).asks
    return ask


def asks(*declared: str) -> str:
    """An item of one variable with asks."""
    return "\n".join(["item a", "var v: 0..1", *declared, ""])
