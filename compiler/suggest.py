"""Near names: what the author may have meant.

The measure is the optimal string alignment distance (insert, delete, replace, swap neighbours),
which is what slips of the hand are made of, in code points, so that Chinese names work: a name of
two characters may differ in one. Ties go to the candidate that comes first, so give candidates in
an order that does not change.
"""

from __future__ import annotations

from collections.abc import Iterable


def suggest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate nearest to a name, or None where nothing is near enough to be a slip."""
    folded = name.casefold()
    allowed = max(1, (len(name) + 1) // 3)
    best: tuple[int, str] | None = None
    for candidate in candidates:
        if candidate == name or abs(len(candidate) - len(name)) > allowed:
            continue
        found = _distance(folded, candidate.casefold(), allowed)
        if found < max(len(name), len(candidate)) and found <= allowed:
            allowed = min(allowed, found)
            if best is None or found < best[0]:
                best = (found, candidate)
    return best[1] if best else None


def _distance(a: str, b: str, limit: int) -> int:
    """The alignment distance, or anything above `limit` as soon as it must be exceeded."""
    before_last: list[int] = []
    last = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before_last[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
        before_last, last = last, row
    return last[-1]
