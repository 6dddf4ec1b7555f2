"""What a formula that must hold comes to as clauses of gates.

A formula inside others needs a gate; one that is asserted can do with less: conjunctions are split,
equalities and `all_different` become the clauses that propagate best, without auxiliaries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from hlogic.backends.circuit import FALSE, TRUE
from hlogic.backends.encode import Encoder
from hlogic.backends.rules_basic import common, sharing
from hlogic.compiler.ops import ALL_DIFFERENT, AND, COUNT, EQ, LE, NOT, OR, TUPLE
from hlogic.compiler.passes.ranges import SetRange, TupleRange, size
from hlogic.compiler.sorts import BOOL
from hlogic.compiler.terms import App, Const, Term

CLAUSES_OF_PAIRS = 48  # gates up to which each two exclude each other by a clause
LISTED = 1000  # values up to which an asserted equality is written out

Clauses = Iterator[list[int]]


def clauses(enc: Encoder, term: Term) -> Clauses:
    """Clauses of gates that together say that a total Boolean term is true."""
    stack = [(term, True)]
    seen: set[tuple[Term, bool]] = set()
    while stack:
        part, positive = stack.pop()
        if (part, positive) in seen:
            continue
        seen.add((part, positive))
        if isinstance(part, App):
            if part.op is NOT:
                stack.append((part.args[0], not positive))
                continue
            if part.op is (AND if positive else OR):
                stack.extend((a, positive) for a in reversed(part.args))
                continue
            special = _special(enc, part, positive)
            if special is not None:
                yield from special
                continue
        gate = enc.truth(part)
        yield [gate if positive else -gate]


def _special(enc: Encoder, term: App, positive: bool) -> Clauses | None:
    """The clauses of a formula that has a form of its own when asserted."""
    if term.op is ALL_DIFFERENT and positive:
        shared = sharing(enc, term.args[1::2])
        return None if shared is None else all_different(enc, term, shared)
    if term.op is EQ and _plain(enc, term):
        a, b = term.args
        return equal(enc, a, b) if positive else unequal(enc, a, b)
    if term.op is LE and positive:
        low, high = term.args
        if isinstance(high, Const) and high.value == 1 and isinstance(low, App):
            counts = low.op is COUNT
            return at_most_one([enc.truth(a) for a in low.args], enc) if counts else None
    return None


def _plain(enc: Encoder, term: App) -> bool:
    """An equality of two scalar terms, neither constant, with few values."""
    return all(
        a.type != BOOL
        and not isinstance(a, Const)
        and not (isinstance(a, App) and a.op is TUPLE)
        and not isinstance(enc.range(a), SetRange | TupleRange)
        and size(enc.range(a)) <= LISTED
        for a in term.args
    )


def equal(enc: Encoder, a: Term, b: Term) -> Clauses:
    """Each value of one is the other's value."""
    for one, other in ((a, b), (b, a)):
        for v in enc.values(one):
            yield [-enc.eq(one, v), enc.eq(other, v)]


def unequal(enc: Encoder, a: Term, b: Term) -> Clauses:
    """No value is the value of both."""
    for v in common(enc, a, b):
        yield [-enc.eq(a, v), -enc.eq(b, v)]


def all_different(enc: Encoder, term: App, shared: Sequence[tuple[list[int], object]]) -> Clauses:
    """No value for two elements; and if there are just as many values as elements, each is had."""
    conditions = [enc.truth(c) for c in term.args[0::2]]
    terms = term.args[1::2]
    circuit = enc.circuit
    for able, value in shared:
        yield from at_most_one(
            [circuit.and_((conditions[i], enc.eq(terms[i], value))) for i in able],  # type: ignore[arg-type]
            enc,
        )
    if all(c == TRUE for c in conditions):
        had: dict[object, list[int]] = {}
        for t in terms:
            for v in enc.values(t):
                had.setdefault(v, []).append(enc.eq(t, v))
        if len(had) < len(terms):
            yield []
        elif len(had) == len(terms):
            yield from had.values()


def at_most_one(gates: Sequence[int], enc: Encoder) -> Clauses:
    """Pairwise for few; for many along a chain "one so far"."""
    possible = [g for g in gates if g != FALSE]
    if len(possible) <= CLAUSES_OF_PAIRS:
        for x, y in combinations(possible, 2):
            yield [-x, -y]
        return
    before = FALSE
    for g in possible:
        yield [-g, -before]
        before = enc.circuit.or_((before, g))
