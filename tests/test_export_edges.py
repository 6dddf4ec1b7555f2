"""Exports at their edges: odd names, large numbers, nothing at all, what is refused, limits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import hlogic
from hlogic.backends.export.registry import FORMS
from hlogic.cli import main
from read_back import (
    Clauses,
    count_of_dot,
    count_of_json,
    labels_of_json,
    optimum,
    stable_models,
)

ROOT = Path(__file__).resolve().parent.parent

REPAIRS = """item repairs
var a: bool
var b: bool
var n: 0..3
derive limit: 0..3 = 2
constraint ra: not a
constraint rb: not b
constraint sum: n <= limit
scope strict { assume keep: not a }
change k1 weight 4: retract ra
change k2 weight 3: retract rb
change k3 weight 0: replace rb with true
change k4 weight 2: assume d: n == 3
change k5: replace limit with 3
change k6: replace ra with a
change k7: retract keep
ask both: repair smallest {k1, k2} to possible a and b
ask cheap: repair {k1, k2, k3} to possible a and b
ask other: repair {k1, k2, k3, k6} to possible a and b
ask none: repair {k1, k4} to possible b
ask harm: repair {k1, k4} to possible not a
ask must: repair {k1, k2} to necessary a or b
ask define: repair {k1, k5} to possible n == 3
ask under_strict under strict: repair {k1, k2} to possible a and b
ask with_keep under strict: repair {k1, k2, k7} to possible a and b
"""

ASKS = """item asks
var n: 0..4
constraint small: n <= 3
scope none { assume n == 4 }
ask least: possible n == 0 minimizing n
ask partial: possible 1 // n == 1
ask where_: necessary 1 // n == 1 where n == 1
ask empty under none: necessary n == 4
ask not_empty under none: not necessary n == 4
ask elsewhere: (possible n == 3) under none
ask values_: values n
ask both: all_of { possible n == 1, possible n == 2 }
ask some: count worlds where n > 1
ask fields: count (n)
"""


def counts_of(item: hlogic.Item) -> set[int]:
    """The number of worlds, by each export that can be counted."""
    clauses, bdd = Clauses(item.export("dimacs")), item.export("bdd")
    program = item.export("asp")
    return {
        clauses.count(),
        clauses.count(projected=False),
        len(stable_models(program)),
        len(stable_models(program, project=False)),
        count_of_json(bdd),
        count_of_dot(item.export("dot"), labels_of_json(bdd)),
    }


# ---------------------------------------------------------------------------- edges


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("", 1),
        ("constraint never: false", 0),
        ("constraint always: true", 1),
        ("var lamp: bool", 2),
        ("var only: { one }", 1),
        ("var only: { one } constraint never: 1 // 0 == 1", 0),
        ("sort S { a, b, c } var f(S, bool, 1..2): S var g: -1..1 constraint c: g == 0", 3**12),
        ("sort S { a, b } define p(S) { rule r: p(a) } constraint c: p(a) and not p(b)", 1),
        ("define stable p { rule r: p if not p }", 0),
    ],
)
def test_edges(body: str, count: int) -> None:
    item = hlogic.loads(f"item edge {body}")
    if count < 1000:
        assert counts_of(item) == {count}
    else:
        assert count_of_json(item.export("bdd")) == count
        assert Clauses(item.export("dimacs")).possible()
        assert stable_models(item.export("asp"), limit=1) != []


def test_predicates_are_names_that_clingo_reads() -> None:
    item = hlogic.loads(
        "item names sort 人 { 甲, 乙 } var 夜班(人): 人 var Upper: bool var not_: bool "
        "var _: bool var gate(人): bool var variable_1: bool var _x1: 1..3 var not1: bool "
        "constraint c: exactly 1 (p in 人: gate(p) and 夜班(p) == p) or Upper and _x1 > 1"
    )
    text = item.export("asp")
    assert '{ variable_1_("甲","甲"); variable_1_("甲","乙") } = 1.' in text
    assert "% variable_1_ is 夜班\n" in text
    assert "\n{ variable_2 }.\n" in text
    assert len(stable_models(text)) == Clauses(item.export("dimacs")).count()
    assert {len(w) for w in stable_models(text)} == {10}


def test_numbers_beyond_clingo_are_quoted() -> None:
    item = hlogic.loads("item large var n: { 3, -4, 5000000000 } constraint c: n != 3")
    text = item.export("asp")
    assert '{ n(-4); n(3); n("5000000000") } = 1.' in text
    assert {dict(w)["n"] for w in stable_models(text)} == {"-4", "5000000000"}
    assert counts_of(item) == {2}


def test_same_bytes_under_any_hash_seed(tmp_path: Path) -> None:
    (tmp_path / "repairs.hlogic").write_text(REPAIRS, encoding="utf-8")
    script = (
        "import hlogic, sys\n"
        "for path in sys.argv[1:]:\n"
        "    item = hlogic.load(path)\n"
        f"    for form in {sorted(FORMS)}:\n"
        "        if form != 'wcnf': print(item.export(form, item.scopes[-1]))\n"
        "    if 'other' in item.asks: print(item.export('wcnf', ask='other'))\n"
    )
    paths = [tmp_path / "repairs.hlogic", ROOT / "tests" / "cases" / "52_stable_more.hlogic"]
    runs = {
        subprocess.run(
            [sys.executable, "-c", script, *map(str, paths)],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(runs) == 1


def test_the_scope_of_an_assumption_without_a_name() -> None:
    item = hlogic.loads("item one var a: bool scope s { assume a assume not a }")
    (_, scope) = json.loads(item.export("json"))["scopes"]
    names = [c["id"] for c in scope["constraints"]]
    assert names == ["assumption 1 of s", "assumption 2 of s"]


# ---------------------------------------------------------------------------- asks


def refused(item: hlogic.Item, form: str, ask: str) -> str:
    with pytest.raises(hlogic.HlogicError) as caught:
        item.export(form, ask=ask)
    (found,) = caught.value.diagnostics
    assert found.code == "not-exportable"
    assert found.line > 1, "the error is at the query"
    return found.message


def test_asks_that_no_formula_answers() -> None:
    item = hlogic.loads(ASKS)
    for form in ("dimacs", "asp", "bdd", "dot"):
        assert "`minimizing` compares worlds" in refused(item, form, "least")
        assert "`1 // n == 1` has no value in a world" in refused(item, form, "partial")
        assert "it is a `values`" in refused(item, form, "values_")
        assert "it is a `all_of`" in refused(item, form, "both")
        assert "it is a `count`" in refused(item, form, "fields")
        assert "is no repair" in refused(item, "wcnf", "some")


def test_asks_where_no_world_is_left() -> None:
    item = hlogic.loads(ASKS)
    assert "no world is left to ask about: the answer is false" in item.export("asp", ask="empty")
    assert "no world is left to ask about: the answer is true" in item.export(
        "bdd", ask="not_empty"
    )
    assert item.ask("empty").value is False
    assert item.ask("not_empty").value is True


def test_asks_under_scopes() -> None:
    """An `under` inside a query wins, as when it is answered; `where` narrows the worlds."""
    item = hlogic.loads(ASKS)
    assert not Clauses(item.export("dimacs", "base", ask="elsewhere")).possible()
    assert not Clauses(item.export("dimacs", ask="where_")).possible()
    assert Clauses(item.export("dimacs", ask="some")).count() == 2
    assert Clauses(item.export("dimacs", "none", ask="some")).count() == 0
    assert "scope none" in item.export("dimacs", "none", ask="some").splitlines()[0]


# ---------------------------------------------------------------------------- repairs, selectors


@pytest.mark.parametrize(
    ("ask", "least"),
    [
        ("both", 7),
        ("cheap", 4),
        ("other", 1),  # k6 and k3, which weighs nothing
        ("none", None),
        ("harm", 0),
        ("under_strict", None),
        ("with_keep", 8),
    ],
)
def test_optimum_of_a_repair(ask: str, least: int | None) -> None:
    item = hlogic.loads(REPAIRS)
    assert optimum(item.export("wcnf", ask=ask)) == least
    sets = item.ask(ask).value
    assert isinstance(sets, list)
    assert (sets == []) == (least is None)


def test_repairs_that_are_no_maxsat() -> None:
    item = hlogic.loads(REPAIRS)
    assert "makes its target necessary" in refused(item, "wcnf", "must")
    assert refused(item, "wcnf", "define").endswith("for each choice: k5")
    assert "it is a `repair`" in refused(item, "dimacs", "both")


def test_selectors_switch_named_constraints() -> None:
    item = hlogic.loads(
        "item many sort S { a, b } var on(S): bool constraint c(s in S): on(s) "
        "constraint d: not on(a) constraint t: true scope s { assume on(b) }"
    )
    clauses = Clauses(item.export("dimacs", "s", selectors=True))
    assert list(clauses.selectors) == ["c(a)", "c(b)", "d", "t"]
    on = clauses.selectors
    assert not clauses.possible([on["c(a)"], on["d"]])
    assert clauses.possible([on["c(a)"], on["c(b)"], on["t"]])
    assert clauses.count() == 2, "without selectors only what has no name holds"


# ---------------------------------------------------------------------------- the command


def run(*args: str) -> Result:
    return CliRunner(env={"NO_COLOR": "1"}).invoke(main, ["compile", *args])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "asks.hlogic").write_text(ASKS, encoding="utf-8")
    (tmp_path / "repairs.hlogic").write_text(REPAIRS, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("form", FORMS)
def test_every_form_goes_to_stdout_and_to_a_file(folder: Path, form: str) -> None:
    ask = ("--ask", "both") if form == "wcnf" else ()
    printed = run("repairs.hlogic", "--to", form, *ask)
    written = run("repairs.hlogic", "--to", form, *ask, "-o", "out")
    assert (printed.exit_code, written.exit_code, written.output) == (0, 0, "")
    assert (folder / "out").read_text(encoding="utf-8") == printed.stdout
    assert printed.stdout.endswith("\n")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("asks.hlogic", "--to", "asp", "--ask", "leest"), "did you mean least?"),
        (("asks.hlogic", "--to", "asp", "--scope", "non"), "did you mean none?"),
        (("asks.hlogic", "--to", "asp", "--ask", "values_"), "asks.hlogic:11:14"),
        (("asks.hlogic", "--to", "asp", "--selectors"), "asp has no selectors"),
        (("asks.hlogic", "--to", "json", "--ask", "some"), "json is of the whole item"),
        (("asks.hlogic", "--to", "wcnf"), "the item has no repair"),
        (("repairs.hlogic", "--to", "wcnf"), "its repairs are both, cheap"),
    ],
)
def test_what_is_refused(folder: Path, args: tuple[str, ...], said: str) -> None:
    (folder / "out").write_text("old")
    result = run(*args, "-o", "out")
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert (folder / "out").read_text() == "old"


def test_limits_leave_the_old_file(folder: Path) -> None:
    (folder / "out").write_text("old")
    (folder / "wide.hlogic").write_text("item wide var n: 0..200000 constraint c: n > 1")
    for form in ("dimacs", "asp", "bdd"):
        result = run("wide.hlogic", "--to", form, "-o", "out")
        assert result.exit_code == 3, result.output
        assert "does not encode to CNF" in result.stderr
    assert run("wide.hlogic", "--to", "json").exit_code == 0
    (folder / "slow.hlogic").write_text(
        "item slow var x(1..400): 0..9 constraint c(i, j in 1..400 where i < j): x(i) != x(j)"
    )
    result = run("slow.hlogic", "--to", "dimacs", "--timeout", "0.05", "-o", "out")
    assert result.exit_code == 3, result.output
    assert (folder / "out").read_text() == "old"
