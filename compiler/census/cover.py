"""What the spans of the claims leave out of a background.

Every character that is not white space or punctuation belongs to a span (`language.md`, section 3).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

Points = tuple[int, int]


def counts(char: str) -> bool:
    """Whether a character has to be covered: it is neither white space nor in Unicode's Z or P."""
    return not char.isspace() and unicodedata.category(char)[0] not in "ZP"


def gaps(length: int, spans: Iterable[Points]) -> Iterator[Points]:
    """The stretches of a text of some length that no span holds, in order."""
    at = 0
    for start, end in sorted(spans):
        if start > at:
            yield at, start
        at = max(at, end)
    if at < length:
        yield at, length


def uncovered(text: str, spans: Iterable[Points]) -> list[Points]:
    """The stretches that no span holds and that hold something to be covered, cut to it."""
    found = []
    for start, end in gaps(len(text), spans):
        held = [i for i in range(start, end) if counts(text[i])]
        if held:
            found.append((held[0], held[-1] + 1))
    return found
