"""Source text and places in it.

A `Source` is one file after the byte-order mark and `\\r\\n` are normalised; a `Span` is a
half-open range of code points in one source. Everything that can be wrong carries a span, so that a
message can show the text it speaks of.
"""

from __future__ import annotations

import bisect
import unicodedata
from functools import cached_property

from hlogic.compiler.record import field, record


@record(eq=False)
class Source:
    """One text with the name it is reported under."""

    name: str
    text: str

    @staticmethod
    def of(name: str, raw: str) -> Source:
        """Normalise what a file may hold: a leading byte-order mark, `\\r\\n` line ends."""
        return Source(name, raw.removeprefix("\ufeff").replace("\r\n", "\n"))

    @cached_property
    def line_starts(self) -> list[int]:
        starts = [0]
        starts.extend(i + 1 for i, c in enumerate(self.text) if c == "\n")
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1, in code points."""
        line = bisect.bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of one line (counted from 1), without its line end."""
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


@record
class Span:
    """Code points `start` to `end` (exclusive) of a source."""

    source: Source = field(repr=False)
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of the other."""
        return Span(self.source, self.start, other.end)


NOWHERE = Span(Source("", ""), 0, 0)


def width(text: str) -> int:
    """Columns that a terminal gives a text: wide characters count two, combining ones none."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.category(c) in ("Mn", "Me", "Cf")
        else 2
        if unicodedata.east_asian_width(c) in "WF"
        else 1
        for c in text
    )
