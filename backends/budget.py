"""How much a run may take: seconds for each ask, rows for each enumeration, and for one engine's go
at an ask a number of steps, after which another is tried."""

from __future__ import annotations

import time
from collections.abc import Callable

from hlogic.compiler.diagnostics import Beyond, LimitError

DEFAULT_ROWS = 1_000_000
MAX_SECONDS = 1e9  # of a timeout; some thirty years
_TICKS = 256  # calls of `tick` between two looks at the clock


class Budget:
    """Raises `LimitError` when an ask's time is up or its enumeration is too long, and `Beyond`
    when an engine's steps are used up."""

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
        """A new ask: its time counts from here."""
        self._began = time.monotonic()
        self._deadline = None if self._timeout is None else self._began + self._timeout
        self.go(None)

    def go(self, effort: int | None) -> None:
        """A new go at the ask: its rows count from here, and its steps, of which it has `effort`.
        Steps, not seconds, so that who answers does not depend on the machine."""
        self._effort = effort
        self._ticks = 0
        self._rows = 0

    @property
    def seconds_left(self) -> float | None:
        """Until the ask's time is up; None without a limit."""
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    def tick(self, steps: int = 1) -> None:
        """Called often; looks at the clock now and then."""
        before, self._ticks = self._ticks, self._ticks + steps
        if self._effort is not None and self._ticks > self._effort:
            raise Beyond(f"gave up after {self._effort:,} steps")
        if before // _TICKS != self._ticks // _TICKS:
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
