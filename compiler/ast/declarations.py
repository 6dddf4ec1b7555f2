"""Declarations and the operations of scopes (language.md sections 3, 4, 5 and 8)."""

from __future__ import annotations

from typing import Literal

from hlogic.compiler.ast.expressions import Binder, Call, Domain, Expr, Name, NewLabel
from hlogic.compiler.ast.node import Ident, Node
from hlogic.compiler.record import field, record
from hlogic.compiler.source import NOWHERE, Span


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
    """`use std.time (clock, within)` (dotted `module`) or `use "doctors.hlogic"` (`path`); `names`
    is None where all are taken."""

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
    (of `restated`) or "unmodelled"; `because` its reason. `place_span` is where `@2` or
    `[120:131]` stands."""

    id: Ident
    occurrence: int | None
    place: tuple[int, int] | None
    text: str
    ending: str | None
    status: Literal["claim", "inert", "restates", "unmodelled"]
    restated: Ident | None
    because: str | None
    place_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)
    text_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)
    ending_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)
    because_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


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
