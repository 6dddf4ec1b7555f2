"""Work in a child process that can be killed.

Some libraries cannot be interrupted, hold on to the process while they run, write to C's stdout,
or end the process when memory runs out. What is given to them is done in a fork: it has
everything that is in memory here, answers requests one at a time, and is killed when its time is
up, on Ctrl-C, and by the kernel when this process dies, however that comes about.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import select
import signal
import struct
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

from hlogic.compiler.diagnostics import LimitError

GRACE = 0.2  # seconds that a child has to say itself that its time is up
_HEAD = struct.Struct("<Q")
_PR_SET_PDEATHSIG = 1


def can_fork() -> bool:
    """Whether this system can; elsewhere work is done in this process, without its limits."""
    return hasattr(os, "fork")


class Worker:
    """A child that answers requests with `work`. What `work` raises is raised here; a request
    without an answer within `seconds`, or that takes over `memory` bytes in all, ends the child
    and raises LimitError. A new child is made when the next request comes."""

    def __init__(self, work: Callable[[Any], Any], memory: int | None = None) -> None:
        self._work = work
        self._memory = memory
        self._child: _Child | None = None

    def ask(self, request: Any, seconds: float | None) -> Any:
        """The answer to one request."""
        if self._child is None:
            self._child = _Child(self._work, self._memory)
        try:
            answer = self._child.ask(request, seconds)
        except BaseException:
            self.close()
            raise
        kind, value = answer
        if kind == "limit":
            raise LimitError(*value)
        if kind == "raised":
            raise RuntimeError(value)
        return value

    def close(self) -> None:
        """End the child, if there is one."""
        if self._child is not None:
            self._child.kill()
            self._child = None


class _Child:
    def __init__(self, work: Callable[[Any], Any], memory: int | None) -> None:
        request_end, self._requests = os.pipe()
        self._answers, answer_end = os.pipe()
        parent = os.getpid()
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self._requests)
            os.close(self._answers)
            _serve(work, memory, parent, request_end, answer_end)
        os.close(request_end)
        os.close(answer_end)

    def ask(self, request: Any, seconds: float | None) -> tuple[str, Any]:
        data = pickle.dumps(request)
        os.write(self._requests, _HEAD.pack(len(data)) + data)
        deadline = None if seconds is None else time.monotonic() + seconds + GRACE
        head = self._read(_HEAD.size, deadline, seconds)
        found: tuple[str, Any] = pickle.loads(self._read(_HEAD.unpack(head)[0], deadline, seconds))
        return found

    def _read(self, size: int, deadline: float | None, seconds: float | None) -> bytes:
        parts: list[bytes] = []
        while size:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not select.select([self._answers], [], [], left)[0]:
                raise LimitError(f"not answered within {seconds:g} s (--timeout)", "timeout")
            part = os.read(self._answers, size)
            if not part:
                message = "memory ran out before there was an answer: its process was ended"
                raise LimitError(message, "memory")
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def kill(self) -> None:
        with suppress(OSError):
            os.kill(self.pid, signal.SIGKILL)
        with suppress(OSError):
            os.waitpid(self.pid, 0)
        os.close(self._requests)
        os.close(self._answers)


# ---------------------------------------------------------------------------- in the child


def _serve(
    work: Callable[[Any], Any], memory: int | None, parent: int, requests: int, answers: int
) -> NoReturn:
    """Answer requests until there are none; leaves without running what the parent has to run."""
    try:
        _die_with(parent)
        _silence()
        if memory is not None:
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        while (head := _exactly(requests, _HEAD.size)) is not None:
            request = pickle.loads(_exactly(requests, _HEAD.unpack(head)[0]) or b"")
            data = _answer(work, request)
            _write(answers, _HEAD.pack(len(data)) + data)
    finally:
        os._exit(0)


def _answer(work: Callable[[Any], Any], request: Any) -> bytes:
    try:
        return pickle.dumps(("done", work(request)))
    except LimitError as limit:
        return pickle.dumps(("limit", (limit.message, limit.status)))
    except MemoryError:
        message = "memory ran out before there was an answer"
        return pickle.dumps(("limit", (message, "memory")))
    except Exception as error:
        return pickle.dumps(("raised", f"{type(error).__name__}: {error}"))


def _die_with(parent: int) -> None:
    """Have the kernel end this process when the parent ends, even by SIGKILL (Linux)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent kills it
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(0)


def _silence() -> None:
    """Libraries write to C's streams, which are the results' here."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def _exactly(source: int, size: int) -> bytes | None:
    parts: list[bytes] = []
    while size:
        part = os.read(source, size)
        if not part:
            return None
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _write(target: int, data: bytes) -> None:
    while data:
        data = data[os.write(target, data) :]
