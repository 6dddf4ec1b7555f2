"""The questions about kept worlds that a query comes to, as the planner puts them."""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import query
from hlogic.compiler.asks import AskError, Env, Kept
from hlogic.compiler.planner import Asker
from hlogic.compiler.query import Query
from hlogic.compiler.record import record


@record(eq=False)
class Put:
    """A question about the worlds `kept`; `member` are the members of `for_each` around it."""

    query: Query
    kept: Kept
    member: Env


def questions_put(
    asker: Asker,
    q: Query,
    scope: str,
    endings: tuple[query.Ending, ...] = (),
    member: Env | None = None,
) -> Iterator[Put]:
    """Each of them with its worlds. What has no answer, since an ending has no value, is left
    out."""
    env: Env = {} if member is None else member
    match q:
        case query.Ended():
            inner = scope if q.scope is None else q.scope
            yield from questions_put(asker, q.query, inner, (*q.endings, *endings), env)
        case query.ScopesQuery():
            for named in q.scopes:
                yield from questions_put(asker, q.query, named.name, (), env)
        case query.ForEach():
            for _, inner_env in _members(asker, q, scope, env):
                yield from questions_put(asker, q.query, scope, (), inner_env)
        case query.Algebra() | query.CaseQuery() | query.Wrapped() | query.Together():
            for part in _parts(q):
                yield from questions_put(asker, part, scope, (), env)
        case query.Cores() | query.Sufficient() | query.HittingSets() | query.Repair():
            return
        case _:
            try:
                kept = asker.keep(scope, endings, env)
            except AskError:
                return
            yield Put(q, kept, env)


def _parts(
    q: query.Algebra | query.CaseQuery | query.Wrapped | query.Together,
) -> tuple[Query, ...]:
    match q:
        case query.Algebra():
            return q.left, q.right
        case query.CaseQuery():
            return tuple(part for _, part in q.cases)
        case query.Wrapped():
            return (q.query,)
        case query.Together():
            return q.queries


def _members(asker: Asker, q: query.ForEach, scope: str, env: Env) -> list[tuple[object, Env]]:
    try:
        return list(asker.tuples(q.variables, q.where, scope, env))
    except AskError:
        return []
