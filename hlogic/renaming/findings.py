"""Where a renamed item no longer says what its formulas mean: found, not mended.

A name that the text never speaks of by its new words has lost its tie to the text, and what is left
of an old name in the text is understood by who knows the world. Both are judged by the background
and the questions; an item without a background has no text that could be broken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Report
from hlogic.compiler.record import record
from hlogic.compiler.source import Span
from hlogic.renaming.nouns import WORD, Named, folded, has_han, nfc
from hlogic.renaming.substitution import Substitution

_ENDINGS = (
    *("able", "al", "ally", "ance", "ary", "ation", "ed", "ee", "ence", "er", "ery", "est", "ful"),
    *("ian", "ible", "ic", "ical", "ing", "ion", "ish", "ism", "ist", "ity", "ive", "less", "ly"),
    *("ment", "ness", "or", "ory", "ous", "ship", "sion", "tion"),
)
_OPENINGS = (
    *("anti", "co", "dis", "ex", "il", "im", "in", "ir", "mis", "non", "over", "pre", "re"),
    *("semi", "sub", "super", "un", "under"),
)
_SHORTEST = 4  # letters of a noun, without its last `e`, `y` or `s`, that others are made of


@record
class Passage:
    """A text that people read, and what it is declared in."""

    text: str
    span: Span


def passages(file: ast.File, background: str) -> list[Passage]:
    """The background and the questions."""
    found = []
    for node in file.declarations:
        if isinstance(node, ast.Background):
            found.append(Passage(background, node.span))
        elif isinstance(node, ast.Ask) and node.question is not None:
            found.append(Passage(node.question, node.span))
    return found


def unsaid(
    names: Iterable[Named], texts: list[Passage], words: Substitution, report: Report
) -> None:
    """Names of which the texts hold no word; once for a name that several declarations share."""
    said = _said(texts, words)
    told: set[tuple[str, ...]] = set()
    for name in names:
        keys = {key for noun in name.nouns for key in words.keys(noun)}
        if name.own or name.aliases in told or keys & said:
            continue
        told.add(name.aliases)
        old = name.aliases[0]
        message = f"“{old}” is “{words.of(old)}” now, which neither background nor question says"
        hint = "give it an alias in the words of the text"
        report.warn("rename-unsaid", name.place, message, hint)


def partly_said(
    names: Iterable[Named], texts: list[Passage], words: Substitution
) -> dict[str, None]:
    """Words of names that no text says, where it says others of the same name."""
    said = _said(texts, words)
    found: dict[str, None] = {}
    for name in names:
        by_noun = {noun: bool(said.intersection(words.keys(noun))) for noun in name.nouns}
        if not name.own and any(by_noun.values()):
            found |= {noun: None for noun, is_said in by_noun.items() if not is_said}
    return found


def _said(texts: list[Passage], words: Substitution) -> set[str]:
    """The keys of the nouns that texts say."""
    return {key for text in texts for change in words.changes(text.text) for key in change.keys}


def left(texts: list[Passage], words: Substitution, report: Report) -> None:
    """Words of the texts that are made of a renamed one, and stay: `physicist` beside `physics`."""
    made = _derived(words)
    told: set[str] = set()
    for text in texts:
        changed = words.changes(text.text)
        for match in re.finditer(WORD, text.text):
            word = folded(nfc(match[0]))
            kept = all(c.end <= match.start() or match.end() <= c.start for c in changed)
            for one in {word: None, word.removesuffix("s"): None}:
                if kept and one in made and word not in told:
                    told.add(word)
                    message = f"{match[0]} stays, and {made[one]} is {words.words[made[one]]} now"
                    report.warn("rename-left", _place(text.span, match[0]), message)


def crossing(nouns: Iterable[str], background: Span, report: Report) -> None:
    """Nouns that begin in one claim and end in another, which stay."""
    for noun in nouns:
        message = f"{noun} stays where it begins in one claim and ends in another"
        report.warn("rename-left", _place(background, noun), message)


def _derived(words: Substitution) -> dict[str, str]:
    """Words that are made of nouns, with the key of the noun."""
    found: dict[str, str] = {}
    for key in words.words:
        stem = key.removesuffix("s")
        stem = stem[:-1] if stem.endswith(("e", "y")) else stem
        if has_han(key) or len(stem) < _SHORTEST:
            continue
        made = [opening + key for opening in _OPENINGS]
        made += [stem + i + ending for i in ("", "i") for ending in _ENDINGS]
        for one in made:
            found.setdefault(one, key)
    return found


def _place(span: Span, word: str) -> Span:
    """Where a word first stands in a declaration; all of that if it is in another file."""
    source = span.source
    apart = "" if has_han(word) else r"\b"
    find = re.compile(f"{apart}{re.escape(word)}{apart}")
    match = find.search(source.text, span.start, span.end)
    return span if match is None else Span(source, match.start(), match.end())
