"""Files as texts that are not yet parsed. Raises HlogicError where a file cannot be read."""

from __future__ import annotations

import os
from pathlib import Path

from hlogic.compiler.files import FileProblem, decode, read_bytes
from hlogic.compiler.source import Source
from hlogic.refusals import fail


def read(path: str | os.PathLike[str]) -> Source:
    """The text of a file."""
    return decoded(read_data(path), os.fspath(path))


def read_data(path: str | os.PathLike[str]) -> bytes:
    """What a file holds, not yet decoded."""
    name = os.fspath(path)
    if not name:
        fail('""', "no-such-file", "an empty path names no file")
    try:
        return read_bytes(Path(path), name)
    except FileProblem as problem:
        fail(name, problem.code, problem.message, problem.hint)


def decoded(data: bytes, name: str) -> Source:
    """A text that came as bytes."""
    try:
        return decode(data, name)
    except FileProblem as problem:
        fail(name, problem.code, problem.message, problem.hint)
