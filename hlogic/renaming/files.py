"""The files that an item names, for a copy of it that stands in another folder.

A path is relative to the file that says it and leads to that folder or below. A copy elsewhere may
so say another path, or none at all: then it would name a file that is not there.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath

from hlogic.compiler.census.edits import Edit
from hlogic.compiler.diagnostics import Report
from hlogic.compiler.files import FileProblem, beside, read_bytes
from hlogic.compiler.source import Source, Span
from hlogic.compiler.syntax.lexer import Token
from hlogic.compiler.syntax.print_expressions import quoted


def repointed(
    paths: Iterable[Token], source: Source, folder: Path, to: Path, report: Report
) -> Iterator[Edit]:
    """The paths of an item in `folder` as a file in `to` says them; one that it cannot say is an
    error. What stands in `to` by the same path and holds the same may be named as before."""
    if os.path.realpath(folder) == os.path.realpath(to):
        return
    for token in paths:
        said = str(token.value)
        try:
            target = beside(folder, said)
        except FileProblem:
            continue  # it names nothing where it stands, either
        if _is_copied(target, to, said):
            continue
        path = PurePath(os.path.relpath(target, os.path.realpath(to))).as_posix()
        if path.startswith("../"):
            message = f'"{said}" cannot be named in {to}: a path does not leave the folder'
            hint = f"write into {folder} or above it, or put a copy of {said} into {to}"
            report.error("path-outside", Span(source, token.start, token.end), message, hint)
        else:
            yield Edit(token.start, token.end, quoted(path))


def _is_copied(target: Path, to: Path, said: str) -> bool:
    try:
        return read_bytes(beside(to, said), said) == read_bytes(target, said)
    except FileProblem:
        return False
