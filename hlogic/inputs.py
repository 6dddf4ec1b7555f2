"""What the commands are given: items by path, `-` for standard input, folders of items."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from hlogic.compiler.diagnostics import Diagnostic, HlogicError
from hlogic.compiler.record import record
from hlogic.compiler.source import Source, Span
from hlogic.console import about

if TYPE_CHECKING:
    from hlogic.api import Item

STDIN = "-"
STDIN_NAME = "<stdin>"


@record
class Loaded:
    """An item with its warnings, or no item and its errors."""

    item: Item | None
    diagnostics: tuple[Diagnostic, ...]


def open_item(file: str, **options: Any) -> Item:
    """The item of a path or of standard input, which may name files of the current folder; with
    the options of `hlogic.load`."""
    from hlogic.api import load, loads

    if file != STDIN:
        return load(file, **options)
    return loads(stdin_bytes(), name=STDIN_NAME, folder="", **options)


def loaded(file: str, **options: Any) -> Loaded:
    """The same where one bad file does not end the run."""
    try:
        with about(file):
            item = open_item(file, **options)
    except HlogicError as error:
        return Loaded(None, error.diagnostics)
    return Loaded(item, item.warnings)


def data_and_source(file: str) -> tuple[bytes, Source]:
    """What a path or standard input holds, and the same as a text that is not yet parsed."""
    from hlogic.reading import decoded, read_data

    if file == STDIN:
        data = stdin_bytes()
        return data, decoded(data, STDIN_NAME)
    data = read_data(file)
    return data, decoded(data, file)


def stdin_bytes() -> bytes:
    """All of standard input."""
    why = "standard input is closed"
    if sys.stdin is not None:
        try:
            return sys.stdin.buffer.read()
        except OSError as error:
            why = f"standard input cannot be read: {error.strerror or error}"
    place = Span(Source(STDIN_NAME, ""), 0, 0)
    raise HlogicError((Diagnostic("unreadable", why, place),))


def items_in(paths: Iterable[str]) -> Iterator[str]:
    """The items that paths name, each once: folders are searched, but not what is hidden in
    them."""
    seen: set[str] = set()
    for path in paths:
        for file in _below(path) if os.path.isdir(path) else [path]:
            place = _place(file)
            if place not in seen:
                seen.add(place)
                yield file


def _place(file: str) -> str:
    """Where a file lies, by which way soever it is named; a link is a file of its own."""
    if file == STDIN:
        return STDIN
    folder, name = os.path.split(file)
    return os.path.join(os.path.realpath(folder), name)


def _below(folder: str) -> Iterator[str]:
    empty = True
    for at, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.endswith(".hlogic") and not name.startswith("."):
                empty = False
                yield os.path.join(at, name)
    if empty:
        place = Span(Source(folder, ""), 0, 0)
        raise HlogicError((Diagnostic("no-items", "the folder holds no .hlogic file", place),))
