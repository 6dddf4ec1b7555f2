"""The texts that an item is made of, so that a certificate stands alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from hlogic.backends.certify.layout import digest
from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Report
from hlogic.compiler.files import reader_beside
from hlogic.compiler.modules import Unit, load_units
from hlogic.compiler.record import record


@record
class Texts:
    """The item's own file name, each text by its path beside the item, and for the standard
    modules, which come with the program, the digest of each."""

    name: str
    beside: dict[str, str]
    standard: dict[str, str]


def texts_of(file: ast.File, folder: Path | None) -> Texts:
    """The texts of an item that was compiled from a folder (None: it uses nothing beside it)."""
    top = load_units(file, folder, Report())[-1]
    beside: dict[str, str] = {}
    standard: dict[str, str] = {}
    for use, path, unit in _uses(top):
        text = unit.file.span.source.text
        if use.module is None:
            beside[path] = text
        else:
            standard[use.module] = digest(text.encode())
    for declared in file.declarations:
        if isinstance(declared, ast.Background) and declared.file is not None:
            assert folder is not None, "the item was compiled"
            path = os.path.normpath(declared.file)
            beside[path] = reader_beside(folder)(declared.file)
    name = "item.hlogic"
    while name in beside:
        name = f"the_{name}"
    beside[name] = file.span.source.text
    return Texts(name, dict(sorted(beside.items())), dict(sorted(standard.items())))


def _uses(top: Unit) -> Iterator[tuple[ast.Use, str, Unit]]:
    """Each `use` of a file and of those that it uses, with the path beside the item that it
    names."""
    waiting, seen = [(top, "")], {top}
    while waiting:
        unit, at = waiting.pop()
        for use, used in unit.uses:
            path = os.path.normpath(os.path.join(at, use.path or ""))
            yield use, path, used
            if used not in seen:
                seen.add(used)
                waiting.append((used, os.path.dirname(path)))
