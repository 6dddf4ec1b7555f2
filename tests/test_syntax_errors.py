"""Mistakes in a text: what is said of each, and that parsing goes on after it."""

from __future__ import annotations

import time

import pytest

import hlogic
from hlogic.compiler import ast
from hlogic.compiler.diagnostics import HlogicError
from hlogic.compiler.syntax.parse import keywords
from hlogic.compiler.syntax.printer import print_query
from hlogic.compiler.syntax.syntax_errors import (
    CONFUSED,
    FOREIGN_SIGNS,
    FOREIGN_WORDS,
    FORMS,
    FULL_WIDTH,
    SLIPS,
    Confused,
    Slip,
)
from hlogic.compiler.syntax.tables import tables
from parsed_texts import ITEM, mistakes, query


@pytest.mark.parametrize("slip", SLIPS, ids=lambda s: s.code + " " + s.snippets[0][:20])
def test_slips(slip: Slip) -> None:
    for snippet in slip.snippets:
        first, *_ = mistakes(ITEM + snippet)
        assert first.code == slip.code
        assert slip.says in first.message


@pytest.mark.parametrize("confused", CONFUSED, ids=lambda c: f"{c.typed} for {c.meant}")
def test_confused_signs(confused: Confused) -> None:
    for snippet in confused.snippets:
        (only,) = mistakes(ITEM + snippet)
        assert only.message == confused.message


@pytest.mark.parametrize("sign", FOREIGN_SIGNS)
def test_foreign_signs_are_named_and_read(sign: str) -> None:
    meant, message = FOREIGN_SIGNS[sign]
    places = {"not": f"constraint c: {sign}x", "": f"constraint c: x{sign}", "=": f"def c {sign} 1"}
    places |= {"..": f"sort S = 1{sign}5", ":": f"constraint c{sign} x"}
    places |= {"true": f"constraint c: {sign}", "false": f"constraint c: {sign}"}
    places |= {"exists": f"constraint c: {sign} y in S: x"}
    found = mistakes(ITEM + places.get(meant, f"constraint c: x {sign} x"))
    assert [d.message for d in found] == [message]


@pytest.mark.parametrize("sign", FULL_WIDTH)
def test_full_width_signs_are_named(sign: str) -> None:
    first, *_ = mistakes(f"{ITEM}constraint c: x {sign} x")
    assert first.code == "full-width"


@pytest.mark.parametrize(
    "sign", [s for s in FULL_WIDTH if FULL_WIDTH[s] in ("==", "!=", "<=", ">=")]
)
def test_half_wide_comparisons_are_read_whole(sign: str) -> None:
    (only,) = mistakes(f"{ITEM}constraint c: x {sign} x")
    assert only.message == f"full-width {sign} ; write {FULL_WIDTH[sign]}"


@pytest.mark.parametrize("word", FOREIGN_WORDS)
def test_foreign_words(word: str) -> None:
    meant, message = FOREIGN_WORDS[word]
    places = {"if": f"define p {{ rule r: p {word} x }}", "=": f"derive y {word} x"}
    places |= {"then": f"derive y = if x {word} 1 else 2"}
    places |= {"with": f"scope s {{ replace c {word} x }}"}
    places |= {"else": f"derive y = if x then 1 {word} 2", "{": f"scope s {word} retract c }}"}
    places |= {"}": f"scope s {{ retract c() {word}"}
    found = mistakes(ITEM + places.get(meant, f"constraint c: x {word} x"))
    assert found[0].message == message


def test_what_a_foreign_comment_says_is_no_mistake() -> None:
    text = f"{ITEM}constraint c: 1 > 0 and x = x // foo is the rule\nconstraint d: x = x"
    assert [(d.line, d.code) for d in mistakes(text)] == [
        (3, "single-equals"), (3, "foreign-comment"), (4, "single-equals"),
    ]  # fmt: skip


@pytest.mark.parametrize("form", FORMS, ids=lambda s: s.snippets[0][:30])
def test_a_form_written_another_way_is_one_mistake(form: Slip) -> None:
    for snippet in form.snippets:
        found, other = mistakes(f"{ITEM}{snippet}\nvar where: bool")
        assert (found.code, other.code) == (form.code, "reserved-word")
        assert form.says in found.message


def test_operands_in_operands_and_mistakes_among_them_are_all_said() -> None:
    found = mistakes(f"{ITEM}constraint c: max(1, max(2, 3)) == min(2, x = 1)")
    assert [d.message.rpartition("write ")[2] for d in found] == [
        "max of { 1, max(2, 3) }", "max of { 2, 3 }", "min of { 2, x = 1 }", "==",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["max(a b, c)", "sum(x im S: x)", "count(x in S, y)", "max()"])
def test_what_is_no_list_of_operands_is_said_otherwise(text: str) -> None:
    first, *_ = mistakes(f"{ITEM}constraint c: {text} == 1")
    assert " of {" not in first.message


def test_a_string_left_open_over_lines_is_one_mistake() -> None:
    prose = '“灯”亮着，门开着；\nthe "lamp" is on。\n\nuse it well, claim nothing：'
    text = f'item t\nbackground "甲说：\n{prose}完"\nvar y: bool\nconstraint c: y ＝＝ true'
    assert [(d.line, d.code) for d in mistakes(text)] == [(2, "unclosed"), (8, "full-width")]


@pytest.mark.parametrize(
    "next_line",
    ['claim d "b"', 'sort A "甲" { a }', 'ask q under s: x note "b"', "define stable p"],
)
def test_a_string_left_open_ends_before_a_declaration(next_line: str) -> None:
    found = mistakes(f'item t\nclaim c "a\n{next_line}\nvar x："c')
    assert [d.line for d in found if d.code == "unclosed" and d.line != 3] == [2, 4]
    (only,) = mistakes('item t\nclaim c "a\n  unmodelled because "b"\nclaim d "e"')
    assert only.line == 2


def test_many_strings_left_open_take_linear_time() -> None:
    began = time.process_time()
    mistakes("item t\n" + "'a\nb\n" * 30_000 + '"\\"\n' * 30_000 + "claim c 'a\n" * 30_000)
    assert time.process_time() - began < 5


def test_an_ask_named_as_a_query_is_referred_to_in_parentheses() -> None:
    """Without them the word begins a query wherever something may follow it."""
    for word in sorted(keywords(tables()) - {"core", "count", "not", "size"}):
        for tree in (ast.AskRef(word), ast.Ended(ast.AskRef(word), (ast.Under(ast.Ident("s")),))):
            text = print_query(tree)
            assert query(f"{text}\nask z: q2") == tree
            assert query(f"({text})\nask z: q2") == tree
    with pytest.raises(HlogicError):
        query("possible under s")


def test_all_mistakes_in_one_run() -> None:
    found = mistakes(
        "item t\nconstrant c: x\nvar y = bool\nask q: posible x\nsort A { a, b\nvar where: bool\n"
        'constraint d: x &&\nvar ok: bool\nclaim c "a\nask r: count world\n'
    )
    assert [(d.line, d.code) for d in found] == [
        (2, "misspelt"), (3, "equals-for-colon"), (4, "misspelt"), (6, "unclosed"),
        (6, "reserved-word"), (7, "foreign-sign"), (9, "unclosed"), (10, "misspelt"),
    ]  # fmt: skip


def test_an_unclosed_bracket_shows_where_it_was_opened() -> None:
    (only,) = mistakes(f"{ITEM}sort A {{ a, b\nvar y: A\n")
    assert only.message == "expected , or } before var"
    assert [label.span.line for label in only.labels] == [3]


@pytest.mark.parametrize(
    "word", ["sort", "table", "sort A:", "table t =", "ask q: possible x is not"]
)
def test_a_mistake_at_the_end_of_the_file(word: str) -> None:
    assert mistakes(f"{ITEM}{word}")


def test_a_hundred_mistakes_are_enough() -> None:
    assert len(mistakes("item t\n" + "constraint x\n" * 10_000)) <= 101


@pytest.mark.parametrize(
    ("formula", "hint"),
    [
        ("at == 一号", "did you mean s1?"),
        ("at == True", "did you mean true?"),
        ("FALSE or x", "did you mean false?"),
        ("at == Seats", ""),
        ("at == S.一号", "did you mean s1?"),
        ("at == s9", "there are s1, s2"),
        ("at == ss1", "did you mean s1?"),
    ],
)
def test_hints_where_a_value_is_unknown(formula: str, hint: str) -> None:
    text = f'{ITEM}sort S {{ s1 "一号", s2 }}\nsort Seat = S\nvar at: Seat\nconstraint c: {formula}'
    with pytest.raises(HlogicError) as caught:
        hlogic.loads(text)
    (only,) = caught.value.diagnostics
    assert (only.code, only.hint) == ("unknown-name", hint)
