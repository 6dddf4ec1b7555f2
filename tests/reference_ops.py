"""The operators of section 6 on values, as functions of Python values and UNDEF."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from reference_values import UNDEF, Value, comparable, equal, height, is_int


def kleene_or(values: list[Value]) -> Value:
    if any(v is True for v in values):
        return True
    return UNDEF if any(v is UNDEF for v in values) else False


def negate(value: Value) -> Value:
    return UNDEF if value is UNDEF else not value


def arithmetic(op: str, a: Value, b: Value) -> Value:
    if not (is_int(a) and is_int(b)):
        return UNDEF
    if op in ("//", "%") and b == 0:
        return UNDEF
    table: dict[str, Callable[[int, int], int]] = {
        "+": lambda x, y: x + y,
        "-": lambda x, y: x - y,
        "*": lambda x, y: x * y,
        "//": lambda x, y: x // y,
        "%": lambda x, y: x % y,
    }
    return table[op](a, b)


def compare(op: str, a: Value, b: Value) -> Value:
    if not comparable(a, b):
        return UNDEF
    x, y = height(a), height(b)
    return {"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[op]


def binary(op: str, a: Value, b: Value) -> Value:
    """The strict operators, of two values that are defined."""
    if op in ("iff", "=="):
        return equal(a, b)
    if op in ("xor", "!="):
        return not equal(a, b)
    if op in ("<", "<=", ">", ">="):
        return compare(op, a, b)
    return arithmetic(op, a, b)


def extreme(kind: str, values: list[Value]) -> Value:
    """`min` and `max` of at least one value."""
    if any(not comparable(v, values[0]) for v in values):
        return UNDEF
    return (min if kind == "min" else max)(values, key=height)


def conclude(kind: str, values: list[Value], bound: Value) -> Value:
    """An aggregate of the values that it ranges over, all of them defined."""
    if kind in ("count", "exactly", "at_least", "at_most"):
        n = sum(1 for v in values if v is True)
        return {
            "count": lambda: n,
            "exactly": lambda: n == bound,
            "at_least": lambda: n >= bound,
            "at_most": lambda: n <= bound,
        }[kind]()
    if kind == "sum":
        return sum(values) if all(is_int(v) for v in values) else UNDEF
    if kind in ("min", "max"):
        return extreme(kind, values) if values else UNDEF
    if kind == "all_different":
        return all(not equal(a, b) for a, b in itertools.combinations(values, 2))
    assert kind == "set"
    return frozenset(values)
