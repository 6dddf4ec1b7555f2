"""Strongly connected components: Tarjan's algorithm on a stack of its own."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def components(uses: Mapping[T, Iterable[T]]) -> Iterator[list[T]]:
    """The components of a graph, each after all that it uses; what is no key is left out."""
    index: dict[T, int] = {}
    low: dict[T, int] = {}
    open_: dict[T, None] = {}  # in the order in which they were met
    for root in uses:
        if root in index:
            continue
        path = [(root, iter(uses[root]))]
        index[root] = low[root] = len(index)
        open_[root] = None
        while path:
            node, rest = path[-1]
            for used in rest:
                if used not in uses:
                    continue
                if used not in index:
                    index[used] = low[used] = len(index)
                    open_[used] = None
                    path.append((used, iter(uses[used])))
                    break
                if used in open_:
                    low[node] = min(low[node], index[used])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == index[node]:
                    part: list[T] = []
                    while not part or part[-1] != node:
                        part.append(open_.popitem()[0])
                    yield part[::-1]
