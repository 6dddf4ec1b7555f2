"""The nouns that an item names: what its aliases, or ids without an alias, are in a text.

An alias is a noun but for the places of arguments in it. In English each of its words is one, since
texts shorten and join what aliases say in full (“majors in mathematics or in physics”); little
words are none. A Chinese alias is one noun between its places, but for particles at its ends. What
says nothing of its own accord or says too much stays: a single letter or character, a number, and
words by which a text says none, all, yes or no.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator

from hlogic.compiler import ast
from hlogic.compiler.record import field, record
from hlogic.compiler.source import Span
from hlogic.renaming.function_words import ACRONYMS, CHINESE, ENGLISH, PARTICLES
from hlogic.renaming.inflection import bases

_PLACES = re.compile(r"\{(?:\d+|value)\}")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
# Letters of words that are set apart, whose accents may be characters of their own.
WORD = r"(?:[^\W\d_\u3400-\u9fff\uf900-\ufaff][\u0300-\u036f]*)+"
_PUNCTUATION = " \t\n,.;:!?，。；：！？、“”\"'‘’()（）"


@record
class Named:
    """What one declaration is called: its aliases and their nouns. Of a derived term the author
    makes up the name as well as the term: `own`."""

    aliases: tuple[str, ...]
    nouns: tuple[str, ...]
    place: Span
    own: bool


@record(eq=False, frozen=False)
class Nouns:
    """The nouns in the order of the text, each once; `joined` are names of several words, which
    texts write in one, too; `kept` are aliases that stay as they are; `apart` has names, in
    small letters, that look like a plural of another label and are none: Mars beside Mar."""

    words: list[str] = field(default_factory=list)
    joined: list[tuple[str, ...]] = field(default_factory=list)
    names: list[Named] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    apart: frozenset[str] = frozenset()


def nfc(text: str) -> str:
    """A text whose accents stand with their letters, however they are written."""
    return unicodedata.normalize("NFC", text)


def folded(text: str) -> str:
    """A text without capitals, letter by letter: `Straße` and `Strasse` stay two words."""
    return "".join(c.lower() if len(c.casefold()) > 1 else c.casefold() for c in text)


def has_han(text: str) -> bool:
    """Whether a text has Chinese characters, which leave no space between words."""
    return _HAN.search(text) is not None


def nouns_of(file: ast.File) -> Nouns:
    """The nouns of a file."""
    found = Nouns(apart=_apart(file))
    for spelt, place, own_term in _named(file):
        aliases = tuple(map(nfc, spelt))
        nouns: list[str] = []
        for alias in aliases:
            own = list(_nouns_of(alias))
            nouns += own
            if not own and any(c.isalnum() for c in _PLACES.sub("", alias)):
                found.kept += [alias] if alias not in found.kept else []
            words = tuple(h for token in re.findall(WORD, alias) for h in humps(token))
            if len(words) > 1 and own:
                found.joined.append(words)
        found.words += [noun for noun in dict.fromkeys(nouns) if noun not in found.words]
        if nouns:
            found.names.append(Named(aliases, tuple(dict.fromkeys(nouns)), place, own_term))
    return found


def labels_without_alias(file: ast.File) -> list[ast.NewLabel]:
    """Labels whose id is what people read; not those of an id that labels of several sorts have,
    which are told apart by their sorts."""
    labels = [node for node in ast.walk(file) if isinstance(node, ast.NewLabel)]
    times = Counter(label.name for label in labels)
    return [label for label in labels if not label.aliases and times[label.name] == 1]


def humps(token: str) -> list[str]:
    """The words that are written as one: `FootballPlayer`, `NBAPlayer`; not `fMRI`, `DNAs`."""
    starts = [
        i
        for i in range(1, len(token))
        if token[i].isupper() and (token[i - 1].islower() or token[i + 1 : i + 2].islower())
    ]
    found = [token[a:b] for a, b in zip([0, *starts], [*starts, len(token)], strict=True)]
    whole = any(len(hump) < 2 for hump in found) or (
        len(found) == 2 and found[0].isupper() and len(found[1]) == 2
    )
    return [token] if whole else found


def _apart(file: ast.File) -> frozenset[str]:
    labels = [aliases for node, aliases in _labels(file)]
    called = [{folded(nfc(alias)) for alias in aliases} for aliases in labels]
    every = frozenset(name for own in called for name in own)
    return frozenset(
        name
        for own in called
        for name in own
        if any(kind == "s" and base in every - own for base, kind in bases(name))
    )


def _labels(file: ast.File) -> Iterator[tuple[ast.NewLabel, tuple[str, ...]]]:
    """The labels with what people read of them."""
    bare = {label.name for label in labels_without_alias(file)}
    for node in ast.walk(file):
        if isinstance(node, ast.NewLabel):
            yield node, node.aliases or ((node.name,) if node.name in bare else ())


def _named(file: ast.File) -> Iterator[tuple[tuple[str, ...], Span, bool]]:
    """Aliases of labels, sorts, variables, tables, derived terms and predicates."""
    read = {id(label): aliases for label, aliases in _labels(file)}
    for node in ast.walk(file):
        match node:
            case ast.NewLabel():
                yield read[id(node)], node.span, False
            case ast.Sort() | ast.Var() | ast.Table() | ast.Derive() | ast.Predicate():
                yield node.aliases, node.name.span, isinstance(node, ast.Derive)


def _nouns_of(alias: str) -> Iterator[str]:
    whole = _PLACES.search(alias) is None
    for part in _PLACES.split(alias):
        if has_han(part):
            text = part.strip(_PUNCTUATION)
            noun = text if whole else text.strip(PARTICLES)
            if _says_something(noun):
                yield noun
        else:
            yield from content_words(part)


def content_words(text: str) -> Iterable[str]:
    """The English words of a text that name something."""
    for token in re.findall(WORD, text):
        for word in humps(token):
            little = word.casefold() in ENGLISH and word not in ACRONYMS
            if len(word) > 1 and not little:
                yield word


def _says_something(noun: str) -> bool:
    letters = [c for c in noun if c.isalpha()]
    if len(letters) < 2 or noun.casefold() in CHINESE:
        return False
    return not re.fullmatch(r"第?[\d一二三四五六七八九十百零〇两]+\s*\w?", noun)
