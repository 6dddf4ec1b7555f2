"""A ground term over every combination of its leaves' values at once.

The combinations are the cells of a grid, and a set of cells is one integer, a bit a cell. A term is
then, for each value that it can take, the cells where it does; an operator is applied once to each
combination of its operands' values, and what it gives holds where all of these do. Long lists of
operands are folded where the operator allows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hlogic.compiler.ops import ALL_DIFFERENT, AND, AT_LEAST, COUNT, IF, MATCH, OR, SUM
from hlogic.compiler.sorts import UNDEFINED, Maybe
from hlogic.compiler.terms import App, Const, Ref, Term, below

MOST_COMBINATIONS = 8192  # of operands' values, for one operator
Cells = dict[Maybe, int]


class TooMany(Exception):
    """An operator has too many combinations of operands."""


class Grid:
    """The cells of some places, the last varying fastest."""

    def __init__(self, places: Sequence[Ref], values: Mapping[Ref, Sequence[Maybe]]) -> None:
        self.size = 1
        for place in places:
            self.size *= len(values[place])
        self.all = (1 << self.size) - 1
        self.cells: dict[Ref, list[int]] = {}  # of each value of a place, in order
        period = self.size
        for place in places:
            count = len(values[place])
            stride = period // count
            repeated = self.all // ((1 << period) - 1)
            ones = (1 << stride) - 1
            self.cells[place] = [(ones << (i * stride)) * repeated for i in range(count)]
            period = stride
        self._values = values

    def term(self, root: Term) -> Cells:
        """Where the term takes each of its values. Raises TooMany."""
        found: dict[int, Cells] = {}
        for term in below([root]):
            match term:
                case Const(value=value):
                    found[term.id] = {value: self.all}
                case Ref():
                    found[term.id] = dict(zip(self._values[term], self.cells[term], strict=True))
                case App(args=args):
                    found[term.id] = self._applied(term, [found[a.id] for a in args])
                case _:
                    raise AssertionError(f"not a ground term: {term}")
        return found[root.id]

    def _applied(self, term: App, args: Sequence[Cells]) -> Cells:
        fold = _FOLDS.get(term.op)
        if fold is not None:
            folded = fold(self, args)
            if folded is not None:
                return {value: cells for value, cells in folded.items() if cells}
        combinations: list[tuple[tuple[Maybe, ...], int]] = [((), self.all)]
        for arg in args:
            combinations = [
                ((*values, value), both)
                for values, cells in combinations
                for value, more in arg.items()
                if (both := cells & more)
            ]
            if len(combinations) > MOST_COMBINATIONS:
                raise TooMany
        made: Cells = {}
        for values, cells in combinations:
            value = term.op.apply(values)
            made[value] = made.get(value, 0) | cells
        return made


def _conjunction(absorbing: bool) -> Callable[[Grid, Sequence[Cells]], Cells]:
    def fold(grid: Grid, args: Sequence[Cells]) -> Cells:
        absorbed, neutral = 0, grid.all
        for arg in args:
            absorbed |= arg.get(absorbing, 0)
            neutral &= arg.get(not absorbing, 0)
        rest = grid.all & ~absorbed & ~neutral
        return {absorbing: absorbed, not absorbing: neutral, UNDEFINED: rest}

    return fold


def _undefined(args: Sequence[Cells]) -> int:
    cells = 0
    for arg in args:
        cells |= arg.get(UNDEFINED, 0)
    return cells


def _tally(grid: Grid, sets: Sequence[int]) -> dict[int, int]:
    """For each number, the cells that are in so many of the sets."""
    counts = {0: grid.all}
    for cells in sets:
        more: dict[int, int] = {}
        for number, before in counts.items():
            for n, part in ((number, before & ~cells), (number + 1, before & cells)):
                if part:
                    more[n] = more.get(n, 0) | part
        counts = more
    return counts


def _count(grid: Grid, args: Sequence[Cells]) -> Cells:
    undefined = _undefined(args)
    found: Cells = {UNDEFINED: undefined}
    for number, cells in _tally(grid, [a.get(True, 0) for a in args]).items():
        found[number] = cells & ~undefined
    return found


def _at_least(grid: Grid, args: Sequence[Cells]) -> Cells | None:
    bounds, elements = args[0], args[1:]
    true = _tally(grid, [a.get(True, 0) for a in elements])
    possible = _tally(grid, [grid.all & ~a.get(False, 0) for a in elements])
    found: Cells = {True: 0, False: 0, UNDEFINED: 0}
    for bound, where in bounds.items():
        if not isinstance(bound, int):
            found[UNDEFINED] |= where
            continue
        holds = sum(cells for number, cells in true.items() if number >= bound) & where
        fails = sum(cells for number, cells in possible.items() if number < bound) & where
        found[True] |= holds
        found[False] |= fails & ~holds
        found[UNDEFINED] |= where & ~holds & ~fails
    return found


def _sum(grid: Grid, args: Sequence[Cells]) -> Cells:
    undefined = _undefined(args)
    totals: dict[int, int] = {0: grid.all & ~undefined}
    for arg in args:
        more: dict[int, int] = {}
        for total, before in totals.items():
            for value, cells in arg.items():
                if isinstance(value, int) and before & cells:
                    more[total + value] = more.get(total + value, 0) | (before & cells)
        totals = more
    found: Cells = {UNDEFINED: undefined}
    for total, cells in totals.items():
        found[total] = cells
    return found


def _all_different(grid: Grid, args: Sequence[Cells]) -> Cells | None:
    """Where no two of the values are the same; only for lists without conditions."""
    if any(set(c) != {True} for c in args[0::2]):
        return None
    values = args[1::2]
    undefined = _undefined(values)
    same, seen = 0, dict[Maybe, int]()
    for arg in values:
        for value, cells in arg.items():
            before = seen.get(value, 0)
            same |= before & cells
            seen[value] = before | cells
    same &= ~undefined
    return {UNDEFINED: undefined, False: same, True: grid.all & ~undefined & ~same}


def _chosen(grid: Grid, branches: Sequence[tuple[int, Cells]]) -> Cells:
    """What branches give, each where it is chosen."""
    found: Cells = {}
    for where, branch in branches:
        for value, cells in branch.items():
            found[value] = found.get(value, 0) | (where & cells)
    return found


def _if(grid: Grid, args: Sequence[Cells]) -> Cells:
    condition, then, otherwise = args
    nothing: Cells = {UNDEFINED: grid.all}
    branches = ((True, then), (False, otherwise), (UNDEFINED, nothing))
    return _chosen(grid, [(condition.get(c, 0), branch) for c, branch in branches])


def _match(grid: Grid, args: Sequence[Cells]) -> Cells:
    subject, default = args[0], args[1]
    arms: dict[Maybe, Cells] = {}
    for key, body in zip(args[2::2], args[3::2], strict=True):
        arms.setdefault(next(iter(key)), body)
    nothing: Cells = {UNDEFINED: grid.all}
    return _chosen(
        grid,
        [
            (cells, nothing if value is UNDEFINED else arms.get(value, default))
            for value, cells in subject.items()
        ],
    )


_FOLDS: Mapping[object, Callable[[Grid, Sequence[Cells]], Cells | None]] = {
    AND: _conjunction(False),
    OR: _conjunction(True),
    COUNT: _count,
    AT_LEAST: _at_least,
    SUM: _sum,
    ALL_DIFFERENT: _all_different,
    IF: _if,
    MATCH: _match,
}
