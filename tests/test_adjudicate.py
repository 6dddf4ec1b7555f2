"""`hlogic adjudicate`: what may be recorded, how it is kept, and how it is summed up."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from cli_runs import run
from hlogic.compiler.adjudication import OUTCOMES

A = 'item a var v "数": 0..2 ask q1 "一": values v ask q2 "二": count worlds ask q3 "三": values v'
B = 'item b var n "数": 0..2 ask q1 "一": values n ask two "二": count (n > 0)'


@pytest.fixture(autouse=True)
def pair(folder: Path) -> Path:
    (folder / "a.hlogic").write_text(A, "utf-8")
    (folder / "b.hlogic").write_text(B, "utf-8")
    return folder


def adjudicate(*more: str, files: tuple[str, ...] = ("a.hlogic", "b.hlogic")):  # type: ignore[no-untyped-def]
    return run("adjudicate", *files, "--ledger", "l.jsonl", *more)


def test_one_line_is_added(pair: Path) -> None:
    done = adjudicate("--ask", "q2", "--outcome", "one-corrected", "--note", "B 数错了")
    assert (done.exit_code, done.output) == (0, "")
    line = (pair / "l.jsonl").read_text("utf-8")
    assert json.loads(line) == {
        "item": "a",
        "agree": False,
        "outcome": "one-corrected",
        "note": "B 数错了",
        "a": {"file": "a.hlogic", "sha256": hashed(A), "ask": "q2", "answer": 3},
        "b": {"file": "b.hlogic", "sha256": hashed(B), "ask": "two", "answer": 2},
    }
    assert line.endswith("}\n")
    adjudicate("--ask", "q1", "--outcome", "both-right", "--date", "2026-03-01")
    first, second = (pair / "l.jsonl").read_text("utf-8").splitlines(keepends=True)
    assert first == line
    assert json.loads(second)["date"] == "2026-03-01"


def hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(("ask", "agree"), [("q1", True), ("q2", False)])
def test_outcomes_depend_on_whether_they_agree(pair: Path, ask: str, agree: bool) -> None:
    for outcome in OUTCOMES[agree]:
        assert adjudicate("--ask", ask, "--outcome", outcome).exit_code == 0
    before = (pair / "l.jsonl").read_bytes()
    for outcome in set(OUTCOMES[not agree]) - set(OUTCOMES[agree]):
        done = adjudicate("--ask", ask, "--outcome", outcome)
        assert done.exit_code == 2
        assert f"the two {'agree' if agree else 'differ'} on {ask}" in done.stderr
    assert (pair / "l.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--ask", "q9", "--outcome", "ambiguous"), "no ask is called q9"),
        (("--ask", "q3", "--outcome", "ambiguous"), "only A asks q3"),
        (("--ask", "q1"), "say which ask"),
        (("--ask", "q1", "--outcome", "right"), "'right' is not one of"),
        (("--ask", "q1", "--outcome", "ambiguous", "--date", "today"), "YYYY-MM-DD"),
        (("--summary", "--ask", "q1"), "--summary records nothing"),
    ],
)
def test_what_is_refused_leaves_no_ledger(pair: Path, more: tuple[str, ...], message: str) -> None:
    done = adjudicate(*more)
    assert done.exit_code == 2
    assert message in done.stderr
    assert not (pair / "l.jsonl").exists()


def test_standard_input_has_no_place_in_a_ledger() -> None:
    assert adjudicate("--summary", files=("a.hlogic", "-")).exit_code == 2
    assert adjudicate("--ask", "q1", files=("a.hlogic",)).exit_code == 2


def test_summary(pair: Path) -> None:
    for ask, outcome in (("q1", "both-right"), ("q2", "notation"), ("q2", "one-corrected")):
        adjudicate("--ask", ask, "--outcome", outcome)
    done = adjudicate("--summary", files=())
    assert done.exit_code == 0
    assert done.stdout == (
        "outcome         agree  disagree\n"
        "--------------  -----  --------\n"
        "both-right          1\n"
        "one-corrected                 1\n"
        "both-corrected      0         0\n"
        "notation                      0\n"
        "ambiguous           0         0\n"
        "all                 1         1\n"
        "2 asks of 1 item; 1 line superseded\n"
    )
    (pair / "b.hlogic").write_text(B + "  # corrected", "utf-8")
    adjudicate("--ask", "q2", "--outcome", "ambiguous")
    changed = adjudicate("--summary").stdout
    assert "1 ask of 1 item\nnot adjudicated: q1\n" in changed
    assert "3 asks of 1 item; 1 line superseded" in adjudicate("--summary", files=()).stdout


GOOD = (
    '{"item": "a", "agree": true, "outcome": "both-right", "note": "", "a": {"file": "a", "sha256":'
    ' "0", "ask": "q", "answer": 1}, "b": {"file": "b", "sha256": "1", "ask": "q", "answer": null}}'
)


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        ("{", "not JSON", 2),
        ("[]", "an adjudication is an object", 1),
        (GOOD.replace('"agree": true', '"agree": 1'), "`agree` of an adjudication is true or", 15),
        (GOOD.replace('"agree"', '"agre"'), "lacks `agree`", 15),
        (GOOD.replace("both-right", "notation"), "notation is no outcome where", 41),
        (GOOD.replace("true", "false"), "both-right is no outcome where", 42),
        (GOOD.replace('"sha256": "1", ', ""), "`b` lacks `sha256`", 1),
        (GOOD.replace('"note"', '"date": 3, "note"'), "`date` is a text", 55),
    ],
)
def test_malformed_lines_are_shown_and_nothing_is_added(
    pair: Path, line: str, message: str, column: int
) -> None:
    (pair / "l.jsonl").write_text(f"{GOOD}\n\n{line}\n", "utf-8")
    for done in (
        adjudicate("--ask", "q1", "--outcome", "both-right"),
        adjudicate("--summary", files=()),
    ):
        assert done.exit_code == 2
        assert f"l.jsonl:3:{column}: error[bad-ledger]" in done.stderr
        assert message in done.stderr
    assert (pair / "l.jsonl").read_text("utf-8") == f"{GOOD}\n\n{line}\n"


def test_last_line_without_a_line_break_is_kept(pair: Path) -> None:
    (pair / "l.jsonl").write_text(GOOD, "utf-8")
    assert adjudicate("--ask", "q1", "--outcome", "both-right").exit_code == 0
    first, second, rest = (pair / "l.jsonl").read_text("utf-8").split("\n")
    assert (first, rest) == (GOOD, "")
    assert json.loads(second)["a"]["ask"] == "q1"


def test_what_was_not_answered_is_not_judged(pair: Path) -> None:
    wide = 'item a var v(1..40) "数{1}": bool ask q1: values set(i in 1..40: v(i))'
    (pair / "a.hlogic").write_text(wide, "utf-8")
    done = adjudicate("--ask", "q1", "--outcome", "ambiguous", "--timeout", "0.2")
    assert done.exit_code == 3
    assert not (pair / "l.jsonl").exists()


def test_ledger_that_is_not_there() -> None:
    done = adjudicate("--summary", files=())
    assert done.exit_code == 2
    assert "no-such-file" in done.stderr
