"""Columns of a layered drawing: their order, with few crossings, and the height of each node.

The method of Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system
structures" (IEEE Trans. SMC 11, 1981). A line over several columns passes each of them at a point
of its own, and lines that come from one node share these. By the barycentre method a node moves to
the mean place of its neighbours, sweep by sweep, and the order with the fewest crossings is kept.
Heights are then drawn to those of the neighbours by isotonic regression, which keeps the order and
the distances. The first column stays in the order that it came in.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

from hlogic.compiler.record import record

SWEEPS = 8
Pairs = Sequence[tuple[str, str]]


@record
class Layers:
    """Columns of nodes and of points, and the way that a line takes from node to node, itself
    among it. A name with a space in it is a point."""

    columns: list[list[str]]
    ways: Mapping[tuple[str, str], tuple[str, ...]]

    @property
    def segments(self) -> list[tuple[str, str]]:
        """The pieces of all ways, each once."""
        pieces = (pair for way in self.ways.values() for pair in pairwise(way))
        return list(dict.fromkeys(pieces))


def layered(columns: Sequence[Sequence[str]], edges: Pairs) -> Layers:
    """The columns with points for the lines that pass them, all in their order. Ways go from left
    to right, whichever end an edge begins at."""
    at = {node: i for i, column in enumerate(columns) for node in column}
    filled = [dict.fromkeys(column) for column in columns]
    ways = {}
    for source, target in edges:
        left, right = sorted((source, target), key=at.__getitem__)
        points = [f"{left} {i}" for i in range(at[left] + 1, at[right])]
        for i, point in enumerate(points, at[left] + 1):
            filled[i][point] = None
        ways[source, target] = (left, *points, right)
    unordered = Layers([list(column) for column in filled], ways)
    return Layers(_ordered(unordered.columns, unordered.segments), ways)


# ---------------------------------------------------------------------------- order


def _ordered(columns: list[list[str]], segments: Pairs) -> list[list[str]]:
    beside = _neighbours(columns, segments)
    best = current = columns
    fewest = crossings(best, segments)
    for sweep in range(SWEEPS):
        current = _swept(current, beside, forward=sweep % 2 == 0)
        found = crossings(current, segments)
        if found < fewest:
            best, fewest = current, found
    return best


def _neighbours(
    columns: Sequence[Sequence[str]], segments: Pairs
) -> dict[str, tuple[list[str], list[str]]]:
    """By node, those that it is joined to on its left and on its right."""
    at = {node: i for i, column in enumerate(columns) for node in column}
    found: dict[str, tuple[list[str], list[str]]] = {node: ([], []) for node in at}
    for source, target in segments:
        if at[source] != at[target]:
            found[source][1].append(target)
            found[target][0].append(source)
    return found


def _swept(
    columns: Sequence[Sequence[str]],
    beside: Mapping[str, tuple[list[str], list[str]]],
    forward: bool,
) -> list[list[str]]:
    """Every column but the first, ordered by the one before it or by the one behind it."""
    swept = [list(column) for column in columns]
    for index in range(1, len(swept)) if forward else range(len(swept) - 1, 0, -1):
        place = _places(swept)
        means = {
            node: _mean([place[n] for n in beside[node][0 if forward else 1]], place[node])
            for node in swept[index]
        }
        swept[index].sort(key=means.__getitem__)
    return swept


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _places(columns: Sequence[Sequence[str]]) -> dict[str, float]:
    """Where each node stands in its column, from 0 to 1."""
    return {
        node: (2 * i + 1) / (2 * len(column)) for column in columns for i, node in enumerate(column)
    }


def crossings(columns: Sequence[Sequence[str]], segments: Pairs) -> int:
    """How many pairs of lines between neighbouring columns cross."""
    at = {node: i for i, column in enumerate(columns) for node in column}
    place = _places(columns)
    between: dict[int, list[tuple[float, float]]] = {}
    for source, target in segments:
        if at[source] != at[target]:
            between.setdefault(at[source], []).append((place[source], place[target]))
    return sum(_inversions(lines) for lines in between.values())


def _inversions(lines: Iterable[tuple[float, float]]) -> int:
    """How many pairs of lines begin in one order and end in the other."""
    count, ends = 0, list[float]()
    for _, end in sorted(lines):  # of one beginning, by their ends: these do not cross
        count += len(ends) - bisect_right(ends, end)
        insort(ends, end)
    return count


# ---------------------------------------------------------------------------- heights


def heights(layers: Layers, size: Callable[[str], float]) -> tuple[dict[str, float], float]:
    """The middle of each node, and the height of the whole, which the column that needs most room
    fills. `size` is the room that a node takes in its column."""
    whole = max(sum(map(size, column)) for column in layers.columns)
    beside = _neighbours(layers.columns, layers.segments)
    middle: dict[str, float] = {}
    for column in layers.columns:
        spare = (whole - sum(map(size, column))) / max(len(column), 1)
        middle |= _stacked(column, size, [i * spare + spare / 2 for i in range(len(column))])
    for sweep in range(SWEEPS):
        order = layers.columns[1:] if sweep % 2 == 0 else layers.columns[:0:-1]
        for column in order:
            joined = [[middle[n] for side in beside[k] for n in side] for k in column]
            wanted = [_mean(found, middle[k]) for found, k in zip(joined, column, strict=True)]
            tops = _stacked(column, size, [0.0] * len(column))
            shifts = _isotonic([w - tops[k] for w, k in zip(wanted, column, strict=True)])
            room = whole - sum(map(size, column))
            middle |= _stacked(column, size, [min(max(s, 0.0), room) for s in shifts])
    return middle, whole


def _stacked(
    column: Sequence[str], size: Callable[[str], float], shifts: Sequence[float]
) -> dict[str, float]:
    """The middles of nodes one below the other without a gap, each moved by its shift."""
    middles, top = {}, 0.0
    for node, shift in zip(column, shifts, strict=True):
        middles[node] = top + size(node) / 2 + shift
        top += size(node)
    return middles


def _isotonic(values: Sequence[float]) -> list[float]:
    """The nondecreasing values that are nearest to some in least squares: neighbours in the wrong
    order are pooled at their mean (Ayer et al. 1955)."""
    pools: list[tuple[float, int]] = []  # mean and number
    for value in values:
        mean, number = value, 1
        while pools and pools[-1][0] > mean:
            before, count = pools.pop()
            mean, number = (before * count + mean * number) / (count + number), count + number
        pools.append((mean, number))
    return [mean for mean, number in pools for _ in range(number)]
