"""Reading what lies beside an item, and nothing else.

An item may name files of its own folder (`background from "…"`, `use "…"`). A path that leaves the
folder, through `..`, as an absolute path or along a link, is refused before anything is opened: an
item from elsewhere must not read its reader's files.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

from hlogic.compiler.diagnostics import Diagnostic, HlogicError
from hlogic.compiler.source import Source, Span

MAX_BYTES = 64 * 2**20
WHOLE = -1


class FileProblem(Exception):
    """A file that cannot be read; whoever named it knows the place to report."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


def read_source(path: Path, name: str) -> Source:
    """One file as a source. Raises `FileProblem`, or HlogicError where it is not UTF-8."""
    return decode(read_bytes(path, name), name)


def read_bytes(path: Path, name: str, most: int = MAX_BYTES + 1) -> bytes:
    """What a regular file holds, as far as `decode` needs it, or to the end where `most` is
    `WHOLE`. Raises `FileProblem`."""
    try:
        _check_regular(os.stat(path), name)  # first: to open a device may do something
        with open(path, "rb", opener=_open_at_once) as file:
            _check_regular(os.fstat(file.fileno()), name)
            return file.read(most)
    except (OSError, ValueError) as error:
        raise _problem(name, error) from None


def _open_at_once(path: str, flags: int) -> int:
    """Open a file; one that has become a pipe in the meantime is not waited for."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _check_regular(found: os.stat_result, name: str) -> None:
    if stat.S_ISDIR(found.st_mode):
        raise FileProblem("not-a-file", f"{name} is a folder")
    if not stat.S_ISREG(found.st_mode):
        raise FileProblem("not-a-file", f"{name} is not a file")


def decode(data: bytes, name: str) -> Source:
    """UTF-8 bytes as a source; the first byte that is none is an error at its line and column."""
    if len(data) > MAX_BYTES:
        raise FileProblem("file-too-long", f"{name} has more than {MAX_BYTES // 2**20} MB")
    try:
        return Source.of(name, data.decode("utf-8"))
    except UnicodeDecodeError as error:
        source = Source.of(name, data.decode("utf-8", "replace"))
        before = Source.of(name, data[: error.start].decode("utf-8")).text
        span = Span(source, len(before), len(before) + 1)
        message = f"byte {error.start} is not UTF-8 (0x{data[error.start]:02X})"
        hint = "save the file as UTF-8"
        raise HlogicError((Diagnostic("not-utf8", message, span, hint),)) from None


def reader_beside(folder: Path) -> Callable[[str], str]:
    """Reads texts by their path relative to an item's folder, which is given as the user wrote it:
    messages name the files so."""

    def read(relative: str) -> str:
        path = beside(folder, relative)
        return read_source(path, os.path.normpath(folder / relative)).text

    return read


def beside(folder: Path, relative: str) -> Path:
    """The path of a file in the folder; raises FileProblem where it leads out of it."""
    if not relative or "\0" in relative:
        raise FileProblem("no-such-file", f'"{relative}" names no file')
    if os.path.isabs(relative) or relative.startswith("~"):
        raise _outside(relative, "is absolute", "write it relative to the item's folder")
    normal = os.path.normpath(relative)
    if normal == os.pardir or normal.startswith(os.pardir + os.sep):
        raise _outside(relative, "leaves the item's folder", "keep the file in the item's folder")
    try:
        root = folder.resolve()
        target = (root / relative).resolve()
    except (OSError, RuntimeError, ValueError):  # a loop of links, what is no name
        raise FileProblem("no-such-file", f"{relative} cannot be read") from None
    if not target.is_relative_to(root):
        raise _outside(relative, "leaves the item's folder along a link", "keep a copy there")
    return target


def _outside(relative: str, what: str, hint: str) -> FileProblem:
    return FileProblem("path-outside", f'the path "{relative}" {what}', hint)


def _problem(name: str, error: Exception) -> FileProblem:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return FileProblem("no-such-file", f"{name} does not exist")
    if isinstance(error, PermissionError):
        return FileProblem("unreadable", f"{name} may not be read")
    if isinstance(error, UnicodeEncodeError):
        return FileProblem("no-such-file", f"{name} can be no file's name")
    why = error.strerror if isinstance(error, OSError) else None
    return FileProblem("unreadable", f"{name} cannot be read: {why or error}")
