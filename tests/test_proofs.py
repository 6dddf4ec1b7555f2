"""Proofs: linear or by cases, minimal, and what they rest on; the examples of a paper."""

from __future__ import annotations

from pathlib import Path

import pytest

import hlogic
from hlogic.compiler.proof.explained import Explained, Proved
from hlogic.compiler.proof.measures import Measures
from hlogic.compiler.proof.proof import nodes
from proof_items import PAPER, item


def explained(text: str) -> Explained:
    found = hlogic.loads(text).explain("q")
    assert found.status == "ok", found.error
    return found


def proved(text: str) -> Proved:
    """The proof that alone explains the answer."""
    (part,) = explained(text).parts
    assert part.proved is not None
    return part.proved


def measures(text: str) -> Measures:
    return proved(text).measures


# ---------------------------------------------------------------------------- kinds


def test_a_chain_is_linear() -> None:
    found = measures(
        item(
            "constraint p1: a", "constraint p2: a implies b", "constraint p3: b implies c",
            "constraint p4: d implies a", "ask q: necessary c",
        )
    )  # fmt: skip
    assert found == Measures("linear", 3, 0, 0, 0, 0, 4, 3, ())


def test_a_chain_backwards_is_linear() -> None:
    found = measures(
        item(
            "constraint p1: not c", "constraint p2: a implies b", "constraint p3: b implies c",
            "ask q: truth a",
        )
    )  # fmt: skip
    assert (found.kind, found.steps) == ("linear", 3)


def test_a_disjunction_gives_its_cases() -> None:
    found = proved(
        item(
            "constraint p1: a or b", "constraint p2: a implies c", "constraint p3: b implies c",
            "ask q: necessary c",
        )
    )  # fmt: skip
    assert found.measures == Measures("cases", 2, 2, 0, 0, 1, 3, 3, (1, 1), by_contradiction=3)
    assert found.proof.root.end.premise == "constraint:p1#0"


def test_a_case_that_cannot_be() -> None:
    """a leads to c and d, which exclude each other; no single step says so."""
    found = measures(
        item(
            "constraint p1: a or b", "constraint p2: a implies c", "constraint p3: a implies d",
            "constraint p4: not (c and d)", "ask q: necessary b",
        )
    )  # fmt: skip
    assert (found.kind, found.cases, found.contradictory_cases) == ("cases", 2, 1)
    assert found.contradictory_steps == 3
    assert found.depth == 1


def test_a_contradiction_alone_is_the_two_case_proof() -> None:
    found = measures(
        item("constraint p1: a implies b", "constraint p2: a implies not b", "ask q: truth a")
    )
    assert (found.kind, found.cases, found.depth) == ("cases", 2, 1)


def test_of_splits_into_two_the_one_of_fewest_steps() -> None:
    """Splitting on c or d closes both cases too, each by way of not b: twelve steps in all."""
    found = proved(
        "item t\nvar a: bool\nvar b: bool\nvar c: bool\nvar d: bool\nvar e: bool\nvar f: bool\n"
        "constraint p1: a implies not b\nconstraint p2: c implies a\nconstraint p3: d implies b\n"
        "constraint p4: e implies d\nconstraint p5: f implies e\n"
        "constraint p6: a and d or not a and not d\n"
        "ask q: truth c and f or not c and not f"
    )
    assert (found.measures.cases, found.measures.depth) == (2, 1)
    assert found.measures.steps + found.measures.contradictory_steps == 8
    cases = [node.steps for node in nodes(found.proof.root) if node is not found.proof.root]
    facts = [step.fact for steps in cases for step in steps]
    assert len(facts) == len(set(facts))


def test_what_comes_by_contradiction_is_told_by_its_steps() -> None:
    """Not c leads to not a and not b, against a or b; a chain needs nothing of the kind."""
    chain = ("constraint p2: a implies c", "constraint p3: b implies c", "ask q: necessary c")
    assert measures(item("constraint p1: a or b", *chain)).by_contradiction == 3
    assert measures(item("constraint p1: a", *chain)).by_contradiction is None


def test_cases_within_cases() -> None:
    """Every one of eight ways but one is excluded: no split of two closes both."""
    signs = [[("" if i >> j & 1 else "not ") + v for j, v in enumerate("abc")] for i in range(1, 8)]
    ways = [f"constraint p{i}: {' or '.join(way)}" for i, way in enumerate(signs)]
    found = measures(item(*ways, "ask q: necessary a and b and c"))
    assert found.kind == "cases"
    assert found.depth == 2
    assert found.by_contradiction is None


def test_of_premises_that_do_not_matter_none_is_used() -> None:
    found = measures(
        item(
            "constraint p1: a and d", "constraint p2: d implies b", "constraint p3: b implies c",
            "constraint p4: a implies c", "ask q: necessary c",
        )
    )  # fmt: skip
    assert (found.steps, found.premises, found.premises_used) == (2, 4, 2)


def test_two_cases_rather_than_three() -> None:
    """A case for each value of v would do; to deny the conclusion is enough."""
    found = measures(
        "item t\nsort S { x, y, z }\nvar v: S\nvar w: 0..2\n"
        "constraint p1: v == x implies w == 1\nconstraint p2: v == y implies w == 1\n"
        "constraint p3: v == z implies w == 1\nask q: value w"
    )
    assert (found.kind, found.cases, found.contradictory_cases) == ("cases", 2, 1)


def test_a_choice_of_one_value_needs_no_step_of_its_own() -> None:
    found = measures(
        "item t\nsort S { x, y, z }\nvar v: S\n"
        "constraint p1: v != x\nconstraint p2: v != y\nask q: necessary v == z"
    )
    assert (found.kind, found.steps) == ("linear", 2)


# ---------------------------------------------------------------------------- what is used


def test_a_sentence_for_all_names_what_it_is_applied_to() -> None:
    found = proved(
        "item t\nsort S { x, y }\nvar p(S): bool\nvar r(S): bool\n"
        "constraint all: forall s in S: p(s) implies r(s)\nconstraint one: p(y)\n"
        "ask q: necessary r(y)"
    )
    premise = found.premises.by_ref[found.proof.root.steps[-1].premise]
    assert [(name, str(value)) for name, value in premise.binding] == [("s", "y")]


def test_definitions_and_rules_are_premises() -> None:
    found = proved(
        "item t\nsort S { x, y, z }\nvar edge(S, S): bool\n"
        "define reach(S) { rule start: reach(x)\n"
        " rule on(a in S, b in S): reach(b) if reach(a) and edge(a, b) }\n"
        "derive count_of: 0..3 = count(s in S: reach(s))\n"
        "constraint e: edge(x, y)\nconstraint n: forall s in S: not edge(s, z)\n"
        "ask q: necessary count_of == 2"
    )
    kinds = [found.premises.by_ref[s.premise].kind for s in found.proof.root.steps]
    assert {"constraint", "definition", "rule", "rules"} == set(kinds)


def test_atoms_that_rest_on_each_other_alone() -> None:
    text = (
        "item t\nsort S { x, y }\nvar on: bool\n"
        "define p(S) { rule r1: p(x) if p(y)\n rule r2: p(y) if p(x)\n rule r3: p(y) if on }\n"
        "constraint off: not on\nask q: truth p(x)"
    )
    part = explained(text).parts[0]
    assert part.verdict == "never"
    assert part.proved is not None
    steps = part.proved.proof.root.steps
    assert [step.premise for step in steps][-1].startswith("unfounded:")


def test_stable_atoms_that_rest_on_each_other_alone() -> None:
    text = (
        "item t\nvar on: bool\n"
        "define stable { p(), r(), s() } { rule r1: p if r\n rule r2: r if p\n"
        " rule r3: s if not p }\nask q: truth s"
    )
    assert explained(text).parts[0].verdict == "always"


def test_what_is_undefined_does_not_hold() -> None:
    """`next` has no value at the end, so that d is not the last: the step is from that alone."""
    found = measures(
        "item t\nsort S ordered { x, y }\nvar d: S\nconstraint p: next(d) == y\n"
        "ask q: necessary d == x"
    )
    assert (found.kind, found.steps) == ("linear", 1)


def test_endings_are_given_and_their_bounds_proved() -> None:
    found = explained(
        "item t\nvar n: 0..9\nvar m: 0..9\nconstraint p: n + m >= 12\nconstraint s: m != 9\n"
        "ask q: necessary m == 8 minimizing n where true"
    )
    assert [part.verdict for part in found.parts] == ["always", "always"]
    assert found.parts[1].given == ("n == 4", "true")


def test_no_world_is_proved_by_a_contradiction() -> None:
    found = explained(item("constraint p1: a", "constraint p2: not a", "ask q: truth b"))
    assert [part.verdict for part in found.parts] == ["no_world"]


def test_uncertain_is_shown_by_two_worlds() -> None:
    part = explained(item("constraint p1: a or b", "ask q: truth a")).parts[0]
    assert (part.verdict, [shown.value for shown in part.worlds]) == ("varies", [True, False])


def test_incompatible_cases_are_refuted() -> None:
    found = explained(
        item("constraint p1: not (a and b)", "ask q: incompatible { case x: a and b case y: a }")
    )
    assert [(p.path, p.verdict) for p in found.parts] == [
        (("x",), "never"),
        (("y",), "somewhere"),
    ]


# ---------------------------------------------------------------------------- the paper's examples


def paper(name: str, id: str) -> tuple[str, Measures]:
    part = hlogic.load(PAPER / f"{name}.hlogic").explain(id).parts[0]
    assert part.proved is not None
    return part.verdict, part.proved.measures


def test_the_song_is_linear_and_false() -> None:
    verdict, found = paper("video_song", "q1")
    assert (verdict, found.kind, found.steps) == ("never", "linear", 6)
    assert (found.premises, found.premises_used) == (6, 6)


def test_the_student_is_two_cases_and_false() -> None:
    verdict, found = paper("maths_or_physics", "q1")
    assert (verdict, found.kind, found.cases) == ("never", "cases", 2)
    assert (found.contradictory_cases, found.depth) == (0, 1)


def test_neuroimaging_has_a_contradictory_case() -> None:
    verdict, found = paper("brain_imaging", "q1")
    assert (verdict, found.kind, found.cases) == ("always", "cases", 2)
    assert (found.contradictory_cases, found.contradictory_steps) == (1, 3)


@pytest.mark.parametrize("path", sorted(PAPER.glob("*.hlogic")), ids=lambda p: p.stem)
def test_first_order_items_give_what_they_expect(path: Path) -> None:
    assert [o.id for o in hlogic.load(path).test() if not o.ok] == []
