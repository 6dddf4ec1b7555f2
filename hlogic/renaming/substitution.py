"""Nouns to words in any text: the longest first, whole words where words are set apart.

Capitals are kept (`Poet`: `Blim`), and so are plurals and possessives (`poets`: `blims`). A noun
with Chinese characters is replaced wherever it stands; one of letters not within a word.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from hlogic.compiler.record import record
from hlogic.renaming.nouns import has_han
from hlogic.renaming.words import chinese_words, latin_words


@record
class Change:
    """`text` instead of what stands from `start` to `end`."""

    start: int
    end: int
    text: str


_WORDS = re.compile(r"[^\W_]+")
_LETTER = r"[^\W\u3400-\u9fff\uf900-\ufaff]"  # of words that are set apart
_FORMS = r"(?:es|s)?(?:['’]s?)?"


class Substitution:
    """A word for each noun, which is the same for all its forms."""

    def __init__(self, nouns: Iterable[str], seed: str, taken: str) -> None:
        latin, chinese = latin_words(seed, taken), chinese_words(seed, taken)
        self.words: dict[str, str] = {}  # by the key of a noun
        whole: list[str] = []
        apart: list[str] = []
        for noun in sorted(nouns, key=len, reverse=True):
            if has_han(noun):
                whole.append(re.escape(noun))
            else:
                apart.append(_pattern(noun))
            if _key(noun) not in self.words:
                self.words[_key(noun)] = next(chinese if has_han(noun) else latin)
        self._find = re.compile(
            rf"(?P<whole>{'|'.join(whole) or '(?!)'})"
            rf"|(?<!{_LETTER})(?P<stem>{'|'.join(apart) or '(?!)'})(?P<form>{_FORMS})(?!{_LETTER})",
            re.IGNORECASE,
        )

    def changes(self, text: str, borders: Iterable[int] = ()) -> list[Change]:
        """What is to be replaced in a text, from left to right; nothing across a border."""
        edges = sorted(borders)
        found = map(self._change, self._find.finditer(text))
        return [
            change
            for change in found
            if change is not None
            and bisect_right(edges, change.start) == bisect_left(edges, change.end)
        ]

    def of(self, text: str) -> str:
        """A text with its nouns replaced."""
        return replaced(text, self.changes(text))

    def within_words(self, text: str) -> Iterator[str]:
        """Words of the text that begin or end with a noun, and stay."""
        for word in dict.fromkeys(re.findall(r"[^\W\d_]+", text)):
            if has_han(word) or self._find.search(word):
                continue
            folded = word.casefold()
            if any(len(k) > 3 and folded != k and (folded.startswith(k) or folded.endswith(k))
                   for k in self.words):  # fmt: skip
                yield word

    def _change(self, match: re.Match[str]) -> Change | None:
        stem, form = match["stem"] or match["whole"], match["form"] or ""
        word = self.words.get(_key(stem))
        if word is None:  # a letter whose capital is another letter's
            return None
        if stem[0].isupper() and not has_han(word):
            word = word.upper() if len(stem) > 1 and stem.isupper() else word.capitalize()
        return Change(match.start(), match.end(), word + form)


def replaced(text: str, changes: Iterable[Change]) -> str:
    """The text with changes made, which stand in order and apart."""
    out, at = [], 0
    for change in changes:
        out += [text[at : change.start], change.text]
        at = change.end
    return "".join([*out, text[at:]])


def moved(place: int, changes: Iterable[Change]) -> int:
    """Where a place of the text is after the changes; it is within none of them."""
    by = 0
    for change in changes:
        if change.end <= place:
            by += len(change.text) - (change.end - change.start)
    return place + by


def _key(noun: str) -> str:
    """What all forms of a noun have in common: `TalentShow`, `talent shows`, `talent_show`."""
    if has_han(noun):
        return noun.casefold()
    words = _WORDS.findall(noun.casefold())
    return "".join([*words[:-1], *map(_singular, words[-1:])])


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _pattern(noun: str) -> str:
    """What finds a noun whose words are set apart, with any space or `_` between them."""
    words = _WORDS.findall(noun)
    return r"['’]?[\s_-]{0,2}".join(map(re.escape, [*words[:-1], *map(_singular, words[-1:])]))
