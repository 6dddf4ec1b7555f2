"""Who answers an ask, and why; what becomes of an ask that is too much for the first."""

from __future__ import annotations

from typing import Any

import pytest

import cli_runs
import hlogic
from hlogic.backends import engines, route, run
from hlogic.backends.engines import ENGINES, Row
from hlogic.backends.rows import Arithmetic
from hlogic.compiler.diagnostics import Beyond

SMALL = 'item t "t"\nvar a: bool\nask q: possible a\nask n: count worlds expect 2\n'
MANY = (
    'item t "t"\nvar x(1..30): bool\nask q: possible x(1)\nask n: count worlds expect 1073741824\n'
)
WIDE = """item t "t"
var x: 0..1000
var y: 0..1000
var z: 0..1000
constraint c: x + y + z == 1500
ask q: possible x > y
"""


def considered(text: str, ask: str = "q") -> dict[str, tuple[float | None, str]]:
    answer = hlogic.loads(text).ask(ask)
    return {c.engine: (c.seconds, c.why) for c in answer.route}


@pytest.mark.parametrize(
    ("text", "ask", "engine"),
    [
        pytest.param(SMALL, "q", "oracle", id="a small item"),
        pytest.param(MANY, "q", "sat", id="more assignments than the oracle tries"),
        pytest.param(MANY, "n", "sat", id="a count"),
        pytest.param(WIDE, "q", "smt", id="wide arithmetic"),
    ],
)
def test_who_answers(text: str, ask: str, engine: str) -> None:
    answer = hlogic.loads(text).ask(ask)
    assert (answer.status, answer.engine) == ("ok", engine)
    assert answer.route[0].engine == engine
    assert {c.engine for c in answer.route} == set(ENGINES)
    assert all(c.why for c in answer.route)


def test_a_named_engine_is_not_routed() -> None:
    answer = hlogic.loads(SMALL, engine="bdd").ask("q")
    assert (answer.engine, answer.route) == ("bdd", ())


def test_who_is_not_asked_comes_last_and_has_no_prediction() -> None:
    found = considered(MANY)
    assert list(found)[-3:] == ["oracle", "bdd", "ganak"]
    assert [found[name][0] for name in list(found)[-3:]] == [None] * 3


def test_the_oracle_is_not_chosen_for_many_members() -> None:
    rules = "\n".join(f"constraint c{i}: a" for i in range(40))
    item = hlogic.loads(f'item t "t"\nvar a: bool\n{rules}\nconstraint no: not a\nask q: core')
    answer = item.ask("q")
    assert answer.engine == "sat"
    assert len(answer.value) == 40


def test_what_is_beyond_one_engine_goes_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise Beyond("too much")

    monkeypatch.setattr("hlogic.backends.oracle.OracleSession.possible", refuse)
    answer = hlogic.loads(SMALL).ask("q")
    assert (answer.status, answer.engine, answer.value) == ("ok", "sat", True)


def test_what_is_beyond_every_engine_says_what_each_says(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Any, *_: Any) -> None:
        raise Beyond(f"too much for {self.__class__.__name__}")

    for place in ("oracle.OracleSession", "sat.SatSession", "smt.session.SmtSession"):
        monkeypatch.setattr(f"hlogic.backends.{place}.possible", refuse)
    answer = hlogic.loads(SMALL).ask("q")
    assert (answer.status, answer.value) == ("partial", None)
    assert answer.error is not None
    assert answer.error.splitlines() == [
        "no engine could answer",
        "oracle: too much for OracleSession",
        "sat: too much for SatSession",
        "smt: too much for SmtSession",
    ]


def test_an_engine_whose_package_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = {**ENGINES, "smt": Row("smt.engine.SmtEngine", "no_such_package", "pip install it")}
    for module in (engines, route):
        monkeypatch.setattr(module, "ENGINES", missing)
    assert considered(MANY)["smt"] == (
        None, "needs the package no_such_package, which is not installed (`pip install it`)"
    )  # fmt: skip
    named = hlogic.loads(MANY, engine="smt").ask("q")
    assert (named.status, named.value) == ("partial", None)
    assert named.error is not None
    assert "no_such_package" in named.error


# ---------------------------------------------------------------------------- arithmetic


@pytest.mark.parametrize(
    ("constraint", "least", "most"),
    [
        ("p and not q", 0, 0),
        ("x == 3", 1, 200),
        ("x + y == 7", 10_000, 10_500),
        ("x * y <= 50", 10_000, 20_500),
        ("sum(i in 1..3: v(i)) == 9", 20_000, 35_000),
        ("far(1) == 3", 10_000, 10_500),
    ],
)
def test_rows_of_arithmetic_are_predicted(constraint: str, least: int, most: int) -> None:
    text = (
        'item t "t"\nvar p: bool\nvar q: bool\nvar x: 1..100\nvar y: 1..100\n'
        "var v(i in 1..3): 1..100\nderive far(i in 1..3) = x + y\n"
        f"constraint c: {constraint}\n"
    )
    assert least <= Arithmetic(hlogic.loads(text).compiled.views["base"]).view() <= most


def test_a_long_chain_of_derived_terms_is_predicted_without_end() -> None:
    links = "\n".join(f"derive d{i} = d{i - 1} + 1" for i in range(1, 300))
    text = f'item t "t"\nvar x: 1..9\nderive d0 = x\n{links}\nconstraint c: d299 > 0\n'
    assert Arithmetic(hlogic.loads(text).compiled.views["base"]).view() >= 0


# ---------------------------------------------------------------------------- second opinions


def test_a_count_that_matters_is_confirmed() -> None:
    counted = hlogic.loads(MANY).ask("n")
    assert (counted.value, counted.exact) == (2**30, True)
    assert counted.counting == ("models of independent parts, found one by one",)
    assert counted.confirmed == ("bdd",)
    assert hlogic.loads(MANY.replace(" expect 1073741824", "")).ask("n").confirmed is None


def test_a_count_that_nobody_confirms_is_single_source(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Any, *_: Any) -> None:
        raise Beyond("too much")

    for place in ("bdd.BddSession", "smt.session.SmtSession"):
        monkeypatch.setattr(f"hlogic.backends.{place}.count", refuse)
    answer = hlogic.loads(MANY).ask("n")
    assert (answer.value, answer.confirmed) == (2**30, ())
    assert answer.unconfirmed == (("bdd", "too much"), ("smt", "too much"))


def test_engines_that_differ_are_never_kept_quiet(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setattr("hlogic.backends.bdd.BddSession.count", lambda *_: 7)
    with pytest.raises(run.Disagreement, match="sat says 1073741824, bdd says 7"):
        hlogic.loads(MANY).ask("n")
    path = tmp_path / "many.hlogic"
    path.write_text(MANY, encoding="utf-8")
    result = cli_runs.run("solve", str(path), "--json")
    assert result.exit_code == 2
    assert "our mistake" in result.stderr
    assert '"code": "engines-disagree"' in result.stdout


def test_a_cross_check_asks_every_engine() -> None:
    item = hlogic.loads(SMALL, cross_check=True)
    assert item.ask("q").confirmed == ("sat", "bdd", "smt")
    assert item.ask("n").confirmed == ("sat", "bdd", "smt", "ganak")


def test_a_cross_check_compares_errors_too() -> None:
    text = 'item t "t"\ntable f(1..2): 1..3 = { 1: 1 }\nvar x: 1..2\nask q: value f(x)\n'
    answer = hlogic.loads(text, cross_check=True).ask("q")
    assert answer.status == "error"
    assert answer.confirmed == ("sat", "bdd", "smt")
