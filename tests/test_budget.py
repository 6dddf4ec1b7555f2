"""Limits of a run: seconds and rows, each told with the option that moves it."""

from __future__ import annotations

import time

import pytest

from hlogic.backends.budget import DEFAULT_ROWS, Budget
from hlogic.compiler.diagnostics import LimitError


def test_rows_up_to_the_limit_pass() -> None:
    budget = Budget(limit=3)
    for _ in range(3):
        budget.row()
    with pytest.raises(LimitError, match="--limit") as caught:
        budget.row()
    assert caught.value.status == "partial"


def test_time_is_up_soon_after_the_limit() -> None:
    budget = Budget(timeout=0.05)
    start = time.monotonic()

    def tick_for(seconds: float) -> None:
        while time.monotonic() - start < seconds:
            budget.tick()

    with pytest.raises(LimitError, match="--timeout") as caught:
        tick_for(5)
    assert caught.value.status == "timeout"
    assert 0.05 <= time.monotonic() - start < 5


def test_each_ask_starts_anew() -> None:
    budget = Budget(limit=1)
    budget.row()
    budget.start()
    budget.row()


def test_without_limits_only_rows_are_bounded() -> None:
    budget = Budget()
    for _ in range(10_000):
        budget.tick()
        budget.row()
    assert DEFAULT_ROWS == 1_000_000
