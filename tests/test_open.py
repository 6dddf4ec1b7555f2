"""First-order items on the command line and as SMT-LIB."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import hlogic
from hlogic.backends.export.registry import FORMS
from hlogic.cli import main

CASES = sorted((Path(__file__).resolve().parent / "cases" / "open").glob("*.hlogic"))
ENDLESS = """\
item endless "an order without an end"
sort Time open { now }
var before(Time, Time): bool
constraint irreflexive: forall t in Time: not before(t, t)
constraint transitive: forall t, u, v in Time: before(t, u) and before(u, v) implies before(t, v)
constraint going_on: forall t in Time: exists u in Time: before(t, u)
ask q1: possible before(now, now) expect false
ask q2: truth exists t in Time: before(t, now) expect uncertain
"""


def run(*args: str) -> Result:
    result = CliRunner(env={"NO_COLOR": "1"}).invoke(main, list(args))
    assert isinstance(result.exception, SystemExit | None), repr(result.exception)
    assert "Traceback" not in result.output
    return result


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_commands(path: Path) -> None:
    assert run("check", str(path)).exit_code == 0
    assert run("fmt", "--check", str(path)).exit_code in (0, 1)
    solved = run("solve", "--json", str(path))
    answers = json.loads(solved.stdout)["answers"]
    assert {a["status"] for a in answers} <= {"ok", "error"}
    assert "all met" in run("test", str(path)).output
    assert "constant-comparison" not in run("lint", "--deep", str(path)).output
    listed = run("worlds", str(path))
    assert listed.exit_code == 2
    assert "error[open-worlds]" in listed.stderr
    audited = run("audit", str(path))
    assert audited.exit_code == 2
    assert "error[open-worlds]" in audited.stderr
    page = run("report", str(path))
    assert page.exit_code == 0
    assert "uncertain" in page.output
    for form in FORMS:
        if form != "smtlib":
            refused = run("compile", "--to", form, str(path))
            assert refused.exit_code == 2
            assert "error[open-export]" in refused.stderr


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_smtlib_by_another_reader(path: Path) -> None:
    """z3, given the file that an ask is exported as, comes to the answer."""
    z3 = pytest.importorskip("z3")
    item = hlogic.load(path)
    for id, ask in item.compiled.asks.items():
        if ask.modality not in ("possible", "necessary") or ask.expects_error:
            continue
        if path.stem == "mixed":  # has a `define`
            with pytest.raises(hlogic.LimitError, match="no form as a first-order symbol"):
                item.export("smtlib", ask=id)
            continue
        text = item.export("smtlib", ask=id)
        context = z3.Context()
        verdict = str(z3.z3core.Z3_eval_smtlib2_string(context.ref(), text)).strip()
        says = [line for line in text.splitlines() if line.startswith("; satisfiable:")]
        if verdict == "unknown" or not says:
            continue
        words = dict(zip(("sat", "unsat"), says[0][2:].split("; "), strict=True))
        assert words[verdict].endswith(str(item.ask(id).value).lower()), (id, words)


def test_undecided_is_said_and_contradictions_are_found() -> None:
    item = hlogic.loads(ENDLESS)
    first, second = item.solve()
    assert first.value is False
    assert first.warnings[0].startswith("whether the scope base has a world is undecided:")
    assert (second.status, second.value) == ("partial", None)
    assert second.error is not None
    assert "z3 gave up after" in second.error
    assert "cancel" not in second.error
    explained = hlogic.loads(ENDLESS).explain("q2")
    assert (explained.status, explained.error) == ("limit", second.error)


def test_what_was_too_large_does_not_hide_what_was_tried() -> None:
    """Nor does who explains an ask come to other words than who answers it."""
    text = (
        "item big\nsort P open { p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11 }\n"
        "var r(P, P): bool\nvar s(P, P, P): bool\n"
        "constraint t: forall x, y, z in P: r(x, y) and r(y, z) implies r(x, z)\n"
        "constraint u: forall x, y, z, w in P: s(x, y, z) and r(z, w) implies s(x, y, w)\n"
        "constraint f: r(p0, p1) and r(p1, p2) and r(p2, p3) and s(p0, p0, p0)\n"
        "constraint n: forall x in P: not r(x, x)\n"
        "ask q: possible forall x in P: exists y in P: r(x, y)"
    )
    answered = hlogic.loads(text).ask("q").error
    assert answered is not None
    assert "no contradiction among the instances over terms of depth 1; " in answered
    assert "; over terms of depth 2, " in answered
    assert hlogic.loads(text).explain("q").error == answered


def test_undecided_expectation_is_not_met(tmp_path: Path) -> None:
    (tmp_path / "endless.hlogic").write_text(ENDLESS, "utf-8")
    result = run("test", str(tmp_path / "endless.hlogic"))
    assert result.exit_code != 0
    assert "undecided" in result.output


def test_same_bytes_on_both_engines() -> None:
    for path in CASES:
        texts = []
        for engine in ("sat", "smt"):
            answers = hlogic.load(path, engine=engine).solve()
            texts.append(
                [(a.id, a.status, a.value, a.display, a.error, a.warnings) for a in answers]
            )
        assert texts[0] == texts[1]
