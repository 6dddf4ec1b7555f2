"""Nouns to words in any text: whole words where words are set apart, else the longest noun first.

An English noun is replaced in all its forms and keeps them: capitals (`Poet`: `Blim`), inflection
(`poets`: `blims`, `admired`: `blimed`), and what is written as one (`annLee`: `blimKusm`);
`an` before it becomes `a`. A noun with Chinese characters is replaced wherever it stands.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from hlogic.compiler.record import record
from hlogic.renaming.function_words import ACRONYMS
from hlogic.renaming.inflection import bases, forms, inflected
from hlogic.renaming.nouns import WORD, Nouns, folded, has_han, humps, nfc
from hlogic.renaming.words import chinese_words, latin_words


@record
class Change:
    """`text` instead of what stands from `start` to `end`; `keys` are those of its nouns."""

    start: int
    end: int
    text: str
    keys: tuple[str, ...]


@record
class Form:
    """What a word of a text is: of which nouns, and the kinds of endings it adds to them. Where
    words are written as one, there may be little words among the keys."""

    keys: tuple[str, ...]
    kinds: tuple[str, ...] = ()

    def ending(self, kind: str) -> Form:
        return Form(self.keys, (*self.kinds, kind))


class Substitution:
    """A word for each noun, which is the same for all its forms. `words` has them by key: a
    Chinese noun itself, of an English one the word that it is a form of."""

    def __init__(self, nouns: Nouns, seed: str, taken: str) -> None:
        taken = nfc(taken)
        latin, chinese = latin_words(seed, taken), chinese_words(seed, taken)
        self.words: dict[str, str] = {}
        self._forms: dict[str, Form] = {}
        seen = set(re.findall(WORD, taken))
        self._small = {word for word in seen if word.islower()}
        self._seen = {folded(word) for word in seen}
        apart = nouns.apart - self._small
        self._forms |= {word: Form((word,)) for word in sorted(apart)}
        joined = {folded("".join(words)): words for words in nouns.joined}
        for noun in nouns.words:
            if has_han(noun):
                if not self.keys(noun):
                    self.words[_han_key(noun)] = next(chinese)
            elif folded(noun) in apart:
                if folded(noun) not in self.words:
                    self._add_forms(folded(noun), Form((folded(noun),)))
                    self.words[folded(noun)] = next(latin)
            elif self.form(noun) is None and folded(noun) not in joined:
                self.words[self._add(noun)] = next(latin)
        for spelt, together in joined.items():
            keys = (self.keys(word) or (folded(word),) for word in together)
            self._add_forms(spelt, Form(tuple(key for own in keys for key in own)))
        for spelt, form in list(self._forms.items()):  # STRASSE, where only Straße is a noun
            self._forms.setdefault(spelt.casefold(), form)
        whole = sorted((word for word in self.words if has_han(word)), key=len, reverse=True)
        han = "|".join(r"\s*".join(map(re.escape, noun)) for noun in whole) or "(?!)"
        self._find = re.compile(
            rf"(?P<whole>{han})|(?P<article>\ban(?=\s+[\"“‘(]*(?P<next>{WORD})))|(?P<token>{WORD})",
            re.IGNORECASE,
        )

    def form(self, word: str) -> Form | None:
        """What a word is a form of, if of anything renamed; an acronym is spelt with capitals."""
        word = nfc(word)
        return self._forms.get(word) or self._forms.get(folded(word))

    def keys(self, noun: str) -> tuple[str, ...]:
        """The keys of a noun that is renamed."""
        if _han_key(noun) in self.words:
            return (_han_key(noun),)
        form = self.form(noun)
        return tuple(key for key in form.keys if key in self.words) if form is not None else ()

    def _add(self, noun: str) -> str:
        """Know a word in all forms of all that it may be a form of; its key."""
        word = folded(noun)
        if noun in ACRONYMS:
            self._forms[noun] = Form((noun,))
            return noun
        stems = [(base, kind) for base, kind in bases(word) if self._is_form(word, base, kind)]
        said = [stem for stem in stems if stem[0] in self._seen]
        key, kind = next(iter([*said, *stems]), (word, ""))
        for base, _ in stems:
            self._add_forms(base, Form((key,)))
        self._add_forms(word, Form((key,), (kind,) if kind else ()))
        return key

    def _is_form(self, word: str, base: str, kind: str) -> bool:
        """Not of a name like James, whose `s` is no ending: that nowhere has a small letter."""
        return kind != "s" or word in self._small or base in self._seen

    def _add_forms(self, word: str, form: Form) -> None:
        self._forms.setdefault(word, form)
        for spelt, kind in forms(word):
            self._forms.setdefault(spelt, form.ending(kind))

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
        for word in dict.fromkeys(re.findall(WORD, nfc(text))):
            if self._token(word) is not None:
                continue
            small = folded(word)
            if any(len(k) > 3 and small != k and (small.startswith(k) or small.endswith(k))
                   for k in self.words):  # fmt: skip
                yield word

    def _change(self, match: re.Match[str]) -> Change | None:
        token = match["token"]
        if match["article"] is not None:  # made-up words begin with consonants
            meant = self._token(match["next"]) is not None
            return Change(match.start(), match.end(), match[0][0], ()) if meant else None
        if token is None:
            key = _han_key(match["whole"])
            breaks = re.search(r"\s*\n\s*", match["whole"])  # a line ends behind the word then
            text = self.words[key] + (breaks[0] if breaks is not None else "")
            return Change(match.start(), match.end(), text, (key,))
        found = self._token(token)
        return found and Change(match.start(), match.end(), *found)

    def _token(self, token: str) -> tuple[str, tuple[str, ...]] | None:
        """The new word for a word of a text, and the keys of its nouns; None if it stays."""
        token = nfc(token)
        said = [(part, self.form(part)) for part in humps(token)]
        if all(form is None for _, form in said):
            said = [(token, self.form(token))]
        keys = tuple(key for part, form in said if form is not None for key in self.keys(part))
        text = "".join(
            self._styled(part, form) if form is not None else part for part, form in said
        )
        return (text, keys) if keys else None

    def _styled(self, old: str, form: Form) -> str:
        word = "".join(self.words.get(key, key) for key in form.keys)
        for kind in form.kinds:
            word = inflected(word, kind)
        if len(old) > 1 and old.isupper():
            return word.upper()
        return word.capitalize() if old[0].isupper() else word


def _han_key(noun: str) -> str:
    """Of a noun with Chinese characters: without its white space."""
    return folded(re.sub(r"\s+", "", noun))


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
