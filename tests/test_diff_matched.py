"""What `hlogic diff` takes for the same: answers in any notation, asks, and what a map joins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli_runs import run
from diff_made import asks, compared, one

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
