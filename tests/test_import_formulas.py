"""Formulas as people write them: what they are read as, and what is said of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from fol_made import Structure, formulas
from hlogic.compiler import ast
from hlogic.compiler.diagnostics import HlogicError, Report
from hlogic.compiler.source import Source
from hlogic.compiler.syntax.parse import parse_file
from hlogic.importing.fol_parser import MAX_CHAIN, MAX_DEPTH, MAX_LENGTH, parse
from hlogic.importing.fol_scope import bound
from hlogic.importing.formula import Formula, shown
from hlogic.importing.lowering import lowered
from hlogic.importing.quoted import Quoted
from hlogic.importing.story import Fact, Story


def read(text: str) -> tuple[str, list[str]]:
    """A reading, and the repairs that it took."""
    report = Report()
    formula = bound(parse(Quoted("a.jsonl", text, first=7), report), report)
    assert {(d.code, d.severity) for d in report.diagnostics} <= {("fol-repair", "warning")}
    return shown(formula), [d.message for d in report.diagnostics]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("∀x (P(x) → Q(x))", "∀x (P(x) → Q(x))"),
        ("∀x ∃y (Likes(x, y) ∧ ¬(x = y))", "∀x ∃y (Likes(x, y) ∧ ¬(x = y))"),
        ("a ≠ b", "¬(a = b)"),
        ("A & B && ~C", "A ∧ B ∧ ¬C"),
        ("P(a) ⟷ Q(a)", "P(a) ↔ Q(a)"),
        ("P(a) => Q(a)", "P(a) → Q(a)"),
        ("P(a) → Q(a) → R(a)", "P(a) → (Q(a) → R(a))"),
        ("A ∧ B → C ∨ D", "(A ∧ B) → (C ∨ D)"),
        ("A ⊕ B ⊕ C", "(A ⊕ B) ⊕ C"),
        ("∀x.P(x) → Q(x)", "∀x (P(x) → Q(x))"),
        ("(∀x)(∃y)(P(x) → R(x, y))", "∀x ∃y (P(x) → R(x, y))"),
        ("∀x, y [R(x, y) → R(y, x)]", "∀x ∀y (R(x, y) → R(y, x))"),
        ("∀x y (R(x, y) → R(y, x))", "∀x ∀y (R(x, y) → R(y, x))"),
        ("forall x (P(x) and not Q(x))", "∀x (P(x) ∧ ¬Q(x))"),
        ("∄x P(x)", "¬∃x P(x)"),
        ("∀x P(x) → Q(a)", "∀x P(x) → Q(a)"),
        ("∀x (∃x P(x) ∧ Q(x))", "∀x (∃x P(x) ∧ Q(x))"),
        ("Old(father(ann))", "Old(father(ann))"),
        ("Valued(x2.y, y42.3billion)", "Valued(x2.y, y42.3billion)"),
        ("Companies’Stocks(kO) ∧ B-2(C++) ∧ Is(“the moon”)",
         "Companies’Stocks(kO) ∧ B-2(C++) ∧ Is(the moon)"),
        ("2ndPlace(1984)", "2ndPlace(1984)"),
        ("会员(小明) → ¬欠款(小明)", "会员(小明) → ¬欠款(小明)"),
        ("⊤ → ¬⊥", "⊤ → ¬⊥"),
    ],
)  # fmt: skip
def test_read_as_it_stands(text: str, meant: str) -> None:
    assert read(text) == (meant, [])


@pytest.mark.parametrize(
    ("text", "meant", "said"),
    [
        ("P(a) ^ Q(a)", "P(a) ∧ Q(a)", ["`^` is read as `∧`"]),
        ("P(a) —> Q(a)", "P(a) → Q(a)", ["`—>` is read as `→`"]),
        ("P（a）", "P(a)", ["`（` is read as `(`", "`）` is read as `)`"]),
        ("P(a))", "P(a)", ["a `)` that closes nothing is left out"]),
        ("P(a)) → Q(a)", "P(a) → Q(a)", ["a `)` that closes nothing is left out"]),
        ("∀x (P(x) → Q(x)", "∀x (P(x) → Q(x))",
         ["this `(` is not closed; it is closed at the end"]),
        ("∀x (P(x → Q(x))", "∀x (P(x) → Q(x))", ["a `)` is missing before `→`, and is put in"]),
        ("P(a).", "P(a)", ["the dot at the end is left out"]),
        ("∀x, P(x) → Q(x)", "∀x (P(x) → Q(x))", ["the comma behind `∀` is left out"]),
        ("∀x (P(x), Q(x) → R(x))", "∀x ((P(x) ∧ Q(x)) → R(x))",
         ["a comma between formulas is read as `∧`"]),
        ("∀x P(x) → Q(x)", "∀x (P(x) → Q(x))", ["`∀x` reaches less far than x stands"]),
        ("(∀x P(x)) → Q(x)", "∀x (P(x) → Q(x))", ["`∀x` reaches less far than x stands"]),
        ("∀x ∀y P(x) → Q(y)", "∀x ∀y (P(x) → Q(y))", ["`∀y` reaches less far than y stands"]),
        ("(∃x P(x)) ∧ A ∧ Q(x)", "∃x (P(x) ∧ A ∧ Q(x))", ["`∃x` reaches less far than x stands"]),
        ("P(x) → Q(x)", "∀x (P(x) → Q(x))",
         ["x is bound by no quantifier; it is read as every x"]),
        ("A ∧ B ∨ C", "(A ∧ B) ∨ C", ["`∧` stands beside `∨` without brackets"]),
        ("A ⊕ B ∧ C", "A ⊕ (B ∧ C)", ["`⊕` stands beside `∧` without brackets"]),
        ("A ∨ B ⊕ C", "(A ∨ B) ⊕ C", ["`⊕` stands beside `∨` without brackets"]),
        ("A ⊕ B → C", "(A ⊕ B) → C", ["`⊕` stands beside `→` without brackets"]),
        ("A → B ↔ C", "(A → B) ↔ C", ["`→` stands beside `↔` without brackets"]),
        ("City(a) ∧ In(a, b) ∨ In(a, c)", "City(a) ∧ (In(a, b) ∨ In(a, c))",
         ["`∧` stands beside `∨` without brackets"]),
        ("In(a, b) ⊕ In(a, c) ∧ City(a)", "(In(a, b) ⊕ In(a, c)) ∧ City(a)",
         ["`⊕` stands beside `∧` without brackets"]),
        ("In(d, a) ∧ In(a, b) ∨ Out(a, c)", "(In(d, a) ∧ In(a, b)) ∨ Out(a, c)",
         ["`∧` stands beside `∨` without brackets"]),
    ],
)  # fmt: skip
def test_mended(text: str, meant: str, said: list[str]) -> None:
    assert read(text) == (meant, said)


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("", 1, "a formula is missing: there is the end"),
        ("P(a) Q(b)", 6, "a connective is missing before `Q`"),
        ("(P(a) Q(b))", 7, "a connective is missing before `Q`"),
        ("P(a) ∧", 7, "a formula is missing: there is the end"),
        ("∧ P(a)", 1, "a formula should stand here: there is `∧`"),
        ("P(¬a)", 3, "a name should stand here, not `¬`"),
        ("∀ P(a)", 3, "a variable should follow `∀`, not `P`"),
        ("P()", 3, "a name should stand here, not `)`"),
        ("P(a,)", 5, "a name should stand here, not `)`"),
        ("P(a b)", 5, "`,` or `)` should follow an argument, not `b`"),
        ("P(a) ? Q(a)", 6, "? belongs to no formula"),
        ("a = (b)", 5, "a name should stand here, not `(`"),
        ("¬" * MAX_DEPTH + "A", MAX_DEPTH,
         f"the formula is nested deeper than {MAX_DEPTH} levels"),
        (" → ".join("A" * (MAX_CHAIN + 1)), 4 * MAX_CHAIN + 2,
         f"a chain of `⊕`, `→` or `↔` may have {MAX_CHAIN} formulas"),
        ("f(" * MAX_DEPTH + "a" + ")" * MAX_DEPTH, 2 * MAX_DEPTH + 1,
         f"the term is nested deeper than {MAX_DEPTH} levels"),
        ("A" * (MAX_LENGTH + 1), 1, f"a formula may have {MAX_LENGTH:,} characters"),
    ],
)  # fmt: skip
def test_not_read(text: str, column: int, said: str) -> None:
    report = Report()
    with pytest.raises(HlogicError) as raised:
        parse(Quoted("a.jsonl", text, first=7), report)
    found = [d for d in (*report.diagnostics, *raised.value.diagnostics) if d.severity == "error"]
    assert [(d.code, d.line, d.column, d.message) for d in found] == [
        ("fol-syntax", 7, column, said)
    ]


def test_a_reading_says_what_it_is() -> None:
    report = Report()
    parse(Source("a", "A ∧ B ∨ C"), report)
    assert [d.hint for d in report.diagnostics] == ["it is read as (A ∧ B) ∨ C"]


@given(formulas)
@settings(max_examples=100, deadline=None)
def test_what_is_bracketed_reads_back(formula: Formula) -> None:
    assert read(shown(formula)) == (shown(formula), [])


@given(formulas)
@settings(max_examples=100, deadline=None)
def test_the_item_means_the_same(formula: Formula) -> None:
    """In every structure of two elements the constraint has the truth value of the formula."""
    written = Quoted("a.jsonl", shown(formula), first=1)
    facts = (Fact(0, formula, written),)
    story = Story("t", ("It is so.",), facts, "Is it?", formula, written, "true")
    report = Report()
    file, _ = parse_file(Source.of("t", lowered(story, "t", "t", report)))
    assert report.diagnostics == []
    body = next(d.body for d in file.declarations if isinstance(d, ast.Constraint))
    for bits in range(0, 2**Structure.BITS, 37):
        structure = Structure(bits)
        assert structure.of_expr(body, {}) == structure.of_formula(formula, {})
