"""The passage of a long text that is nearest to a text which does not stand there.

Short pieces of the wanted text are looked up in the long one and vote for the place where the whole
would begin; only the few places with most votes are compared letter by letter. The work is bounded
whatever the texts are, so that a message never takes longer than the run it explains.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections import Counter
from itertools import accumulate

MAX_WANTED = 400  # code points of the wanted text that are compared
MAX_PIECES = 120  # pieces looked up
MAX_HITS = 48  # places noted for one piece
CANDIDATES = 4  # places compared letter by letter
LEAST_LIKENESS = 0.4


class Decomposed:
    """A text in which a passage is found that differs by Unicode normalisation only."""

    def __init__(self, text: str) -> None:
        parts = [] if text.isascii() else [decomposed(c) for c in text]
        self._text = "".join(parts)
        self._starts = [0, *accumulate(map(len, parts))]  # where each code point begins in it

    def find(self, wanted: str, start: int = 0) -> tuple[int, int] | None:
        """Where such a passage stands, made of whole code points, from `start` on."""
        wanted = decomposed(wanted)
        if start >= len(self._starts):
            return None
        at = self._text.find(wanted, self._starts[start])
        for _ in range(MAX_HITS):
            if at < 0:
                break
            begin, end = at, at + len(wanted)
            first, last = (bisect_left(self._starts, place) for place in (begin, end))
            if self._starts[first] == begin and self._starts[last] == end:
                return first, last
            at = self._text.find(wanted, at + 1)
        return None


def decomposed(text: str) -> str:
    return unicodedata.normalize("NFD", text)


def alike(one: str, other: str) -> bool:
    """Whether two texts differ by Unicode normalisation at most."""
    return decomposed(one) == decomposed(other)


def nearest(text: str, wanted: str) -> tuple[int, int] | None:
    """Where the passage most like `wanted` stands in `text`; None if nothing is much like it."""
    wanted = wanted[:MAX_WANTED]
    best: tuple[float, int, int] | None = None
    for begin in _candidates(text, wanted):
        found = _compare(text, wanted, begin)
        if found is not None and (best is None or found[0] > best[0]):
            best = found
    if best is None or best[0] < LEAST_LIKENESS:
        return None
    return best[1], best[2]


def _candidates(text: str, wanted: str) -> list[int]:
    """Where `wanted` might begin, by the votes of its pieces: the longest pieces that occur."""
    for size in (4, 3, 2, 1):
        votes = _votes(text, wanted, size)
        if votes:
            return [begin for begin, _ in votes.most_common(CANDIDATES)]
    return []


def _votes(text: str, wanted: str, size: int) -> Counter[int]:
    count = len(wanted) - size + 1
    step = max(1, -(-count // MAX_PIECES))
    coarse = max(1, len(wanted) // 8)  # near beginnings vote together
    votes: Counter[int] = Counter()
    for offset in range(0, count, step):
        piece = wanted[offset : offset + size]
        at = text.find(piece)
        for _ in range(MAX_HITS):
            if at < 0:
                break
            votes[(at - offset) // coarse * coarse] += 1
            at = text.find(piece, at + 1)
    return votes


def _compare(text: str, wanted: str, begin: int) -> tuple[float, int, int] | None:
    """Likeness and span of the passage around a beginning, cut to what the two texts share."""
    from difflib import SequenceMatcher  # only a mistake needs it: imports stay cheap

    slack = len(wanted) // 3 + 2
    start = max(0, begin - slack)
    window = text[start : begin + len(wanted) + slack]
    blocks = SequenceMatcher(None, wanted, window, autojunk=False).get_matching_blocks()[:-1]
    if not blocks:
        return None
    low, high = blocks[0].b, blocks[-1].b + blocks[-1].size
    # What is missing at the ends of the match belongs to the passage as far as it stands there.
    low = max(0, low - blocks[0].a)
    high = min(len(window), high + len(wanted) - blocks[-1].a - blocks[-1].size)
    shared = sum(block.size for block in blocks)
    likeness = 2 * shared / (len(wanted) + high - low)
    return likeness, start + low, start + high
