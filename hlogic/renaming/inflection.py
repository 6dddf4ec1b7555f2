"""The forms of English words: `study`, `studies`, `studied`, `studying`; and of made-up words.

Rules of spelling and a table of what breaks them, after Quirk, Greenbaum, Leech and Svartvik, *A
Comprehensive Grammar of the English Language* (1985), chapters 3 and 5. There is no dictionary: a
form that no word has is one that no text holds. Kinds of forms are called by their usual endings:
`s` (plural, third person), `ed` (past, participle), `ing`, `er`, `est`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hlogic.compiler.syntax.lexer import word_set

_NOUNS = """
alga algae alumnus alumni analysis analyses antenna antennae bacterium bacteria cactus cacti calf
calves child children crisis crises criterion criteria diagnosis diagnoses elf elves foot feet
fungus fungi goose geese half halves hoof hooves hypothesis hypotheses index indices knife knives
larva larvae loaf loaves louse lice man men matrix matrices mouse mice nebula nebulae nucleus nuclei
oasis oases ox oxen parenthesis parentheses person people phenomenon phenomena radius radii scarf
scarves shelf shelves stimulus stimuli synthesis syntheses thesis theses thief thieves tooth teeth
vertex vertices wife wives wolf wolves woman women
"""
_COMPOUND = {  # the ends of others: `fireman`, `grandchild`
    "child": "children", "foot": "feet", "man": "men", "mouse": "mice", "person": "people",
    "tooth": "teeth", "wife": "wives", "wolf": "wolves",
}  # fmt: skip
_VERBS = """
become became become, begin began begun, bite bit bitten, blow blew blown, break broke broken, bring
brought brought, build built built, buy bought bought, catch caught caught, choose chose chosen,
come came come, deal dealt dealt, dig dug dug, draw drew drawn, dream dreamt dreamt, drink drank
drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed fed, feel felt felt, fight
fought fought, find found found, fly flew flown, forbid forbade forbidden, forget forgot forgotten,
forgive forgave forgiven, freeze froze frozen, get got gotten, give gave given, go went gone, grow
grew grown, hang hung hung, hear heard heard, hide hid hidden, hold held held, keep kept kept, know
knew known, lead led led, lend lent lent, lose lost lost, make made made, mean meant meant, meet met
met, pay paid paid, ride rode ridden, ring rang rung, run ran run, say said said, see saw seen, seek
sought sought, sell sold sold, send sent sent, shake shook shaken, shine shone shone, shoot shot
shot, sing sang sung, sink sank sunk, sit sat sat, sleep slept slept, speak spoke spoken, spend
spent spent, stand stood stood, steal stole stolen, stick stuck stuck, strike struck struck, swear
swore sworn, swim swam swum, take took taken, teach taught taught, tear tore torn, tell told told,
think thought thought, throw threw thrown, understand understood understood, wake woke woken, wear
wore worn, win won won, write wrote written
"""
_COMPARED = word_set(
    "bright big busy cheap clean clever cold cool dark deep dry early easy fast fat few fresh great"
    " happy hard healthy heavy high hot kind large late light long loud low new nice old poor quick"
    " quiet rich safe sharp short simple slow small smart soft strict strong sweet tall thick thin"
    " tough warm weak wealthy wet wide wild wise young"
)
_WHOLE = word_set(  # they end like forms and are none
    "abdomen acumen always anything building ceiling christmas economics evening everything hundred"
    " mathematics means morning news nothing omen physics politics pumice red regimen sacred semen"
    " series something species specimen stamen thing united wedding"
)
_SHORT = re.compile(r"[^aeiou]*[aeiouy][^aeiouwxy]")  # doubles its consonant, or has lost an e
_VOWEL = re.compile(r"[aeiouy]")


def _irregular() -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    nouns = _NOUNS.split()
    for one, many in zip(nouns[::2], nouns[1::2], strict=True):
        found[many] = (one, "s")
    for verb in _VERBS.split(","):
        base, *pasts = verb.split()
        for past in pasts:
            if past != base:
                found.setdefault(past, (base, "ed"))
    return found


_IRREGULAR = _irregular()
_BY_BASE: dict[str, list[tuple[str, str]]] = {}
for _form, (_base, _kind) in _IRREGULAR.items():
    _BY_BASE.setdefault(_base, []).append((_form, _kind))


def forms(word: str) -> Iterator[tuple[str, str]]:
    """The forms of a word in small letters but itself, each with its kind; where a consonant may
    be doubled or not (`travel`), both."""
    yield from _BY_BASE.get(word, ())
    yield inflected(word, "s"), "s"
    yield from ((word.removesuffix(one) + many, "s") for one, many in _COMPOUND.items()
                if word.endswith(one))  # fmt: skip
    if word.endswith("o"):
        yield f"{word}es", "s"
    if word.endswith("y"):  # `studys`, as people write it
        yield f"{word}s", "s"
    kinds = ("ed", "ing", "er", "est") if word in _COMPARED else ("ed", "ing")
    for kind in kinds:
        yield inflected(word, kind), kind
        if re.search(r"[aeiou][bdfgklmnprtvz]$", word):
            yield f"{word}{word[-1]}{kind}", kind


def inflected(word: str, kind: str) -> str:
    """The regular form of a word; a consonant is not doubled."""
    before = word[-2:-1]
    if kind == "s":
        if word.endswith(("s", "x", "z", "ch", "sh")):
            return f"{word}es"
        return f"{word[:-1]}ies" if word.endswith("y") and before not in "aeiou" else f"{word}s"
    if kind == "ing":
        if word.endswith("ie"):
            return f"{word[:-2]}ying"
        drops = word.endswith("e") and before not in "eoy"
        return f"{word[:-1] if drops else word}ing"
    if word.endswith("e"):
        return f"{word}{kind[1:]}"
    return f"{word[:-1]}i{kind}" if word.endswith("y") and before not in "aeiou" else word + kind


def bases(word: str) -> list[tuple[str, str]]:
    """What a word in small letters may be a form of, with the kind, the likeliest first."""
    if word in _IRREGULAR:
        return [_IRREGULAR[word]]
    if word in _WHOLE:
        return []
    found = dict.fromkeys(_candidates(word))
    return [(base, kind) for base, kind in found if len(base) > 2]


def _candidates(word: str) -> Iterator[tuple[str, str]]:
    for one, many in _COMPOUND.items():
        if word.endswith(many):
            yield word.removesuffix(many) + one, "s"
    if word.endswith("ies"):
        yield f"{word[:-3]}y", "s"
    if word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
        yield word[:-2], "s"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        yield word[:-1], "s"
    for kind in ("ed", "ing"):
        stem = word.removesuffix(kind)
        if stem == word or not _VOWEL.search(stem):
            continue
        if kind == "ed" and stem.endswith("i"):
            yield f"{stem[:-1]}y", kind
            continue
        if kind == "ing" and stem.endswith("y"):
            yield f"{stem[:-1]}ie", kind
        if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "aeiou":
            yield stem[:-1], kind
        if not _SHORT.fullmatch(stem):
            yield stem, kind
        yield f"{stem}e", kind
    for kind in ("er", "est"):
        stem = word.removesuffix(kind)
        undoubled = stem[:-1] if stem[-1:] == stem[-2:-1] else stem
        for base in (stem, f"{stem}e", undoubled, f"{stem[:-1]}y" if stem.endswith("i") else stem):
            if stem != word and base in _COMPARED:
                yield base, kind
