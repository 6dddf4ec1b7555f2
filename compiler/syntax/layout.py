"""From pieces to lines: groups that fit stay on one line, others break at all their own breaks.

Pieces are texts and marks. Widths count what a terminal shows, so a Chinese character counts two.
Everything is a walk over the flat list of pieces; nesting never becomes recursion.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from hlogic.compiler.record import record
from hlogic.compiler.source import width

COLUMNS = 100
STEP = "  "
_ENDLESS = 10**9


class Mark(Enum):
    OPEN = auto()  # a group begins
    CLOSE = auto()
    INDENT = auto()  # lines from here on stand further in
    DEDENT = auto()
    LINE = auto()  # a space, or a new line where its group breaks
    SOFT = auto()  # nothing, or a new line
    WIDE = auto()  # two spaces, or a new line
    HARD = auto()  # a new line


@record
class Item:
    """A member of a list begins here, which was read from `start` to `end` of the source; `lined`
    where a break stands just before, so that a comment can."""

    start: int
    end: int
    lined: bool


@record
class ItemEnd:
    item: Item
    last: bool  # of its list, with a break after it


@record
class Remark:
    """A comment: at the end of the line so far, or on its own line."""

    text: str
    own_line: bool


Piece = str | Mark | Item | ItemEnd | Remark

_FLAT = {Mark.LINE: " ", Mark.SOFT: "", Mark.WIDE: "  "}


def lay_out(pieces: Sequence[Piece], columns: int = COLUMNS) -> str:
    """The text of a declaration."""
    widths = _widths(pieces)
    out: list[str] = []
    column = indent = 0
    pending = ""  # a comment that ends the line, put in front of the next line break
    flat: list[bool] = [False]
    for at, piece in enumerate(pieces):
        if isinstance(piece, str):
            out.append(piece)
            _, newline, last = piece.rpartition("\n")
            column = width(last) if newline else column + width(piece)
        elif piece is Mark.OPEN:
            flat.append(flat[-1] or column + widths[at] <= columns)
        elif piece is Mark.CLOSE:
            flat.pop()
        elif piece is Mark.INDENT:
            indent += 1
        elif piece is Mark.DEDENT:
            indent -= 1
        elif isinstance(piece, Remark):
            if piece.own_line:
                out.append(f"{pending}\n{STEP * indent}{piece.text}")
                pending = ""
            else:
                pending = f"{pending}  {piece.text}"
        elif isinstance(piece, Mark):
            if flat[-1] and piece is not Mark.HARD:
                out.append(_FLAT[piece])
                column += len(_FLAT[piece])
            else:
                out.append(f"{pending}\n{STEP * indent}")
                pending = ""
                column = len(STEP) * indent
    out.append(pending)
    return "".join(out)


def _widths(pieces: Sequence[Piece]) -> list[int]:
    """For each group its width on one line, with what follows it up to the next break."""
    widths = [0] * len(pieces)
    after = 0  # of what follows, up to the next break
    total = 0
    closing: list[tuple[int, int]] = []
    for at in range(len(pieces) - 1, -1, -1):
        piece = pieces[at]
        if isinstance(piece, str):
            size = _ENDLESS if "\n" in piece else width(piece)
            total += size
            after += size
        elif isinstance(piece, Remark) or piece is Mark.HARD:
            total += _ENDLESS
            after = 0
        elif piece is Mark.CLOSE:
            closing.append((total, after))
        elif piece is Mark.OPEN:
            before, rest = closing.pop()
            widths[at] = total - before + rest
        elif piece in _FLAT:
            total += len(_FLAT[piece])
            after = 0
    return widths
