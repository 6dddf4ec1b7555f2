"""Changes to a file that leave everything else of it as it is, byte for byte.

Places are code points of a source, where a byte-order mark and `\\r\\n` are normalised; the raw
text has them still.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable

from hlogic.compiler.record import record


@record
class Edit:
    """`text` instead of what stands from `start` to `end` of the source."""

    start: int
    end: int
    text: str


def edited(raw: str, edits: Iterable[Edit]) -> str:
    """The raw text with the changes made, which do not overlap. New lines end as the file's do."""
    mark = raw.startswith("\ufeff")
    breaks = [m.start() - i - mark for i, m in enumerate(re.finditer("\r\n", raw))]
    newline = "\r\n" if breaks else "\n"

    def place(offset: int) -> int:
        return offset + mark + bisect_left(breaks, offset)

    for edit in sorted(edits, key=lambda e: e.start, reverse=True):
        text = edit.text.replace("\n", newline)
        raw = raw[: place(edit.start)] + text + raw[place(edit.end) :]
    return raw
