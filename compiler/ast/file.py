"""One file: its header and its declarations."""

from __future__ import annotations

from typing import Literal

from hlogic.compiler.ast.declarations import (
    Background,
    Change,
    Claim,
    Constraint,
    Define,
    Derive,
    Header,
    Macro,
    Scope,
    Sort,
    Table,
    Use,
    Var,
)
from hlogic.compiler.ast.node import Ident, Node
from hlogic.compiler.ast.queries import Expect, Query
from hlogic.compiler.record import record


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
