"""Values, their types, and finite domains.

A value is a Python `bool`, an `int`, a `Label`, a tuple or a frozenset of values. Types never let a
bool meet an int in one place, so Python's `True == 1` cannot bite; whoever keys a table by value
across types keys it by type too.

A scalar type is a set of *roots*: the integers, bool, one enumerated sort (with its subsets), or
the inline labels. Values of different roots are never equal.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Sequence
from typing import Literal

from hlogic.compiler.record import field, record


@record(eq=False, frozen=False)
class Root:
    """Where a scalar value comes from. `labels` is filled once, when the sort is declared.

    Of an *open* sort the labels are only the named elements: there may be more, and two names may
    be of one element unless the sort is `distinct`."""

    kind: Literal["bool", "int", "enum", "inline", "names"]
    name: str
    ordered: bool = False
    labels: tuple[Label, ...] = ()
    open: bool = False
    distinct: bool = False

    def __repr__(self) -> str:
        return f"Root({self.name})"


@record(eq=False, frozen=False)
class Label:
    """One label: `rank` counts from 1 within its root, `order` over the whole item. Like its root
    it is filled while names are collected and not changed afterwards."""

    root: Root
    name: str
    aliases: tuple[str, ...]
    rank: int
    order: int
    shared: bool = field(default=False)  # another sort has the spelling: printed `Sort.name`
    alike: bool = field(default=False)  # another label of its root has its first alias, or is it

    def __repr__(self) -> str:
        return self.id

    @property
    def id(self) -> str:
        """How an answer names it: bare where that is unambiguous."""
        return f"{self.root.name}.{self.name}" if self.shared else self.name

    @property
    def called(self) -> str:
        """What people call it: its first alias, with its id where another label of its root is
        called the same, or its id: `Ann`, `Ann (v)`, `安娜（v）`."""
        if not self.aliases:
            return self.id
        alias = self.aliases[0]
        if not self.alike:
            return alias
        wide = unicodedata.east_asian_width(alias[-1:] or " ") in ("W", "F")
        return f"{alias}（{self.id}）" if wide else f"{alias} ({self.id})"


@record
class CaseName:
    """A case or scope as a member of an answer: its name, its text if it has one (what `display`
    shows), and its place as written."""

    name: str
    order: int = field(default=0, compare=False)
    text: str | None = field(default=None, compare=False)


Value = bool | int | Label | CaseName | tuple["Value", ...] | frozenset["Value"]


class Undefined:
    """The one `UNDEFINED`: what a partial operation gives where it has no value."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNDEFINED"


UNDEFINED = Undefined()
Maybe = Value | Undefined

BOOL_ROOT = Root("bool", "bool", ordered=True)
INT_ROOT = Root("int", "int", ordered=True)
NAMES_ROOT = Root("names", "names")

# ---------------------------------------------------------------------------- types


@record
class Scalar:
    """Compared and hashed for every term that is made, so by hand."""

    roots: frozenset[Root]

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Scalar) and self.roots == other.roots)

    def __hash__(self) -> int:
        return hash(self.roots)


@record
class TupleType:
    items: tuple[Type, ...]


@record
class SetType:
    element: Type | None  # None: the empty `set of {}`


Type = Scalar | TupleType | SetType

BOOL = Scalar(frozenset({BOOL_ROOT}))
INT = Scalar(frozenset({INT_ROOT}))
NAMES = Scalar(frozenset({NAMES_ROOT}))
NEVER = Scalar(frozenset())  # of what has no value, or no type known yet: fits everywhere


def open_root(t: Type | None) -> Root | None:
    """The open sort that values of a type are of, or are made of; None for all other types."""
    match t:
        case Scalar(roots):
            return next((root for root in roots if root.open), None)
        case TupleType(items):
            return next((r for r in map(open_root, items) if r is not None), None)
        case SetType(element):
            return open_root(element)
    return None


def describe(t: Type) -> str:
    """A type in the author's words."""
    match t:
        case Scalar(roots):
            kinds = {"inline": "an inline label", "bool": "a bool", "int": "an int"}
            words = [kinds.get(r.kind, f"a value of {r.name}") for r in roots]
            return " or ".join(sorted(words))
        case TupleType(items):
            return f"a tuple ({', '.join(describe(i) for i in items)})"
        case SetType(None):
            return "an empty set"
        case SetType(element):
            assert element is not None
            return f"a set whose members are each {describe(element)}"


def join(a: Type, b: Type) -> Type | None:
    """The type of a place that holds either; None where bool would mix with others, or shapes."""
    if a == NEVER or b == NEVER:
        return b if a == NEVER else a
    match a, b:
        case Scalar(r), Scalar(s):
            both = r | s
            return None if BOOL_ROOT in both and len(both) > 1 else Scalar(both)
        case TupleType(xs), TupleType(ys) if len(xs) == len(ys):
            items = [join(x, y) for x, y in zip(xs, ys, strict=True)]
            known = tuple(i for i in items if i is not None)
            return TupleType(known) if len(known) == len(items) else None
        case SetType(None), SetType(_):
            return b
        case SetType(_), SetType(None):
            return a
        case SetType(x), SetType(y) if x is not None and y is not None:
            element = join(x, y)
            return None if element is None else SetType(element)
    return None


def comparable(a: Type, b: Type) -> bool:
    """Whether `==` between the two can ever hold: they share a root, place by place."""
    if a is b or a == NEVER or b == NEVER:
        return True
    match a, b:
        case Scalar(r), Scalar(s):
            return not r.isdisjoint(s)
        case TupleType(xs), TupleType(ys):
            return len(xs) == len(ys) and all(map(comparable, xs, ys))
        case SetType(x), SetType(y):
            return x is None or y is None or comparable(x, y)
    return False


# ---------------------------------------------------------------------------- order


def order_key(value: Value) -> tuple[object, ...]:
    """The canonical order of language.md section 9: booleans, integers, labels by declaration,
    tuples by their members, sets by size and then by their members."""
    if value is False or value is True:
        return (0, value)
    if isinstance(value, int):
        return (1, value)
    if isinstance(value, Label):
        return (2, value.order)
    if isinstance(value, CaseName):
        return (2, value.order, value.name)
    if isinstance(value, tuple):
        return (3, *map(order_key, value))
    return (4, len(value), *sorted(map(order_key, value)))


def in_order(values: Iterator[Value] | Sequence[Value] | frozenset[Value]) -> tuple[Value, ...]:
    return tuple(sorted(values, key=order_key))


def are_numbers(rows: Collection[tuple[Value, ...]]) -> bool:
    """Whether each column of some rows holds only integers, or only truths: then Python's order of
    the rows is the canonical one, and they are their own JSON, which spares 10^5 rows a second."""
    return all(set(map(type, column)) in ({int}, {bool}) for column in zip(*rows, strict=True))


def rows_in_order(rows: Collection[tuple[Value, ...]]) -> list[tuple[Value, ...]]:
    """Rows of one length, by their values from the first on."""
    if are_numbers(rows):
        return sorted(rows)
    return sorted(rows, key=lambda row: [order_key(value) for value in row])


# ---------------------------------------------------------------------------- domains


@record
class Domain:
    """A finite list of scalar values in canonical order: parts are `range`s or tuples, so that a
    range of 10^12 is named, measured and refused without being built."""

    type: Scalar
    parts: tuple[Sequence[Value], ...]
    name: str = field(default="", compare=False)  # as the author wrote it, for messages

    @property
    def size(self) -> int:
        return sum(p.stop - p.start if isinstance(p, range) else len(p) for p in self.parts)

    def __iter__(self) -> Iterator[Value]:
        for part in self.parts:
            yield from part

    def __contains__(self, value: object) -> bool:
        for part in self.parts:
            if isinstance(part, range):
                if type(value) is int and part.start <= value < part.stop:
                    return True
            elif any(
                member is value or (type(value) is int and member == value) for member in part
            ):
                return True
        return False


BOOLS = Domain(BOOL, ((False, True),), "bool")


def unite(domains: Sequence[Domain], name: str) -> Domain:
    """The union of domains, without repeats, in canonical order; ranges that overlap are merged."""
    ranges = sorted(
        ((p.start, p.stop) for d in domains for p in d.parts if isinstance(p, range)),
    )
    merged: list[tuple[int, int]] = []
    for start, stop in ranges:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(stop, merged[-1][1]))
        else:
            merged.append((start, stop))
    singles = {
        v for d in domains for p in d.parts if not isinstance(p, range) for v in p
        if not (type(v) is int and any(a <= v < b for a, b in merged))
    }  # fmt: skip
    integers: list[Sequence[Value]] = [range(a, b) for a, b in merged]
    integers += [(v,) for v in singles if type(v) is int]
    integers.sort(key=lambda p: order_key(p[0]))
    others = in_order(frozenset(v for v in singles if type(v) is not int))
    parts = (*integers, *((others,) if others else ()))
    roots = frozenset(r for d in domains for r in d.type.roots)
    return Domain(Scalar(roots), parts, name)
