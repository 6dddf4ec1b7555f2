"""Rules for order and integers: thresholds, and sums by dynamic programming."""

from __future__ import annotations

from typing import Any

from hlogic.backends.circuit import FALSE, TRUE
from hlogic.backends.encode import Ask, Encoder, Rule, Steps, chain, place, tabulate_truth
from hlogic.backends.rules_basic import truths
from hlogic.compiler.passes.ranges import Range, add, holds, members, size
from hlogic.compiler.terms import App, Const, Term

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


def suffix_range(enc: Encoder, term: App, length: int) -> Range:
    """The values of the sum of the last operands."""
    known = enc.suffixes.setdefault(term, [range(0, 1)])
    while len(known) <= length:
        known.append(add(known[-1], enc.range(term.args[-len(known)])))
    return known[length]


def partial_sum(kind: str) -> Rule:
    """The sum of the last k operands is v (reaches n): for some value of the first of them, the
    sum of those after it makes up the rest. Only sums within reach are asked for."""

    def rule(enc: Encoder, term: App, wanted: Any) -> Steps:
        length, value = wanted
        verdict = _out_of_reach(kind, suffix_range(enc, term, length), value)
        if verdict is not None:
            return verdict
        first = term.args[-length]
        if length == 1:
            (only,) = yield [_rest(term, kind, 1, value)]
            return only
        selectors, rests = _split_sum(enc, term, kind, length, value)
        enc.spend(term, len(rests))
        found = yield rests
        circuit, total = enc.circuit, len(selectors)
        reached = [i for i in range(total) if found[i] != FALSE]
        if total == 2 and selectors[0][0] == "eq" and size(enc.range(first)) == 2:
            (chosen_first,) = yield selectors[:1]
            return circuit.ite(chosen_first, *found)
        chosen = yield [selectors[i] for i in reached]
        return circuit.or_(
            [circuit.and_((c, found[i])) for c, i in zip(chosen, reached, strict=True)]
        )

    return rule


def _split_sum(
    enc: Encoder, term: App, kind: str, length: int, value: int
) -> tuple[list[Ask], list[Ask]]:
    """For each value of the side that has fewer, the first operand or the sum after it: that it has
    this value, and that the other side makes up the rest."""
    first, after = term.args[-length], suffix_range(enc, term, length - 1)
    selectors: list[Ask] = []
    rests: list[Ask] = []
    if size(enc.range(first)) <= size(after):
        for v in map(place, enc.values(first)):
            selectors.append(("eq", first, v))
            rests.append(_rest(term, kind, length - 1, value - v))
    else:
        for v in map(place, members(after)):
            selectors.append(_rest(term, "eq", length - 1, v))
            rests.append((kind, first, value - v))
    return selectors, rests


def _rest(term: App, kind: str, length: int, value: int) -> Ask:
    """The question about the sum of the last operands; about the operand itself, if it is one."""
    if length == 1:
        return (kind, term.args[-1], value)
    return (f"sum_{kind}", term, (length, value))


def _out_of_reach(kind: str, r: Range, value: int) -> int | None:
    """The answer where the range alone gives it."""
    if kind == "eq":
        return None if holds(r, value) else FALSE
    assert isinstance(r, tuple | range)
    if not r or value > place(r[-1]):
        return FALSE
    return TRUE if value <= place(r[0]) else None


# ---------------------------------------------------------------------------- products


def product_eq(enc: Encoder, term: App, value: Any) -> Steps:
    """a * b = v: for each value of a that divides v, b is the quotient."""
    a, b = _fewer_first(enc, term)
    values = [place(v) for v in enc.values(a)]
    enc.spend(term, len(values))
    exact = [v for v in values if v and value % v == 0]
    chosen = yield [("eq", a, v) for v in exact]
    quotients = yield [("eq", b, value // v) for v in exact]
    circuit = enc.circuit
    parts = [circuit.and_(p) for p in zip(chosen, quotients, strict=True)]
    if value == 0 and 0 in values:
        parts += yield [("eq", a, 0)]
    return circuit.or_(parts)


def product_ge(enc: Encoder, term: App, least: Any) -> Steps:
    """a * b >= n: for each value of a, b is on the right side of n / a."""
    a, b = _fewer_first(enc, term)
    values = [place(v) for v in enc.values(a)]
    enc.spend(term, len(values))
    chosen = yield [("eq", a, v) for v in values]
    circuit = enc.circuit
    parts = []
    for v, is_v in zip(values, chosen, strict=True):
        side = TRUE if least <= 0 else FALSE
        if v > 0:
            (side,) = yield [("ge", b, -(-least // v))]
        elif v < 0:
            (beyond,) = yield [("ge", b, least // v + 1)]
            side = -beyond
        parts.append(circuit.and_((is_v, side)))
    return circuit.or_(parts)


def _fewer_first(enc: Encoder, term: App) -> tuple[Term, Term]:
    """The operands of a product, the one with fewer values first."""
    a, b = term.args
    return (a, b) if size(enc.range(a)) <= size(enc.range(b)) else (b, a)
