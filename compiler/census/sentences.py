"""Where the sentences of a background end.

A sentence ends with a full stop, question or exclamation mark of any script, with the quotes and
brackets that close behind it, and at a line break that `lines.py` says is one; and with a `；`, as
Chinese clauses that stand for themselves do. It does not end
within quotes or brackets, unless these hold more than a claim would; nor at the stop of a decimal,
an abbreviation, an initial or the number of a list's item; nor where what follows plainly goes on
(a comma, a small letter, “…？”甲问。). Items of a list that stand in one line, `：（1）…；（2）…`,
are cut before their numbers. Dots of omission end a sentence only where a new one plainly begins.

These are rules of thumb: whoever reads the drafts joins or splits them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from hlogic.compiler.census.cover import Points
from hlogic.compiler.census.lines import MARKER, blocks
from hlogic.compiler.syntax.lexer import word_set

LOOK = 60  # code points that are looked at before and behind a stop
DEEP = 50  # open brackets among which the one that is closed is looked for
LONG = 160  # code points: a quotation that is longer is cut like any other text
STOPS = "。！？；｡．.!?؟۔।॥‼⁇⁈⁉"
_LATIN = ".!?"
_DOTS = re.compile(r"…+|⋯+|\.{3,}|。{2,}")
_OPENING = {")": "(", "）": "（", "]": "[", "】": "【", "”": "“", "’": "‘", "」": "「", "』": "『",
            "》": "《", "〉": "〈", "»": "«", '"': '"'}  # fmt: skip
_APART = re.compile(r"([^\w\s]{1,6})\s+")
_GOES_ON = "，,、；;：:—–-…⋯的"
_SPEAKS = re.compile(r"\s*[^\W\d_]{1,8}?(?:说|问|道|答|喊|写)[道着]?[，,。.]")
_WORD = re.compile(r"\s*(\w*)")
_ABBREVIATED = re.compile(r"(?:(?<=\W)|^)[A-Za-z](?:[A-Za-z]|\.(?=[A-Za-z]))*$")
_CAPITALISED = re.compile(r"(?:[A-Z][a-z]+|\b[A-Z]\.)\s+$")
_NEVER = word_set(
    "mr mrs ms dr prof st no nos vs cf fig figs eq sec ch vol pp approx e.g i.e viz sr jr"
)
_BEGINS = word_set(
    "the a an if it he she they we you i each every no all exactly at in on then when there this"
    " that these those either neither only some but and not who what which both none one two three"
    " for as anyone nobody everyone"
)


def sentences(text: str) -> list[Points]:
    """The sentences in order, without white space at their ends and without the dashes, dots and
    `#` that only mark an item or a heading. They hold all that has to be covered."""
    found = []
    for start, end in blocks(text):
        for span in _cut(text, start, end):
            cut = _trimmed(text, *span)
            if cut is not None:
                found.append(cut)
    return found


def _trimmed(text: str, start: int, end: int) -> Points | None:
    """The span without white space around it, nor punctuation that stands apart before it."""
    part = text[start:end].strip()
    start += len(text[start:end]) - len(text[start:end].lstrip())
    mark = _APART.match(part)
    if mark is not None and all(unicodedata.category(c)[0] == "P" for c in mark[1]):
        start, part = start + mark.end(), part[mark.end() :]
    return (start, start + len(part)) if part else None


def _cut(text: str, start: int, end: int) -> Iterator[Points]:
    """One block, cut."""
    closing = _pairs(text, start, end)
    begin = at = start
    while at < end:
        if at > begin and _begins_item(text, begin, at):
            yield begin, at
            begin = at
        after = closing.get(at)
        if after is not None and not MARKER.match(text, at, end):
            stop = _stop_before(text, at, after)
            at = after + 1
            if not stop:
                continue
        else:
            at, stops = _stop(text, begin, at, end)
            if not stops:
                continue
        at = _closers(text, at, end)
        if not _goes_on(text, at, end):
            yield begin, at
            begin = at
    if begin < end:
        yield begin, end


def _pairs(text: str, start: int, end: int) -> dict[int, int]:
    """By the place of an opening quote or bracket, that of the one that closes it, for what is not
    too long. What is not closed, or not opened, is no pair."""
    found: dict[int, int] = {}
    stack: list[int] = []
    for i in range(start, end):
        char = text[i]
        opening = _OPENING.get(char)
        recent = range(len(stack) - 1, max(-1, len(stack) - DEEP), -1) if opening else ()
        place = next((p for p in recent if text[stack[p]] == opening), None)
        if place is not None:
            if i - stack[place] <= LONG:
                found[stack[place]] = i
            del stack[place:]
        elif char in "(（[【“‘「『《〈«" or char == '"':
            stack.append(i)
    return found


def _stop_before(text: str, opened: int, closed: int) -> bool:
    """Whether what a pair holds ends in a stop: it is a sentence of its own."""
    inner = text[opened + 1 : closed].rstrip("".join(_OPENING) + " ")
    return inner.endswith(tuple(STOPS)) or _DOTS.search(inner[-2:]) is not None


def _begins_item(text: str, begin: int, at: int) -> bool:
    """Whether `（2）` or its kin stands here, behind a sign that ends an item or opens a list."""
    if text[at] not in "（(①②③④⑤⑥⑦⑧⑨⑩" or MARKER.match(text, at) is None:
        return False
    return text[begin:at].rstrip()[-1:] in tuple(";：:")


def _stop(text: str, begin: int, at: int, end: int) -> tuple[int, bool]:
    """The place behind what stands here, and whether that may end a sentence."""
    char = text[at]
    dots = _DOTS.match(text, at, end)
    if dots is not None:
        return dots.end(), _new_after(text, dots.end(), end)
    if char not in STOPS or (char in ".．" and not _full_stop(text, begin, at, end)):
        return at + 1, False
    following = text[at + 1 : min(at + 2, end)]
    runs_on = following.isascii() and (following.isalnum() or following in tuple("=_/&"))
    return at + 1, not (char in _LATIN and runs_on)


def _full_stop(text: str, begin: int, at: int, end: int) -> bool:
    """Whether a dot is no part of a number, a name or an abbreviation."""
    before = text[max(begin, at - LOOK) : at].lstrip()
    rest = text[at + 1 : min(end, at + LOOK)].lstrip("\"'”’)）]»")
    if text[at + 1 : at + 2].isdigit() and (text[at] == "." or before[-1:].isdigit()):
        return False
    if at - begin < LOOK and MARKER.fullmatch(f"{before}.") and rest.strip():
        return False
    following = _WORD.match(rest)
    word = following[1] if following is not None else ""
    if word[:1].islower() and word.isascii():
        return False
    last = _ABBREVIATED.search(before)
    name = last[0] if last is not None else ""
    if name.lower() in _NEVER and word:
        return False
    if len(name) == 1 and name.isupper() and word[:1].isupper():
        return _CAPITALISED.search(before[:-1]) is None or word.lower() in _BEGINS
    return True


def _new_after(text: str, at: int, end: int) -> bool:
    """Whether a new sentence plainly begins behind dots: a capital letter after a space."""
    at = _closers(text, at, end)
    rest = text[at : min(end, at + LOOK)]
    return not rest.strip() or (rest[0].isspace() and rest.lstrip()[0].isupper())


def _closers(text: str, at: int, end: int) -> int:
    """The place behind the stops, closing signs and combining marks that follow."""
    while at < end:
        char = text[at]
        closes = char in _OPENING and char != '"'
        if char == '"':  # closes, if it opened nothing that is closed further on
            closes = text[at + 1 : at + 2] in ("", " ", "\n", "　") or not text[at + 1].isalnum()
        if not (closes or char in STOPS or unicodedata.category(char) in ("Mn", "Me", "Cf")):
            break
        at += 1
    return at


def _goes_on(text: str, at: int, end: int) -> bool:
    """Whether what follows a stop belongs to the same sentence."""
    rest = text[at : min(end, at + LOOK)].lstrip()
    if not rest:
        return False
    if rest[0] in _GOES_ON and not MARKER.match(rest):
        return True
    closed = text[at - 1] in _OPENING
    if closed and rest[0].islower():
        return True
    return text[at - 1] in '”’」』"' and _SPEAKS.match(rest) is not None
