"""Typed queries: what an ask asks, with names resolved and every expression a term.

Each node knows the type of its result, so that expectations and the algebra of answers are checked
before anything is solved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from hlogic.compiler.answer import Shape
from hlogic.compiler.ir import Key
from hlogic.compiler.record import record
from hlogic.compiler.sorts import (
    BOOL,
    INT,
    NAMES,
    CaseName,
    SetType,
    TupleType,
    Type,
    describe,
)
from hlogic.compiler.source import Span
from hlogic.compiler.terms import Bound, Term

# ---------------------------------------------------------------------------- types of results


@record
class Chosen:
    """Named constraints: of each name all instances (None), or those of some arguments. Every
    named constraint where `names` is None."""

    names: Mapping[str, frozenset[Key] | None] | None

    def __contains__(self, member: tuple[str, Key]) -> bool:
        name, key = member
        if self.names is None:
            return True
        keys = self.names.get(name, frozenset())
        return keys is None or key in keys


@record
class OneValue:
    """A boolean, an integer, or what `value e` gives."""

    type: Type


@record
class OneWord:
    """One of some words: the truths, or the names of cases."""

    words: tuple[str, ...]
    truth: bool


@record
class ASet:
    element: Type
    names: tuple[str, ...] = ()  # the names that may be members, where element is NAMES


@record
class ARow:
    type: Type  # of `bounds`: both ends, or no end


@record
class SomeRows:
    fields: tuple[tuple[str, Type], ...]
    distinct: bool


@record
class NamedCases:
    entries: tuple[tuple[CaseName, ResultType], ...]


@record
class MemberCases:
    key: Type
    result: ResultType


@record
class AFamily:
    """Sets of names, of those in `names`, or of constraints."""

    names: tuple[str, ...] = ()
    constraints: Chosen | None = None


ResultType = OneValue | OneWord | ASet | ARow | SomeRows | NamedCases | MemberCases | AFamily

BOOLEAN = OneValue(BOOL)
INTEGER = OneValue(INT)
TRUTHS = ("true", "false", "uncertain", "inconsistent")
TRUTH = OneWord(TRUTHS, truth=True)


def shape_of(type: ResultType) -> Shape:
    """The shape that an answer of this type has (by its type alone, where it has no value)."""
    match type:
        case OneValue(type=t):
            if t == BOOL:
                return "boolean"
            if t == INT:
                return "integer"
            if isinstance(t, SetType):
                return "set"
            return "row" if isinstance(t, TupleType) else "string"
        case OneWord():
            return "string"
        case ASet():
            return "set"
        case ARow():
            return "row"
        case SomeRows():
            return "rows"
        case NamedCases() | MemberCases():
            return "cases"
        case AFamily():
            return "family"


def describe_result(type: ResultType) -> str:
    """A result's type in the author's words."""
    match type:
        case OneValue(type=t):
            return {"boolean": "a boolean", "integer": "an integer"}.get(
                shape_of(type), describe(t)
            )
        case OneWord(truth=truth):
            return "a truth" if truth else "the name of a case"
        case ASet(element=element):
            return "a set of names" if element == NAMES else "a set"
        case ARow():
            return "a row"
        case SomeRows():
            return "rows"
        case NamedCases() | MemberCases():
            return "cases"
        case AFamily():
            return "sets of names"


# ---------------------------------------------------------------------------- queries


@record
class Asked:
    """An expression of a query: its term, and its text for messages."""

    term: Term
    text: str


@record
class Node:
    result: ResultType
    span: Span


@record
class ExprQuery(Node):
    kind: Literal["possible", "necessary", "unique", "value", "truth", "values", "bounds"]
    expr: Asked


@record
class GroupedValues(Node):
    """`values e by (k, …)`."""

    expr: Asked
    keys: tuple[Asked, ...]


@record
class MemberQuery(Node):
    kind: Literal["possible_set", "necessary_set", "contingent_set", "truth_of"]
    variables: tuple[Bound, ...]
    where: Asked | None
    body: Asked


@record
class RowsQuery(Node):
    fields: tuple[Asked, ...]


@record
class CountQuery(Node):
    fields: tuple[Asked, ...] | None  # None: worlds


@record
class Incompatible(Node):
    cases: tuple[tuple[CaseName, Asked], ...]


@record
class CaseQuery(Node):
    kind: Literal["cases", "select", "choose"]
    cases: tuple[tuple[CaseName, Query], ...]


@record
class ScopesQuery(Node):
    kind: Literal["for_scopes", "same", "changed"]
    scopes: tuple[CaseName, ...]
    query: Query


@record
class ForEach(Node):
    variables: tuple[Bound, ...]
    where: Asked | None
    query: Query


@record
class Algebra(Node):
    op: Literal["minus", "union", "intersect", "symdiff"]
    left: Query
    right: Query


@record
class Wrapped(Node):
    kind: Literal["size_of", "not"]
    query: Query


@record
class Together(Node):
    kind: Literal["all_of", "any_of"]
    queries: tuple[Query, ...]


@record
class Cores(Node):
    """`core` and `hitting cores of`."""

    kind: Literal["core", "hitting_cores"]
    smallest: bool
    members: Chosen


@record
class Sufficient(Node):
    smallest: bool
    members: Chosen
    goal: Asked


@record
class HittingSets(Node):
    """`hitting { {a, b}, {b, c} }`, of names that stand for nothing but themselves."""

    smallest: bool
    sets: tuple[tuple[CaseName, ...], ...]


@record
class Repair(Node):
    smallest: bool
    changes: tuple[CaseName, ...]
    modality: Literal["possible", "necessary"]
    goal: Asked


@record
class Ending:
    kind: Literal["where", "minimizing", "maximizing"]
    expr: Asked


@record
class Ended(Node):
    """A query with its endings in the order in which they act; `scope` where `under` is said."""

    query: Query
    endings: tuple[Ending, ...]
    scope: str | None


Query = (
    ExprQuery | GroupedValues | MemberQuery | RowsQuery | CountQuery | Incompatible | CaseQuery
    | ScopesQuery | ForEach | Algebra | Wrapped | Together | Cores | Sufficient | HittingSets
    | Repair | Ended
)  # fmt: skip


def below(query: Query) -> Iterator[Query]:
    """A query and all that it is made of."""
    return (part for part in _within(query) if isinstance(part, Node))  # type: ignore[misc]


def asked(query: Query) -> Iterator[Asked]:
    """Every expression of a query."""
    return (part for part in _within(query) if isinstance(part, Asked))


def _within(query: Query) -> Iterator[object]:
    waiting: list[object] = [query]
    while waiting:
        found = waiting.pop()
        if isinstance(found, tuple):
            waiting.extend(found)
        elif isinstance(found, Node | Asked | Ending):
            yield found
            waiting.extend(getattr(found, name) for name in found.__match_args__)
