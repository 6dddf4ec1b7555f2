"""What is to be exported: an item, or more narrowly a scope, or an ask."""

from __future__ import annotations

from hlogic.backends.engine import Budget
from hlogic.compiler import query
from hlogic.compiler.elaborate.item import Ask, CompiledItem
from hlogic.compiler.query import Ending, Query
from hlogic.compiler.record import record


@record(eq=False)
class Request:
    """One call of an export. `scope` and `ask` are names of the item's where they are given."""

    item: CompiledItem
    budget: Budget
    scope: str | None = None
    ask: str | None = None
    selectors: bool = False


@record(eq=False)
class Question:
    """The query that an ask comes to, out of its wrappings: the scope that it is asked under, its
    endings from left to right, and whether its answer is denied."""

    ask: Ask
    query: Query
    scope: str
    endings: tuple[Ending, ...]
    denied: bool


def question_of(request: Request) -> Question:
    """What the request's ask asks. As when it is answered, a scope given from outside stands for
    the ask's own, and an `under` inside the query wins."""
    assert request.ask is not None
    ask = request.item.asks[request.ask]
    q, scope = ask.query, request.scope or ask.scope
    endings: tuple[Ending, ...] = ()
    denied = False
    while True:
        match q:
            case query.Ended():
                scope = scope if q.scope is None else q.scope
                endings = (*q.endings, *endings)
            case query.Wrapped(kind="not"):
                denied = not denied
            case _:
                return Question(ask, q, scope, endings, denied)
        q = q.query


def query_text(item: CompiledItem, id: str) -> str:
    """An ask's query as the formatter prints it, on one line."""
    from hlogic.compiler import ast
    from hlogic.compiler.syntax.printer import print_query

    for declared in item.file.declarations:
        if isinstance(declared, ast.Ask) and declared.id.name == id:
            return print_query(declared.query)
    raise AssertionError(id)
