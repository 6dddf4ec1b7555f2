"""How answers and expectations look, on objects made by hand."""

from __future__ import annotations

import pytest

from hlogic.compiler.answer import Answer, Json, Outcome, Shape, Status
from hlogic.render.outcomes import Tally, outcome_text
from hlogic.render.text import answer_text
from render_made import answer


def body(made: Answer, language: str = "") -> list[str]:
    """The lines below the question, without their margin."""
    head, *lines = answer_text(made, language).splitlines()
    assert head.startswith("q1")
    return [line.removeprefix("    ") for line in lines]


# ---------------------------------------------------------------------------- answers in words


def test_head_gives_id_question_and_scope() -> None:
    text = answer_text(answer(True, "boolean", scope="swapped", question="谁\n  值班？"))
    assert text == "q1  谁 值班？  (under swapped)\n    true\n"
    assert answer_text(answer(3, "integer", question="")) == "q1\n    3\n"


@pytest.mark.parametrize(
    ("language", "text", "empty"),
    [
        ("zh", "李明、王芳", "（无）"),
        ("zh-Hans", "李明、王芳", "（无）"),
        ("en", "李明, 王芳", "(none)"),
        ("", "李明, 王芳", "(none)"),
    ],
)
def test_sets_by_language(language: str, text: str, empty: str) -> None:
    assert body(answer(["李明", "王芳"]), language) == [text]
    assert body(answer([]), language) == [empty]


def test_members_that_are_lists_have_a_line_each() -> None:
    assert body(answer([["a", "b"], ["c", ["d", 1]], []])) == ["- a, b", "- c, (d, 1)", "- (none)"]


@pytest.mark.parametrize(
    ("display", "shape", "text"),
    [
        (False, "boolean", "false"),
        (-3, "integer", "-3"),
        ("uncertain", "string", "uncertain"),
        ([1, 3], "row", "(1, 3)"),
        ([], "row", "()"),
    ],
)
def test_single_values(display: Json, shape: Shape, text: str) -> None:
    assert body(answer(display, shape)) == [text]


def test_family_has_a_set_a_line() -> None:
    made = answer([["r1", "r2"], ["r3(li)"], []], "family")
    assert body(made) == ["{r1, r2}", "{r3(li)}", "{(none)}"]


def test_rows_are_a_table_by_columns() -> None:
    made = answer([["李明", 2, "x"], ["wang", 10, "y"]], "rows", fields=("医生", "n", "c"))
    assert body(made) == [
        "医生   n  c",
        "----  --  -",
        "李明   2  x",
        "wang  10  y",
        "(2 rows)",
    ]


def test_rows_that_are_empty() -> None:
    assert body(answer([], "rows", fields=("a",))) == ["a", "-", "(0 rows)"]
    assert body(answer([[]], "rows")) == ["(1 row)"]


def test_cases_are_indented() -> None:
    nested: Json = [
        {"case": "a", "result": ["x", "y"]},
        {"case": ["b", 1], "result": [["x"], ["y"]]},
        {"case": "c", "result": [{"case": "d", "result": True}, {"case": "e", "result": 2}]},
    ]
    assert body(answer(nested, "cases")) == [
        "a: x, y",
        "b, 1:",
        "  - x",
        "  - y",
        "c:",
        "  d: true",
        "  e: 2",
    ]


@pytest.mark.parametrize("status", ["error", "partial", "timeout", "memory", "interrupted"])
def test_what_is_no_whole_answer_says_so(status: Status) -> None:
    made = answer(None, status=status, error="x has no value\nwhere a = 1")
    word = "LIMIT" if status == "partial" else status.upper()
    assert body(made) == [f"{word}: x has no value", "  where a = 1"]


def test_warnings_follow_the_answer() -> None:
    made = answer(False, "boolean", warnings=("the scope base has no world",))
    assert body(made) == ["false", "warning: the scope base has no world"]


def test_nothing_steers_the_terminal() -> None:
    text = answer_text(answer(["\x1b[31mred"], question="\x07?"))
    assert "\x1b" not in text
    assert "\x07" not in text


# ---------------------------------------------------------------------------- expectations


def test_expectations_are_counted_and_differences_shown() -> None:
    tally = Tally(2)
    tally.add(Outcome("q1", True, "3", "3", answer(3, "integer")))
    assert tally.summary() == "1 expectation in 2 files: all met\n"
    wrong = Outcome("q2", False, "{li}", "error", answer(None, status="error", error="no value"))
    tally.add(wrong)
    assert tally.summary() == "2 expectations in 2 files: 1 not met\n"
    assert outcome_text("a.hlogic", wrong) == (
        "a.hlogic: q2\n  expected  {li}\n  actual    error\n            no value\n"
    )


def test_nothing_tested_is_said() -> None:
    tally = Tally(1)
    tally.unreadable = 1
    assert tally.summary() == "0 expectations in 1 file: nothing was tested; 1 file not readable\n"
