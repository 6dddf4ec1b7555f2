"""The overlay: faster rules than tabulation, by question and operator. A missing row is slow,
never wrong; the laws in tests/laws hold each row against the operator's `eval`.

Where an operator has no value (several elements for `select_unique`) an overlay may give any
answer, as long as it is a function of the world: the passes see to it that nobody looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from hlogic.backends.circuit import FALSE, TRUE
from hlogic.backends.encode import Ask, Encoder, Rule, Steps, chain, place, tabulate_truth
from hlogic.compiler.ir import App, Const, Term
from hlogic.compiler.ops import (
    ABS,
    ALL_DIFFERENT,
    AND,
    COUNT,
    EQ,
    HAS,
    IF,
    LE,
    LT,
    MATCH,
    MAX,
    MIN,
    NARROW,
    NEG,
    NOT,
    OR,
    RANK,
    SELECT_UNIQUE,
    SET,
    SIZE,
    SUBSET,
    SUM,
    TUPLE,
    WITHIN,
    Op,
)
from hlogic.compiler.passes.ranges import Range, SetRange, add, holds, members, size
from hlogic.compiler.sorts import BOOL, UNDEFINED, Value, in_order

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
    if isinstance(r, SetRange):
        return r.members
    return [v for s in members(r) if isinstance(s, frozenset) for v in s]


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


# ---------------------------------------------------------------------------- order


def by_thresholds(enc: Encoder, term: App, value: Any) -> Steps:
    """t = v if t reaches v and not beyond."""
    reaches, passes = yield [("ge", term, place(value)), ("ge", term, place(value) + 1)]
    return enc.circuit.and_((reaches, -passes))


def comparison(step: int) -> Rule:
    """a + step <= b (step 0 or 1): whenever a reaches a place, b reaches the place + step."""

    def rule(enc: Encoder, term: App, _: Any) -> Steps:
        a, b = term.args
        if size(enc.range(a)) <= size(enc.range(b)):
            places = [place(v) for v in enc.values(a)]
        else:
            places = [place(v) + 1 - step for v in enc.values(b)]
        enc.spend(term, len(places))
        left = yield [("ge", a, n) for n in places]
        right = yield [("ge", b, n + step) for n in places]
        circuit = enc.circuit
        return circuit.and_([circuit.or_((-x, y)) for x, y in zip(left, right, strict=True)])

    return rule


def within(enc: Encoder, term: App, _: Any) -> Steps:
    x, low, high = term.args
    if not isinstance(low, Const) or not isinstance(high, Const):
        return (yield from tabulate_truth(enc, term, None))
    if isinstance(enc.range(x), range):
        over, beyond = yield [("ge", x, low.value), ("ge", x, high.value + 1)]  # type: ignore[operator]
        return enc.circuit.and_((over, -beyond))
    inside = [v for v in enc.values(x) if term.op.apply((v, low.value, high.value))]
    return enc.circuit.or_((yield [("eq", x, v) for v in inside]))


def narrowed_ge(enc: Encoder, term: App, least: Any) -> Steps:
    if enc.range(term) != enc.range(term.args[0]):
        return (yield from chain(enc, term, least))
    (inner,) = yield [("ge", term.args[0], least)]
    return inner


def rank_ge(enc: Encoder, term: App, least: Any) -> Steps:
    (inner,) = yield [("ge", term.args[0], least)]
    return inner


def max_ge(enc: Encoder, term: App, least: Any) -> Steps:
    """Some element reaches it; the default counts where there is no element."""
    conditions = yield truths(term.args[1::2])
    values = yield [("ge", v, least) for v in term.args[2::2]]
    (default,) = yield [("ge", term.args[0], least)]
    circuit = enc.circuit
    parts = [circuit.and_(p) for p in zip(conditions, values, strict=True)]
    return circuit.or_([*parts, circuit.and_([default, *[-c for c in conditions]])])


def min_ge(enc: Encoder, term: App, least: Any) -> Steps:
    """Every element reaches it, and there is one or the default does."""
    conditions = yield truths(term.args[1::2])
    values = yield [("ge", v, least) for v in term.args[2::2]]
    (default,) = yield [("ge", term.args[0], least)]
    circuit = enc.circuit
    parts = [circuit.or_((-c, v)) for c, v in zip(conditions, values, strict=True)]
    return circuit.and_([*parts, circuit.or_([default, *conditions])])


# ---------------------------------------------------------------------------- integers


def count_ge(enc: Encoder, term: App, least: Any) -> Steps:
    return enc.circuit.at_least((yield truths(term.args)), least)


def neg_eq(enc: Encoder, term: App, value: Any) -> Steps:
    (inner,) = yield [("eq", term.args[0], -value)]
    return inner


def neg_ge(enc: Encoder, term: App, least: Any) -> Steps:
    (inner,) = yield [("ge", term.args[0], 1 - least)]
    return -inner


def abs_eq(enc: Encoder, term: App, value: Any) -> Steps:
    return enc.circuit.or_((yield [("eq", term.args[0], v) for v in (value, -value)]))


def abs_ge(enc: Encoder, term: App, least: Any) -> Steps:
    if least <= 0:
        return TRUE
    above, not_below = yield [("ge", term.args[0], least), ("ge", term.args[0], 1 - least)]
    return enc.circuit.or_((above, -not_below))


def sum_(kind: str) -> Rule:
    def rule(enc: Encoder, term: App, value: Any) -> Steps:
        (whole,) = yield [(f"sum_{kind}", term, (len(term.args), value))]
        return whole

    return rule


def prefix_range(enc: Encoder, term: App, length: int) -> Range:
    """The values of the sum of the first operands."""
    known = enc.prefixes.setdefault(term, [range(0, 1)])
    while len(known) <= length:
        known.append(add(known[-1], enc.range(term.args[len(known) - 1])))
    return known[length]


def partial_sum(kind: str) -> Rule:
    """The sum of the first k operands is v (reaches n): for some value of the k-th, the sum of
    those before makes up the rest. Only sums within reach are asked for."""

    def rule(enc: Encoder, term: App, wanted: Any) -> Steps:
        length, value = wanted
        verdict = _out_of_reach(kind, prefix_range(enc, term, length), value)
        if verdict is not None:
            return verdict
        last = term.args[length - 1]
        if length == 1:
            (only,) = yield [_first(term, kind, 1, value)]
            return only
        selectors, rests = _split_sum(enc, term, kind, length, value)
        enc.spend(term, len(rests))
        found = yield rests
        circuit, total = enc.circuit, len(selectors)
        reached = [i for i in range(total) if found[i] != FALSE]
        if total == 2 and selectors[0][0] == "eq" and size(enc.range(last)) == 2:
            (first,) = yield selectors[:1]
            return circuit.ite(first, *found)
        chosen = yield [selectors[i] for i in reached]
        return circuit.or_(
            [circuit.and_((c, found[i])) for c, i in zip(chosen, reached, strict=True)]
        )

    return rule


def _split_sum(
    enc: Encoder, term: App, kind: str, length: int, value: int
) -> tuple[list[Ask], list[Ask]]:
    """For each value of the side that has fewer, the last operand or the sum before it: that it has
    this value, and that the other side makes up the rest."""
    last, before = term.args[length - 1], prefix_range(enc, term, length - 1)
    selectors: list[Ask] = []
    rests: list[Ask] = []
    if size(enc.range(last)) <= size(before):
        for v in map(place, enc.values(last)):
            selectors.append(("eq", last, v))
            rests.append(_first(term, kind, length - 1, value - v))
    else:
        for v in map(place, members(before)):
            selectors.append(_first(term, "eq", length - 1, v))
            rests.append((kind, last, value - v))
    return selectors, rests


def _first(term: App, kind: str, length: int, value: int) -> Ask:
    """The question about the sum of the first operands; about the operand itself, if it is one."""
    if length == 1:
        return (kind, term.args[0], value)
    return (f"sum_{kind}", term, (length, value))


def _out_of_reach(kind: str, r: Range, value: int) -> int | None:
    """The answer where the range alone gives it."""
    if kind == "eq":
        return None if holds(r, value) else FALSE
    assert isinstance(r, tuple | range)
    if not r or value > place(r[-1]):
        return FALSE
    return TRUE if value <= place(r[0]) else None


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


# ---------------------------------------------------------------------------- the table

OVERLAY: dict[tuple[str, object], Rule] = {
    ("same", None): same,
    ("truth", NOT): negation,
    ("truth", AND): conjunction,
    ("truth", OR): disjunction,
    ("truth", EQ): equality,
    ("truth", LT): comparison(1),
    ("truth", LE): comparison(0),
    ("truth", WITHIN): within,
    ("truth", HAS): membership,
    ("truth", SUBSET): inclusion,
    ("truth", ALL_DIFFERENT): all_different,
    ("eq", TUPLE): tuple_eq,
    ("eq", SET): set_eq,
    ("eq", NEG): neg_eq,
    ("eq", ABS): abs_eq,
    ("eq", SUM): sum_("eq"),
    ("sum_eq", SUM): partial_sum("eq"),
    ("ge", SUM): sum_("ge"),
    ("sum_ge", SUM): partial_sum("ge"),
    ("ge", NEG): neg_ge,
    ("ge", ABS): abs_ge,
    ("ge", NARROW): narrowed_ge,
    ("ge", RANK): rank_ge,
    ("ge", COUNT): count_ge,
    ("ge", SIZE): size_ge,
    ("ge", MIN): min_ge,
    ("ge", MAX): max_ge,
    ("has", SET): set_has,
    **{("eq", op): by_thresholds for op in (COUNT, SIZE, MIN, MAX, RANK)},
    **{(kind, op): r for kind in ("truth", "eq", "ge", "has") for op, r in through(kind).items()},
}
