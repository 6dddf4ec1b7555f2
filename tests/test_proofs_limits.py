"""What is proved is checked within its limits, what is undefined is not true, and what could be
used is counted alike: for every ask of a scope, in every form."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import hlogic
from cli_runs import document, run
from hlogic.compiler.proof import check
from hlogic.compiler.proof.measures import Measures

OPEN = "item t\nsort P open { ann }\nsort D ordered { d0, d1 }\nvar h: D\nvar g(P): D\n"
PREMISES = """\
item t
sort P open { ann, ben }
var Q(P): bool
var R(P, P): bool
var f(P): P
constraint c1: forall x in P: exists y in P: R(x, y)
constraint c2: Q(ann)
constraint c3: forall x in P: Q(x) implies exists y in P: R(y, x)
constraint c4: forall x in P: R(f(x), f(f(x)))
scope s { retract c4 assume also: forall x in P: R(x, f(x)) assume more: Q(ben) }
ask q1: truth Q(ann)
ask q2: truth exists x in P: R(ann, x)
ask q3: truth R(f(ann), f(f(ann)))
ask q4 under s: truth Q(ben)
"""


def measures(item: hlogic.Item, id: str) -> Measures:
    explained = item.explain(id)
    assert explained.status == "ok", explained.error
    (part,) = explained.parts
    assert part.proved is not None
    return part.proved.measures


# ---------------------------------------------------------------------------- what is undefined


@pytest.mark.parametrize(
    ("asked", "verdict"),
    [
        ("defined(d0 == prev(h))", "never"),
        ("defined(d0 != prev(h))", "never"),
        ("defined(prev(h) < d1)", "never"),
        ("defined(not prev(h) == d0)", "never"),
        ("defined(prev(h) == d0 or h == d1)", "never"),
        ("not defined(prev(h) == h)", "always"),
        ("defined(d0 == prev(g(ann)))", "never"),
        ("exists x in P: defined(prev(g(x)) == d0)", "never"),
        ("forall x in P: not defined(d0 == prev(g(x)))", "always"),
    ],
)
def test_what_has_no_value_is_proved_under_an_open_sort(asked: str, verdict: str) -> None:
    text = f"{OPEN}constraint a: h == d0\nconstraint b: forall x in P: g(x) == d0\n"
    explained = hlogic.loads(f"{text}ask q: truth {asked}").explain("q")
    assert explained.status == "ok", explained.error
    (part,) = explained.parts
    assert part.proved is not None
    assert part.verdict == verdict
    assert (part.proved.measures.kind, part.proved.measures.steps) == ("linear", 2)


# ---------------------------------------------------------------------------- what is checked


def test_a_step_is_tried_where_it_is_open() -> None:
    """A dozen alternatives that can all be met, and one contradiction, which alone matters."""
    pairs = [(f"x{i}", f"y{i}") for i in range(12)]
    declared = "".join(f"var {v}: bool\n" for pair in (*pairs, ("w", "z")) for v in pair)
    either = " and ".join(f"({x} or {y})" for x, y in pairs)
    item = hlogic.loads(
        f"item t\n{declared}ask q: truth {either} and z and (z implies w) and not w"
    )
    assert (measures(item, "q").kind, measures(item, "q").steps) == ("linear", 1)


def test_what_takes_too_much_to_check_is_proved_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """That a parity is the same from either end takes every combination."""
    names = [f"x{i}" for i in range(8)]
    there, back = names[0], names[-1]
    for name in names[1:]:
        there = f"({there} xor {name})"
    for name in names[-2::-1]:
        back = f"({back} xor {name})"
    declared = "".join(f"var {name}: bool\n" for name in names)
    item = hlogic.loads(f"item t\n{declared}ask q: truth {there} iff {back}")
    assert measures(item, "q").kind == "linear"
    monkeypatch.setattr(check, "MOST_TRIES", 300)
    assert measures(item, "q").kind == "cases"
    monkeypatch.setattr(check, "MOST_TRIES", 1)
    explained = item.explain("q")
    assert explained.status == "limit"


# ---------------------------------------------------------------------------- what is counted


def test_premises_are_those_of_the_scope() -> None:
    """Whether or not a sentence says anything of the names that the proof is over."""
    item = hlogic.loads(PREMISES)
    counted = {id: (measures(item, id).premises, measures(item, id).premises_used)
               for id in item.asks}  # fmt: skip
    assert counted == {"q1": (4, 1), "q2": (4, 1), "q3": (4, 1), "q4": (5, 1)}


def test_definitions_and_rules_count_whatever_is_asked() -> None:
    item = hlogic.loads(
        "item t\nsort S { x, y }\nvar edge(S, S): bool\nvar on: bool\n"
        "define reach(S) { rule start: reach(x)\n"
        " rule next_to(s in S, t in S): reach(t) if reach(s) and edge(s, t) }\n"
        "derive far: 0..2 = count(s in S: reach(s))\nconstraint c: on\n"
        "ask q1: truth on\nask q2: truth far >= 1\nask q3: truth on where edge(x, y)"
    )
    assert [measures(item, id).premises for id in item.asks] == [4, 4, 5]


def test_what_could_be_used_is_told_alike(tmp_path: Path) -> None:
    path = tmp_path / "t.hlogic"
    path.write_text(PREMISES, encoding="utf-8")
    text = run("prove", str(path), "--ask", "q1").stdout
    assert "1 of 4 premises used" in text
    read = document(run("prove", "--format", "json", str(path), "--ask", "q1").stdout, "proofs")
    (part,) = read["explained"][0]["parts"]
    assert part["measures"]["premises"] == 4
    head = run("stats", str(path)).stdout
    assert "4 (4 to 4, mean 4.0 an item)" in head
    rows = list(csv.DictReader(run("stats", "--format", "csv", str(path)).stdout.splitlines()))
    assert [row["premises"] for row in rows] == ["4", "4", "4", "5"]


# ---------------------------------------------------------------------------- what is shown


def test_worlds_of_rules_and_derived_terms_are_shown_under_an_open_sort() -> None:
    item = hlogic.loads(
        f"{OPEN}var Q(P): bool\nvar rain: bool\nderive k: D = next(h)\n"
        "define flooded(D) { rule r: flooded(d0) if rain }\n"
        "define stable { up(), down() } { rule r1: up if not down\n rule r2: down if not up }\n"
        "ask q1: truth defined(k) and Q(ann)\nask q2: truth exists x in P: Q(x) and up\n"
        "ask q3: possible flooded(d0) and Q(ann)"
    )
    verdicts = [item.explain(id).parts[0].verdict for id in item.asks]
    assert verdicts == ["varies", "varies", "somewhere"]
