"""Which line breaks of a background end a sentence, and which are only where a line was full.

A break ends what stands before it where a line is empty, where the next line begins an item of a
list or a heading, where the line itself is a heading, and where the line is plainly short: whoever
wraps lines would have put more on it. The rest of the breaks are white space.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from hlogic.compiler.census.cover import Points
from hlogic.compiler.source import width

LEAST_WRAP = 40  # columns: nobody wraps lines that are shorter
_NUMERAL = "[一二三四五六七八九十百]{1,3}"
_NUMBER = rf"(?:\d{{1,3}}|[A-Za-z]|[ivxIVX]{{1,4}}|{_NUMERAL})"
# `1.` and its kin, `（一）`, `①`.
MARKER = re.compile(rf"(?:[（(]{_NUMBER}[）)]|{_NUMBER}[.．、)）](?!\d)|[①-⑳㈠-㈩⑴-⒇⒈-⒛❶-❿])")
_BULLET = re.compile(r"[-*+•·–—‣◦▪●○■□◆◇]\s")
_CLAUSE = re.compile(rf"第(?:\d{{1,3}}|{_NUMERAL})[条款项章节]|[A-Za-z]\s?[:：]")
_HEADING = re.compile(r"#{1,6}\s|【[^】]*】\s*$|\|")
_GOES_ON = re.compile(r"[,，、(（“‘「『【《-]\s*$")


def blocks(text: str) -> Iterator[Points]:
    """The stretches between the line breaks that end a sentence, in order."""
    lines = [(m.start(), m.end()) for m in re.finditer(r"[^\n]*(?:\n|$)", text) if m[0]]
    longest = max((width(text[a:b].rstrip()) for a, b in lines), default=0)
    wrap = max(LEAST_WRAP, longest)
    start = 0
    for (a, b), (_, after) in pairwise(lines):
        if _ends(text[a:b].strip(), text[b:after].strip(), wrap):
            yield start, b
            start = b
    if start < len(text):
        yield start, len(text)


def _ends(line: str, following: str, wrap: int) -> bool:
    """Whether the break between two lines ends a sentence."""
    if not line or not following or begins_part(following) or _HEADING.match(line):
        return True
    if _GOES_ON.search(line) or following[0].islower():
        return False
    first = following.split(None, 1)[0]
    room = width(first[0]) if width(first[0]) == 2 else width(first)
    return width(line) + room <= wrap * 3 // 4


def begins_part(line: str) -> bool:
    """Whether a line begins an item of a list, or is a heading."""
    return any(p.match(line) for p in (MARKER, _BULLET, _CLAUSE, _HEADING))
