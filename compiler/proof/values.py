"""Which values a ground term can have when only some are known of its leaves: a superset, found
without trying each combination.

What can be is a set of values, `UNDEFINED` among them, or `None`: nothing is known. Where the
operands have few combinations the operator is applied to each, so that it is exact once every leaf
has one value left; else a rule of the operator bounds what can come out, or nothing is said. The
table of operators is all that this rests on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from math import prod

from hlogic.compiler.ops import (
    ALL_DIFFERENT,
    AND,
    AT_LEAST,
    COUNT,
    DEFINED,
    IF,
    MATCH,
    MAX,
    MIN,
    OR,
    SELECT_UNIQUE,
    SUM,
)
from hlogic.compiler.sorts import BOOL, UNDEFINED, Maybe
from hlogic.compiler.terms import App, Const, Ref, Term, below

Can = frozenset[Maybe] | None
COMBINATIONS = 1024  # up to which an operator is applied to each
MOST = 4096  # values that are told apart

_TRUTHS: frozenset[Maybe] = frozenset({True, False, UNDEFINED})
_UNDEFINED: frozenset[Maybe] = frozenset({UNDEFINED})


class Possible:
    """What some ground terms can be, given what their leaves can."""

    def __init__(self, roots: Sequence[Term]) -> None:
        self.terms = below(roots)
        self.leaves = tuple(t for t in self.terms if isinstance(t, Ref))
        self._below: dict[int, tuple[Ref, ...]] = {}  # the leaves of each term that was asked for

    def values(self, leaves: Mapping[Ref, Iterable[Maybe]]) -> dict[int, Can]:
        """By the id of each term, what it can be."""
        found: dict[int, Can] = {}
        for term in self.terms:
            match term:
                case Const(value=value):
                    found[term.id] = frozenset((value,))
                case Ref():
                    found[term.id] = frozenset(leaves[term])
                case App(args=args):
                    found[term.id] = _applied(term, [found[a.id] for a in args])
                case _:
                    raise AssertionError(f"not a ground term: {term}")
        return found

    def deciding(
        self, root: Term, leaves: Mapping[Ref, Sequence[Maybe]], can: Mapping[int, Can]
    ) -> Ref:
        """A leaf to decide next, of a term whose value is open: of its operands that are open too
        the one with the fewest ways is gone into, so that a part with one leaf left is tried
        first, and no leaf is that no longer matters. With one value for each leaf none is open."""
        term = root
        while not isinstance(term, Ref):
            assert isinstance(term, App)
            open_args = [a for a in term.args if (c := can[a.id]) is None or len(c) > 1]
            term = min(open_args, key=lambda a: self._ways(a, leaves))
        return term

    def _ways(self, term: Term, leaves: Mapping[Ref, Sequence[Maybe]]) -> int:
        """In how many ways the leaves of a term can have values."""
        below_it = self._below.get(term.id)
        if below_it is None:
            below_it = tuple(t for t in below([term]) if isinstance(t, Ref))
            self._below[term.id] = below_it
        return prod(len(leaves[leaf]) for leaf in below_it)


def _applied(term: App, args: Sequence[Can]) -> Can:
    """What an operator can give."""
    known = [a for a in args if a is not None]
    combinations = 1
    for a in known:
        combinations *= len(a)
        if combinations > COMBINATIONS:
            break
    if len(known) == len(args) and combinations <= COMBINATIONS:
        return frozenset(term.op.apply(values) for values in product(*known))
    rule = _RULES.get(term.op)
    can = rule(args) if rule is not None else None
    if can is None or len(can) > MOST:
        return _TRUTHS if term.type == BOOL else None
    return can


def _may(can: Can, value: Maybe) -> bool:
    return can is None or value in can


def _conjunction(absorbing: bool) -> Callable[[Sequence[Can]], Can]:
    """`and` (absorbed by false) and `or`."""

    def rule(args: Sequence[Can]) -> Can:
        found: set[Maybe] = set()
        if any(_may(a, absorbing) for a in args):
            found.add(absorbing)
        if any(a is not None and len(a) == 1 and absorbing in a for a in args):
            return frozenset(found)
        if all(_may(a, not absorbing) for a in args):
            found.add(not absorbing)
        if any(_may(a, UNDEFINED) for a in args):
            found.add(UNDEFINED)
        return frozenset(found)

    return rule


def _count(args: Sequence[Can]) -> Can:
    low = sum(1 for a in args if a is not None and len(a) == 1 and True in a)
    high = sum(1 for a in args if _may(a, True))
    undefined = any(_may(a, UNDEFINED) for a in args)
    return frozenset(range(low, high + 1)) | (_UNDEFINED if undefined else frozenset())


def _at_least(args: Sequence[Can]) -> Can:
    bounds, elements = args[0], args[1:]
    if bounds is None:
        return None
    found: set[Maybe] = set()
    for bound in bounds:
        if not isinstance(bound, int):
            found.add(UNDEFINED)
            continue
        if sum(1 for a in elements if _may(a, True)) >= bound:
            found.add(True)
        if sum(1 for a in elements if not _may(a, False)) < bound:
            found.add(False)
        if any(_may(a, UNDEFINED) for a in elements):
            found.add(UNDEFINED)
    return frozenset(found)


def _sum(args: Sequence[Can]) -> Can:
    totals: set[Maybe] = {0}
    undefined = False
    for a in args:
        if a is None:
            return None
        undefined = undefined or UNDEFINED in a
        known = [v for v in a if v is not UNDEFINED]
        if len(totals) * len(known) > 4 * MOST:
            return None
        totals = {t + v for t in totals for v in known}  # type: ignore[operator]
    return frozenset(totals) | (_UNDEFINED if undefined else frozenset())


def _if(args: Sequence[Can]) -> Can:
    condition, then, otherwise = args
    branches = [
        branch
        for chosen, branch in ((True, then), (False, otherwise), (UNDEFINED, _UNDEFINED))
        if _may(condition, chosen)
    ]
    return _union(branches)


def _match(args: Sequence[Can]) -> Can:
    subject, default, arms = args[0], args[1], args[2:]
    if subject is None:
        return _union([default, _UNDEFINED, *arms[1::2]])
    left = set(subject)
    branches: list[Can] = [_UNDEFINED] if UNDEFINED in left else []
    left.discard(UNDEFINED)
    for key, body in zip(arms[0::2], arms[1::2], strict=True):
        assert key is not None
        assert len(key) == 1
        if not left.isdisjoint(key):
            left -= key
            branches.append(body)
    return _union([*branches, *([default] if left else [])])


def _union(sets: Sequence[Can]) -> Can:
    known = [s for s in sets if s is not None]
    return frozenset().union(*known) if len(known) == len(sets) else None


def _defined(args: Sequence[Can]) -> Can:
    (can,) = args
    if can is None:
        return frozenset({True, False})
    return frozenset(v is not UNDEFINED for v in can)


def _some_value(args: Sequence[Can]) -> Can:
    """`min`, `max`, `select_unique`: the default, one of the values, or undefined."""
    return _union([args[0], _UNDEFINED, *args[2::2]])


def _all_different(args: Sequence[Can]) -> Can:
    """False for sure where two values that count for sure are known and equal."""
    undefined = any(_may(a, UNDEFINED) for a in args)
    sure = [
        next(iter(value))
        for condition, value in zip(args[0::2], args[1::2], strict=True)
        if condition == frozenset({True}) and value is not None and len(value) == 1
    ]
    if not undefined and len(set(sure)) < len(sure):
        return frozenset({False})
    return _TRUTHS if undefined else frozenset({True, False})


_RULES = {
    AND: _conjunction(False),
    OR: _conjunction(True),
    COUNT: _count,
    AT_LEAST: _at_least,
    SUM: _sum,
    IF: _if,
    MATCH: _match,
    DEFINED: _defined,
    MIN: _some_value,
    MAX: _some_value,
    SELECT_UNIQUE: _some_value,
    ALL_DIFFERENT: _all_different,
}
