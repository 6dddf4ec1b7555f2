"""The algebra of answers: sets and rows combined, answers compared.

Rows are combined by how often each occurs; sets are rows that occur once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from hlogic.compiler.answer import Cases, Members, Result, Rows, Sets, Single, same_result
from hlogic.compiler.sorts import CaseName, Value

COMBINE: Mapping[str, Callable[[int, int], int]] = {
    "minus": lambda a, b: max(a - b, 0),
    "union": max,
    "intersect": min,
    "symdiff": lambda a, b: abs(a - b),
}


def combine(op: str, left: Result, right: Result) -> Result:
    """Sets, and rows by how often each occurs."""
    how = COMBINE[op]
    if isinstance(left, Members) and isinstance(right, Members):
        every = dict.fromkeys((*left.values, *right.values))
        inside = [v for v in every if how(int(v in left.values), int(v in right.values))]
        return Members(tuple(inside)) if _names(inside) else Members.of(inside)
    assert isinstance(left, Rows)
    assert isinstance(right, Rows)
    counts: Counter[tuple[Value, ...]] = Counter()
    for row in dict.fromkeys((*left.counts, *right.counts)):
        times = how(left.counts[row], right.counts[row])
        if times:
            counts[row] = times
    return Rows(counts, left.distinct and right.distinct)


def _names(values: Sequence[Value]) -> bool:
    return bool(values) and isinstance(values[0], CaseName)


def difference(left: Result, right: Result) -> Result:
    """`changed`: the names of cases, or the members, that differ."""
    if isinstance(left, Members) and isinstance(right, Members):
        return combine("symdiff", left, right)
    assert isinstance(left, Cases)
    assert isinstance(right, Cases)
    before, after = dict(left.entries), dict(right.entries)
    keys = dict.fromkeys((*before, *after))
    changed = [
        k for k in keys
        if k not in before or k not in after or not same_result(before[k], after[k])
    ]  # fmt: skip
    return Members(tuple(changed)) if _names(changed) else Members.of(changed)


def wrap(kind: str, answer: Result) -> Result:
    if kind == "not":
        return Single(answer != Single(True))
    if isinstance(answer, Rows):
        return Single(answer.counts.total())
    assert isinstance(answer, Members | Sets)
    return Single(len(answer.values if isinstance(answer, Members) else answer.sets))
