"""`hlogic diff`: independent encodings agree; one wrong rule shows its world and its sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli_runs import run
from hlogic.compiler.comparison import Compared, Comparison
from hlogic.compiler.source import Source
from hlogic.diff.mapping import NO_MAP, read_map
from hlogic.diff.run import Diff
from hlogic.diff.side import Options

ROOT = Path(__file__).parent.parent
PAIRS = ROOT / "tests" / "pairs"
ROSTER = (ROOT / "items" / "duty_roster.hlogic").read_text("utf-8")
TRUTHS = (PAIRS / "duty_roster_by_truths.hlogic").read_text("utf-8")


def compared(
    a: str,
    b: str,
    names: str = "",
    engine: str | None = None,
    limit: int = 10_000,
    search: bool = True,
) -> Comparison:
    read = read_map(Source("map.toml", names)) if names else NO_MAP
    places = [(Source.of(f"{name}.hlogic", text), None) for name, text in (("a", a), ("b", b))]
    diff = Diff(places[0], places[1], Options(engine, None, limit), read)
    return diff.comparison(search)


def one(a: str, b: str, **more: Any) -> Compared:
    (ask,) = compared(a, b, **more).asks
    return ask


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


# ---------------------------------------------------------------------------- notation

SORTS = 'item a\nsort P {{ x "甲", y "乙" }}\nvar v(P) "{{1}}的数": 0..2\nask q "?": {0}\n'
OTHER = 'item b\nsort Q {{ yi "乙", jia "甲" }}\nvar w(Q) "{{1}}的数": 0..2\nask q "?": {0}\n'
SAME = {
    "a set in another order": ("possible_set p in P: v(p) == 1", "possible_set p in Q: w(p) == 1"),
    "rows in another order": ("rows (v(x), v(y))", "rows (w(jia), w(yi))"),
    "columns by name": ("rows (v(x) as m, v(y) as n)", "rows (w(yi) as n, w(jia) as m)"),
    "cases of members": ("truth_of p in P: v(p) == 1", "truth_of p in Q: w(p) == 1"),
    "cases by text": (
        'cases { case a "一": possible v(x) == 1 case b "二": count worlds }',
        'cases { case m "二": count worlds case n "一": possible w(jia) == 1 }',
    ),
    "cases by name": (
        'incompatible { case a: v(x) == 3 case b: v(x) == 2 }',
        'incompatible { case b: w(jia) == 2 case a "三": w(jia) == 4 }',
    ),
    "sets of values": ("values set(p in P where v(p) == 0)", "values set(q in Q: w(q) < 1)"),
    "tuples": ("values (v(x), v(y)) where v(x) == 1", "values (w(jia), w(yi)) where w(jia) == 1"),
    "neither has an answer": ("value v(x)", "value w(jia)"),
}  # fmt: skip


@pytest.mark.parametrize(("left", "right"), SAME.values(), ids=SAME.keys())
def test_notation_does_not_count(left: str, right: str) -> None:
    assert one(SORTS.format(left), OTHER.format(right)).verdict == "agree"


@pytest.mark.parametrize(
    ("left", "right", "verdict"),
    [
        ("values v(x) where v(x) > 0", "rows distinct (w(jia)) where w(jia) > 0", "notation"),
        ("truth v(x) == 3", "possible w(jia) == 3", "notation"),
        (
            "values (v(x), v(y)) where v(x) == 1",
            "values (w(yi), w(jia)) where w(jia) == 1",
            "differ",
        ),
        ("values v(x)", "values w(jia) > 1", "differ"),
        ("possible_set p in P: v(p) == v(x)", "possible_set p in Q: p == jia", "differ"),
        ("value v(x)", "values w(jia)", "differ"),
    ],
)
def test_shapes_and_places_count(left: str, right: str, verdict: str) -> None:
    assert one(SORTS.format(left), OTHER.format(right)).verdict == verdict


def test_labels_that_only_look_alike_are_not_one() -> None:
    a = 'item a sort P { x "甲", y "乙" } var v: P ask q "?": values v where v == x'
    assert (
        one(a, 'item b sort P { x "乙", y "甲" } var v: P ask q "?": values v where v == x').verdict
        == "differ"
    )
    assert (
        one(a, 'item b sort P { x "丙", y "丁" } var v: P ask q "?": values v where v == x').verdict
        == "differ"
    )
    assert one(a, "item b sort P { x, y } var v: P ask q: values v where v == x").verdict == "agree"
    assert (
        one(a, "item b sort P { 乙, 甲 } var v: P ask q: values v where v == 甲").verdict == "agree"
    )


def test_families_go_by_alias_or_sentence() -> None:
    a = (
        'item a background "甲大。乙小。" claim c1 "甲大。" claim c2 "乙小。" var v "v": 0..3\n'
        'constraint big: v >= 2 cites c1 constraint small "小": v <= 1\nask q: core\n'
    )
    b = (
        'item b background "甲大。乙小。" claim k "甲大。" var n "v": 0..3\n'
        'constraint one "小": n < 2 constraint two: n > 1 cites k\nask q: core\n'
    )
    found = one(a, b)
    assert (found.verdict, found.answers[0].value, found.answers[1].value) == (
        "agree", [["big", "small"]], [["one", "two"]],
    )  # fmt: skip
    assert one(a, b.replace("n > 1 cites k", "n > 1")).verdict == "differ"


# ---------------------------------------------------------------------------- which asks


def asks(*declared: str) -> str:
    return "\n".join(["item a", "var v: 0..1", *declared, ""])


def test_asks_by_id_by_question_and_by_map() -> None:
    a = asks('ask q1 "一": count worlds', 'ask q2 "二": values v', 'ask q3 "三": possible v == 1')
    b = asks('ask q1 "一": count worlds', 'ask two " 二": values v', 'ask z "叁": possible v == 1')
    assert [x.ids for x in compared(a, b).asks] == [("q1", "q1"), ("q2", "two")]
    assert compared(a, b).alone == (("q3",), ("z",))
    mapped = compared(a, b, names='[asks]\nq3 = "z"\n')
    assert [x.ids for x in mapped.asks] == [("q1", "q1"), ("q2", "two"), ("q3", "z")]


def test_a_question_under_another_id_is_not_taken_for_it() -> None:
    a = asks('ask q1 "一": count worlds', 'ask q2 "二": values v')
    b = asks('ask q2 "一": count worlds', 'ask q1 "二": values v')
    assert [x.ids for x in compared(a, b).asks] == [("q1", "q2"), ("q2", "q1")]


def test_checks_are_not_compared(folder: Path) -> None:
    (folder / "a.hlogic").write_text(asks("check k: possible v == 1"), "utf-8")
    done = run("diff", "a.hlogic", "a.hlogic")
    assert (done.exit_code, done.stdout) == (1, "no ask is of both\n")  # nothing agreed


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


# ---------------------------------------------------------------------------- maps

A = "item a sort P { x, y } var f(P): 0..2 constraint c: f(x) <= f(y) ask q: count worlds"
B = "item b sort Q { u, v } var g(Q): 0..2 constraint c: g(u) < g(v) ask q: count worlds"


@pytest.mark.parametrize(
    "names",
    [
        '[values]\nx = "u"\n"P.y" = "Q.v"\n[terms]\nf = "g"\n',
        '[terms]\n"f(x)" = "g(u)"\n"f(y)" = "g(v)"\n',
    ],
)
def test_map_gives_words(names: str) -> None:
    found = one(A, B, names=names).search
    assert found is not None
    (world,) = found.found
    assert [(f.a, f.b, f.value) for f in world.facts] == [
        ("f(x)", "g(u)", "0"),
        ("f(y)", "g(v)", "0"),
    ]
    assert [n.id for n in world.against] == ["c"]


def test_map_takes_the_place_of_what_is_matched_by_itself() -> None:
    a = 'item a var v "数": 0..1 ask q: count worlds'
    b = 'item b var v "数": 0..1 var w: 0..1 ask q: count worlds'
    found = one(a, b, names='[terms]\nv = "w"\n')
    assert found.search is not None
    assert (found.search.shared, found.search.unshared) == (1, ((), ("v",)))


def test_labels_may_be_numbers() -> None:
    a = 'item a sort D { mon, tue } var d "日": D ask q: values d'
    b = 'item b var d "日": 1..2 constraint c: d != 2 ask q: values d'
    names = '[values]\nmon = "1"\ntue = "2"\n'
    found = one(a, b, names=names)
    assert found.search is not None
    assert found.search.found[0].facts[0].text == "日 = tue"
    assert one(a, b.replace("constraint c: d != 2 ", ""), names=names).verdict == "agree"


@pytest.mark.parametrize(
    ("names", "message", "place"),
    [
        ("[asks\n", "not TOML", (1, 6)),
        ("[ask]\n", "no part called ask", (1, 2)),
        ("asks = 3\n", "asks is a table", (1, 1)),
        ("[asks]\nq = 3\n", "stands for a name of B in quotes", (2, 1)),
        ('[asks]\nqq = "q"\n', "A has no ask called qq", (2, 1)),
        ('[asks]\nq = "zz"\n', "B has no ask called zz", (2, 6)),
        ('[values]\nx = "w"\n', "B has no value called w", (2, 6)),
        ('[terms]\n"f(x)" = "g(w)"\n', "B cannot read g(w): unknown name `w`", (2, 11)),
        ('[terms]\n"f(" = "g(u)"\n', "A cannot read f(", (2, 2)),
    ],
)
def test_mistakes_of_a_map_are_shown(folder: Path, names: str, message: str, place: Any) -> None:
    (folder / "a.hlogic").write_text(A, "utf-8")
    (folder / "b.hlogic").write_text(B, "utf-8")
    (folder / "m.toml").write_text(names, "utf-8")
    done = run("diff", "--map", "m.toml", "a.hlogic", "b.hlogic")
    assert done.exit_code == 2
    assert message in done.stderr
    assert f"m.toml:{place[0]}:{place[1]}: error[bad-map]" in done.stderr


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
