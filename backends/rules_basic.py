"""Rules for Booleans, for operators that choose, and for equality, sets and `all_different`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from hlogic.backends.circuit import FALSE
from hlogic.backends.encode import Ask, Encoder, Rule, Steps
from hlogic.compiler.ops import (
    IF,
    MATCH,
    SELECT_UNIQUE,
    TUPLE,
    Op,
)
from hlogic.compiler.passes.ranges import Range, SetRange, members, size
from hlogic.compiler.sorts import BOOL, UNDEFINED, Value, in_order
from hlogic.compiler.terms import App, Const, Term

LISTED = 20_000  # values of a term up to which `all_different` goes value by value

# ---------------------------------------------------------------------------- Booleans


def truths(terms: Sequence[Term]) -> list[Ask]:
    return [("truth", t, None) for t in terms]


def negation(enc: Encoder, term: App, _: Any) -> Steps:
    (inner,) = yield truths(term.args)
    return -inner


def conjunction(enc: Encoder, term: App, _: Any) -> Steps:
    return enc.circuit.and_((yield truths(term.args)))


def disjunction(enc: Encoder, term: App, _: Any) -> Steps:
    return enc.circuit.or_((yield truths(term.args)))


# ---------------------------------------------------------------------------- choosing


def through(kind: str) -> dict[Op, Rule]:
    """The rules of IF, MATCH and SELECT_UNIQUE for one question: it is put to the branches."""

    def conditional(enc: Encoder, term: App, value: Any) -> Steps:
        c, a, b = term.args
        holds_, then, otherwise = yield [("truth", c, None), (kind, a, value), (kind, b, value)]
        return enc.circuit.ite(holds_, then, otherwise)

    def branching(enc: Encoder, term: App, value: Any) -> Steps:
        on, default = term.args[:2]
        keys = [k.value for k in term.args[2::2] if isinstance(k, Const)]
        bodies = yield [(kind, body, value) for body in term.args[3::2]]
        (other,) = yield [(kind, default, value)]
        wanted = [i for i, body in enumerate(bodies) if body != FALSE or other != FALSE]
        hits = yield [("eq", on, keys[i]) for i in wanted]
        circuit = enc.circuit
        parts = [circuit.and_((h, bodies[i])) for h, i in zip(hits, wanted, strict=True)]
        parts.append(circuit.and_([other, *[-h for h in hits]]) if other != FALSE else FALSE)
        return circuit.or_(parts)

    def selection(enc: Encoder, term: App, value: Any) -> Steps:
        conditions = yield truths(term.args[1::2])
        bodies = yield [(kind, body, value) for body in term.args[2::2]]
        (other,) = yield [(kind, term.args[0], value)]
        circuit = enc.circuit
        parts = [circuit.and_(pair) for pair in zip(conditions, bodies, strict=True)]
        parts.append(circuit.and_([other, *[-c for c in conditions]]))
        return circuit.or_(parts)

    return {IF: conditional, MATCH: branching, SELECT_UNIQUE: selection}


# ---------------------------------------------------------------------------- equality


def equality(enc: Encoder, term: App, _: Any) -> Steps:
    a, b = term.args
    (alike,) = yield [("same", a, b)]
    return alike


def same(enc: Encoder, a: Any, b: Any) -> Steps:
    """Whether two terms have the same value: by truth, by components, by members, by values."""
    circuit = enc.circuit
    if a.type == BOOL:
        x, y = yield truths((a, b))
        return circuit.iff(x, y)
    pairs = _componentwise(enc, a, b)
    if pairs is not None:
        return circuit.and_((yield [("same", x, y) for x, y in pairs]))
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Const):
            if one.value is UNDEFINED:
                return FALSE
            (is_value,) = yield [("eq", other, one.value)]
            return is_value
    universe = universe_of(enc, (a, b))
    if universe is not None:
        xs = yield [("has", a, v) for v in universe]
        ys = yield [("has", b, v) for v in universe]
        return circuit.and_([circuit.iff(x, y) for x, y in zip(xs, ys, strict=True)])
    found = []
    for value in common(enc, a, b):
        found.append(circuit.and_((yield [("eq", a, value), ("eq", b, value)])))
    return circuit.or_(found)


def common(enc: Encoder, a: Term, b: Term) -> list[Value]:
    """The values that both terms can have, listed from the one that has fewer."""
    if size(enc.range(a)) > size(enc.range(b)):
        a, b = b, a
    return [v for v in enc.values(a) if enc.can_be(b, v)]


def _componentwise(enc: Encoder, a: Term, b: Term) -> list[tuple[Term, Term]] | None:
    """The components of two tuples, if both are written as tuples."""
    if not (isinstance(a, App) and a.op is TUPLE and isinstance(b, App) and b.op is TUPLE):
        return None
    return list(zip(a.args, b.args, strict=True))


def universe_of(enc: Encoder, terms: Sequence[Term]) -> tuple[Value, ...] | None:
    """Every possible member of some sets, if one of them has too many values to list each."""
    ranges = [enc.range(t) for t in terms]
    if not any(isinstance(r, SetRange) for r in ranges):
        return None
    return in_order(frozenset(v for r in ranges for v in _drawn(r)))


def _drawn(r: Range) -> Sequence[Value]:
    """What the sets of a range have for members, each once, in canonical order."""
    if isinstance(r, SetRange):
        return r.members
    return in_order(frozenset(v for s in members(r) if isinstance(s, frozenset) for v in s))


def tuple_eq(enc: Encoder, term: App, value: Any) -> Steps:
    asks: list[Ask] = [("eq", a, v) for a, v in zip(term.args, value, strict=True)]
    return enc.circuit.and_((yield asks))


# ---------------------------------------------------------------------------- sets


def set_has(enc: Encoder, term: App, member: Any) -> Steps:
    able = [i for i in range(0, len(term.args), 2) if enc.can_be(term.args[i + 1], member)]
    conditions = yield truths([term.args[i] for i in able])
    values = yield [("eq", term.args[i + 1], member) for i in able]
    return enc.circuit.or_([enc.circuit.and_(p) for p in zip(conditions, values, strict=True)])


def set_eq(enc: Encoder, term: App, value: Any) -> Steps:
    """A set is a value if it has exactly its members."""
    universe = _drawn(enc.range(term))
    gates = yield [("has", term, v) for v in universe]
    return enc.circuit.and_([g if v in value else -g for v, g in zip(universe, gates, strict=True)])


def membership(enc: Encoder, term: App, _: Any) -> Steps:
    x, whole = term.args
    able = [v for v in _drawn(enc.range(whole)) if enc.can_be(x, v)]
    values = yield [("eq", x, v) for v in able]
    has = yield [("has", whole, v) for v in able]
    return enc.circuit.or_([enc.circuit.and_(p) for p in zip(values, has, strict=True)])


def inclusion(enc: Encoder, term: App, _: Any) -> Steps:
    universe = _drawn(enc.range(term.args[0]))
    left = yield [("has", term.args[0], v) for v in universe]
    right = yield [("has", term.args[1], v) for v in universe]
    return enc.circuit.and_([enc.circuit.or_((-a, b)) for a, b in zip(left, right, strict=True)])


def size_ge(enc: Encoder, term: App, least: Any) -> Steps:
    gates = yield [("has", term.args[0], v) for v in _drawn(enc.range(term.args[0]))]
    return enc.circuit.at_least(gates, least)


# ---------------------------------------------------------------------------- all different


def all_different(enc: Encoder, term: App, _: Any) -> Steps:
    """For each value at most one of the elements that can have it; pair by pair where the values
    are too many to list."""
    conditions = yield truths(term.args[0::2])
    circuit, terms = enc.circuit, term.args[1::2]
    parts = []
    shared = sharing(enc, terms)
    if shared is None:
        for i, j in combinations(range(len(terms)), 2):
            (equal,) = yield [("same", terms[i], terms[j])]
            parts.append(-circuit.and_((conditions[i], conditions[j], equal)))
        return circuit.and_(parts)
    for able, value in shared:
        hits = yield [("eq", terms[i], value) for i in able]
        shown = [circuit.and_((conditions[i], h)) for i, h in zip(able, hits, strict=True)]
        parts.append(-circuit.at_least(shown, 2))
    return circuit.and_(parts)


def sharing(enc: Encoder, terms: Sequence[Term]) -> list[tuple[list[int], Value]] | None:
    """Each value that several of the terms can have, with their places; None if that is too many
    values to list."""
    if any(size(enc.range(t)) > LISTED for t in terms):
        return None
    able: dict[Value, list[int]] = {}
    for i, t in enumerate(terms):
        for v in enc.values(t):
            able.setdefault(v, []).append(i)
    return [(places, v) for v, places in able.items() if len(places) > 1]
