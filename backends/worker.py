"""Work in a child process that can be killed.

Some libraries cannot be interrupted, hold on to the process while they run, write to C's stdout,
or end the process when memory runs out. What is given to them is done in a fork: it has
everything that is in memory here, answers requests one at a time, and is killed when its time is
up, when the program is told to end, and by the kernel when this process dies, however that comes
about (Linux; elsewhere it ends when it next looks for a request).
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

GRACE = 0.1  # seconds that a child has to say itself that its time is up
_HEAD = struct.Struct("<Q")
_PR_SET_PDEATHSIG = 1
_ENDING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)

Tell = Callable[[Any], None]
Work = Callable[[Any, Tell], Any]


def can_fork() -> bool:
    """Whether this system can; elsewhere work is done in this process, without its limits."""
    return hasattr(os, "fork")


class Worker:
    """A child that answers requests with `work`, which may tell of its progress. What `work` raises
    is raised here; a request without an answer within its seconds, or a child that took over
    `memory` bytes in all, ends the child and raises LimitError. A new child is made when the next
    request comes."""

    def __init__(self, work: Work, memory: int | None = None) -> None:
        self._work = work
        self._memory = memory
        self._child: _Child | None = None

    def ask(self, request: Any, seconds: float | None, told: Tell = lambda _: None) -> Any:
        """The answer to one request; `told` hears what the work tells."""
        if self._child is None:
            self._child = _Child(self._work, self._memory)
        try:
            kind, value = self._child.ask(request, seconds, told)
        except BaseException:
            self.close()
            raise
        if kind == "raised":
            error, trace = value
            raise error from (RuntimeError(trace) if trace else None)
        return value

    def close(self) -> None:
        """End the child, if there is one."""
        if self._child is not None:
            self._child.kill()
            self._child = None


def in_worker(work: Callable[[], Any], seconds: float | None, memory: int | None = None) -> Any:
    """What one piece of work gives, done in a child of its own."""
    worker = Worker(lambda _request, _tell: work(), memory)
    try:
        return worker.ask(None, seconds)
    finally:
        worker.close()


class _Child:
    """A process that waits for requests, with a pipe each way."""

    def __init__(self, work: Work, memory: int | None) -> None:
        request_end, self._requests = os.pipe()
        self._answers, answer_end = os.pipe()
        self._memory = memory
        parent = os.getpid()
        sys.stdout.flush()
        sys.stderr.flush()
        held = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)  # it must not end as its parent
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self._requests)
            os.close(self._answers)
            _take_signals(held)
            _serve(work, memory, parent, request_end, answer_end)
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
        os.close(request_end)
        os.close(answer_end)

    def ask(self, request: Any, seconds: float | None, told: Tell) -> tuple[str, Any]:
        data = pickle.dumps(request)
        with suppress(BrokenPipeError):  # it has died, which the answer will show
            _write(self._requests, _HEAD.pack(len(data)) + data)
        deadline = None if seconds is None else time.monotonic() + seconds + GRACE
        while True:
            head = self._read(_HEAD.size, deadline, seconds)
            kind, value = pickle.loads(self._read(_HEAD.unpack(head)[0], deadline, seconds))
            if kind != "told":
                return kind, value
            told(value)

    def _read(self, size: int, deadline: float | None, seconds: float | None) -> bytes:
        parts: list[bytes] = []
        while size:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not select.select([self._answers], [], [], left)[0]:
                raise LimitError(f"not answered within {seconds:g} s (--timeout)", "timeout")
            part = os.read(self._answers, size)
            if not part:
                raise self._died()
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _died(self) -> Exception:
        """Why there will be no answer. A process ends on its own when memory runs out: by the
        system's hand, or because a library could not go on."""
        _, status = os.waitpid(self.pid, 0)
        self.pid = 0
        signalled = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        if self._memory is not None or signalled == signal.SIGKILL:
            return LimitError(
                "memory ran out before there was an answer: its process was ended", "memory"
            )
        return RuntimeError(f"a worker process died (signal {signalled})")

    def kill(self) -> None:
        if self.pid:
            with suppress(OSError):
                os.kill(self.pid, signal.SIGKILL)
            with suppress(OSError):
                os.waitpid(self.pid, 0)
        os.close(self._requests)
        os.close(self._answers)


# ---------------------------------------------------------------------------- in the child


def _serve(work: Work, memory: int | None, parent: int, requests: int, answers: int) -> NoReturn:
    """Answer requests until there are none; leaves without running what the parent has to run."""
    try:
        _die_with(parent)
        _silence()
        if memory is not None:
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

        def send(kind: str, value: Any) -> None:
            data = _pickled(kind, value)
            _write(answers, _HEAD.pack(len(data)) + data)

        while (head := _exactly(requests, _HEAD.size)) is not None:
            request = pickle.loads(_exactly(requests, _HEAD.unpack(head)[0]) or b"")
            send(*_answer(work, request, lambda value: send("told", value), memory is not None))
    finally:
        os._exit(0)


def _answer(work: Work, request: Any, tell: Tell, limited: bool) -> tuple[str, Any]:
    """Under a limit a library for which there is no room cannot be imported."""
    try:
        return "done", work(request, tell)
    except (MemoryError, ImportError) as error:
        if isinstance(error, ImportError) and not limited:
            return "raised", (error, "")
        return "raised", (LimitError("memory ran out before there was an answer", "memory"), "")
    except LimitError as limit:
        return "raised", (limit, "")
    except Exception as error:
        import traceback

        return "raised", (error, traceback.format_exc())


def _pickled(kind: str, value: Any) -> bytes:
    try:
        return pickle.dumps((kind, value))
    except Exception as problem:  # whatever pickle finds in what is not ours
        error = RuntimeError(f"{kind}, but it cannot be sent: {problem}")
        return pickle.dumps(("raised", (error, "")))


def _take_signals(held: set[signal.Signals | int]) -> None:
    """End by a signal at once, without what the parent does before it ends; `held` are those to be
    blocked from here on. Ctrl-C is the parent's, which kills this process."""
    for ending in _ENDING:
        signal.signal(ending, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_SETMASK, held)


def _die_with(parent: int) -> None:
    """Have the kernel end this process when the parent ends, even by SIGKILL (Linux)."""
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
