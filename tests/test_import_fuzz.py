"""Records with anything in them: an item that checks its claims, or a located error, never a
traceback."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from fol_made import formulas, line
from hlogic.compiler import ast
from hlogic.compiler.census.census import check_census
from hlogic.compiler.diagnostics import HlogicError, Report
from hlogic.compiler.source import Source
from hlogic.compiler.syntax.parse import parse_file
from hlogic.importing.formula import shown
from hlogic.importing.run import Imported, imported
from hlogic.render.diagnostics import render_all

STRANGE = "∀∃∄¬∧∨⊕→↔()[]{},.=≠^!xyzPQ ab1’'\"-+\\/|&~<>：，（）。\u0301\u200b\ufeff\x00²é小"
PIECES = st.sampled_from(
    ["∀x ", "∃y ", "(", ")", " → ", " ∧ ", " ∨ ", " ⊕ ", " ↔ ", "¬", "P(x)", "Q(x, y)", "R(a",
     ", ", "a", "x", "1984", "C++", "in", " = ", " ≠ ", ".", "^", "—>", "Forall", "forall z "]
)  # fmt: skip
texts = st.one_of(
    st.text(STRANGE, max_size=40),
    st.text(max_size=12),
    st.lists(PIECES, max_size=14).map("".join),
    formulas.map(shown),
)
sentences = st.one_of(st.text(max_size=12), st.sampled_from(["A.", "A. B.", " ", "小明。"]))
anything: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), texts),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from(["premises", "premises-FOL", "label", "context"]), inner),
    ),
    max_leaves=6,
)


def items(text: str, form: str, strict: bool) -> list[Imported]:
    """What becomes of a file; of one that is not made of records, what is said of it."""
    try:
        return list(imported(Source.of("a.jsonl", text), form, strict))
    except HlogicError as error:
        return [Imported("a", 1, None, error.diagnostics)]


def survives(text: str, form: str) -> None:
    for strict in (False, True):
        for item in items(text, form, strict):
            assert item.text is not None or any(d.severity == "error" for d in item.diagnostics)
            render_all(item.diagnostics)
            if item.text is not None:
                checks(item.text)


def checks(text: str) -> None:
    """What holds of an item before its theory is looked at: it parses, names that are declared
    once, claims that are found and cited."""
    file, _ = parse_file(Source.of("item", text))
    report = Report()
    check_census(file, report, None)
    assert report.diagnostics == []
    labels = [n.name for d in file.declarations if isinstance(d, ast.Sort) for n in d.labels or ()]
    values = labels + [d.name.name for d in file.declarations if isinstance(d, ast.Sort | ast.Var)]
    assert len(set(values)) == len(values)
    for node in ast.walk(file):
        if isinstance(node, ast.Binder):
            assert not {n.name for n in node.names} & set(values)


@given(st.lists(st.tuples(sentences, texts), max_size=4), texts, sentences)
@settings(max_examples=120, deadline=None)
def test_formulas_of_all_kinds(premises: list[tuple[str, str]], asked: str, question: str) -> None:
    survives(line(*premises, asked=(question, asked)), "folio")


@given(st.lists(anything, max_size=3).map(lambda rows: "\n".join(map(json.dumps, rows))))
@settings(max_examples=50, deadline=None)
def test_values_of_all_kinds(text: str) -> None:
    survives(text, "folio")
    survives(text, "proofwriter")


@given(st.integers(0, 2**32), st.sampled_from(["folio", "proofwriter"]))
@settings(max_examples=80, deadline=None)
def test_mangled_files(seed: int, form: str) -> None:
    dice = random.Random(seed)
    program = (
        "Facts:\nP(A, True) ::: A is P.\nRules:\nP($x, True) && !Q($x, True) >>> R($x, A, False)"
        " ::: Rule.\nQuery:\nR(A, A, True) ::: So."
    )
    text = line(("A is P.", "∀x (P(x) → ¬Q(x))"), ("B is Q.", "Q(b)"), asked=("Is it?", "P(b)"))
    if form == "proofwriter":
        options = ["A) True", "B) False", "C) Unknown"]
        record = {"context": "A is P. Rule.", "answer": "A", "options": options}
        text = json.dumps([record | {"raw_logic_programs": [program]}], ensure_ascii=False)
    for _ in range(dice.randint(1, 4)):
        at = dice.randrange(len(text))
        end = at + dice.choice([0, 1, 1, 5, 30])
        text = text[:at] + dice.choice(["", dice.choice(STRANGE), text[at:end] * 2]) + text[end:]
    survives(text, form)


def test_the_same_bytes_whatever_the_order_of_sets() -> None:
    """Twice in one process, where interned names and sets have grown in between."""
    text = line(("So.", "Old(a) ∧ Wise(b) ∧ Likes(c, d)"), ("Or.", "Olds(a) ∧ likes(c, b)"))
    first, second = ([i.text for i in imported(Source.of("a", text), "folio", False)] for _ in "ab")
    assert first == second
