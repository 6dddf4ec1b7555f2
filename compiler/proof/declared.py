"""What a derived term could be if its definition said nothing, as far as that can be listed.

Its declaration may say so. Where it leaves the domain out and the definition comes to one value,
others of the type are put beside it, such that what holds of the one alone does not hold of all:
labels of its sort, numbers that formulas name and numbers beyond these, sets with more and with
less. A definition that comes to several values of no stated domain has these alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import product

from hlogic.compiler.ir import Symbol
from hlogic.compiler.sorts import (
    BOOL,
    BOOLS,
    INT,
    UNDEFINED,
    Label,
    Maybe,
    Scalar,
    SetType,
    TupleType,
    Type,
    Value,
)
from hlogic.compiler.terms import Const, Term, below

MOST_NUMBERS = 32  # beside a number


def declared(
    symbol: Symbol, reached: Collection[Maybe], numbers: Collection[int], most: int
) -> frozenset[Maybe]:
    """The values beside those that a definition has `reached`; none where the stated domain has
    more than `most`, unless one or none is reached. `numbers` are those that formulas name."""
    domain = BOOLS if symbol.type == BOOL else symbol.domain
    if domain is not None and domain.size <= most:
        return frozenset(domain)
    known = [v for v in reached if v is not UNDEFINED]
    if not known:
        return frozenset(_first(symbol.type))
    if len(known) > 1:
        return frozenset()
    others = _others(known[0], symbol.type, numbers)  # type: ignore[arg-type]
    return frozenset(v for v in others if domain is None or v in domain)


def numbers_in(roots: Iterable[Term]) -> frozenset[int]:
    """The numbers that formulas name."""
    values = (t.value for t in below(roots) if isinstance(t, Const) and t.type == INT)
    return frozenset(v for v in values if isinstance(v, int))


def _others(value: Value, type: Type | None, numbers: Collection[int]) -> Iterator[Value]:
    match value:
        case bool():
            yield not value
        case int():
            ends = (value, *numbers)
            near = sorted({*numbers, value - 1, value + 1}, key=lambda n: (abs(n - value), n))
            yield from (*near[:MOST_NUMBERS], min(ends) - 1, max(ends) + 1)
        case Label(root=root):
            yield from root.labels
        case tuple() if isinstance(type, TupleType):
            for i, part in enumerate(value):
                for other in _others(part, type.items[i], numbers):
                    yield (*value[:i], other, *value[i + 1 :])
        case frozenset() if isinstance(type, SetType):
            some = value or frozenset(_first(type.element))
            parts = (_others(part, type.element, numbers) for part in some)
            every = some.union(*parts)
            yield from (frozenset(), every, every - value)


def _first(type: Type | None) -> Iterator[Value]:
    """A value of a type, if it has any."""
    match type:
        case Scalar(roots=roots):
            firsts = {"bool": (False,), "int": (0,)}
            for root in sorted(roots, key=lambda r: r.name):
                yield from firsts.get(root.kind, root.labels[:1])
        case TupleType(items=items):
            firsts_of = [tuple(_first(item)) for item in items]
            yield from product(*firsts_of)
