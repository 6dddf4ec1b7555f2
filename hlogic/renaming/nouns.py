"""The nouns that an item names: what its aliases, or ids without an alias, are in a text.

An alias is a noun but for the places of arguments in it and for the little words at its ends (“is
on duty on”, `的`). What says nothing of its own accord or says too much stays: a single letter or
character, a number, and words by which a text says none, all, yes or no.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from hlogic.compiler import ast
from hlogic.compiler.record import field, record
from hlogic.compiler.syntax.lexer import word_set

_PLACES = re.compile(r"\{(?:\d+|value)\}")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_LITTLE = word_set(
    "a an the of to in on at by for from with as is are was were be been being am has have had do"
    " does did not no and or that this these those his her its their 's ’s it he she they who which"
)
_PARTICLES = "的是在于和与或被把了着过为有之其个不未没"
_KEPT = word_set(
    "none nobody nothing no-one everyone everybody everything someone somebody something anyone"
    " both neither either all any yes no true false other others unknown"
    " 无人 没有 没人 没有人 无 都 全部 所有 所有人 大家 是 否 真 假 有 不 不适用 其他 其它 未知"
    " 任何 任何人 有人 某人 谁 成立 不成立"
)


@record(eq=False, frozen=False)
class Nouns:
    """The nouns in the order of the text, each once; `kept` are aliases that stay as they are."""

    words: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)


def has_han(text: str) -> bool:
    """Whether a text has Chinese characters, which leave no space between words."""
    return _HAN.search(text) is not None


def nouns_of(file: ast.File) -> Nouns:
    """The nouns of a file."""
    found = Nouns()
    for alias in _named(file):
        whole = _PLACES.search(alias) is None
        parts = [noun for part in _PLACES.split(alias) for noun in _trimmed(part, whole)]
        good = [noun for noun in parts if _is_renamed(noun)]
        found.words += [noun for noun in good if noun not in found.words]
        if not good and any(parts) and alias not in found.kept:
            found.kept.append(alias)
    return found


def labels_without_alias(file: ast.File) -> list[ast.NewLabel]:
    """Labels whose id is what people read; not those of an id that labels of several sorts have,
    which are told apart by their sorts."""
    labels = [node for node in ast.walk(file) if isinstance(node, ast.NewLabel)]
    times = Counter(label.name for label in labels)
    return [label for label in labels if not label.aliases and times[label.name] == 1]


def _named(file: ast.File) -> Iterator[str]:
    """Aliases of labels, sorts, variables, tables, derived terms and predicates."""
    bare = {label.name for label in labels_without_alias(file)}
    for node in ast.walk(file):
        match node:
            case ast.NewLabel(name, aliases):
                yield from aliases or ((name,) if name in bare else ())
            case ast.Sort() | ast.Var() | ast.Table() | ast.Derive() | ast.Predicate():
                yield from node.aliases


def _trimmed(part: str, whole: bool) -> Iterable[str]:
    """What is left of a part of an alias without punctuation and little words at its ends."""
    text = part.strip(" \t\n,.;:!?，。；：！？、“”\"'‘’()（）")
    if has_han(text):
        return [text if whole else text.strip(_PARTICLES)]
    words = text.split()
    while words and words[0].casefold() in _LITTLE:
        words.pop(0)
    while words and words[-1].casefold() in _LITTLE:
        words.pop()
    return [" ".join(words)]


def _is_renamed(noun: str) -> bool:
    letters = [c for c in noun if c.isalpha()]
    if len(letters) < 2 or noun.casefold() in _KEPT:
        return False
    return not re.fullmatch(r"第?[\d一二三四五六七八九十百零〇两]+\s*\w?", noun)
