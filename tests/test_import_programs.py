"""`hlogic import proofwriter`: the logic programs of records to items."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli_runs import run
from import_runs import checked, item

PROGRAM = """\
Predicates:
Cold($x, bool) ::: Is x cold?
Sees($x, $y, bool) ::: Does x see y?

Facts:
Cold(BaldEagle, True) ::: The bald eagle is cold.
Sees(BaldEagle, Cat, True) ::: The bald eagle sees the cat.

Rules:
Cold($x, True) && Sees($x, $y, True) >>> Cold($y, True) ::: What a cold thing sees is cold.

Query:
Cold(Cat, False) ::: The cat is not cold.
"""
CONTEXT = "The bald eagle is cold. The bald eagle sees the cat. What a cold thing sees is cold."


def programmed(program: str = PROGRAM, **fields: Any) -> str:
    record = {
        "id": "Demo_Q1", "context": CONTEXT, "question": "Is it so? The cat is not cold.",
        "answer": "B", "options": ["A) True", "B) False", "C) Unknown"],
        "raw_logic_programs": [program],
    }  # fmt: skip
    return json.dumps([record | fields])


def test_a_program_without_denials(folder: Path) -> None:
    text = item(folder, programmed(), form="proofwriter")
    checked(text)
    assert 'item proofwriter_0 "Demo_Q1" { lang: en }' in text
    assert 'sort Thing open { BaldEagle "bald eagle", Cat "cat" }' in text
    assert 'var Sees(Thing, Thing) "Sees({1}, {2})": bool  cites p2' in text
    assert "forall x, y in Thing: Cold(x) and Sees(x, y) implies Cold(y)  cites p3" in text
    assert 'ask q "The cat is not cold.": truth not Cold(Cat) expect false\n' in text


def test_a_program_with_denials_runs_one_way(folder: Path) -> None:
    program = PROGRAM.replace("Sees(BaldEagle, Cat, True)", "!Sees(BaldEagle, Cat, True)")
    text = item(folder, programmed(program), form="proofwriter")
    checked(text)
    assert 'var not_Sees(Thing, Thing) "not Sees({1}, {2})": bool  cites p2\n' in text
    assert "constraint p2x: not_Sees(BaldEagle, Cat)  cites p2\n" in text
    assert 'var statement "The cat is not cold": bool' in text
    where = "(not_Cold(Cat) implies statement) and (Cold(Cat) implies not statement)"
    assert f"truth statement where {where}" in " ".join(text.split())


@pytest.mark.parametrize(
    ("old", "new", "column", "message"),
    [
        (
            "Cold(BaldEagle, True)",
            "Cold(BaldEagle True)",
            20,
            "the last argument of an atom is True",
        ),
        ("Cold(BaldEagle, True)", "Cold BaldEagle", 1, "an atom `P(a, True)` should stand here"),
        ("$x, True) && Sees", "$x, True) & Sees", 16, "`&&` should stand between atoms"),
        ("Cold(BaldEagle, True)", "Cold(?, True)", 6, "the arguments of an atom are names"),
    ],
)
def test_a_line_that_cannot_be_read(
    folder: Path, old: str, new: str, column: int, message: str
) -> None:
    (folder / "a.json").write_text("\n" + programmed(PROGRAM.replace(old, new)))
    result = run("import", "proofwriter", "a.json", "-o", "out")
    assert result.exit_code == 2
    assert f"a.json:2:{column}: error[fol-syntax]: " in result.stderr
    assert message in result.stderr


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"raw_logic_programs": []}, "the record has no program"),
        ({"raw_logic_programs": ["Query:"]}, "the program has 0 queries, not one"),
        ({"answer": "D"}, "the answer is none of True, False and Unknown"),
        ({"options": ["A", 1]}, "options[1] should be a text"),
    ],
)
def test_bad_programs(folder: Path, fields: dict[str, Any], message: str) -> None:
    (folder / "a.json").write_text(programmed(**fields))
    result = run("import", "proofwriter", "a.json", "-o", "out")
    assert (result.exit_code, message in result.stderr) == (2, True), result.stderr


def test_a_sentence_that_the_context_lacks(folder: Path) -> None:
    text = item(folder, programmed(context="The cat sleeps."), form="proofwriter", code=1)
    checked(text)
    assert 'claim p1 "The cat sleeps." unmodelled' in text
    note = "the context does not hold the sentence of this line; it is put behind it"
    assert f'cites p2\n  note "{note}; in the record: Cold(BaldEagle, True)"' in text
    assert 'claim p4 "What a cold thing sees is cold."' in text


def test_messages_name_the_record(folder: Path) -> None:
    rule = "Cold($x, True) && Sees"
    twice = PROGRAM.replace(rule, f"Cold($x, True) >>> {rule}")
    (folder / "a.json").write_text(programmed(twice))
    result = run("import", "proofwriter", "a.json", "-o", "out")
    place = f"a.json:1:{twice.splitlines()[9].rindex('>>>') + 1}"
    message = "Demo_Q1: rule: a rule has one `>>>`, and this is its second"
    assert f"{place}: error[fol-syntax]: {message}\n" in result.stderr


def test_a_line_without_a_formula(folder: Path) -> None:
    fact = "Cold(BaldEagle, True)"
    (folder / "a.json").write_text(programmed(PROGRAM.replace(fact, "")))
    result = run("import", "proofwriter", "a.json", "-o", "out")
    assert result.exit_code == 2
    assert "error[fol-syntax]: Demo_Q1: fact: the formula is empty\n  1 | " in result.stderr
