"""Text of the background that no claim covers: nobody has said whether it means anything.

Every character belongs to a span but white space and punctuation (Unicode Z, P, and the line breaks
and tabs among the controls).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from hlogic.compiler.census.background import Background
from hlogic.compiler.lint.rule import Finding, Subject

_PARAGRAPH = re.compile(r"[^\n]+")
SHOWN = 30  # code points of a passage that a message quotes


def check(subject: Subject) -> Iterator[Finding]:
    """Each passage between two spans, or between a span and the end of its line."""
    background = subject.census.background
    if background is None:
        return
    at = 0
    for start, end in [*sorted(subject.census.spans.values()), (len(background.text),) * 2]:
        yield from _uncovered(background, at, start)
        at = max(at, end)


def _uncovered(background: Background, start: int, end: int) -> Iterator[Finding]:
    for line in _PARAGRAPH.finditer(background.text, start, end):
        passage = line[0]
        said = [i for i, c in enumerate(passage) if _says(c)]
        if said:
            low, high = line.start() + said[0], line.start() + said[-1] + 1
            text = background.text[low:high]
            shown = text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
            yield Finding(
                f"no claim covers “{shown}” [{low}:{high}]",
                background.place(low, high),
                "declare a `claim` for it, or say with `inert` or `unmodelled` why it has none",
            )


def _says(char: str) -> bool:
    return unicodedata.category(char)[0] not in "ZP" and not char.isspace()
