"""Expressions and domains (language.md sections 4 and 6)."""

from __future__ import annotations

from typing import Literal

from hlogic.compiler.ast.node import Ident, Node
from hlogic.compiler.record import field, record
from hlogic.compiler.source import NOWHERE, Span


@record
class Int(Node):
    value: int  # never negative: `-3` is Unary


@record
class Bool(Node):
    value: bool


@record
class Name(Node):
    """A bare name: label, variable, binder, macro parameter, sort … (resolved later)."""

    name: str


@record
class Qualified(Node):
    """`Doctor.li`."""

    sort: str
    label: str


@record
class Call(Node):
    """`f(x, y)`, at least one argument (`f()` is `Name`); also the word functions `defined rank
    next prev first last size abs subset`, which the grammar reads as calls."""

    name: str
    args: tuple[Expr, ...]
    name_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@record
class Unary(Node):
    op: Literal["not", "-"]
    arg: Expr


@record
class Chain(Node):
    """`a and b and c`, `a or b`: two or more items, none of them an unparenthesised same chain."""

    op: Literal["and", "or"]
    items: tuple[Expr, ...]


@record
class Binary(Node):
    """`iff implies xor == != < <= > >= + - * // %`."""

    op: str
    left: Expr
    right: Expr
    op_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@record
class SetLit(Node):
    """`{ a, b }` after `in`."""

    items: tuple[Expr, ...]


@record
class RangeLit(Node):
    """`1..3`: as a domain, after `in`, in a binder."""

    low: Expr
    high: Expr


@record
class In(Node):
    """`x in C`, `x not in C`; C a `SetLit`, a `RangeLit` or an expression (a sort, a set)."""

    item: Expr
    collection: Expr | SetLit | RangeLit | Subset
    negated: bool


@record
class Tuple(Node):
    """`(a, b)`: two members or more."""

    items: tuple[Expr, ...]


@record
class If(Node):
    condition: Expr
    then: Expr
    otherwise: Expr


@record
class Arm(Node):
    """One branch of a `match`: key is a `Name`, `Qualified`, `Int`, `Bool` or `Unary("-", Int)`."""

    key: Expr
    body: Expr


@record
class Match(Node):
    subject: Expr
    arms: tuple[Arm, ...]
    default: Expr | None


@record
class Binder(Node):
    """`x, y in S`: each name ranges over the domain on its own."""

    names: tuple[Ident, ...]
    domain: Domain


@record
class Quant(Node):
    kind: Literal["forall", "exists"]
    binders: tuple[Binder, ...]
    where: Expr | None
    body: Expr


AggKind = Literal[
    "count", "sum", "min", "max", "all_different", "set", "select_unique",
    "exactly", "at_least", "at_most",
]  # fmt: skip


@record
class Agg(Node):
    """`count(x in S where C: P)` and its kin; `bound` is the k of exactly, at_least, at_most;
    `body` is absent in `set(x in S where C)` and `select_unique`; `default` of min, max,
    select_unique."""

    kind: AggKind
    bound: Expr | None
    binders: tuple[Binder, ...]
    where: Expr | None
    body: Expr | None
    default: Expr | None


@record
class AggOf(Node):
    """`count of { P, Q }`, `exactly k of { … }`, `sum|min|max|all_different|set of { … }`."""

    kind: AggKind
    bound: Expr | None
    items: tuple[Expr, ...]


Expr = (
    Int | Bool | Name | Qualified | Call | Unary | Chain | Binary | In | Tuple | If | Match | Quant
    | Agg | AggOf
)  # fmt: skip

# ---------------------------------------------------------------------------- domains


@record
class NewLabel(Node):
    """A label where it is declared: `hong "小红" | "戴围巾的人"`."""

    name: str
    aliases: tuple[str, ...]


@record
class NamedDomain(Node):
    """`bool`, `int` (of a macro's parameter), a sort, or a macro's parameter."""

    name: str


@record
class Subset(Node):
    """`Doctor { li, wang }`."""

    sort: str
    labels: tuple[Ident, ...]


@record
class Members(Node):
    """`{1, 3, 5}` or new labels `{ nobody "无人" }`; integers as expressions (`-3` is Unary)."""

    items: tuple[NewLabel | Int | Unary, ...]


@record
class Union(Node):
    parts: tuple[Domain, ...]  # two or more, none of them a Union


Domain = NamedDomain | RangeLit | Subset | Members | Union
