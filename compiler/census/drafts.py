"""Claims for what no claim covers yet: the sentences, less what the author has cut out of them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator

from hlogic.compiler import ast
from hlogic.compiler.census.census import Census, citations
from hlogic.compiler.census.cover import Points, counts, gaps
from hlogic.compiler.census.sentences import sentences
from hlogic.compiler.census.spans import occurrences
from hlogic.compiler.record import record
from hlogic.compiler.syntax.print_expressions import passage

_NUMBERED = re.compile(r"c(\d{1,9})")
_OPENS = ("Ps", "Pi")


@record
class Draft:
    """A drafted claim: `number` says which occurrence of its text it is, if there are several."""

    id: str
    text: str
    number: int | None
    span: Points

    @property
    def line(self) -> str:
        """The declaration, as the formatter writes it."""
        number = "" if self.number is None else f" @{self.number}"
        return f"claim {self.id}{number} {passage(self.text)}"


def drafts(file: ast.File, census: Census) -> tuple[Draft, ...]:
    """What is left, in the order of the background. Names go on from the author's `c1`, `c2`, and
    none is a name that is cited and not declared yet: a draft must not seem to be what is meant."""
    text = census.text
    taken = {*census.claims, *(c.name for c in citations(file))}
    found = []
    for id, (start, end) in zip(_names(taken), _pieces(text, census.spans.values()), strict=False):
        places = occurrences(text, text[start:end])
        number = places.index(start) + 1 if len(places) > 1 else None
        found.append(Draft(id, text[start:end], number, (start, end)))
    return tuple(found)


def _names(taken: Collection[str]) -> Iterator[str]:
    numbers = [int(m[1]) for m in map(_NUMBERED.fullmatch, taken) if m is not None]
    at = max(numbers, default=0)
    while True:
        at += 1
        yield f"c{at}"


def _pieces(text: str, spans: Iterable[Points]) -> Iterator[Points]:
    """The parts of sentences that no span holds, and that hold something to be covered."""
    left = list(gaps(len(text), spans))
    at = 0
    for start, end in sentences(text):
        while at < len(left) and left[at][1] <= start:
            at += 1
        for low, high in left[at:]:
            if low >= end:
                break
            cut = _tidy(text, max(start, low), min(end, high), low > start)
            if cut is not None:
                yield cut


def _tidy(text: str, start: int, end: int, behind: bool) -> Points | None:
    """The piece without white space at its ends; nor, `behind` a claim in the same sentence, the
    comma before it."""
    while start < end and (text[start].isspace() or (behind and _closes(text[start]))):
        start += 1
    end = start + len(text[start:end].rstrip())
    return (start, end) if any(map(counts, text[start:end])) else None


def _closes(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] == "P" and category not in _OPENS
