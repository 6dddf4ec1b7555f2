"""`hlogic fmt`: the canonical layout of a text that keeps what its author said beside the logic.

Comments stay where they stand: on their own line before a declaration or a member of a list, at
the end of such a line, or at the end of a list in braces. One inside an expression moves to its own
line before the member or the declaration it is part of. At most one blank line stays between
declarations, and a background keeps its quotes. Formatting twice changes nothing more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Report
from hlogic.compiler.source import Source, Span
from hlogic.compiler.syntax.layout import Item, ItemEnd, Mark, Piece, Remark, lay_out
from hlogic.compiler.syntax.lexer import Comment, Lexer
from hlogic.compiler.syntax.parse import parse_file
from hlogic.compiler.syntax.printer import pieces_of

_BREAKS = (Mark.LINE, Mark.SOFT, Mark.WIDE, Mark.HARD)


def format_text(source: Source) -> str:
    """The formatted text; raises HlogicError where the text does not parse."""
    tree, comments = parse_file(source)
    return print_with_comments(tree, comments)


def print_with_comments(file: ast.File, comments: Sequence[Comment]) -> str:
    """The canonical text of a parsed tree, with the comments of its source."""
    source = file.header.span.source
    blocks: list[tuple[Span, str]] = []
    left = list(comments)
    for node in (file.header, *file.declarations):
        while left and left[0].span.start < node.span.start:
            comment = left.pop(0)
            blocks.append((comment.span, comment.text))
        inside = [c for c in left if c.span.start < node.span.end]
        left = left[len(inside) :]
        text = _declaration(node, inside)
        span = node.span
        while left and not left[0].own_line and "\n" not in _between(span, left[0].span):
            text += f"  {left[0].text}"
            span = span.to(left.pop(0).span)
        blocks.append((span, text))
    blocks += [(c.span, c.text) for c in left]
    return _joined(source, blocks)


def _joined(source: Source, blocks: Sequence[tuple[Span, str]]) -> str:
    lines: list[str] = []
    before: Span | None = None
    for span, text in blocks:
        if before is not None and re.search(r"\n\s*\n", _between(before, span)):
            lines.append("")
        lines.append(text)
        before = span
    return "\n".join(lines) + "\n"


def _between(before: Span, after: Span) -> str:
    return before.source.text[before.end : after.start]


def _declaration(node: ast.Node, comments: Sequence[Comment]) -> str:
    pieces = pieces_of(node)
    if isinstance(node, ast.Background) and node.text is not None:
        tokens = Lexer(Source("", node.span.text), Report()).run().tokens
        pieces = [f"background {node.span.text[tokens[1].start :]}"]
    weave = _Weave(node.span.source, pieces)
    ahead = [c.text for c in comments if not weave.place(c)]
    return "\n".join([*ahead, lay_out(weave.woven())])


class _Weave:
    """Puts comments among the pieces of one declaration."""

    def __init__(self, source: Source, pieces: Sequence[Piece]) -> None:
        self.text = source.text
        self.pieces = pieces
        self.before: dict[int, list[Remark]] = {}
        self.items = [(i, p) for i, p in enumerate(pieces) if isinstance(p, Item) and p.lined]
        self.ends = [(i, p) for i, p in enumerate(pieces) if isinstance(p, ItemEnd)]

    def place(self, comment: Comment) -> bool:
        """Find its place; False if that is before the whole declaration."""
        at = comment.span.start
        if not comment.own_line:
            index = self._line_end(at)
            if index is not None and index + 1 not in self.before:
                self._put(index + 1, Remark(comment.text, False))
                return True
        if (index := self._list_end(at)) is not None:
            self._put(index + 1, Remark(comment.text, True))
            return True
        around = [(i, item) for i, item in self.items if item.start < at < item.end]
        inner = around[-1][1] if around else None
        for i, item in self.items:
            if item.start >= at and (inner is None or item.end <= inner.end):
                self._put(i - 1, Remark(comment.text, True))
                return True
        if around:
            self._put(around[-1][0] - 1, Remark(comment.text, True))
        return bool(around)

    def _line_end(self, at: int) -> int | None:
        """The last member that ends on this line just before the comment."""
        for index, end in reversed(self.ends):
            if end.item.end <= at and re.fullmatch(r"[ \t,]*", self.text[end.item.end : at]):
                return self._outermost_end(index)
        return None

    def _outermost_end(self, index: int) -> int | None:
        """The end of the last member that ends at the same place; None where text goes on after."""
        for later, piece in enumerate(self.pieces[index:], index):
            if isinstance(piece, ItemEnd):
                index = later
            elif piece in _BREAKS:
                return index
            elif isinstance(piece, str):
                break
        return None

    def _list_end(self, at: int) -> int | None:
        """The last member of a list that is not closed before the comment."""
        for index, end in reversed(self.ends):
            if end.last and end.item.end <= at:
                between = re.sub(r"#[^\n]*", "", self.text[end.item.end : at])
                if not between.strip(" \t\n,"):
                    return index
        return None

    def _put(self, index: int, remark: Remark) -> None:
        self.before.setdefault(index, []).append(remark)

    def woven(self) -> list[Piece]:
        out: list[Piece] = []
        for index, piece in enumerate(self.pieces):
            out += self.before.get(index, [])
            out.append(piece)
        return out + self.before.get(len(self.pieces), [])
