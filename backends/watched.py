"""Work of a library that runs long and can be told to stop: in a thread of its own, while this one
looks at the clock and takes Ctrl-C."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from hlogic.backends.engine import Budget

T = TypeVar("T")
LOOK = 0.1  # seconds between two looks at the clock


def watched(work: Callable[[], T], interrupt: Callable[[], object], budget: Budget) -> T:
    """What the work gives or raises. Where the time is up or Ctrl-C comes it is interrupted, and
    has ended when that is raised."""
    found: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        thread.join(LOOK)
        while thread.is_alive():
            budget.check_time()
            thread.join(LOOK)
    except BaseException:
        interrupt()
        thread.join()
        raise
    if failed:
        raise failed[0]
    return found[0]
