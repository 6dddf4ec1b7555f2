"""The picture of a report: what it joins is so, and how it is laid out keeps its promises."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hlogic
from hlogic.compiler.lint.uses import uses_of
from hlogic.compiler.reporting import Edge
from hlogic.render.page.layers import Layers, crossings, heights, layered
from hlogic.render.page.picture import COLUMN_OF, COLUMNS
from hlogic.report.edges import edges_of
from hlogic.report.statements import Statements

ITEMS = Path(__file__).resolve().parent.parent / "items"
FILES = [
    *sorted((ITEMS.parent / "tests" / "cases").glob("*.hlogic")),
    *sorted(ITEMS.glob("*_small.hlogic")),
    ITEMS / "duty_roster.hlogic",
]


def drawn(path: Path) -> tuple[Statements, list[Edge]]:
    item = hlogic.load(path).compiled
    statements = Statements(item.file)
    return statements, edges_of(item, statements)


def reached(edges: list[Edge], start: str) -> set[str]:
    found, waiting = set(), [start]
    while waiting:
        at = waiting.pop()
        for edge in edges:
            if edge.source == at and edge.target not in found:
                found.add(edge.target)
                waiting.append(edge.target)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_edges_go_to_the_right_and_lose_no_way(path: Path) -> None:
    statements, edges = drawn(path)
    column = {"claim": "claims", "scope": "scopes", "ask": "asks", "change": "scopes"}
    kinds = {s.key: s.kind for t in statements.all for s in (t, *t.parts)}

    def place(key: str) -> int:
        if key == "scope:base":
            return COLUMNS.index("base")
        kind = kinds.get(key)
        return COLUMNS.index(COLUMN_OF[kind] if kind else column[key.partition(":")[0]])

    assert len(edges) == len(set(edges))
    for edge in edges:
        assert place(edge.source) <= place(edge.target), edge
        assert edge.source != edge.target
    read = [e for e in edges if e.how == "read"]
    for (space, name), things in uses_of(hlogic.load(path).compiled).reads.items():
        for other, value in things:
            source, target = f"value:{value}", f"rule:{name}"
            if space == "constraint" and other == "value" and kinds.get(source) in COLUMN_OF:
                assert target in reached(read, source), (source, target)


def test_edges_of_the_first_item() -> None:
    _, edges = drawn(ITEMS / "night_shift.hlogic")
    shown = {(e.source, e.target, e.how) for e in edges}
    assert ("claim:c4", "rule:li_wang", "licenses") in shown
    assert ("value:duty", "value:load", "read") in shown
    assert ("value:duty", "ask:q4", "read") not in shown  # by way of load
    assert ("rule:li_wang", "scope:swapped", "changes") in shown
    assert {e.source for e in edges if e.target == "ask:q2" and e.how == "under"} == {
        "scope:swapped"
    }


def test_more_edges(tmp_path: Path) -> None:
    text = """
item more
background "One. Two."
claim c1 "One."
claim c2 "Two."
var a: bool
var b: bool
define { p, q } { rule r1: p if a cites c1  rule r2: q if p cites c2 }
constraint x: a or q cites c1
constraint y: b cites c2 tags loud
scope s { retract citing c2 }
scope t extends s { retract tags loud  disable r1  replace x with b }
change k: retract x
ask one: possible a
ask two: repair { k } to possible not a
ask three: for_scopes { s, t }: one
"""
    path = tmp_path / "more.hlogic"
    path.write_text(text, encoding="utf-8")
    _, edges = drawn(path)
    shown = {(e.source, e.target, e.how) for e in edges}
    assert ("value:p", "rule:r1", "read") in shown  # of its group
    assert ("value:a", "rule:x", "read") not in shown  # by way of p and q
    assert ("value:p", "rule:x", "read") in shown
    for key in ("rule:y", "rule:r2"):
        assert (key, "scope:s", "changes") in shown
    for key in ("rule:y", "rule:r1", "rule:x"):
        assert (key, "scope:t", "changes") in shown
    assert ("scope:s", "scope:t", "extends") in shown
    assert (
        "scope:base",
        "scope:s",
        "extends",
    ) in shown
    assert ("rule:x", "change:k", "changes") in shown
    assert ("change:k", "ask:two", "read") in shown
    assert ("ask:one", "ask:three", "read") in shown
    under = {e.source for e in edges if e.target == "ask:three" and e.how == "under"}
    assert under == {"scope:s", "scope:t"}


# ---------------------------------------------------------------------------- layout


@st.composite
def pictures(draw: st.DrawFn) -> tuple[list[list[str]], list[tuple[str, str]]]:
    sizes = draw(st.lists(st.integers(1, 5), min_size=1, max_size=5))
    columns = [[f"{i}.{j}" for j in range(size)] for i, size in enumerate(sizes)]
    at = {node: i for i, column in enumerate(columns) for node in column}
    pairs = [(a, b) for a in at for b in at if a != b and at[a] <= at[b]]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=12)) if pairs else []
    return columns, edges


def slow_crossings(layers: Layers) -> int:
    at = {n: (i, j) for i, column in enumerate(layers.columns) for j, n in enumerate(column)}
    lines = [(at[a], at[b]) for a, b in layers.segments if at[a][0] != at[b][0]]
    return sum(
        (a[1] - c[1]) * (b[1] - d[1]) < 0 and a[0] == c[0]
        for (a, b), (c, d) in combinations(lines, 2)
    )


@settings(max_examples=60, deadline=None)
@given(pictures())
def test_layers(made: tuple[list[list[str]], list[tuple[str, str]]]) -> None:
    columns, edges = made
    layers = layered(columns, edges)
    assert [sorted(n for n in c if " " not in n) for c in layers.columns] == [
        sorted(c) for c in columns
    ]
    assert [n for n in layers.columns[0] if " " not in n] == columns[0]
    at = {node: i for i, column in enumerate(layers.columns) for node in column}
    for (source, target), way in layers.ways.items():
        assert (way[0], way[-1]) == (source, target)
        steps = [at[b] - at[a] for a, b in pairwise(way)]
        assert steps == [1] * len(steps) or (steps == [0] and at[source] == at[target])
    assert crossings(layers.columns, layers.segments) == slow_crossings(layers)

    def size(node: str) -> float:
        return 9.0 if " " in node else 32.0

    middle, whole = heights(layers, size)
    for column in layers.columns:
        ends = 0.0
        for node in column:
            assert middle[node] - size(node) / 2 >= ends - 1e-6
            ends = middle[node] + size(node) / 2
        assert ends <= whole + 1e-6


def test_crossings_are_undone() -> None:
    layers = layered([["a", "b", "c"], ["x", "y", "z"]], [("a", "z"), ("b", "y"), ("c", "x")])
    assert layers.columns == [["a", "b", "c"], ["z", "y", "x"]]
    assert crossings(layers.columns, layers.segments) == 0
