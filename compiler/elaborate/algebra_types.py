"""The types of `minus` and its kin: what two answers must share to be combined."""

from __future__ import annotations

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import fail
from hlogic.compiler.query import ASet, ResultType, SomeRows, describe_result
from hlogic.compiler.sorts import Type, comparable, join


def united(left: ResultType, right: ResultType, q: ast.Algebra) -> ResultType:
    """The type of a combination of two sets of one root, or of two rows with the same fields."""
    if isinstance(left, ASet) and isinstance(right, ASet):
        if not comparable(left.element, right.element):
            fail("type-mismatch", q.span, f"`{q.op}` takes two sets of one root")
        names = tuple(dict.fromkeys((*left.names, *right.names)))
        return ASet(_wider(left.element, right.element, q), names)
    if isinstance(left, SomeRows) and isinstance(right, SomeRows):
        if [n for n, _ in left.fields] != [n for n, _ in right.fields]:
            fail(
                "fields-differ", q.span, f"`{q.op}` needs the same fields in the same order",
                f"left: {_fields(left)}; right: {_fields(right)}",
            )  # fmt: skip
        pairs = zip(left.fields, right.fields, strict=True)
        fields = tuple((n, _wider(a, b, q)) for (n, a), (_, b) in pairs)
        return SomeRows(fields, left.distinct and right.distinct)
    fail("shape-mismatch", q.span, f"`{q.op}` takes two sets, or two rows; this is "
         f"{describe_result(left)} and {describe_result(right)}")  # fmt: skip


def _wider(a: Type, b: Type, q: ast.Algebra) -> Type:
    both = join(a, b)
    if both is None or not comparable(a, b):
        fail("type-mismatch", q.span, f"`{q.op}` takes values of one root")
    return both


def _fields(rows: SomeRows) -> str:
    return ", ".join(n for n, _ in rows.fields)
