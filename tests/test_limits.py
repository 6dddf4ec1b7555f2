"""Limits are explicit: what is too big is named, with its size, before any of it is built."""

from __future__ import annotations

import time

import pytest

import hlogic

CHAIN = 10_000


def _item(*lines: str) -> str:
    return "\n".join(('item limits "limits"', *lines, ""))


def _refused(text: str) -> str:
    start = time.monotonic()
    with pytest.raises(hlogic.HlogicError) as caught:
        hlogic.loads(text, name="limits.hlogic")
    assert time.monotonic() - start < 20  # a hang, not a timing: most take milliseconds
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "limit"
    return diagnostic.message


@pytest.mark.parametrize("engine", ["oracle", "sat", "smt"])
def test_a_long_chain_is_no_depth(engine: str) -> None:
    chain = " and ".join(f"a({i % 5 + 1})" for i in range(CHAIN))
    item = hlogic.loads(
        _item("var a(1..5): bool", f"constraint c: {chain}", "ask q: count worlds"), engine=engine
    )
    assert item.ask("q").value == 1


@pytest.mark.parametrize("engine", ["oracle", "sat", "smt"])
def test_deep_but_allowed(engine: str) -> None:
    item = hlogic.loads(
        _item("var a: bool", f"constraint c: {'not ' * 900}a", "ask q: value a"), engine=engine
    )
    assert item.ask("q").value is True


@pytest.mark.parametrize("engine", ["oracle", "sat", "smt"])
def test_a_long_chain_of_derived_instances(engine: str) -> None:
    item = hlogic.loads(
        _item(
            "var a: 0..1",
            "derive f(i in 1..3000): 0..1 = if i == 1 then a else f(i - 1)",
            "ask q: values f(3000)",
        ),
        engine=engine,
    )
    assert item.ask("q").value == [0, 1]


def test_depth_over_the_limit() -> None:
    assert "10000 levels" in _refused(_item("var a: bool", f"constraint c: {'not ' * CHAIN}a"))
    nested = "(" * CHAIN + "a" + ")" * CHAIN
    assert "1000" in _refused(_item("var a: bool", f"constraint c: {nested}"))


def test_a_huge_domain() -> None:
    assert "1,000,000,000,000 values" in _refused(_item("var a: 1..1000000000000"))


def test_a_huge_family() -> None:
    text = _item("sort N = 1..1000000", "var a(N, N): bool")
    assert "1,000,000,000,000 instances" in _refused(text)


def test_huge_binders() -> None:
    text = _item("var a: bool", "ask q: possible exists x, y in 1..1000000: a and x == y")
    assert "1,000,000,000,000" in _refused(text)


def test_rows_over_the_limit_are_refused() -> None:
    text = _item("var a(1..6): bool", "ask q: rows distinct (a(1), a(2), a(3))")
    for engine in ("oracle", "sat", "smt"):
        answer = hlogic.loads(text, engine=engine, limit=5).ask("q")
        assert (answer.status, answer.value, answer.exact) == ("partial", None, False)
        assert answer.error is not None
        assert "--limit" in answer.error
        assert len(hlogic.loads(text, engine=engine, limit=8).ask("q").value) == 8
