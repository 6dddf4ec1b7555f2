"""Files written whole: whatever ends the writing, no file holds a part of what it was to hold."""

from __future__ import annotations

import errno
import os
from typing import TextIO

ESCAPED = "backslashreplace"  # of what is written and is no UTF-8: names of files may be so


def write_whole(path: str, text: str) -> None:
    """Write a file so that it holds either what it held or the whole text, never a part."""
    if not path:
        raise OSError(errno.ENOENT, "an empty path names no file", '""')
    try:
        _write_whole(os.path.realpath(path), text)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def _write_whole(target: str, text: str) -> None:
    import stat
    import tempfile

    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        mode = stat.S_IFREG | (0o666 & ~umask)
    if not stat.S_ISREG(mode):  # a device, a pipe: there is nothing to replace
        with _writing(target) as file:
            file.write(text)
        return
    folder, name = os.path.split(target)
    handle, temporary = tempfile.mkstemp(prefix=f".{name[:40]}.", suffix=".tmp", dir=folder)
    try:
        with _writing(handle) as file:
            file.write(text)
        os.chmod(temporary, stat.S_IMODE(mode))
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def _writing(target: str | int) -> TextIO:
    """A file that is written as the standard streams are: what of a file's name is no UTF-8 is
    escaped, and that is what is to be read in JSON too."""
    return open(target, "w", encoding="utf-8", errors=ESCAPED, newline="\n")


def append_line(path: str, line: str) -> None:
    """Add a line to the end of a file, whole or not at all; it is made if there is none."""
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        size = os.fstat(handle).st_size
        broken = size > 0 and os.pread(handle, 1, size - 1) != b"\n"
        data = f"{chr(10) * broken}{line}\n".encode(errors=ESCAPED)
        if os.write(handle, data) < len(data):  # in one piece: two at a time do not mix
            os.ftruncate(handle, size)
            raise OSError(errno.ENOSPC, "there is no room for another line", path)
        os.fsync(handle)
    finally:
        os.close(handle)
