"""Conditions of parameters: tuples that a table denies are left out without being evaluated, and
that must not show."""

from __future__ import annotations

import pytest

import hlogic

TABLES = """item conditions
sort N = 0..4
table link(N, N): bool = { (0, 1), (1, 2), (2, 0), (3, 3), (1, 4): true, (2, 4): false }
table good(N): bool = { 0, 2, 4 }
table most(N): bool = { 1: false } default true
table partly(0..2): bool = { 1 }
"""
LINKS = {(0, 1), (1, 2), (2, 0), (3, 3), (1, 4)}


@pytest.mark.parametrize(
    ("condition", "kept"),
    [
        ("link(x, y)", LINKS),
        ("link(y, x)", {(y, x) for x, y in LINKS}),
        ("link(x, x)", {(3, y) for y in range(5)}),
        ("link(x, y) and good(y)", {(2, 0), (1, 2), (1, 4)}),
        ("good(x) and good(y) and x < y", {(0, 2), (0, 4), (2, 4)}),
        ("not link(x, y) and good(x) and y == 1", {(2, 1), (4, 1)}),
        ("link(x, y) or x == 4 and y == 4", LINKS | {(4, 4)}),
        ("most(x) and link(x, y)", {(0, 1), (2, 0), (3, 3)}),
        ("link(0, x) and y == 0", {(1, 0)}),
        ("x < 3 and partly(x) and link(x, y)", None),  # at 3: false and undefined, so false
    ],
)
def test_kept(condition: str, kept: set[tuple[int, int]] | None) -> None:
    item = hlogic.loads(
        f"{TABLES}var v(x in N, y in N where {condition}): bool\n"
        "ask kept: possible_set x in N, y in N: defined(v(x, y))\n"
    )
    expected = sorted({(1, 2), (1, 4)} if kept is None else kept)
    assert [tuple(member) for member in item.ask("kept").value] == expected


def test_beyond_a_table_a_condition_has_no_value() -> None:
    with pytest.raises(hlogic.HlogicError, match="the condition is undefined at 3"):
        hlogic.loads(f"{TABLES}var v(x in N where partly(x)): bool\n")
