"""Parsing: the worked cases, the grammar's fine points, mistakes and their messages, depth."""

from __future__ import annotations

import json
import re
import time
import unicodedata
from pathlib import Path

import pytest

from hlogic.compiler import ast
from hlogic.compiler.source import Source
from hlogic.compiler.syntax.lexer import RESERVED
from hlogic.compiler.syntax.parse import MAX_DEPTH, keywords, parse_file
from hlogic.compiler.syntax.printer import print_expr, print_file, print_query
from hlogic.compiler.syntax.tables import GRAMMAR, TABLE, packed, tables
from parsed_texts import ITEM, body, mistakes, parsed, query

CASES = Path(__file__).parent / "cases"
# The files of errors/ whose mistake is one of syntax; the line is in their first line.
SYNTACTIC = (
    "bad_escape", "bound_open", "chained_comparison", "double_ampersand", "full_width",
    "keyword_as_name", "other_languages", "rule_head_forms", "rule_outside", "single_equals",
    "unclosed_brace", "unclosed_string",
)  # fmt: skip


# ------------------------------------------------------------------ the cases


@pytest.mark.parametrize("path", sorted(CASES.glob("*.hlogic")), ids=lambda p: p.stem)
def test_cases_parse_and_print_back(path: Path) -> None:
    tree = parsed(path.read_text(encoding="utf-8"))
    assert parsed(print_file(tree)) == tree


@pytest.mark.parametrize("path", sorted(CASES.glob("errors/*.hlogic")), ids=lambda p: p.stem)
def test_errors_of_syntax_are_on_their_lines(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if path.stem not in SYNTACTIC:
        parsed(text)
        return
    lines = [int(line) for line in re.findall(r"\bat line (\d+):", text.splitlines()[0])]
    assert [d.line for d in mistakes(text)] == lines


# ------------------------------------------------------------------ how formulas nest


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("a and forall x in S: P or Q", "a and forall x in S: P or Q"),
        ("(a and forall x in S: P) or Q", "a and (forall x in S: P) or Q"),
        ("not forall x in S: P and Q", "not forall x in S: P and Q"),
        ("1 + if c then a else b + 2 == 3", "1 + if c then a else b + 2 == 3"),
        ("(1 + (if c then a else b)) + 2", "1 + (if c then a else b) + 2"),
        ("a implies (b implies c)", "a implies b implies c"),
        ("(a implies b) implies c", "(a implies b) implies c"),
        ("(a iff b) iff c", "a iff b iff c"),
        ("a iff (b iff c)", "a iff (b iff c)"),
        ("(a and b) and c", "(a and b) and c"),
        ("a - (b - c) * -d", "a - (b - c) * -d"),
        ("match (x in S) { true: a }", "match (x in S) { true: a }"),
        ("f() and g", "f and g"),
        ("x ∉ S ∧ ¬ y → z ↔ w", "x not in S and not y implies z iff w"),
        ("exactly (k + 1) (x in S where c: p)", "exactly (k + 1) (x in S where c: p)"),
        ("match x { ann: 5 bo: n default 1 }", "match x { ann: 5, bo: n default 1 }"),
        ("min of { a, } == 0", "min of { a } == 0"),
    ],
)
def test_expressions(text: str, printed: str) -> None:
    assert print_expr(body(text)) == printed


def test_a_chain_is_one_node() -> None:
    assert body("a and b and c") == ast.Chain("and", tuple(map(ast.Name, "abc")))


@pytest.mark.parametrize(
    "text",
    [
        "values x minus values y under s minus q4",
        "values x minus (values y minus values z)",
        "size of values x where p",
        "(size of values x) where p",
        "(values x minus values y) where p",
        "for_scopes {base, s}: values x under s",
        "hitting smallest { {a, b}, {b(c)} }",
    ],
)
def test_queries(text: str) -> None:
    assert print_query(query(text)) == text


def test_endings_belong_to_the_inner_query() -> None:
    found = query("not possible x where y")
    assert isinstance(found, ast.Wrapped)
    assert isinstance(found.query, ast.Ended)


# ------------------------------------------------------------------ words and names


@pytest.mark.parametrize("word", sorted(keywords(tables()) - RESERVED))
def test_a_word_that_is_not_reserved_may_be_any_name(word: str) -> None:
    parsed(
        f"item {word}\nsort {word} {{ {word}, b }}\nvar {word}(S): {word}\n"
        f"constraint {word}: {word} and {word}({word}) == {word}.{word}\n"
        f"scope {word} {{ retract {word}, b }}\nask {word} under {word}: values {word}\n"
        f"ask q: size of ({word}) expect {{{word}, b}}\n"
    )


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_a_reserved_word_is_no_name_of_a_value(word: str) -> None:
    first, *_ = mistakes(f"item t\nvar {word}: bool\n")
    assert (first.code, first.line) == ("reserved-word", 2)
    parsed(f"item {word}\nconstraint {word}: x\nask {word}: select {{ case {word}: q }}")


def test_names_are_compared_after_nfc() -> None:
    decomposed = unicodedata.normalize("NFD", "é가")
    assert body(decomposed) == ast.Name("é가")


# ------------------------------------------------------------------ texts


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (r'"a\n\t\"\'\\\u{1F600}"', "a\n\t\"'\\\U0001f600"),
        ("'a\"b'", 'a"b'),
        ('"""\na\\n\n  """', "a\\n"),
        ('"""a"b\n c"""', 'a"b\n c'),
        ("「a\n\\」", "a\n\\"),
        ('""', ""),
    ],
)
def test_texts(written: str, value: str) -> None:
    (found,) = parsed(f"item t\nbackground {written}").declarations
    assert found == ast.Background(value, None)


def test_comments_are_kept_with_their_places() -> None:
    _, comments = parse_file(Source.of("t", "# a\nitem t # b\n  # c"))
    assert [(c.text, c.span.line, c.own_line) for c in comments] == [
        ("# a", 1, True), ("# b", 2, False), ("# c", 3, True),
    ]  # fmt: skip


# ------------------------------------------------------------------ depth and speed

DEEP = 10_000


@pytest.mark.parametrize(
    "text",
    [
        "not " * DEEP + "x",
        "(" * DEEP + "x" + ")" * DEEP,
        "f(" * DEEP + "x" + ")" * DEEP,
        "x" + " + x" * DEEP,
        "x" + " implies x" * DEEP,
        "x" + " iff x" * DEEP,
        "if x then y else " * DEEP + "z",
        "forall x in S: " * DEEP + "z",
    ],
    ids=lambda text: text[:6],
)
def test_deep_nesting_is_a_clear_error(text: str) -> None:
    began = time.process_time()
    (only,) = mistakes(f"item t\nconstraint c: {text}\nvar y: bool")
    assert only.code == "limit"
    assert str(MAX_DEPTH) in only.message
    assert (only.line, only.column) == (2, 15)
    assert time.process_time() - began < 20


def test_a_flat_chain_is_not_deep() -> None:
    found = body("x" + " and x" * DEEP)
    assert isinstance(found, ast.Chain)
    assert len(found.items) == DEEP + 1


def test_the_limit_itself_passes() -> None:
    text = "not " * MAX_DEPTH + "x"
    assert print_expr(body(text)) == text


def test_a_number_of_too_many_digits() -> None:
    assert mistakes(f"{ITEM}constraint c: x == {'9' * 5000}")[0].code == "limit"


# ------------------------------------------------------------------ the tables


def test_the_kept_table_is_the_grammars() -> None:
    """If this fails: python -m hlogic.compiler.tables."""
    grammar = GRAMMAR.read_text(encoding="utf-8")
    kept = json.loads(TABLE.read_text(encoding="utf-8"))
    assert kept == json.loads(json.dumps(packed(grammar)))


def test_reserved_words_are_those_of_the_grammar() -> None:
    assert keywords(tables()) >= RESERVED
