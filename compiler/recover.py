"""What the parser does at a token that doesn't fit (stub)."""

from __future__ import annotations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .parse import Parser
from .source import Span


class Recovery:
    def __init__(self, parser: Parser) -> None:
        self.parser = parser
        self.declaration_at = 0

    def at_error(self, at: int, kind: str) -> tuple[int, str | None]:
        t = self.parser.tokens[at]
        s = Span(self.parser.source, t.start, t.end)
        self.parser.report.error("syntax", s, f"unexpected {kind}")
        return len(self.parser.tokens), None
