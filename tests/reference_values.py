"""Values of the reference evaluator: Python bools, integers, `Label`s, tuples and frozensets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Label:
    """A label of the sort `root`, or an inline label, whose root is the empty text."""

    root: str
    name: str
    rank: int = field(compare=False)
    order: int = field(compare=False)
    ordered: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class CaseName:
    """The name of a case or scope as a member of an answer."""

    name: str
    order: int = field(default=0, compare=False)


class Undefined:
    def __repr__(self) -> str:
        return "UNDEF"


UNDEF = Undefined()

Value = Any  # bool | int | Label | CaseName | tuple[Value, ...] | frozenset[Value]


def equal(a: Value, b: Value) -> bool:
    """Equality of two values; a bool is never an integer."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(equal(x, y) for x, y in zip(a, b, strict=True))
    return type(a) is type(b) and bool(a == b)


def key(value: Value) -> tuple[Any, ...]:
    """The canonical order of language.md, section 9."""
    if isinstance(value, bool):
        return (0, value)
    if isinstance(value, int):
        return (1, value)
    if isinstance(value, Label | CaseName):
        return (2, value.order)
    if isinstance(value, tuple):
        return (3, tuple(key(v) for v in value))
    return (4, len(value), tuple(sorted(key(v) for v in value)))


def in_order(values: Any) -> list[Value]:
    return sorted(values, key=key)


def comparable(a: Value, b: Value) -> bool:
    """Whether `<` and its kin are defined: two integers, or two labels of one ordered sort."""
    if isinstance(a, bool) or isinstance(b, bool):
        return False
    if isinstance(a, int) and isinstance(b, int):
        return True
    if isinstance(a, Label) and isinstance(b, Label):
        return a.ordered and a.root == b.root
    return False


def height(a: Value) -> int:
    """The place of a value among those that it can be compared with."""
    return a.rank if isinstance(a, Label) else int(a)


def is_int(a: Value) -> bool:
    return isinstance(a, int) and not isinstance(a, bool)
