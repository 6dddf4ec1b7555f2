"""`hlogic diff`: independent encodings agree; one wrong rule shows its world and its sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli_runs import run
from diff_made import asks, compared, one

ROOT = Path(__file__).parent.parent
PAIRS = ROOT / "tests" / "pairs"
ROSTER = (ROOT / "items" / "duty_roster.hlogic").read_text("utf-8")
TRUTHS = (PAIRS / "duty_roster_by_truths.hlogic").read_text("utf-8")


# ---------------------------------------------------------------------------- whole items


@pytest.mark.parametrize(
    ("first", "second"),
    [("night_shift", "night_shift_by_doctor"), ("duty_roster", "duty_roster_by_truths")],
)
def test_independent_encodings_agree(first: str, second: str) -> None:
    a, b = str(ROOT / "items" / f"{first}.hlogic"), str(PAIRS / f"{second}.hlogic")
    for files in ((a, b), (b, a)):
        done = run("diff", *files)
        assert (done.exit_code, done.stderr) == (0, "")
        assert "DIFFER" not in done.stdout
        assert "alone" not in done.stdout


@pytest.mark.parametrize("name", ["course_check", "minimal_core_small", "minimal_hitting_small"])
def test_an_item_agrees_with_itself(name: str) -> None:
    path = str(ROOT / "items" / f"{name}.hlogic")
    done = run("diff", path, path)
    assert done.exit_code == 0, done.output


WRONG = {
    # what is written wrong, and the sentence that it misreads
    "too strict": (
        "at_most 2 (d in Day",
        "at_most 1 (d in Day",
        "两个",
        "每名医生本周至少值一个夜班。",
    ),
    "too loose": ("d in Day where d < d4", "d in Day where d < d3", "", "林峰正在倒休"),
    "another night": ("d == d3 or d == d4", "d == d3 or d == d5", "", "何敏星期三和星期四外出进修"),
    "the wrong way": (
        "not on(guo, d1) or on(qin, d5)",
        "on(guo, d1) or not on(qin, d5)",
        "",
        "如果郭涛",
    ),
    "left out": (
        "constraint chen_first:",
        "constraint chen_first: true or",
        "",
        "秦川值任何一个夜班之前",
    ),
}


@pytest.mark.parametrize(("right", "wrong", "said", "sentence"), WRONG.values(), ids=WRONG.keys())
def test_one_wrong_rule_shows_its_world_and_sentence(
    right: str, wrong: str, said: str, sentence: str
) -> None:
    assert TRUTHS.count(right) == 1
    found = compared(ROSTER, TRUTHS.replace(right, wrong))
    worlds = [w for ask in found.asks if ask.search for w in ask.search.found]
    assert worlds
    for world in worlds:
        cited = [text for note in world.against for _, text in note.cites]
        assert any(text.startswith(sentence) for text in cited), (world.facts, cited)
        assert len(world.facts) >= 7
        assert any(s.others for s in world.sentences)


@pytest.mark.parametrize("engine", ["sat", "bdd", "smt"])
def test_same_world_on_every_engine(engine: str) -> None:
    wrong = (PAIRS / "night_shift_wrong.hlogic").read_text("utf-8")
    shift = (ROOT / "items" / "night_shift.hlogic").read_text("utf-8")
    first, other = (compared(shift, wrong, engine=e) for e in ("oracle", engine))
    assert [a.search for a in first.asks] == [a.search for a in other.asks]


# ---------------------------------------------------------------------------- worlds


def test_facts_of_values_meet_truths() -> None:
    a = (
        'item a sort P { x "甲" } var d(P) "{1}喝{value}": { tea "茶", milk "奶" }\n'
        "ask q: count worlds"
    )
    b = (
        'item b sort P { x "甲" } sort D { tea "茶", milk "奶" } var d(P, D) "{1}喝{2}": bool\n'
        "var e: bool constraint c: d(x, tea) ask q: count worlds"
    )
    found = one(a, b).search
    assert found is not None
    assert (found.shared, found.unshared) == (2, ((), ("e",)))
    world, back = found.found
    assert [f.text for f in world.facts] == ["甲喝茶 = false", "甲喝奶 = true"]
    assert [(f.a, f.b) for f in world.facts] == [
        ("d(x) == tea", "d(x, tea)"),
        ("d(x) == milk", "d(x, milk)"),
    ]
    assert (world.admits, [n.id for n in world.against]) == ("A", ["c"])
    assert (back.admits, back.against) == ("B", ())  # both at once: A cannot say it


def test_undefined_terms_are_a_choice() -> None:
    a = 'item a var v: 0..2 derive r "r" = 2 // v ask q: count worlds'
    b = 'item b var w: 0..2 derive r "r" = 2 // w constraint c: w > 0 ask q: count worlds'
    found = one(a, b).search
    assert found is not None
    (world,) = found.found
    assert [f.text for f in world.facts] == ["r = undefined"]


def test_no_words_in_common_is_said(folder: Path) -> None:
    (folder / "a.hlogic").write_text(asks("ask q: count worlds"), "utf-8")
    (folder / "b.hlogic").write_text("item b var w: 0..2 ask q: count worlds", "utf-8")
    done = run("diff", "a.hlogic", "b.hlogic")
    assert done.exit_code == 1
    assert "no words in common" in done.stdout
    assert "variables of B alone: w" in done.stdout


def test_same_worlds_and_another_reading() -> None:
    a = 'item a var v "v": 0..2 ask q: possible v == 2'
    found = one(a, 'item b var v "v": 0..2 ask q: necessary v == 2').search
    assert found is not None
    assert (found.found, found.rows, found.complete) == ((), 3, True)


def test_bound_of_a_search_is_said(folder: Path) -> None:
    text = 'item a var v(1..8) "数{{1}}": bool constraint c: {0} ask q: count worlds'
    (folder / "a.hlogic").write_text(text.format("true"), "utf-8")
    (folder / "b.hlogic").write_text(text.format("exists i in 1..8: not v(i)"), "utf-8")
    done = run("diff", "--limit", "20", "a.hlogic", "b.hlogic")
    assert done.exit_code == 1
    assert "not complete: it ended at 20 rows that both admit" in done.stdout
    assert "a world that A admits" in run("diff", "a.hlogic", "b.hlogic").stdout


def test_search_looks_where_the_answers_turn() -> None:
    """The one world that decides is the last of 2^16; the answers lead there at once."""
    text = 'item a var v(1..16) "数{{1}}": bool constraint c: {0}\n'
    text += "ask q: possible forall i in 1..16: v(i)"
    found = one(text.format("true"), text.format("exists i in 1..16: not v(i)"), limit=5).search
    assert found is not None
    assert [f.text for f in found.found[0].facts] == [f"数{i} = true" for i in range(1, 17)]


def test_scopes_of_cases_are_followed() -> None:
    a = 'item a var v "v": 0..3 scope s "改" { assume up: v > 1 }\n'
    a += "ask q: for_scopes { base, s }: values v"
    b = a.replace("v > 1", "v > 2").replace("scope s", "scope t").replace("base, s", "base, t")
    found = one(a, b).search
    assert found is not None
    (world,) = found.found
    assert (world.scope_a, world.scope_b, world.facts[0].text) == ("s", "t", "v = 2")
    assert [n.id for n in world.against] == ["up"]


# ---------------------------------------------------------------------------- the command


def test_json(folder: Path) -> None:
    done = run(
        "diff",
        "--json",
        str(ROOT / "items" / "night_shift.hlogic"),
        str(PAIRS / "night_shift_wrong.hlogic"),
    )
    assert done.exit_code == 1
    read = json.loads(done.stdout)
    assert (read["a"], read["b"], read["agree"]) == ("night_shift", "shifts", False)
    assert [x["verdict"] for x in read["asks"]] == ["agree", "agree", "differ", "differ"]
    world = read["asks"][2]["search"]["worlds"][0]
    assert world["facts"][0] == {
        "text": "周一的值班医生 = 李明", "a": "duty(mon)", "b": "who(d1)", "value": "李明",
    }  # fmt: skip
    assert world["against"][0]["cites"] == [{"claim": "s3", "text": "没有人值两个晚上以上。"}]
    assert world["sentences"][0]["others"] == ["at_most_two: load(d) <= 2", "load"]


def test_limits_and_bad_input(folder: Path) -> None:
    wide = 'item a var v(1..40) "数{1}": bool ask q: values set(i in 1..40: v(i))'
    (folder / "a.hlogic").write_text(wide, "utf-8")
    done = run("diff", "--timeout", "0.2", "a.hlogic", "a.hlogic")
    assert done.exit_code == 3
    assert "NOT COMPARED" in done.stdout
    assert run("diff", "a.hlogic", "nowhere.hlogic").exit_code == 2
    assert run("diff", "-", "-", stdin=wide).exit_code == 2
    assert (
        run("diff", "duty.hlogic", "-", stdin=(folder / "duty.hlogic").read_bytes()).exit_code == 0
    )
