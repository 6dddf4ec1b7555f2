"""Proofs and worlds in words: every place is told, witnesses are noun phrases, what is cited."""

from __future__ import annotations

from pathlib import Path

import pytest

import hlogic
from cli_runs import document, run
from hlogic.compiler.words import alias_text

ZH = """\
item t { lang: zh }
sort P open { fang "方晴" , ida "伊达" }
var staff(P) "{1}是馆员": bool
var afraid(P) "{1}怕灰尘": bool
var beats(P, P) "{1}赢过{2}": bool
var reads(P) "{1}读书": bool
var mends(P) "{1}修书": bool
constraint p1: forall x in P: staff(x) implies reads(x) or mends(x)
constraint p3: forall x in P: reads(x) implies not afraid(x)
constraint p4: forall x in P: mends(x) implies not afraid(x)
constraint p2: exists y in P: staff(y) and beats(y, fang)
"""
EN = ZH.replace("lang: zh", "lang: en")
CLUB = """\
item club { lang: en }
sort Person open { ida "Ida", otto "Otto" }
var member(Person) "{1} is a member": bool
var plays(Person) "{1} plays chess": bool
var writes(Person) "{1} writes about chess": bool
var beats(Person, Person) "{1} beats {2}": bool
constraint p1: forall x in Person: member(x) implies plays(x) or writes(x)
constraint p2: exists x in Person: member(x) and (forall y in Person:
  member(y) and y != x implies beats(x, y))
constraint p3: member(ida)
constraint p4: forall x in Person: writes(x) implies not beats(x, otto)
constraint p5: member(otto)
"""


def told(tmp_path: Path, text: str, form: str = "text") -> str:
    path = tmp_path / "t.hlogic"
    path.write_text(text, encoding="utf-8")
    result = run("prove", "--format", form, str(path))
    assert result.exit_code == 0, result.output
    if form == "json":
        document(result.stdout, "proofs")
    return result.stdout


def texts(tmp_path: Path, text: str) -> list[str]:
    """The facts of the one world, or the two, that explain the answer, from JSON."""
    (part,) = document(told(tmp_path, text, "json"), "proofs")["explained"][0]["parts"]
    return [v["text"] for world in part["worlds"] for v in world["variables"]]


# ---------------------------------------------------------------------------- places


@pytest.mark.parametrize(
    ("alias", "shown"),
    [
        ("{1} before {2}", "x before y"),
        ("Locate", "Locate(x, y)"),
        ("{2} is reached", "y is reached(x)"),
        ("{1} and {1}", "x and x(y)"),
        ("{2}{3}", "y{3}(x)"),
    ],
)
def test_an_alias_tells_every_argument(alias: str, shown: str) -> None:
    theory = hlogic.loads("item t\nsort S { x, y }\nvar v: S\n").compiled.theory
    (x, y) = theory.symbols["v"].domain or ()
    assert alias_text(alias, (x, y)) == shown


def test_an_argument_that_looks_like_a_place_is_none() -> None:
    item = hlogic.loads('item t\nsort S { x "{2}", y }\nvar v: S\n')
    (x, y) = item.compiled.theory.symbols["v"].domain or ()
    assert alias_text("{1} before {2}", (x, y)) == "{2} before y"


LOCATE = """\
item t { lang: en }
sort Thing { barutin "Barutin", snow "Snow" }
var locate(Thing, Thing) "Locate": bool
constraint p: forall x, y in Thing: locate(x, y)
ask q: truth forall x in Thing: locate(x, snow)
"""


def test_places_in_proofs_and_worlds(tmp_path: Path) -> None:
    for form in ("text", "markdown", "json"):
        assert "Locate(Barutin, Snow)" in told(tmp_path, LOCATE, form)
    for more in ((), ("--json",)):
        result = run("worlds", *more, str(tmp_path / "t.hlogic"))
        assert "Locate(Barutin, Snow) = true" in result.stdout


# ---------------------------------------------------------------------------- witnesses


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_witnesses_in_chinese(tmp_path: Path, form: str) -> None:
    shown = told(
        tmp_path,
        ZH + "ask q: truth exists x in P: staff(x) and afraid(x)\n"
        "ask r: truth exists x in P: beats(x, fang) and staff(x)\n",
        form,
    )
    assert "某个x怕灰尘" in shown
    assert "「p2的y」赢过方晴" in shown
    assert "并非：某个x是馆员" in shown
    assert "question" not in shown.replace('"question":', "").replace("@question", "")


def test_witnesses_in_english_stand_apart_from_chinese(tmp_path: Path) -> None:
    shown = told(tmp_path, EN + "ask q: truth exists x in P: beats(x, fang) and staff(x)\n")
    assert "the y of p2 赢过方晴" in shown
    shown = told(tmp_path, EN + "ask q: truth exists x in P: staff(x) and afraid(x)\n")
    assert "not: a certain x 是馆员" in shown
    assert "If it held, it would hold for a certain x." in shown


@pytest.mark.parametrize(
    ("lang", "name", "function"),
    [
        ("zh", "「q的y（方晴）」赢过方晴", "方晴的师父怕灰尘"),
        ("en", "the y of q for 方晴 赢过方晴", "方晴的师父怕灰尘"),
    ],
)
def test_what_functions_make(tmp_path: Path, lang: str, name: str, function: str) -> None:
    text = (
        ZH.replace("lang: zh", f"lang: {lang}").partition("constraint p2")[0]
        + 'var master(P) "{1}的师父": P\n'
        + "constraint q: forall x in P: staff(x) implies exists y in P: beats(y, x) and staff(y)\n"
        + "constraint r: forall x in P: afraid(master(x))\nconstraint s: staff(fang)\n"
        + "ask a: truth afraid(master(fang))\n"
        + "ask b: truth exists y in P: beats(y, fang) and staff(y)\n"
    )
    shown = told(tmp_path, text)
    assert name in shown
    assert function in shown


def test_what_looks_like_a_witness_is_left_alone(tmp_path: Path) -> None:
    text = 'item t { lang: en }\nvar mail "write to ann@home": bool\nconstraint p: mail\n'
    assert "1. write to ann@home\n" in told(tmp_path, text + "ask q: truth mail\n")


# ---------------------------------------------------------------------------- one and the same


def test_being_the_same(tmp_path: Path) -> None:
    text = CLUB + (
        "ask q: truth ida != otto implies exists x in Person: beats(x, ida) or beats(x, otto)\n"
    )
    shown = told(tmp_path, text)
    assert "Ida is not Otto\n" in shown
    assert "Ida is the x of p2\n" in shown
    chinese = told(tmp_path, text.replace("lang: en", "lang: zh"))
    assert "Ida不是Otto\n" in chinese
    assert "Ida就是「p2的x」\n" in chinese
    for form in ("text", "markdown", "json"):
        read = told(tmp_path, text, form)
        assert "same(" not in "\n".join(x for x in read.splitlines() if '"place"' not in x)


# ---------------------------------------------------------------------------- what is cited


def test_a_step_says_that_it_uses_the_question(tmp_path: Path) -> None:
    text = "item t\nvar a: bool\nvar b: bool\nvar c: bool\nconstraint p: a\n"
    text += "constraint q: a implies b or c\nask w: truth b or c\n"
    assert "from 1 by q `a implies b or c` and the meaning of what is asked" in told(tmp_path, text)
    explained = document(told(tmp_path, text, "json"), "proofs")["explained"]
    steps = explained[0]["parts"][0]["proof"]["steps"]
    assert [step["premise"]["with_goal"] for step in steps] == [False, True]


def test_a_proof_by_contradiction_supposes_not(tmp_path: Path) -> None:
    asked = "ida != otto implies exists x in Person: beats(x, ida) or beats(x, otto)"
    shown = told(tmp_path, CLUB + f"ask q: truth {asked}\n")
    assert (
        f"   3. To show: `{asked}` holds\n   Suppose not:\n       4. `{asked}` does not hold\n"
    ) in shown
    assert "\n   Hence the conclusion: 3\n   by cases: 2 steps, 2 cases in all" in shown
    assert "Case" not in shown
    marked = told(tmp_path, CLUB + f"ask q: truth {asked}\n", "markdown")
    assert f"- (3) To show: `{asked}` holds\n- Suppose not:\n    - (4) `{asked}` does" in marked


def test_a_proof_by_contradiction_alone_has_no_steps_beside_it(tmp_path: Path) -> None:
    text = "item t\n" + "".join(f"var {name}: bool\n" for name in "abcde")
    text += "constraint p: a implies d\nconstraint r: b implies e\n"
    shown = told(
        tmp_path, text + "constraint s: d and e implies c\nask w: truth a and b implies c\n"
    )
    assert "by cases: all 6 steps in 1 case that cannot be, 2 cases in all, depth 1; " in shown


@pytest.mark.parametrize(
    ("lang", "opening"), [("en", "Either c or not:"), ("zh", "要么c，要么不然：")]
)
def test_a_split_on_an_atom_says_either_or_not(tmp_path: Path, lang: str, opening: str) -> None:
    text = f"item t {{ lang: {lang} }}\n" + "".join(f"var {name}: bool\n" for name in "abcd")
    text += "constraint p: a implies b or d\nconstraint r: b implies c\n"
    shown = told(tmp_path, text + "constraint s: d implies c\nask w: truth a implies c\n")
    assert opening in shown


def test_a_case_that_is_the_conclusion(tmp_path: Path) -> None:
    text = "item t\nvar a: bool\nvar b: bool\nvar c: bool\nvar d: bool\n"
    text += "constraint p: a or b\nconstraint r: a implies c\nconstraint s: a implies d\n"
    shown = told(tmp_path, text + "constraint u: not (c and d)\nask w: truth b\n")
    assert "Case 2. b\n       That is the conclusion\n" in shown


# ---------------------------------------------------------------------------- two worlds


@pytest.mark.parametrize("more", ["", "var f(Person): Person\nconstraint p6: f(ida) != ida\n"])
def test_two_worlds_are_near_each_other(tmp_path: Path, more: str) -> None:
    """Over the names there are, and, with a function, over a few elements."""
    shown = told(tmp_path, CLUB + more + "ask q: truth beats(ida, otto)\n")
    assert "   a world: `beats(ida, otto)` = true\n" in shown
    head, _, rest = shown.partition("another:")
    assert len(head.splitlines()) == 6, shown
    assert "the same in both" in rest


def test_two_worlds_of_finite_items_are_near() -> None:
    """The least world of each answer would differ in five variables."""
    text = "item t\nvar a: bool\nvar n(1..4): 0..3\n"
    text += "constraint p: not a implies forall i in 1..4: n(i) >= 1\nask q: truth a\n"
    one, other = hlogic.loads(text).explain("q").parts[0].worlds
    assert (one.value, other.value) == (True, False)
    assert sum(one.world[at] != other.world[at] for at in one.world) == 1


def test_worlds_far_apart_are_told_all_the_same() -> None:
    text = "item t\nvar a: bool\nvar n(1..20): bool\n"
    text += "constraint p: forall i in 1..20: n(i) iff a\nask q: truth a\n"
    one, other = hlogic.loads(text).explain("q").parts[0].worlds
    assert sum(one.world[at] != other.world[at] for at in one.world) == 21


def test_what_the_question_speaks_of_is_told_where_it_does_not_differ(tmp_path: Path) -> None:
    text = "item t\nvar a: bool\nvar b: bool\nvar c: bool\nconstraint p: not b\n"
    shown = told(tmp_path, text + "ask q: truth a or b\n")
    assert "the same in both: not: b; 1 more\n" in shown


def test_facts_of_worlds_are_the_sentences_of_proofs(tmp_path: Path) -> None:
    found = texts(tmp_path, CLUB + "ask q: truth beats(ida, otto)\n")
    assert "the x of p2 is a member" in found
    assert "not: Ida beats Otto" in found
    assert not [text for text in found if " = " in text]


TWINS = """\
item t { lang: en }
sort P { u "Ann" | "Anna", v "Ann", w "Bo", Bo }
var late(P) "{1} is late": bool
var winner "the winner": P
constraint k1: late(u) implies late(w)
constraint k2: late(v) implies not late(w)
constraint k3: late(u)
constraint k4: winner == v
ask q: truth not late(v) and winner != Bo
ask r: possible late(Bo)
"""


@pytest.mark.parametrize("open", [False, True], ids=["finite", "open"])
def test_labels_of_one_alias_are_told_apart(tmp_path: Path, open: bool) -> None:
    """In proofs and in worlds; others are called as they were."""
    text = TWINS.replace("sort P {", "sort P open distinct {") if open else TWINS
    path = tmp_path / "t.hlogic"
    path.write_text(text, encoding="utf-8")
    told = run("prove", str(path)).stdout
    winner = "Ann (v) is the winner" if open else "the winner is Ann (v)"
    for fact in ("Ann (u) is late", "Bo (w) is late", "not: Ann (v) is late", winner):
        assert f". {fact}\n" in told
    assert "Bo is late" in told  # it has no alias: this is its id
    path.write_text(text.replace("Ann", "安").replace("lang: en", "lang: zh"), encoding="utf-8")
    assert "安（u） is late" in run("prove", str(path)).stdout


def test_a_world_tells_them_apart(tmp_path: Path) -> None:
    path = tmp_path / "t.hlogic"
    path.write_text(TWINS, encoding="utf-8")
    told = run("worlds", str(path)).stdout
    assert "Ann (u) is late = true" in told
    assert "Ann (v) is late = false" in told
    assert "the winner = Ann (v)" in told
