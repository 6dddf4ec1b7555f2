"""A definition is a premise, also where it comes to one value whatever the rest is."""

from __future__ import annotations

import pytest

import hlogic
from hlogic.compiler.proof.check import Unproved, check
from hlogic.compiler.proof.explained import Proved
from hlogic.compiler.proof.measures import names_used
from hlogic.compiler.proof.proof import Concluded, Contradiction, Node, Proof, Step
from hlogic.render.proof_sentences import Sentences
from hlogic.render.proof_words import words

BEFORE = """\
item t
sort S ordered { a, b }
var n: 0..3
var on: bool
table even(S): bool = { a: true, b: true }
define { whole(S) } { rule evens(x in S): whole(x) if even(x) }
derive two: 0..5 = if on then 1 else 2
"""
# What is defined, and what of it holds in every world.
OPEN = "sort T open { t1 }\nvar p(T): bool\n"
CONSTANT = {
    "bool": ("derive d: bool = n <= 3", "d"),
    "without a domain": ("derive d = 1 < 2", "d"),
    "false": ("derive d: bool = n > 3", "not d"),
    "a chain": ("derive e: bool = n <= 3\nderive d: bool = e and n >= 0", "d"),
    "a member": ("derive d(x in S): bool = n <= 3", "d(a)"),
    "a quantifier": ("derive d: bool = forall x in S: n <= 3", "d"),
    "a table": ("derive d: bool = forall x in S: even(x)", "d"),
    "a number": ("derive d: 0..5 = 2", "d == 2"),
    "a number without a domain": ("derive d = 1 + 1", "d == 2"),
    "a number that is enough": ("derive d = 1 + 1", "d >= 0"),
    "a number that is not another": ("derive d = 1 + 1", "d != 17"),
    "a number of many": ("derive d: 0..5000 = 2", "d <= 7"),
    "a range": ("derive d: 0..5 = if on then 1 else 2", "d <= 3"),
    "a label": ("derive d: S = a", "d == a"),
    "a label without a domain": ("derive d = a", "d == a"),
    "a tuple": ("derive d = (a, 2)", "d == (a, 2)"),
    "a set": ("derive d = set(x in S: n <= 3)", "a in d"),
    "an empty set": ("derive d = set(x in S: n > 3)", "size(d) == 0"),
    "no value": ("derive d = next(b)", "not defined(d)"),
}


def proved(text: str) -> Proved:
    (part,) = hlogic.loads(text).explain("q").parts
    assert part.proved is not None
    return part.proved


def used(found: Proved) -> set[str]:
    return set(names_used(found.proof, found.premises))


@pytest.mark.parametrize(("defined", "holds"), CONSTANT.values(), ids=CONSTANT)
@pytest.mark.parametrize("open", [False, True], ids=["finite", "open"])
def test_a_step_cites_the_definition(defined: str, holds: str, open: bool) -> None:
    before, goal = (BEFORE + OPEN, "p(t1)") if open else (BEFORE, "on")
    text = f"{before}{defined}\nconstraint k: {holds} implies {goal}\nask q: truth {goal}"
    found = proved(text)
    assert used(found) >= {"constraint:k", "definition:d"}


@pytest.mark.parametrize(("defined", "holds"), CONSTANT.values(), ids=CONSTANT)
def test_nothing_that_a_definition_gives_holds_at_once(defined: str, holds: str) -> None:
    assert "definition:d" in used(proved(f"{BEFORE}{defined}\nask q: truth {holds}"))


@pytest.mark.parametrize(("defined", "holds"), CONSTANT.values(), ids=CONSTANT)
def test_a_contradiction_rests_on_the_definition(defined: str, holds: str) -> None:
    text = f"{BEFORE}{defined}\nconstraint k: not ({holds})\nask q: truth on"
    assert used(proved(text)) == {"constraint:k", "definition:d"} | (
        {"definition:e"} if "e:" in defined else set()
    )


def test_the_checker_refuses_a_step_without_it() -> None:
    text = "derive d: bool = n <= 3\nconstraint k: d implies on\nask q: truth on"
    found = proved(BEFORE + text)
    (_, step), goal = found.proof.root.steps, found.proof.goal
    alone = Node((Step(1, step.fact, step.premise, ()),), Concluded((1,)))
    with pytest.raises(Unproved, match="step 1 does not follow"):
        check(Proof(goal, alone), found.premises, goal)
    end = Contradiction(step.premise, ())
    with pytest.raises(Unproved, match="no contradiction"):
        check(Proof(goal, Node((), end)), found.premises, goal)


def test_what_the_definition_cites_is_told() -> None:
    text = """\
item t
background "A safe lamp is on. Every lamp is itself safe."
claim c1 "A safe lamp is on."
claim c2 "Every lamp is itself safe."
var on: bool
derive safe "the lamp is safe" = 1 < 2 cites c2
constraint k: safe implies on cites c1
ask q: truth on
"""
    found = proved(text)
    told = Sentences(hlogic.loads(text).compiled.theory, found, words("en"), "on")
    steps = found.proof.root.steps
    assert [told.fact(step.fact) for step in steps] == ["the lamp is safe", "on"]
    premises = [told.premise(found.premises.by_ref[step.premise]) for step in steps]
    assert premises == [
        "the definition of safe “Every lamp is itself safe.”",
        "k “A safe lamp is on.”",
    ]


def test_an_atom_rests_on_its_rule() -> None:
    text = f"{BEFORE}constraint k: whole(a) implies on\nask q: truth on"
    assert used(proved(text)) == {"constraint:k", "rule:evens"}
