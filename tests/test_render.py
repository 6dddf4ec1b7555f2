"""How answers and diagnostics look, on objects made by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from hlogic.compiler.answer import Answer, Json, Outcome, Shape, Status
from hlogic.compiler.diagnostics import Diagnostic, Label
from hlogic.compiler.source import Source, Span, width
from hlogic.render.diagnostics import WINDOW, render, render_all, summary
from hlogic.render.json import diagnostic_object, document, problem_object
from hlogic.render.outcomes import Tally, outcome_text
from hlogic.render.text import answer_text


def found(text: str, marked: str, **more: Any) -> Diagnostic:
    """An error at the first place of `marked` in a text."""
    source = Source("a.hlogic", text)
    start = text.index(marked)
    return Diagnostic("some-code", "a message", Span(source, start, start + len(marked)), **more)


def answer(
    display: Json | None,
    shape: Shape = "set",
    status: Status = "ok",
    fields: tuple[str, ...] = (),
    **more: Any,
) -> Answer:
    given: dict[str, Any] = {"question": "谁？", "modality": "values", "scope": "base"} | more
    return Answer(
        id="q1",
        shape=shape,
        value=display,
        display=display,
        status=status,
        exact=status == "ok",
        engine="oracle",
        seconds=0.25,
        fields=fields,
        **given,
    )


def body(made: Answer, language: str = "") -> list[str]:
    """The lines below the question, without their margin."""
    head, *lines = answer_text(made, language).splitlines()
    assert head.startswith("q1")
    return [line.removeprefix("    ") for line in lines]


# ---------------------------------------------------------------------------- diagnostics


def test_one_diagnostic_in_full() -> None:
    text = "item a\nvar b: bool\nconstraint c: bb\n"
    source = Source("a.hlogic", text)
    label = Label(Span(source, text.index("b:"), text.index("b:") + 1), "declared here")
    assert render(found(text, "bb", hint="did you mean b?", labels=(label,))) == (
        "a.hlogic:3:15: error[some-code]: a message\n"
        "  3 | constraint c: bb\n"
        "    |               ^^\n"
        "  2 | var b: bool\n"
        "    |     - declared here\n"
        "  = hint: did you mean b?\n"
    )


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("值班医生是王方吗", "王方"),
        ("😀甲：乙在家", "乙"),
        ("\tx\ty", "y"),
        ("e\u0301te\u0301 x", "x"),
        ("全角\u3000空格", "空格"),
        ("a\x1b[31mb", "b"),
        ("word", "word"),
    ],
)
def test_marks_stand_below_what_they_mark(text: str, marked: str) -> None:
    _, line, marks = render(found(text, marked)).splitlines()
    assert "\x1b" not in line
    assert "\t" not in line
    start = line.index(marked)
    assert width(line[:start]) == marks.index("^")
    assert width(marked) == marks.count("^")


def test_long_line_is_cut_around_the_place() -> None:
    text = "很长的一行" * 400 + "错误" + "后面" * 400
    _, line, marks = render(found(text, "错误")).splitlines()
    assert width(line) < WINDOW + 12
    assert line.split("| ")[1].startswith("…")
    assert line.endswith("…")
    assert width(line[: line.index("错误")]) == marks.index("^")


def test_place_at_the_start_of_a_long_line() -> None:
    _, line, marks = render(found("错误" + "后面" * 400, "错误")).splitlines()
    assert line.split("| ")[1].startswith("错误")
    assert marks.endswith("| ^^^^")


def test_place_over_several_lines_is_marked_to_the_end_of_the_first() -> None:
    _, line, marks = render(found("ab\ncd", "b\nc")).splitlines()
    assert line.endswith("| ab")
    assert marks.endswith("|  ^")


def test_place_at_the_end_of_the_text() -> None:
    source = Source("a.hlogic", "item a\n")
    text = render(Diagnostic("eof", "more is missing", Span(source, 7, 7)))
    assert text.splitlines()[0] == "a.hlogic:2:1: error[eof]: more is missing"
    assert text.splitlines()[2].endswith("| ^")


def test_what_has_no_text_shows_no_line() -> None:
    place = Span(Source("nope.hlogic", ""), 0, 0)
    assert render(Diagnostic("no-such-file", "it is not there", place)) == (
        "nope.hlogic: error[no-such-file]: it is not there\n"
    )


def test_label_in_another_file_names_it() -> None:
    other = Source("text.txt", "one\ntwo\n")
    text = render(found("item a", "a", labels=(Label(Span(other, 4, 7), "here"),)))
    assert "   --> text.txt:2:1\n  2 | two\n    | --- here\n" in text


def test_two_marks_of_one_line_share_it() -> None:
    source = Source("a.hlogic", "a b")
    label = Label(Span(source, 0, 1), "here")
    text = render(Diagnostic("c", "m", Span(source, 2, 3), labels=(label,)))
    assert text.splitlines()[1:] == ["  1 | a b", "    |   ^", "    | - here"]


def test_several_diagnostics_and_their_summary() -> None:
    first, second = found("item a", "a"), found("item a", "item", severity="warning")
    text = render_all([first, second])
    assert text.endswith("\n\n1 error, 1 warning\n")
    assert summary([first, first]) == "2 errors"
    assert summary([]) == "no errors"
    assert render_all([]) == ""


def test_colour_changes_no_letter() -> None:
    plain, coloured = render(found("item a", "a")), render(found("item a", "a"), colour=True)
    assert coloured != plain
    for code in ("1;31", "1", "2", "36", "0"):
        coloured = coloured.replace(f"\x1b[{code}m", "")
    assert coloured == plain


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


# ---------------------------------------------------------------------------- answers in JSON


@pytest.fixture
def valid() -> Callable[[str], Any]:
    """Reads a document and holds it against the schema."""
    schema = json.loads(files("hlogic").joinpath("answers.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)

    def check(text: str) -> Any:
        read = json.loads(text)
        validator.validate(read)
        return read

    return check


SHAPES: list[tuple[Json, Shape]] = [
    (True, "boolean"),
    (10**30, "integer"),
    ("true", "string"),
    (["a", 1, ["b", ["c"]]], "set"),
    ([1, 3], "row"),
    ([["a", 1]], "rows"),
    ([["r1", "r2(a)"]], "family"),
    ([{"case": "a", "result": [{"case": ["b"], "result": [["c"]]}]}], "cases"),
]


@pytest.mark.parametrize(("value", "shape"), SHAPES)
def test_every_shape_fits_the_schema(valid: Any, value: Json, shape: Shape) -> None:
    read = valid(document("a", [answer(value, shape)]))
    assert read["answers"][0]["value"] == value
    assert list(read) == ["item", "answers"]


def test_keys_of_an_answer_stand_in_the_documented_order(valid: Any) -> None:
    read = valid(document("a", [answer(["x"], warnings=("w",), fields=("f",))]))
    assert list(read["answers"][0]) == [
        "id", "question", "modality", "scope", "shape", "value", "display", "status", "exact",
        "engine", "seconds", "warnings", "fields",
    ]  # fmt: skip


@pytest.mark.parametrize("status", ["error", "partial", "timeout", "memory", "interrupted"])
def test_every_status_fits_the_schema(valid: Any, status: Status) -> None:
    read = valid(document("a", [answer(None, status=status, error="why")]))
    assert read["answers"][0]["error"] == "why"
    assert read["answers"][0]["exact"] is False


def test_failures_fit_the_schema(valid: Any) -> None:
    label = Label(Span(Source("b.txt", "x"), 0, 1), "here")
    place = found("item a\nvar 甲", "甲", labels=(label,))
    missing = Diagnostic("no-such-file", "m", Span(Source("nope", ""), 0, 0))
    problems = [diagnostic_object(place), diagnostic_object(missing), problem_object("usage", "m")]
    read = valid(document(None, (), problems))
    first, second, third = read["diagnostics"]
    assert (first["line"], first["column"], first["end_column"]) == (2, 5, 6)
    assert (second["file"], second["line"]) == ("nope", None)
    assert third["file"] is None


def test_schema_refuses_what_is_half() -> None:
    schema = json.loads(files("hlogic").joinpath("answers.schema.json").read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    for wrong in (
        answer(None),  # ok, and no value
        answer(["x"], status="timeout", error="late"),
        answer(3, "boolean"),
        answer(["a"], "rows"),
        answer(None, status="error"),  # and no word of why
    ):
        assert not validator.is_valid(json.loads(document("a", [wrong])))


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
