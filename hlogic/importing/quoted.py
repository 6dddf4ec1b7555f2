"""A text that a record holds, as a source of its own: its lines are numbered as in the file."""

from __future__ import annotations

from hlogic.compiler.record import record
from hlogic.compiler.source import Source, Span


@record(eq=False)
class Quoted(Source):
    """One text of a record. `first` is the line of the file that the record begins on, counted
    from 1; columns count in the text itself, without the escapes that JSON puts around it. `called`
    is what messages call a formula: `premise 2`."""

    first: int = 1
    called: str = ""

    def position(self, offset: int) -> tuple[int, int]:
        """Line in the file and column in the text, both counted from 1."""
        line, column = super().position(offset)
        return line + self.first - 1, column

    def line(self, number: int) -> str:
        """One line of the text, by its number in the file."""
        return super().line(number - self.first + 1)


def whole(source: Source) -> Span:
    """All of a text."""
    return Span(source, 0, len(source.text))
