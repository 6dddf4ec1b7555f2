"""Items retold in made-up words."""

from __future__ import annotations

from pathlib import Path

from hlogic.compiler.census.edits import edited
from hlogic.compiler.source import Source
from hlogic.renaming.rewrite import Renamed, renamed


def retold(text: str, seed: str = "0", folder: Path | None = None) -> tuple[str, Renamed]:
    found = renamed(Source.of("item", text), folder, seed)
    return edited(text, found.edits), found
