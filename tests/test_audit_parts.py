"""What each part of an audit says: constraints, rules, derived terms, claims, findings, strata."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit_made import PARTIAL, audited
from hlogic.compiler.material import Audit, ConstraintMaterial, RuleMaterial
from hlogic.render.audit_text import audit_text

ITEMS = Path(__file__).resolve().parent.parent / "items"


def constraint(found: Audit, id: str) -> ConstraintMaterial:
    return next(c for c in found.constraints if c.id == id)


def rule(found: Audit, id: str) -> RuleMaterial:
    return next(r for r in found.rules if r.id == id)


def test_what_implies_an_idle_constraint_depends_on_the_scope() -> None:
    found = audited(PARTIAL)
    early, follows = constraint(found, "early"), constraint(found, "follows")
    assert [(i.scope, i.state, i.implied_by) for i in early.loads] == [
        ("base", "idle", ("follows",))
    ]
    assert early.cites == (("c1", "Ann goes second at the latest."),)
    # Where Ann goes last nobody can follow: the formula has no value there.
    assert [[w.how for w in load.worlds] for load in follows.loads] == [
        ["false", "false"],
        ["false", "undefined"],
        ["undefined"],
    ]
    assert found.scopes[2].admits is False
    assert set(found.scopes[2].conflict) == {"follows", "assumption 1 of never"}


@pytest.mark.parametrize(
    ("constraints", "english", "chinese"),
    [
        ("constraint a: n > 2", "no world: a cannot hold", "没有可能的情形：a 不能成立"),
        (
            "constraint a: n > 1\nconstraint b: n < 1",
            "no world: a, b cannot hold together",
            "没有可能的情形：a、b 不能同时成立",
        ),
    ],
)
def test_a_scope_without_a_world(constraints: str, english: str, chinese: str) -> None:
    for language, said in (("en", english), ("zh", chinese)):
        text = f"item a {{ lang: {language} }}\nvar n: 0..2\n{constraints}\nask q: value n\n"
        assert f"  {said}\n" in audit_text(audited(text))


def test_rules_of_a_define() -> None:
    found = audited(PARTIAL, scopes=["base"], parts=("necessity",))
    loads = {r.id: r.loads[0] for r in found.rules}
    states = {id: load.state for id, load in loads.items()}
    assert states == {
        "one": "carries", "two": "carries", "three": "silent",
        "start": "carries", "on": "carries", "twice": "idle",
    }  # fmt: skip
    assert loads["one"].admitted == "with"
    assert loads["on"].changes == (("Wednesday is reached: yes", "Wednesday is reached: no"),)
    assert loads["start"].changes == (("Monday is reached: yes", "Monday is reached: no"),)
    assert rule(found, "on").formula == "reached(next(x)) if reached(x) and rung"


def test_derived_terms_and_their_alternatives() -> None:
    found = audited(PARTIAL, scopes=["base"], parts=("necessity",))
    (after,) = found.derived
    (value,) = after.values
    assert (value.value, value.elsewhere, value.never) == ("Tuesday", ("Wednesday",), ("Monday",))
    assert value.text == "the day after Ann's is Tuesday"
    assert value.sometimes_undefined is False


def test_a_derived_term_without_a_value_in_some_world() -> None:
    text = PARTIAL.replace("constraint follows:", "constraint apart:").replace(
        "day(bob) == next(day(ann))", "day(bob) != day(ann)"
    )
    (late,) = audited(text, scopes=["late"], parts=("necessity",)).derived
    assert late.values[0].sometimes_undefined is True


def test_answers_that_rest_on_a_claim() -> None:
    found = audited(PARTIAL, parts=("claims",))
    claims = {c.id: c for c in found.claims}
    assert claims["c1"].removed == ("early", "start", "on", "twice")
    assert claims["c1"].changes == ()
    changed = {change.ask: (change.before, change.after) for change in claims["c2"].changes}
    assert set(changed) == {"q2"}
    assert (changed["q2"][0].display, changed["q2"][1].display) == (False, True)
    assert (claims["c3"].status, claims["c3"].removed) == ("unmodelled", ())
    assert claims["c1"].cited_by[:2] == (("var", "day"), ("constraint", "early"))


def test_findings() -> None:
    found = {(f.code, f.about) for f in audited(PARTIAL).findings}
    assert found == {
        ("scope-without-world", "never"),
        ("ask-without-answer", "q3"),
        ("idle-constraint", "early"),
        ("undefined-excludes", "follows"),
        ("idle-rule", "three"),
        ("idle-rule", "twice"),
        ("unnamed-label", "carl_apart"),
        ("uncited-claim", "c4"),
        ("claim-without-effect", "c1"),
    }


def test_an_empty_stratum_names_what_leaves_it_empty() -> None:
    found = audited(PARTIAL, asks=["q2"], parts=("sufficiency",))
    holds, denied = found.asks[0].strata
    assert (holds.outcome, holds.worlds, holds.because) == ("true", (), ("follows",))
    assert denied.worlds == ("base.1", "base.2")


def test_labels_in_another_order_than_the_sentence() -> None:
    text = (ITEMS / "night_shift.hlogic").read_text(encoding="utf-8")
    swapped = text.replace("== li implies duty(wed) != wang ", "== wang implies duty(wed) != li ")
    assert swapped != text
    assert ("label-order", "li_wang") in {(f.code, f.about) for f in audited(swapped).findings}


def test_wide_integers() -> None:
    """Left to choose, the audit takes an engine that has room for the products of such integers."""
    text = "item wide\nvar a: 0..9999\nvar b: 0..9999\nconstraint c: a * b == 999 and a < b\n"
    found = audited(text + "ask q: values a\n")
    assert not found.limited
    assert [s.value for s in found.asks[0].strata] == ["1", "3", "9", "27"]
    assert constraint(found, "c").loads[0].state == "carries"
