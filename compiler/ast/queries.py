"""Queries and expectations (language.md section 9)."""

from __future__ import annotations

from typing import Literal

from hlogic.compiler.ast.declarations import Target
from hlogic.compiler.ast.expressions import Binder, Bool, Call, Expr, Int, Name, Qualified, Unary
from hlogic.compiler.ast.node import Ident, Node
from hlogic.compiler.record import field, record
from hlogic.compiler.source import NOWHERE, Span


@record
class ExprQuery(Node):
    kind: Literal["possible", "necessary", "unique", "value", "truth", "values", "bounds"]
    expr: Expr
    by: tuple[Expr, ...] | None = None  # of `values e by (k, …)` only


@record
class MemberQuery(Node):
    kind: Literal["possible_set", "necessary_set", "contingent_set", "truth_of"]
    binders: tuple[Binder, ...]
    where: Expr | None
    body: Expr


@record
class Field(Node):
    expr: Expr
    name: str | None  # `as name`


@record
class Rows(Node):
    distinct: bool
    fields: tuple[Field, ...]


@record
class Count(Node):
    """`count worlds` (fields None) or `count (e, …)`."""

    fields: tuple[Field, ...] | None


@record
class FormulaCase(Node):
    name: Ident
    text: str | None
    body: Expr


@record
class QueryCase(Node):
    name: Ident
    text: str | None
    body: Query


@record
class Incompatible(Node):
    cases: tuple[FormulaCase, ...]


@record
class CaseQuery(Node):
    kind: Literal["cases", "select", "choose"]
    cases: tuple[QueryCase, ...]


@record
class ScopesQuery(Node):
    kind: Literal["for_scopes", "same", "changed"]
    scopes: tuple[Ident, ...]
    query: Query


@record
class ForEach(Node):
    binders: tuple[Binder, ...]
    where: Expr | None
    query: Query


@record
class Algebra(Node):
    op: Literal["minus", "union", "intersect", "symdiff"]
    left: Query
    right: Query
    op_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@record
class Wrapped(Node):
    """`size of Q` and `not Q`."""

    kind: Literal["size_of", "not"]
    query: Query


@record
class Together(Node):
    kind: Literal["all_of", "any_of"]
    queries: tuple[Query, ...]


@record
class AskRef(Node):
    """The query of another ask, by its name."""

    name: str


@record
class Sufficient(Node):
    smallest: bool
    members: tuple[Target, ...]
    goal: Expr
    all: bool = False  # the word `all` was written


@record
class Core(Node):
    smallest: bool
    members: tuple[Target, ...] | None
    all: bool = False


@record
class Hitting(Node):
    """Over given `sets`, or over the cores of `cores_of` (`hitting cores of {…}`)."""

    smallest: bool
    sets: tuple[tuple[Target, ...], ...] | None
    cores_of: tuple[Target, ...] | None
    all: bool = False


@record
class Repair(Node):
    smallest: bool
    changes: tuple[Ident, ...]
    modality: Literal["possible", "necessary"]
    goal: Expr
    all: bool = False


@record
class Ending(Node):
    """`where P`, `minimizing e`, `maximizing e`."""

    kind: Literal["where", "minimizing", "maximizing"]
    expr: Expr


@record
class Under(Node):
    scope: Ident


@record
class Ended(Node):
    """A query with its endings, as written from left to right; never empty. The query is not an
    `Ended` itself unless it was parenthesised."""

    query: Query
    endings: tuple[Ending | Under, ...]


Query = (
    ExprQuery | MemberQuery | Rows | Count | Incompatible | CaseQuery | ScopesQuery | ForEach
    | Algebra | Wrapped | Together | AskRef | Sufficient | Core | Hitting | Repair | Ended
)  # fmt: skip


# ---------------------------------------------------------------------------- expectations


@record
class ExpectAtom(Node):
    """`true`, `3`, `-3`, `li`, `Doctor.li`, `r3(li)`, `uncertain`, `error`."""

    value: Int | Unary | Bool | Name | Qualified | Call


@record
class ExpectSet(Node):
    items: tuple[Expect, ...]  # `{…}`; also `{}` where an empty map is meant


@record
class ExpectRows(Node):
    items: tuple[Expect, ...]  # `[…]`


@record
class ExpectTuple(Node):
    items: tuple[Expect, ...]  # `(…)`: none, one or more: a row


@record
class ExpectMap(Node):
    entries: tuple[tuple[Expect, Expect], ...]  # `{a: 3, (b, 1): {li}}`, one or more


Expect = ExpectAtom | ExpectSet | ExpectRows | ExpectTuple | ExpectMap
