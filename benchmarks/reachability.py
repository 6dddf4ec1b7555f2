"""Reachability over a random graph: an item, and the clingo program that asks the same."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

Edge = tuple[int, int]
Literal = tuple[str, tuple[int, ...], bool]  # a predicate, its arguments, whether it is to hold
NODES, EDGES, ASKS, REGION = 200, 1_000, 20, 15


@dataclass(frozen=True)
class Ask:
    """Whether a node can be reached, or must be, in the worlds that meet all of `where`."""

    kind: str
    node: int
    where: tuple[Literal, ...]


class Graph:
    """Possible edges, each of them free, and asks about what is reached from node 0."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        draw = self._random.randrange
        edges: dict[Edge, None] = {}
        while len(edges) < EDGES:
            edge = draw(NODES), draw(NODES)
            if edge[0] != edge[1]:
                edges[edge] = None
        self.edges = list(edges)
        kinds = (self._avoiding, self._enclosed, self._almost_enclosed, self._one_way_in)
        self.asks = [kinds[i % len(kinds)]() for i in range(ASKS)]

    def _node(self) -> int:
        return self._random.randrange(1, NODES)

    def _region(self, size: int) -> tuple[int, set[int], list[Edge]]:
        """A node, nodes around it from which it may be reached, and the edges into these."""
        target = self._node()
        region = {target}
        while len(region) < size:
            ways = [x for x, y in self.edges if y in region and x not in region and x]
            if not ways:
                return self._region(size)
            region.add(self._random.choice(ways))
        return target, region, [e for e in self.edges if e[1] in region and e[0] not in region]

    def _avoiding(self) -> Ask:
        """Some edges are missing and some nodes are not reached."""
        target = self._node()
        missing = self._random.sample(self.edges, 10)
        avoided = [n for n in {self._node() for _ in range(10)} if n != target]
        where = [("edge", e, False) for e in missing] + [("reach", (n,), False) for n in avoided]
        return Ask("possible", target, tuple(where))

    def _enclosed(self) -> Ask:
        """No way leads into a region, which is full of cycles: false."""
        target, _, into = self._region(REGION)
        return Ask("possible", target, tuple(("edge", e, False) for e in into))

    def _almost_enclosed(self) -> Ask:
        """One way leads in, from a node that is reached only by some edges: mostly true."""
        target, region, into = self._region(REGION)
        self._random.shuffle(into)
        where: list[Literal] = [("edge", e, False) for e in into[1:]]
        avoided = [n for n in {self._node() for _ in range(10)} if n not in region]
        where += [("reach", (n,), False) for n in avoided if n != into[0][0]]
        return Ask("possible", target, tuple(where))

    def _one_way_in(self) -> Ask:
        """Where a node is reached, so is the node that the only way to it leads from: true."""
        target, _, into = self._region(REGION)
        gate = self._random.choice(into)[0]
        where = [("edge", e, False) for e in into if e[0] != gate]
        return Ask("necessary", gate, (("reach", (target,), True), *where))


def item(graph: Graph) -> str:
    possible = ", ".join(map(str, graph.edges))
    lines = [
        'item reachability "what can be reached from node 0"',
        f"sort Node = 0..{NODES - 1}",
        f"table possible(Node, Node): bool = {{ {possible} }}",
        "var edge(x in Node, y in Node where possible(x, y)): bool",
        "define reach(Node) {",
        "  rule start: reach(0)",
        "  rule step(x in Node, y in Node where possible(x, y)): "
        "reach(y) if reach(x) and edge(x, y)",
        "}",
    ]
    for number, ask in enumerate(graph.asks):
        where = " and ".join(
            f"{'' if holds else 'not '}{name}({', '.join(map(str, at))})"
            for name, at, holds in ask.where
        )
        lines.append(f"ask q{number}: {ask.kind} reach({ask.node}) where {where}")
    return "\n".join([*lines, ""])


def program(graph: Graph) -> str:
    lines = [
        *(f"possible({x},{y})." for x, y in graph.edges),
        "{ edge(X,Y) } :- possible(X,Y).",
        "reach(0).",
        "reach(Y) :- reach(X), edge(X,Y).",
    ]
    for number, ask in enumerate(graph.asks):
        where = ", ".join(
            f"{'' if holds else 'not '}{name}({','.join(map(str, at))})"
            for name, at, holds in ask.where
        )
        lines.append(f"ask({number},{ask.kind},{ask.node}). kept({number}) :- {where}.")
    return "\n".join([*lines, ""])
