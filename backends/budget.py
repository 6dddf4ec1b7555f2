"""How much a run may take: seconds for each ask, rows for each enumeration."""

from __future__ import annotations

import time
from collections.abc import Callable

from hlogic.compiler.diagnostics import LimitError

DEFAULT_ROWS = 1_000_000
_TICKS = 256  # calls of `tick` between two looks at the clock


class Budget:
    """Raises `LimitError` when an ask's time is up or its enumeration is too long."""

    def __init__(
        self,
        timeout: float | None = None,
        limit: int | None = None,
        on_progress: Callable[[float, int], None] | None = None,
    ) -> None:
        """`on_progress` is told now and then how many seconds an ask has taken, and how many rows
        or sets were found."""
        self._timeout = timeout
        self._limit = DEFAULT_ROWS if limit is None else limit
        self._on_progress = on_progress
        self.start()

    def start(self) -> None:
        """A new ask: its time and its rows count from here."""
        self._began = time.monotonic()
        self._deadline = None if self._timeout is None else self._began + self._timeout
        self._ticks = 0
        self._rows = 0

    def tick(self) -> None:
        """Called often; looks at the clock now and then."""
        self._ticks += 1
        if self._ticks % _TICKS == 0:
            self.check_time()

    def check_time(self) -> None:
        """Look at the clock now: for callers between two long steps."""
        if self._on_progress is not None:
            self._on_progress(time.monotonic() - self._began, self._rows)
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise LimitError(f"not answered within {self._timeout:g} s (--timeout)", "timeout")

    def row(self) -> None:
        """One more world or row enumerated."""
        self._rows += 1
        if self._rows > self._limit:
            raise LimitError(
                f"more than {self._limit:,} rows to enumerate; --limit N allows more", "partial"
            )
        self.tick()
