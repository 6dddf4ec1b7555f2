"""Which sentence each formula is read from, where a record has more of one than of the other.

Both stand in one order, so it is a matter of which are skipped: the assignment, never going back,
whose formulas have most of their names in their sentences. A second formula for a sentence costs
something, so that it is only taken where the words say so.
"""

from __future__ import annotations

import re

from hlogic.importing.formula import Formula, shown
from hlogic.importing.spellings import letters, uses

_SECOND = 0.75  # what a second formula for a sentence costs
_DENIED = 0.25  # what it is worth that both deny something
_DENIAL = re.compile(
    r"\b(?:not|no|none|never|neither|nor|nobody|nothing|cannot|without)\b|n[’']t\b|[不没未无]"
)
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_]+")


def aligned(sentences: list[str], formulas: list[Formula]) -> list[int]:
    """By formula the index of its sentence; one each, in order, where there are as many."""
    if len(sentences) == len(formulas):
        return list(range(len(sentences)))
    texts = [(letters(s), _DENIAL.search(s.casefold()) is not None) for s in sentences]
    best = [0.0] * len(sentences)  # of the formulas so far, the last of them at this sentence
    steps: list[list[int]] = []
    for number, formula in enumerate(formulas):
        denies = "¬" in shown(formula)
        fits = [_fit(formula, text) + _DENIED * (denies and no) for text, no in texts]
        row, back = [], []
        ahead, where = 0.0, -1  # the best that ends before this sentence
        for at, fit in enumerate(fits):
            again = best[at] - _SECOND if number else float("-inf")
            same = number > 0 and (where < 0 or again > ahead)
            row.append(fit + (again if same else ahead))
            back.append(at if same else where)
            if number == 0:
                continue
            if where < 0 or best[at] > ahead:
                ahead, where = best[at], at
        best, steps = row, [*steps, back]
    at = max(range(len(best)), key=lambda i: (best[i], -i))
    found = []
    for back in reversed(steps):
        found.append(at)
        at = back[at]
    return found[::-1]


def _fit(formula: Formula, text: str) -> float:
    """How many of a formula's names have their words in a sentence, of all that it has."""
    found = [use.name for use in uses(formula, 0)]
    if not found:
        return 0.0
    return sum(_said(name, text) for name in found) / len(found)


def _said(name: str, text: str) -> float:
    if letters(name) in text:
        return 1.0
    words = [letters(word) for word in _WORDS.findall(name)]
    stems = [word[: max(3, len(word) - 2)] for word in words if word]
    return sum(stem in text for stem in stems) / len(stems) if stems else 0.0
