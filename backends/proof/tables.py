"""One premise as a table: which values its places can have together.

Sets of values are masks, bit i for the i-th value of a place; sets of combinations are the cells of
a grid, so that what a premise leaves of each place is a few operations on integers. A premise with
too many combinations is asked of the SAT engine instead, which answers the same (`solved.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Protocol

from hlogic.backends.proof.grid import Grid, TooMany
from hlogic.compiler.proof.premises import Premise
from hlogic.compiler.sorts import Maybe
from hlogic.compiler.terms import Ref

MOST_CELLS = 1 << 18  # combinations of values that a table may have
Masks = Sequence[int]


class Relation(Protocol):
    """What one premise leaves possible. `places` are those that it is about, in order; `work` says
    what an answer costs, a table's being 1."""

    places: tuple[Ref, ...]
    work: int

    def narrowed(self, masks: Masks) -> list[int] | None:
        """What it leaves of the values in the masks, place by place; None if nothing."""

    def possible(self, masks: Masks) -> bool:
        """Whether it leaves anything."""


class Table:
    """The cells where a premise holds."""

    work = 1

    def __init__(self, places: tuple[Ref, ...], grid: Grid, holds: int) -> None:
        self.places = places
        self._holds = holds
        self._cells = [[cells & holds for cells in grid.cells[place]] for place in places]
        self._of_mask: dict[tuple[int, int], int] = {}

    def narrowed(self, masks: Masks) -> list[int] | None:
        alive = self._alive(masks)
        if not alive:
            return None
        left: list[int] = []
        for mask, cells in zip(masks, self._cells, strict=True):
            kept = 0
            for i, of_value in enumerate(cells):
                if mask >> i & 1 and of_value & alive:
                    kept |= 1 << i
            left.append(kept)
        return left

    def possible(self, masks: Masks) -> bool:
        return self._alive(masks) != 0

    def _alive(self, masks: Masks) -> int:
        alive = self._holds
        for column, mask in enumerate(masks):
            found = self._of_mask.get((column, mask))
            if found is None:
                found = 0
                for i, cells in enumerate(self._cells[column]):
                    if mask >> i & 1:
                        found |= cells
                self._of_mask[column, mask] = found
            alive &= found
            if not alive:
                return 0
        return alive


class Few:
    """The same premise, which says nothing where it leaves its places more combinations of values
    than a number: what it then says takes no more than so many to check."""

    def __init__(self, whole: Relation, most: int) -> None:
        self.places = whole.places
        self.work = whole.work
        self._whole = whole
        self._most = most

    def narrowed(self, masks: Masks) -> list[int] | None:
        return list(masks) if self._many(masks) else self._whole.narrowed(masks)

    def possible(self, masks: Masks) -> bool:
        return self._many(masks) or self._whole.possible(masks)

    def _many(self, masks: Masks) -> bool:
        return prod(mask.bit_count() for mask in masks) > self._most


def places_of(premise: Premise) -> tuple[Ref, ...]:
    """The places that a premise is about, its own last."""
    leaves = premise.leaves
    own = premise.place
    return leaves if own is None or own in leaves else (*leaves, own)


def table(premise: Premise, values: Mapping[Ref, tuple[Maybe, ...]]) -> Table | None:
    """The table of a premise; None where it would be too large."""
    places = places_of(premise)
    cells = 1
    for place in places:
        cells *= len(values[place])
        if cells > MOST_CELLS:
            return None
    grid = Grid(places, values)
    try:
        found = grid.term(premise.term)
    except TooMany:
        return None
    holds, own = 0, premise.place
    for value, where in found.items():
        if own is None:
            if premise.accepts(value, ()):
                holds |= where
            continue
        for of_place, here in zip(values[own], grid.cells[own], strict=True):
            if premise.accepts(value, (of_place,)):
                holds |= where & here
    return Table(places, grid, holds)
