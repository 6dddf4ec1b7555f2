"""The names of a record: which spellings are one name, and the ids and aliases they get.

People write `FootballPlayer` in one formula and `Footballplayer` in the next, `Meeting` and
`Meetings`. Two spellings are one name if they differ only in capitals and signs, and predicates
also if one is the plural of the other and no formula has both. A predicate used with two numbers of
arguments is two predicates, and a name that is a predicate here and a constant there is both; these
get ids that differ.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from hlogic.compiler.diagnostics import Report
from hlogic.compiler.record import field, record
from hlogic.compiler.source import Span
from hlogic.compiler.syntax.lexer import RESERVED
from hlogic.compiler.syntax.print_expressions import is_name
from hlogic.importing.formula import Atom, Formula, Quant, Term, parts, subterms, terms
from hlogic.importing.quoted import Quoted
from hlogic.importing.repairs import mend

SHORTEST = 4  # letters of a word whose plural is looked for


@record(eq=False, frozen=False)
class Symbol:
    """A predicate (`role` P), function (f) or constant (c) with `arity` arguments, as first
    spelt."""

    role: str
    arity: int
    name: str
    id: str = ""
    aliases: tuple[str, ...] = ()


@record(eq=False, frozen=False)
class Names:
    """The symbols of one record, in the order in which they occur."""

    symbols: list[Symbol] = field(default_factory=list)
    _by_key: dict[tuple[str, int, str], Symbol] = field(default_factory=dict)

    def of(self, role: str, arity: int, name: str) -> Symbol:
        """The symbol that a name stands for."""
        return self._by_key[role, arity, key(name)]

    def with_role(self, *roles: str) -> list[Symbol]:
        return [s for s in self.symbols if s.role in roles]


@record
class Use:
    """A place of a name, in the formula of this number."""

    role: str
    arity: int
    name: str
    span: Span
    formula: int

    def told(self, message: str) -> str:
        """A message that says which formula it is of."""
        source = self.span.source
        return f"{source.called}: {message}" if isinstance(source, Quoted) else message


_LEFT_OUT = re.compile(r"[’'‘`\s]|(?<!\d)[._-]|[._-](?!\d)")


def key(name: str) -> str:
    """What two spellings of one name have in common: not the `+` of C++, nor the dot of 42.3."""
    folded = unicodedata.normalize("NFKC", name).casefold() if len(name) > 1 else name
    return _LEFT_OUT.sub("", folded) or name


def letters(text: str) -> str:
    """What is left of words when they are made a name."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in folded if c.isalnum())


def uses(formula: Formula, number: int) -> Iterable[Use]:
    """Every name of a formula but its variables, in the order of the text."""
    waiting: list[tuple[Formula, frozenset[str]]] = [(formula, frozenset())]
    while waiting:
        one, bound = waiting.pop()
        if isinstance(one, Quant):
            bound |= {one.name}
        if isinstance(one, Atom):
            yield Use("P", len(one.args), one.name, one.name_span, number)
        for term in subterms(terms(one)):
            if term.args or term.name not in bound:
                yield _of_term(term, number)
        waiting.extend((part, bound) for part in reversed(parts(one)))


def _of_term(term: Term, number: int) -> Use:
    span = Span(term.span.source, term.span.start, term.span.start + len(term.name))
    return Use("f" if term.args else "c", len(term.args), term.name, span, number)


def names(formulas: Iterable[Formula], report: Report) -> Names:
    """The symbols of a record's formulas; what is no clean use is reported where it shows."""
    found = Names()
    every = [use for number, one in enumerate(formulas) for use in uses(one, number)]
    plurals = _plurals(every)
    told: set[tuple[str, int, str]] = set()
    for use in every:
        own = (use.role, use.arity, key(use.name))
        main = (use.role, use.arity, plurals.get(own, own[2]))
        symbol = found._by_key.get(main)
        if symbol is None:
            _tell_other_use(found, main, use, report)
            symbol = found._by_key[main] = Symbol(use.role, use.arity, use.name)
            found.symbols.append(symbol)
        found._by_key[own] = symbol
        spelling = (use.role, use.arity, use.name)
        if symbol.name != use.name and spelling not in told:
            told.add(spelling)
            message = f"{use.name} is read as {symbol.name}, which differs only in its spelling"
            mend(report, "spelling", use.span, use.told(message))
    return found


def _plurals(every: list[Use]) -> dict[tuple[str, int, str], str]:
    """By predicate its singular's key, where both occur and no formula has both."""
    where: dict[tuple[int, str], set[int]] = {}
    for use in every:
        if use.role == "P":
            where.setdefault((use.arity, key(use.name)), set()).add(use.formula)
    found: dict[tuple[str, int, str], str] = {}
    for (arity, plural), formulas in where.items():
        for ending in ("s", "es"):
            singular = plural.removesuffix(ending)
            if len(singular) < SHORTEST or singular == plural or singular.endswith("s"):
                continue
            if not where.get((arity, singular), formulas) & formulas:
                found["P", arity, plural] = singular
    return found


def _tell_other_use(found: Names, main: tuple[str, int, str], use: Use, report: Report) -> None:
    """A name that is new as what it is here, and was known as something else."""
    role, arity, text = main
    words = {"P": "a predicate", "f": "a function", "c": "a constant"}
    for (known, count, other), symbol in found._by_key.items():
        if known == role and other == text:
            here, there = f"with {_arguments(arity)} here", f"with {count} elsewhere"
            message = f"{symbol.name} is {words[role]} {here} and {there}; they are two"
        elif symbol.name == use.name:
            message = f"{use.name} is {words[role]} here and {words[known]} elsewhere; they are two"
        else:
            continue
        mend(report, "two uses", use.span, use.told(message))
        return


def _arguments(count: int) -> str:
    return f"{count} argument{'s' * (count != 1)}"


# ---------------------------------------------------------------------------- ids and aliases


def give_ids(found: Names, taken: Iterable[str], sentences: Iterable[str]) -> None:
    """An id for each symbol, and aliases: as spelt in the formulas, and as the sentences say it."""
    used = set(taken)
    phrases = Phrases(sentences)
    for symbol in (*found.with_role("P", "f"), *found.with_role("c")):
        symbol.id = unused(valid(symbol.name), used)
        symbol.aliases = tuple(_aliases(symbol, phrases.of(symbol.name)))


def _aliases(symbol: Symbol, phrase: str | None) -> Iterator[str]:
    """Of a constant what the sentences call it, or else its name, which is also told where its id
    is another; of what has arguments its name with their places, and what the sentences say if
    that is another name."""
    if symbol.role == "c":
        if phrase is not None:
            yield phrase
        if phrase is None or symbol.name not in (phrase, symbol.id):
            yield symbol.name
        return
    places = ", ".join(f"{{{i}}}" for i in range(1, symbol.arity + 1))
    if symbol.arity or symbol.name != symbol.id:
        yield f"{symbol.name}({places})" if symbol.arity else symbol.name
    if phrase is not None and not (symbol.arity and phrase.casefold() == symbol.name.casefold()):
        yield phrase


def valid(name: str) -> str:
    """A name of the language that is as near as can be; always the same for the same text."""
    text = re.sub(r"^\W+", "", unicodedata.normalize("NFC", name))
    text = re.sub(r"\W", "_", text)
    text = "".join("_" if unicodedata.category(c) == "No" else c for c in text)
    text = unicodedata.normalize("NFC", text)
    if not re.match(r"[^\W\d]", text):
        text = f"n{text}"
    if text in RESERVED:
        text = f"{text}_"
    return text if is_name(text) else "name"


def unused(name: str, used: set[str]) -> str:
    """The name, numbered if it is used already; from now on it is."""
    found, number = name, 2
    while found in used:
        found, number = f"{name}_{number}", number + 1
    used.add(found)
    return found


class Phrases:
    """The words of the sentences by what is left of them in names: `sirDigby` is “Sir Digby”."""

    LONGEST = 8  # words

    def __init__(self, sentences: Iterable[str]) -> None:
        self._by_key: dict[str, str] = {}
        for sentence in sentences:
            words = sentence.split()
            for start in range(len(words)):
                for end in range(start + 1, min(len(words), start + self.LONGEST) + 1):
                    phrase = _bare(" ".join(words[start:end]))
                    self._by_key.setdefault(letters(phrase), phrase)

    def of(self, name: str) -> str | None:
        """The phrase that a name abbreviates, as it first stands in the sentences."""
        found = self._by_key.get(letters(name))
        if found is None and re.fullmatch(r"[a-z]\d+", name):  # a year, with a letter before it
            found = self._by_key.get(name[1:])
        return found


def _bare(phrase: str) -> str:
    """Without the punctuation around it, nor the possessive at its end."""
    start, end = 0, len(phrase)
    while start < end and not phrase[start].isalnum():
        start += 1
    while end > start and not phrase[end - 1].isalnum():
        end -= 1
    return re.sub(r"[’']s$", "", phrase[start:end])
