"""What rests on what, as a drawing in columns and as a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from hlogic.compiler.record import record
from hlogic.compiler.reporting import Edge, Report, Statement
from hlogic.compiler.source import width
from hlogic.render.page.layers import Layers, heights, layered
from hlogic.render.page.markup import address, element, link
from hlogic.render.page.words import Phrases

COLUMNS = ("claims", "sorts", "variables", "derived", "rules", "base", "scopes", "asks")
COLUMN_OF: Mapping[str, str] = {
    "sort": "sorts",
    "var": "variables",
    "table": "variables",
    "derive": "derived",
    "define": "derived",
    "rule": "rules",
    "constraint": "rules",
    "scope": "scopes",
    "change": "scopes",
}

# In units of the drawing, which is shown at one pixel a unit where there is room.
CELL = 6.6  # a column of a terminal, in the small print of the drawing
HEIGHT, APART = 24, 8
RAIL = 9  # the room of a line that passes a column
GAP = 62
AROUND = 44  # how far a line goes around its column
WIDEST = {"claims": 26, "asks": 30}
WIDEST_ELSE = 20
TOP = 30


@record
class Node:
    """One thing in the drawing: its name, a few words, and whatever more there is to say of it."""

    key: str
    column: str
    name: str
    words: str
    whole: str


def picture(report: Report, say: Phrases) -> list[Element]:
    """The drawing, and the list that says the same."""
    nodes = {node.key: node for node in _nodes(report, say)}
    edges = [e for e in report.edges if e.source in nodes and e.target in nodes]
    if not edges:
        return [element("p", say["none"])]
    return [
        element("p", say["picture-about"], class_="about"),
        element("div", _drawing(nodes, edges, say), class_="scroll", tabindex=0, role="group",
                aria_label=say["picture"]),
        element("details", element("summary", say["picture-list"]), _listed(nodes, edges, say)),
    ]  # fmt: skip


def _nodes(report: Report, say: Phrases) -> Iterator[Node]:
    for claim in report.claims:
        if claim.coverage != "inert" and claim.restates is None:
            text = " ".join(claim.text.split())
            yield Node(f"claim:{claim.id}", "claims", claim.id, text, text)
    for statement in report.statements:
        for shown in (statement, *statement.parts):
            if shown.kind in COLUMN_OF:  # a macro is not: it is notation
                yield _of_statement(shown)
    yield Node("scope:base", "base", say["base"], "", say["base"])
    for ask in report.asks:
        text = " ".join(ask.answer.question.split())
        yield Node(ask.key, "asks", ask.answer.id, text, text)


def _of_statement(statement: Statement) -> Node:
    whole = " ".join((statement.alias or statement.text).split())
    words = whole if statement.alias else ""
    return Node(statement.key, COLUMN_OF[statement.kind], statement.name, words, whole)


# ---------------------------------------------------------------------------- the drawing


@record
class Place:
    """Where a node is drawn, or a line passes: its left end, its middle, and its width."""

    x: float
    middle: float
    wide: float


def _drawing(nodes: Mapping[str, Node], edges: Sequence[Edge], say: Phrases) -> Element:
    used = _with_nodes(nodes, edges)
    layers = layered([keys for _, keys in used], [(e.source, e.target) for e in edges])
    heads, places, size = _placed([name for name, _ in used], layers, nodes, say)
    wide, high = size
    return element(
        "svg",
        element("title", say["picture"], id="picture-title"),
        element("desc", say["picture-about"], id="picture-about"),
        element("g", heads, class_="heads"),
        element("g", [_line(e, layers, places) for e in edges], class_="edges"),
        element("g", [_box(nodes[k], p) for k, p in places.items() if k in nodes], class_="nodes"),
        viewBox=f"0 0 {wide:g} {high:g}", width=f"{wide:g}", height=f"{high:g}",
        role="img", aria_labelledby="picture-title picture-about", class_="picture",
    )  # fmt: skip


def _with_nodes(nodes: Mapping[str, Node], edges: Sequence[Edge]) -> list[tuple[str, list[str]]]:
    """The columns that hold something; sorts, values and scopes that nothing is drawn to or from
    are left to the list of statements."""
    joined = {key for e in edges for key in (e.source, e.target)}
    found: dict[str, list[str]] = {name: [] for name in COLUMNS}
    for key, node in nodes.items():
        if key in joined or node.column in ("claims", "rules", "asks"):
            found[node.column].append(key)
    return [(name, keys) for name, keys in found.items() if keys]


def _placed(
    names: Sequence[str], layers: Layers, nodes: Mapping[str, Node], say: Phrases
) -> tuple[list[Element], dict[str, Place], tuple[float, float]]:
    """The heads of the columns, a place for each node, and the size of the whole. A column is as
    wide as its widest node."""
    middles, high = heights(layers, lambda key: HEIGHT + APART if key in nodes else RAIL)
    x, heads, places = 1.0, [], {}
    for name, column in zip(names, layers.columns, strict=True):
        most = WIDEST.get(name, WIDEST_ELSE)
        cells = [min(_cells(nodes[key]), most) for key in column if key in nodes]
        wide = round(max(width(say[f"column-{name}"]), *cells) * CELL + 14, 1)
        heads.append(element("text", say[f"column-{name}"], x=f"{x + wide / 2:g}", y=14))
        for key in column:
            places[key] = Place(round(x, 1), round(TOP + middles[key], 1), wide)
        x += wide + GAP
    return heads, places, (round(x - GAP + AROUND), round(TOP + high))


def _cells(node: Node) -> int:
    return width(node.name) + (1 + width(node.words) if node.words else 0)


def _box(node: Node, place: Place) -> Element:
    """A node: a link to what it stands for, with its whole text as the tooltip. The keyboard goes
    through the list instead."""
    room = int((place.wide - 14) / CELL)
    name = _cut(node.name, room)
    words = _cut(node.words, room - width(name) - 1) if node.words else ""
    target = "section-text" if node.key == "scope:base" else node.key
    return element(
        "a",
        element("title", f"{node.name}: {node.whole}" if node.whole != node.name else node.name),
        element(
            "rect", x=f"{place.x:g}", y=f"{place.middle - HEIGHT / 2:g}",
            width=f"{place.wide:g}", height=HEIGHT, rx=4,
        ),
        element(
            "text", element("tspan", name, class_="name"), f" {words}" if words else None,
            x=f"{place.x + 7:g}", y=f"{place.middle + 4:g}",
        ),
        href=address(target), tabindex=-1, data_node=node.key, class_=f"node {node.column}",
    )  # fmt: skip


def _cut(text: str, room: int) -> str:
    """The text, or its beginning and an ellipsis, in some columns of a terminal."""
    if width(text) <= room:
        return text
    kept = ""
    for char in text:
        if width(kept + char) > room - 1:
            break
        kept += char
    return kept + "…" if kept else ""


def _line(edge: Edge, layers: Layers, places: Mapping[str, Place]) -> Element:
    """A curve from the right of one node to the left of another, straight through the columns that
    it passes; within a column, around it."""
    way = [places[key] for key in layers.ways[edge.source, edge.target]]
    first, last = way[0], way[-1]
    x, y = first.x + first.wide, first.middle
    path = f"M{x:g} {y:g}"
    if first.x == last.x:
        bend = x + min(18 + abs(last.middle - y) / 8, AROUND)
        path += f"C{bend:g} {y:g} {bend:g} {last.middle:g} {x:g} {last.middle:g}"
    else:
        for place in way[1:]:
            half = round((x + place.x) / 2, 1)
            path += f"C{half:g} {y:g} {half:g} {place.middle:g} {place.x:g} {place.middle:g}"
            x, y = round(place.x + place.wide, 1), place.middle
            path += "" if place is last else f"H{x:g}"
    return element(
        "path", d=path, class_=edge.how, data_source=edge.source, data_target=edge.target
    )


# ---------------------------------------------------------------------------- the list


def _listed(nodes: Mapping[str, Node], edges: Sequence[Edge], say: Phrases) -> Element:
    """Each thing with what it bears on."""
    targets: dict[str, list[Edge]] = {}
    for edge in edges:
        targets.setdefault(edge.source, []).append(edge)
    entries = []
    for key, bearing in targets.items():
        named = [element("li", f"{say[edge.how]} ", _named(nodes[edge.target])) for edge in bearing]
        entries.append(element("li", _named(nodes[key]), element("ul", named)))
    return element("ul", entries, class_="bearing")


def _named(node: Node) -> Element:
    if node.key == "scope:base":
        return element("span", node.name)
    return link(node.key, node.name)
