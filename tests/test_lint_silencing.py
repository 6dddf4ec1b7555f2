"""Comments that silence a rule of lint: how far they reach, and those that nothing needs."""

from __future__ import annotations

from pathlib import Path

import pytest

import hlogic

UNUSED = 'item a "a"\nvar x: bool\n{}var y: bool{}\nask q "x?": possible x\n'


@pytest.mark.parametrize(
    ("before", "behind", "expected"),
    [
        ("", "", {"unused-variable"}),
        ("# lint: allow unused-variable - later\n", "", set()),
        ("# lint: allow unused-variable — 以后用\n", "", set()),
        ("#lint： allow unused-variable——以后用\n", "", set()),
        ("# lint: allow unused-variable, shadowing - later\n", "", {"unused-silencing"}),
        ("# lint: allow unused-variable - later\n# more of it\n\n", "", set()),
        ("", " # lint: allow unused-variable - later", set()),
        ("# lint: allow unused-variable\n", "", {"unused-variable", "bad-silencing"}),
        ("# lint: allow unused-variable -\n", "", {"unused-variable", "bad-silencing"}),
        ("# lint: allow unused-variabel - x\n", "", {"unused-variable", "bad-silencing"}),
        ("# lint: ignore unused-variable - x\n", "", {"unused-variable", "bad-silencing"}),
        ("# linting is fine\n", "", {"unused-variable"}),
        ("", "\n# lint: allow unused-variable - x", {"unused-variable", "unused-silencing"}),
    ],
)
def test_silencing(before: str, behind: str, expected: set[str]) -> None:
    found = hlogic.loads(UNUSED.format(before, behind)).lint().diagnostics
    assert {d.code for d in found} == expected


def test_silencing_of_the_whole_file() -> None:
    text = "# lint: allow unused-variable - all of them\n" + UNUSED.format("", "")
    assert hlogic.loads(text).lint().diagnostics == ()


def test_silencing_reaches_no_further_than_its_declaration() -> None:
    text = UNUSED.format("# lint: allow unused-variable - this one\n", "\nvar z: bool")
    (found,) = hlogic.loads(text).lint().diagnostics
    assert found.message == "the variable z is never read"


def test_silencing_is_not_needed_only_where_its_rule_was_run() -> None:
    text = UNUSED.format("# lint: allow shadowing - no\n", "")
    found = hlogic.loads(text).lint({"unused-silencing": "warning"})
    assert found.diagnostics == ()


def test_silencing_of_a_background_beside_the_item(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("It rains.", encoding="utf-8")
    text = 'item a "a"\n{}background from "t.txt"\nask q "?": count worlds\n'
    found = hlogic.loads(text.format(""), folder=tmp_path).lint().diagnostics
    assert [(d.code, Path(d.file).name) for d in found] == [("uncovered-text", "t.txt")]
    silent = text.format("# lint: allow uncovered-text - a draft\n")
    assert hlogic.loads(silent, folder=tmp_path).lint().diagnostics == ()


@pytest.mark.parametrize(
    ("codes", "hints"),
    [
        ("unused-variable, several-assertions", ["take several-assertions out of the comment"]),
        ("several-assertions", ["take the comment away"]),
        ("several-assertions, unused-sort", ["take the comment away"] * 2),
    ],
)
def test_the_hint_leaves_what_is_needed(codes: str, hints: list[str]) -> None:
    item = hlogic.loads(f"item a\nvar x: bool  # lint: allow {codes} - why\n")
    found = [d.hint for d in item.lint().diagnostics if "nothing here to silence" in d.message]
    assert found == hints
