"""Near names: what the author may have meant.

The measure is the optimal string alignment distance (insert, delete, replace, swap neighbours),
which is what slips of the hand are made of, in code points, so that Chinese names work: a name of
two characters may differ in one. One letter alone is near to nothing but its capital, and names
that differ in their numbers only are two of a series: neither is a slip for the other. Of equally
near candidates one that begins alike is taken, then the one that comes first: so give candidates in
an order that does not change. What denies a name (`非q`, `not_q`, `unsafe`) is never near to it:
who followed such a hint would say the opposite.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

MAX_LISTED = 6
_DENYING_SIGNS = "非不未没無无勿"
_DENYING_WORDS = ("not", "no", "non", "never")
_DENYING_PREFIXES = ("not", "non", "no", "un", "dis", "im", "in", "ir")


def suggest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate nearest to a name, or None where nothing is near enough to be a slip."""
    folded = name.casefold()
    allowed = max(0 if name.isascii() and len(name) == 1 else 1, (len(name) + 1) // 3)
    best: tuple[int, bool, str] | None = None
    for candidate in candidates:
        if candidate == name or abs(len(candidate) - len(name)) > allowed:
            continue
        if _of_one_series(folded, candidate.casefold()):
            continue
        found = _distance(folded, candidate.casefold(), allowed)
        if found < max(len(name), len(candidate)) and found <= allowed:
            if _denies(folded, candidate.casefold(), found):
                continue
            allowed = min(allowed, found)
            other_start = folded[:1] != candidate[:1].casefold()
            if best is None or (found, other_start) < best[:2]:
                best = (found, other_start, candidate)
    return best[2] if best else None


def series(name: str, candidates: Iterable[str]) -> str:
    """A hint for a name that differs from some candidates in its number only."""
    folded = name.casefold()
    same = [c for c in candidates if _of_one_series(folded, c.casefold())]
    return f"there are {', '.join(same)}" if 1 < len(same) <= MAX_LISTED else ""


def near_or_listed(name: str, candidates: Sequence[str], what: str) -> str:
    """A hint for a name that is none of some: the nearest, or all of them where they are few."""
    near = suggest(name, candidates)
    return f"did you mean {near}?" if near else listed(candidates, what)


def listed(candidates: Sequence[str], what: str) -> str:
    """A hint that names all candidates where they are few."""
    if 1 < len(candidates) <= MAX_LISTED:
        return f"the {what}s are {', '.join(candidates)}"
    return f"the only {what} is {candidates[0]}" if len(candidates) == 1 else ""


def _denies(a: str, b: str, distance: int) -> bool:
    """Whether one of two names at this distance says what the other denies: what they differ in is
    a sign, a word or a prefix that denies."""
    if any(a.count(sign) != b.count(sign) for sign in _DENYING_SIGNS):
        return True
    for word in _DENYING_WORDS:
        if _times(word, a) != _times(word, b):
            return True
    for prefix in _DENYING_PREFIXES:
        if a.startswith(prefix) == b.startswith(prefix):
            continue
        bare, other = (a, b) if a.startswith(prefix) else (b, a)
        if distance > _distance(bare.removeprefix(prefix).lstrip("_"), other, distance):
            return True
    return False


def _times(word: str, name: str) -> int:
    """How often a word stands beside others in a name: alone, it denies nothing."""
    words = name.split("_")
    return words.count(word) if len(words) > 1 else 0


def _of_one_series(a: str, b: str) -> bool:
    """`c9` and `c1`, `座一` and `座二`; not `fee1` and `fee`, nor `c33`, where a key was held."""
    if _without_numbers(a) != _without_numbers(b) or a == b:
        return False
    if a == _without_numbers(a) or b == _without_numbers(b):
        return min(len(a), len(b)) < 3
    return [c for c, _ in groupby(a)] != [c for c, _ in groupby(b)]


def _without_numbers(name: str) -> str:
    return "".join(c for c in name if not c.isnumeric())


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
