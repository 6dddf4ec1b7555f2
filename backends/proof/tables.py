"""One premise as a table: which values its places can have together.

Sets of values are masks, bit i for the i-th value of a place; sets of rows are masks too, so that
what a premise leaves of each place is a few operations on integers. A premise with too many rows is
asked of the SAT engine instead, which answers the same (`solved.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Protocol

from hlogic.compiler.proof.premises import Premise
from hlogic.compiler.sorts import UNDEFINED, Maybe
from hlogic.compiler.terms import App, Const, Ref, below

MOST_ROWS = 1024  # combinations of values that are tried to make a table
Masks = Sequence[int]


class Relation(Protocol):
    """What one premise leaves possible. `places` are those that it is about, in order."""

    places: tuple[Ref, ...]

    def narrowed(self, masks: Masks) -> list[int] | None:
        """What it leaves of the values in the masks, place by place; None if nothing."""

    def possible(self, masks: Masks) -> bool:
        """Whether it leaves anything."""


class Table:
    """The rows of a premise."""

    def __init__(self, places: tuple[Ref, ...], rows: Sequence[tuple[int, ...]]) -> None:
        self.places = places
        self._all = (1 << len(rows)) - 1
        self._support: list[list[int]] = []
        for column in range(len(places)):
            with_value: list[int] = []
            for number, row in enumerate(rows):
                with_value += [0] * (row[column] + 1 - len(with_value))
                with_value[row[column]] |= 1 << number
            self._support.append(with_value)
        self._rows: dict[tuple[int, int], int] = {}

    def narrowed(self, masks: Masks) -> list[int] | None:
        alive = self._alive(masks)
        if not alive:
            return None
        return [
            sum(1 << i for i, rows in enumerate(support) if mask >> i & 1 and rows & alive)
            for mask, support in zip(masks, self._support, strict=True)
        ]

    def possible(self, masks: Masks) -> bool:
        return self._alive(masks) != 0

    def _alive(self, masks: Masks) -> int:
        alive = self._all
        for column, mask in enumerate(masks):
            found = self._rows.get((column, mask))
            if found is None:
                found = 0
                for i, rows in enumerate(self._support[column]):
                    if mask >> i & 1:
                        found |= rows
                self._rows[column, mask] = found
            alive &= found
        return alive


def places_of(premise: Premise) -> tuple[Ref, ...]:
    """The places that a premise is about, its own last."""
    leaves = premise.leaves
    own = premise.place
    return leaves if own is None or own in leaves else (*leaves, own)


def relation(premise: Premise, values: Mapping[Ref, tuple[Maybe, ...]], most: int) -> Table | None:
    """The table of a premise, None where more combinations would be tried than `most`."""
    leaves, places = premise.leaves, places_of(premise)
    combinations = 1
    for leaf in leaves:
        combinations *= len(values[leaf])
        if combinations > most:
            return None
    own = premise.place
    free = own is not None and own not in leaves
    rows: list[tuple[int, ...]] = []
    for chosen in product(*(range(len(values[leaf])) for leaf in leaves)):
        world = {leaf: values[leaf][i] for leaf, i in zip(leaves, chosen, strict=True)}
        value = _value(premise, world)
        if free:
            assert own is not None
            rows += [
                (*chosen, i) for i, v in enumerate(values[own]) if premise.accepts(value, (v,))
            ]
        elif premise.accepts(value, (world[own],) if own is not None else ()):
            rows.append(chosen)
    return Table(places, rows)


def _value(premise: Premise, world: Mapping[Ref, Maybe]) -> Maybe:
    """What the term comes to, straight from the operator table."""
    found: dict[int, Maybe] = {}
    for term in below([premise.term]):
        match term:
            case Const(value=value):
                found[term.id] = value
            case Ref():
                found[term.id] = world[term]
            case App(op=op, args=args):
                found[term.id] = op.apply([found[a.id] for a in args])
            case _:
                raise AssertionError(f"not a ground term: {term}")
    return found.get(premise.term.id, UNDEFINED)
