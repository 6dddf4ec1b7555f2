"""The operator table: one row an operator, and the row's `eval` is its meaning.

`eval` takes the values of the operands, `UNDEFINED` among them, and gives a value or `UNDEFINED`.
A *strict* operator never sees `UNDEFINED`: `apply` answers for it. A strict operator that is
partial names in `partial` the operands that decide whether it is defined and says when in
`defined`; from this comes its *guard*, the total operator "is defined", itself a row. Where an
operand's type is wider than the operator (a union's value), `narrow` stands between them: it alone
is undefined outside the operator's type, so arithmetic and order are total.

Operators over lists take their operands flat: `and`, `or`, `count`, `sum` one an element;
`set`, `all_different` a pair (condition, value) an element; `min`, `max`, `select_unique` a
default first, then such pairs. A pair's value only matters where its condition is true.

The oracle reads this table and nothing else; every engine may tabulate a row instead of knowing it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from hlogic.compiler import op_types as typed
from hlogic.compiler.record import field, record
from hlogic.compiler.sorts import (
    BOOL,
    INT,
    UNDEFINED,
    Label,
    Maybe,
    Scalar,
    TupleType,
)

T = TypeVar("T")


@record(eq=False)
class Op:
    """One row. `shape` says how operands are laid out: (leading operands, operands an element),
    an element size of 0 meaning a fixed number of operands."""

    name: str
    symbol: str
    shape: tuple[int, int]
    typing: typed.Typing
    eval: Callable[..., Maybe]
    strict: bool = True
    partial: tuple[int, ...] = ()
    defined: Callable[..., bool] | None = None  # over the operands named in `partial`
    laws: frozenset[str] = field(default_factory=frozenset)

    def apply(self, args: Sequence[Maybe]) -> Maybe:
        if self.strict:
            for a in args:
                if a is UNDEFINED:
                    return UNDEFINED
        return self.eval(*args)

    def __repr__(self) -> str:
        return f"Op({self.name})"


# ---------------------------------------------------------------------------- meanings


def _and(*xs: Maybe) -> Maybe:
    if any(x is False for x in xs):
        return False
    return UNDEFINED if any(x is UNDEFINED for x in xs) else True


def _or(*xs: Maybe) -> Maybe:
    if any(x is True for x in xs):
        return True
    return UNDEFINED if any(x is UNDEFINED for x in xs) else False


def _at_least(k: Maybe, *xs: Maybe) -> Maybe:
    if not isinstance(k, int):
        return UNDEFINED
    if sum(1 for x in xs if x is True) >= k:
        return True
    if sum(1 for x in xs if x is not False) < k:
        return False
    return UNDEFINED


def _ite(c: Maybe, a: Maybe, b: Maybe) -> Maybe:
    return UNDEFINED if c is UNDEFINED else a if c else b


def _branch(x: Maybe, default: Maybe, *arms: Maybe) -> Maybe:
    if x is UNDEFINED:
        return UNDEFINED
    for key, body in zip(arms[0::2], arms[1::2], strict=True):
        if key == x:
            return body
    return default


def _place(x: Any) -> int:
    """A value's place in its order: an integer itself, a label's rank."""
    place: int = x.rank if isinstance(x, Label) else x
    return place


def _same_root(x: Any, sample: Any) -> bool:
    if isinstance(x, Label) and isinstance(sample, Label):
        return x.root is sample.root
    return type(x) is type(sample)


def _has_step(by: int) -> Callable[..., bool]:
    return lambda x: 0 < x.rank + by <= len(x.root.labels)


def _step(by: int) -> Callable[..., Maybe]:
    return lambda x: (
        x.root.labels[x.rank - 1 + by] if 0 < x.rank + by <= len(x.root.labels) else UNDEFINED
    )


def _chosen_values(pairs: Sequence[Maybe]) -> list[Any] | None:
    """The values whose condition is true; None if a condition, or such a value, is undefined."""
    conditions = pairs[0::2]
    if any(c is UNDEFINED for c in conditions):
        return None
    values = [v for c, v in zip(conditions, pairs[1::2], strict=True) if c]
    return None if any(v is UNDEFINED for v in values) else values


def _extreme(pick: Callable[..., Any]) -> Callable[..., Maybe]:
    def run(default: Maybe, *pairs: Maybe) -> Maybe:
        values = _chosen_values(pairs)
        if values is None:
            return UNDEFINED
        best: Maybe = pick(values, key=_place) if values else default
        return best

    return run


def _all_different(*pairs: Maybe) -> Maybe:
    values = _chosen_values(pairs)
    return UNDEFINED if values is None else len(set(values)) == len(values)


def _select_unique(default: Maybe, *pairs: Maybe) -> Maybe:
    values = _chosen_values(pairs)
    if values is None or len(values) > 1:
        return UNDEFINED
    return values[0] if values else default


def _collect(*pairs: Maybe) -> Maybe:
    values = _chosen_values(pairs)
    return UNDEFINED if values is None else frozenset(values)


# ---------------------------------------------------------------------------- the rows

_COMMUTES = frozenset({"commutative"})
_LATTICE = frozenset({"commutative", "associative", "idempotent"})
_RING = frozenset({"commutative", "associative"})

NOT = Op("not", "not", (1, 0), typed.bools, lambda a: not a, laws=frozenset({"involution"}))
AND = Op("and", "and", (0, 1), typed.bools, _and, strict=False, laws=_LATTICE)
OR = Op("or", "or", (0, 1), typed.bools, _or, strict=False, laws=_LATTICE)
EQ = Op("eq", "==", (2, 0), typed.alike, lambda a, b: a == b, laws=_COMMUTES)
LT = Op("lt", "<", (2, 0), typed.ordered, lambda a, b: _place(a) < _place(b))
LE = Op("le", "<=", (2, 0), typed.ordered, lambda a, b: _place(a) <= _place(b))

SUM = Op("sum", "+", (0, 1), typed.ints, lambda *xs: sum(xs), laws=_RING)
MUL = Op("mul", "*", (2, 0), typed.ints, lambda a, b: a * b, laws=_RING)
NEG = Op("neg", "-", (1, 0), typed.ints, lambda a: -a, laws=frozenset({"involution"}))
ABS = Op("abs", "abs", (1, 0), typed.ints, abs, laws=frozenset({"idempotent"}))
DIV = Op(
    "div", "//", (2, 0), typed.ints, lambda a, b: a // b if b else UNDEFINED,
    partial=(1,), defined=lambda b: b != 0,
)  # fmt: skip
MOD = Op(
    "mod", "%", (2, 0), typed.ints, lambda a, b: a % b if b else UNDEFINED,
    partial=(1,), defined=lambda b: b != 0,
)  # fmt: skip
NARROW = Op(
    "narrow", "as", (2, 0), lambda ts: ts[1],
    lambda x, sample: x if _same_root(x, sample) else UNDEFINED,
    partial=(0, 1), defined=_same_root,
)  # fmt: skip
COUNT = Op(
    "count", "count", (0, 1), typed.counts, lambda *xs: sum(1 for x in xs if x), laws=_COMMUTES
)

# A count that need not know every element, as the rules of a `define` read it: only so is it
# monotone where an element that grows true turns undefined.
AT_LEAST = Op("at_least", "at_least", (1, 1), typed.threshold, _at_least, strict=False)

TUPLE = Op("tuple", "( , )", (0, 1), lambda ts: TupleType(tuple(ts)), lambda *xs: tuple(xs))
IF = Op("if", "if", (3, 0), typed.condition, _ite, strict=False)
MATCH = Op("match", "match", (2, 2), typed.arms, _branch, strict=False)
DEFINED = Op(
    "defined", "defined", (1, 0), lambda ts: BOOL, lambda a: a is not UNDEFINED, strict=False
)

RANK = Op("rank", "rank", (1, 0), lambda ts: (typed.enumerated(ts), INT)[1], _place)
NEXT = Op(
    "next", "next", (1, 0), lambda ts: Scalar(frozenset({typed.enumerated(ts)})), _step(1),
    partial=(0,), defined=_has_step(1),
)  # fmt: skip
PREV = Op(
    "prev", "prev", (1, 0), lambda ts: Scalar(frozenset({typed.enumerated(ts)})), _step(-1),
    partial=(0,), defined=_has_step(-1),
)  # fmt: skip
WITHIN = Op(
    "within",
    "in",
    (3, 0),
    lambda ts: BOOL,
    lambda x, low, high: type(x) is int and low <= x <= high,
)  # fmt: skip

MIN = Op("min", "min", (1, 2), typed.optimum, _extreme(min), strict=False)
MAX = Op("max", "max", (1, 2), typed.optimum, _extreme(max), strict=False)
ALL_DIFFERENT = Op("all_different", "all_different", (0, 2), typed.different, _all_different, False)
SELECT_UNIQUE = Op("select_unique", "select_unique", (1, 2), typed.chosen, _select_unique, False)
SET = Op("set", "set", (0, 2), typed.collection, _collect, strict=False)
HAS = Op("has", "in", (2, 0), typed.membership, lambda x, s: x in s)
SUBSET = Op("subset", "subset", (2, 0), typed.two_sets, lambda a, b: a <= b)
SIZE = Op("size", "size", (1, 0), typed.measured, lambda s: len(s))

# Elements come as pairs of a condition and a value, which does not count where that is false.
PAIRED = frozenset({MIN, MAX, ALL_DIFFERENT, SELECT_UNIQUE, SET})

OPS: tuple[Op, ...] = (
    NOT, AND, OR, EQ, LT, LE, SUM, MUL, NEG, ABS, DIV, MOD, NARROW, COUNT, AT_LEAST, TUPLE, IF,
    MATCH,
    DEFINED, RANK, NEXT, PREV, WITHIN, MIN, MAX, ALL_DIFFERENT, SELECT_UNIQUE, SET, HAS, SUBSET,
    SIZE,
)  # fmt: skip


def _guard(op: Op) -> Op:
    """The total operator "op is defined", over the operands that decide it."""
    assert op.defined is not None
    return Op(
        f"{op.name}_defined",
        f"defined {op.symbol}",
        (len(op.partial), 0),
        lambda ts: BOOL,
        op.defined,
    )  # fmt: skip


GUARDS: dict[Op, Op] = {op: _guard(op) for op in OPS if op.partial}
