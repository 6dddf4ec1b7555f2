"""The syntax tree: one class a form of language.md, each with its span.

Nodes are frozen; spans take no part in equality, so `parse(print(tree)) == tree` can be tested.
Chains of one associative connective (`a and b and c`) are one `Chain`; parentheses leave no node.
Names are NFC. Strings are held by value (escapes and verbatim quotes already read).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal, TypeVar

from hlogic.compiler.record import field, record
from hlogic.compiler.source import NOWHERE, Span

T = TypeVar("T")


@record
class Node:
    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)
    _fields_: ClassVar[dict[str, object]]


@record
class Ident(Node):
    """A name where it is declared or referred to on its own (a citation, a scope, a tag)."""

    name: str


# ---------------------------------------------------------------------------- expressions


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

# ---------------------------------------------------------------------------- declarations


@record
class Trailer(Node):
    """What may end a declaration or an operation of a scope, in any order in the text; printed
    as cites, note, tags. `tags` elsewhere than on a constraint is an error of a later phase."""

    cites: tuple[Ident, ...] = ()
    note: str | None = None
    tags: tuple[Ident, ...] = ()


NO_TRAILER = Trailer()


@record
class Params(Node):
    """`(Doctor, Night)`: `binders` is None and `domains` holds them; or named `(d in Doctor where
    C)`: `domains` is empty."""

    domains: tuple[Domain, ...] = ()
    binders: tuple[Binder, ...] | None = None
    where: Expr | None = None


NO_PARAMS = Params()


@record
class Header(Node):
    """`item NAME "title" { lang: zh }` or `module NAME`. Meta values are strings, integers or
    names, held as text."""

    kind: Literal["item", "module"]
    name: Ident
    title: str | None
    meta: tuple[tuple[Ident, str], ...]


@record
class Use(Node):
    """`use std.time (clock, within)` (dotted `module`) or `use "doctors.hlogic"` (`path`)."""

    module: str | None
    path: str | None
    names: tuple[Ident, ...] | None


@record
class Background(Node):
    """`background "…"` (text) or `background from "file.txt"` (file)."""

    text: str | None
    file: str | None


@record
class Claim(Node):
    """`claim`/`inert`. The span is chosen by `occurrence` (`@2`), by `place` (`[120:131]`), or is
    the only one; `ending` is the text after `..`. `status` is "claim", "inert", "restates"
    (of `restated`) or "unmodelled"; `because` its reason."""

    id: Ident
    occurrence: int | None
    place: tuple[int, int] | None
    text: str
    ending: str | None
    status: Literal["claim", "inert", "restates", "unmodelled"]
    restated: Ident | None
    because: str | None
    text_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@record
class Sort(Node):
    """`sort Doctor {…}` (`labels`), or `sort S = DOMAIN` (`domain`)."""

    name: Ident
    aliases: tuple[str, ...]
    ordered: bool
    open: bool
    distinct: bool
    labels: tuple[NewLabel, ...] | None
    domain: Domain | None
    trailer: Trailer


@record
class Var(Node):
    name: Ident
    params: Params
    aliases: tuple[str, ...]
    domain: Domain
    trailer: Trailer


@record
class Entry(Node):
    """`(a, b): 3`; a bare key has no value. A key of one argument is a tuple of one."""

    key: tuple[Expr, ...]
    value: Expr | None


@record
class Table(Node):
    name: Ident
    params: Params
    aliases: tuple[str, ...]
    domain: Domain
    entries: tuple[Entry, ...]
    default: Expr | None
    trailer: Trailer


@record
class Derive(Node):
    name: Ident
    params: Params
    aliases: tuple[str, ...]
    domain: Domain | None
    body: Expr
    trailer: Trailer


@record
class MacroParam(Node):
    name: str
    type: Domain | None


@record
class Macro(Node):
    """`def NAME(x, y: T): T = EXPR`."""

    name: Ident
    params: tuple[MacroParam, ...]
    result: Domain | None
    body: Expr
    trailer: Trailer


@record
class Rule(Node):
    """`rule ID(x in S): HEAD if BODY`; the head is a `Name` or `Call`."""

    id: Ident
    params: Params
    aliases: tuple[str, ...]
    head: Name | Call
    body: Expr | None
    trailer: Trailer


@record
class Predicate(Node):
    name: Ident
    params: Params
    aliases: tuple[str, ...]


@record
class Define(Node):
    """`define NAME(…) {…}` has one predicate and `grouped` false; `define { p(S), q } {…}` is
    grouped."""

    stable: bool
    grouped: bool
    predicates: tuple[Predicate, ...]
    rules: tuple[Rule, ...]
    trailer: Trailer


@record
class Constraint(Node):
    id: Ident
    params: Params
    aliases: tuple[str, ...]
    body: Expr
    trailer: Trailer


# ---------------------------------------------------------------------------- scopes


@record
class Target(Node):
    """`r1` or one instance `r2(li)`, of a constraint, table or derived term."""

    name: str
    args: tuple[Expr, ...] | None


@record
class Only(Node):
    targets: tuple[Target, ...]
    trailer: Trailer


@record
class OnlyTags(Node):
    tags: tuple[Ident, ...]
    trailer: Trailer


@record
class Retract(Node):
    targets: tuple[Target, ...]
    trailer: Trailer


@record
class RetractCiting(Node):
    claims: tuple[Ident, ...]
    trailer: Trailer


@record
class RetractTags(Node):
    tags: tuple[Ident, ...]
    trailer: Trailer


@record
class Disable(Node):
    rules: tuple[Target, ...]
    trailer: Trailer


@record
class Replace(Node):
    target: Target
    body: Expr
    trailer: Trailer


@record
class Assume(Node):
    id: Ident | None
    body: Expr
    trailer: Trailer


Operation = (
    Only | OnlyTags | Retract | RetractCiting | RetractTags | Disable | Replace | Assume
    | Constraint | Rule
)  # fmt: skip


@record
class Scope(Node):
    name: Ident
    aliases: tuple[str, ...]
    parents: tuple[Ident, ...]
    operations: tuple[Operation, ...]
    trailer: Trailer


@record
class Change(Node):
    """`change k1 "…" weight 3: OPERATION`."""

    name: Ident
    aliases: tuple[str, ...]
    weight: int | None
    operation: Operation
    trailer: Trailer


# ---------------------------------------------------------------------------- queries


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


@record
class Ask(Node):
    kind: Literal["ask", "check"]
    id: Ident
    question: str | None
    under: Ident | None
    cites: tuple[Ident, ...]
    strategies: tuple[Ident, ...]
    query: Query
    expect: Expect | None
    note: str | None = None


Declaration = (
    Use | Background | Claim | Sort | Var | Table | Derive | Macro | Define | Constraint | Scope
    | Change | Ask
)  # fmt: skip


@record
class File(Node):
    """One `.hlogic` file, its declarations in the order of the text."""

    header: Header
    declarations: tuple[Declaration, ...]


def walk(root: Node) -> Iterator[Node]:
    """Every node of a tree, parents first, in the order of the text."""
    waiting: list[object] = [root]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Node):
            yield item
            waiting.extend(getattr(item, name) for name in reversed(item._fields_.keys()))
        elif isinstance(item, tuple):
            waiting.extend(reversed(item))
