"""What a query has to give for the place where it stands."""

from __future__ import annotations

from hlogic.compiler import ast, query
from hlogic.compiler.diagnostics import Label, fail
from hlogic.compiler.query import (
    BOOLEAN,
    AFamily,
    ASet,
    MemberCases,
    NamedCases,
    describe_result,
)
from hlogic.compiler.sorts import NAMES

RESTRICTABLE = (
    query.ExprQuery, query.GroupedValues, query.MemberQuery, query.RowsQuery, query.CountQuery,
    query.Incompatible,
)  # fmt: skip


def need_boolean(q: query.Query, what: str) -> None:
    """Raises HlogicError unless a query gives true or false."""
    if q.result != BOOLEAN:
        fail("shape-mismatch", q.span, f"{what} must be a boolean query, "
             f"and this gives {describe_result(q.result)}")  # fmt: skip


def changes(inner: query.Query) -> ASet:
    """What `changed` gives of a query: the names of its cases, or its members."""
    match inner.result:
        case NamedCases(entries=entries):
            return ASet(NAMES, tuple(n.name for n, _ in entries))
        case MemberCases(key=key):
            return ASet(key)
        case ASet() as result:
            return result
    fail("shape-mismatch", inner.span, "`changed` names the cases or members that differ, "
         f"and this gives {describe_result(inner.result)}", "use `same`")  # fmt: skip


def need_restrictable(inner: query.Query, ending: ast.Ending) -> None:
    """Raises HlogicError unless an ending may limit the worlds of a query."""
    while isinstance(inner, query.Ended):
        inner = inner.query
    if isinstance(inner, query.Algebra):
        fail(
            "misplaced-ending",
            ending.span,
            f"`{ending.kind}` belongs to one of the two queries; put it inside the parentheses",
        )
    if isinstance(inner.result, AFamily):
        fail(
            "misplaced-ending",
            ending.span,
            f"`{ending.kind}` restricts worlds, and a family is about constraints",
            "`assume` in a scope restricts the worlds of every set",
        )
    if not isinstance(inner, RESTRICTABLE):
        fail(
            "misplaced-ending",
            ending.span,
            f"`{ending.kind}` restricts one query over worlds; put it inside",
            labels=(Label(inner.span, "this combines queries"),),
        )
