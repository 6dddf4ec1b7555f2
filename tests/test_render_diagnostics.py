"""How diagnostics look on a terminal."""

from __future__ import annotations

import pytest

from hlogic.compiler.diagnostics import Diagnostic, Label
from hlogic.compiler.source import Source, Span, width
from hlogic.render.diagnostics import WINDOW, render, render_all, summary
from render_made import found


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
