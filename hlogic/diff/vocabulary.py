"""What two encodings both speak of: terms of A, each with the term of B that says the same.

Variables and derived terms are the same where their aliases read the same with the arguments put
in, or where they have one name and the same arguments and one of both has no alias. An alias that
holds `{value}` also makes a fact of each value, `李喝茶`, which the other may have as a Boolean, or
under another variable. The user may name further pairs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from hlogic.compiler import ops
from hlogic.compiler.ir import Key, Symbol, instance_id, value_id
from hlogic.compiler.record import record
from hlogic.compiler.sorts import BOOL, Value, in_order
from hlogic.compiler.terms import Term
from hlogic.compiler.words import alias_text, witness_text
from hlogic.diff.likeness import Likeness, plain
from hlogic.diff.side import Side

MOST = 2_000  # instances of one symbol that are looked at


@record
class Named:
    """A term of one encoding: `text` in words, `written` as its author has it."""

    term: Term
    text: str
    written: str


@record
class Shared:
    """A term of A and the one of B that says the same."""

    a: Named
    b: Named

    def of(self, side: int) -> Named:
        return (self.a, self.b)[side]


@record
class Choice:
    """A value that a shared term may take: as formulas of both encodings (None where one has no
    such value), with its text."""

    formulas: tuple[Term | None, Term | None]
    value: str


@record
class _Reading:
    """An instance of a variable, derived term or predicate, with its aliases' texts."""

    symbol: Symbol
    key: Key
    term: Term
    texts: tuple[str, ...]

    @property
    def named(self) -> Named:
        written = instance_id(self.symbol.name, self.key)
        text = self.texts[0] if self.texts else written
        return Named(self.term, text, written)


def shared_terms(
    a: Side, b: Side, likeness: Likeness, given: Sequence[Shared]
) -> tuple[list[Shared], tuple[list[str], list[str]]]:
    """The shared terms in A's order, those `given` last, and the variables of A and of B that are
    not among them. What is given is not matched otherwise."""
    sides = (a, b)
    said = [{term.of(i).written for term in given} for i in (0, 1)]
    readings = [
        [r for r in _readings(side) if r.named.written not in said[side.number]] for side in sides
    ]
    pairs = _whole(readings, likeness)
    used = [{id(pair[i]) for pair in pairs} for i in (0, 1)]
    atoms = [_atoms(sides[i], [r for r in readings[i] if id(r) not in used[i]]) for i in (0, 1)]
    found = [Shared(x.named, y.named) for x, y in pairs]
    for words, (fact, reading) in atoms[0].items():
        if words in atoms[1]:
            other, source = atoms[1][words]
            found.append(Shared(fact, other))
            used[0].add(id(reading))
            used[1].add(id(source))
    variables = [set(side.theory.variables()) for side in sides]
    rest = [
        [
            r.named.written
            for r in readings[i]
            if id(r) not in used[i] and (r.symbol, r.key) in variables[i]
        ]
        for i in (0, 1)
    ]
    return [*found, *given], (rest[0], rest[1])


def _readings(side: Side) -> Iterator[_Reading]:
    for symbol in side.theory.symbols.values():
        if symbol.kind == "table":
            continue
        for key in symbol.keys[:MOST]:
            texts = tuple(alias_text(alias, key) for alias in symbol.aliases)
            yield _Reading(symbol, key, side.theory.reading(symbol, key), texts)


def _whole(
    readings: Sequence[Sequence[_Reading]], likeness: Likeness
) -> list[tuple[_Reading, _Reading]]:
    """The readings that are the same, values and all."""
    tables: list[dict[Hashable, _Reading | None]] = [{}, {}]
    for i in (0, 1):
        for reading in readings[i]:
            for words in map(plain, reading.texts):
                tables[i][words] = None if words in tables[i] else reading  # said of two: of none
    named = {(y.symbol.name, likeness.key(1, y.key)): y for y in readings[1]}
    found = []
    taken: set[int] = set()
    for x in readings[0]:
        partners = [tables[1].get(w) for w in map(plain, x.texts) if tables[0].get(w) is x]
        namesake = named.get((x.symbol.name, likeness.key(0, x.key)))
        if namesake is not None and not (x.texts and namesake.texts):
            partners.append(namesake)
        for y in partners:
            if y is not None and id(y) not in taken and _alike(x.term, y.term):
                found.append((x, y))
                taken.add(id(y))
                break
    return found


def _alike(x: Term, y: Term) -> bool:
    """Whether both are Boolean, or neither."""
    return (x.type == BOOL) == (y.type == BOOL)


def _atoms(side: Side, readings: Sequence[_Reading]) -> dict[str, tuple[Named, _Reading]]:
    """Facts that hold or not, by their words."""
    found: dict[str, tuple[Named, _Reading]] = {}
    for reading in readings:
        for text in reading.texts:
            if "{value}" not in text:
                if reading.term.type == BOOL:
                    found.setdefault(plain(text), (reading.named, reading))
                continue
            domain = reading.symbol.domain
            for value in () if domain is None or domain.size > MOST else domain:
                said = text.replace("{value}", witness_text(value))
                written = f"{reading.named.written} == {value_id(value)}"
                fact = Named(equals(side, reading.term, value), said, written)
                found.setdefault(plain(said), (fact, reading))
    return found


def equals(side: Side, term: Term, value: Value) -> Term:
    return side.pool.app(ops.EQ, (term, side.pool.const(value, term.type)))


def choices(
    shared: Shared, sides: tuple[Side, Side], scopes: tuple[str, str], likeness: Likeness
) -> list[Choice]:
    """The values that a shared term takes in the worlds of either scope, in canonical order, A's
    first; at last that it is undefined, if it may be."""
    made: dict[Hashable, dict[int, Value]] = {}
    undefined: list[Term] = []
    for side, scope in zip(sides, scopes, strict=True):
        term = shared.of(side.number).term
        session = side.worlds.session(scope)
        known = side.pool.app(ops.DEFINED, (term,))
        rows = session.project((term,), (known,))
        for value in in_order([row[0] for row in rows]):
            made.setdefault(likeness.key(side.number, value), {})[side.number] = value
        undefined.append(side.pool.app(ops.NOT, (known,)))
    found = [_choice(shared, sides, values, likeness) for values in made.values()]
    may = [
        side.worlds.session(scope).possible((formula,))
        for side, scope, formula in zip(sides, scopes, undefined, strict=True)
    ]
    if any(may):
        found.append(Choice((undefined[0], undefined[1]), "undefined"))
    return found


def _choice(
    shared: Shared, sides: tuple[Side, Side], values: dict[int, Value], likeness: Likeness
) -> Choice:
    """A value that one side takes at least, as a formula of each that has it among its values."""
    first = min(values)
    formulas: list[Term | None] = []
    for side in sides:
        term = shared.of(side.number).term
        value = values.get(side.number)
        if value is None:
            value = likeness.partner(first, values[first], term.type)
        formulas.append(None if value is None else equals(side, term, value))
    return Choice((formulas[0], formulas[1]), witness_text(values[first]))
