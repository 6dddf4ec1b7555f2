"""The worlds that a difference of answers turns on.

Where A says that something is possible and B that it is not, a world that decides is among A's
worlds in which it holds. So a search looks there first. What is not of a form listed here gives no
hint, and all worlds are searched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from hlogic.compiler import ops, query
from hlogic.compiler.answer import Cases, Members, Result, Row, Rows, Single
from hlogic.compiler.query import Query
from hlogic.compiler.record import record
from hlogic.compiler.sorts import Value
from hlogic.compiler.terms import Bound, Term, bind
from hlogic.diff.asks import Comparer
from hlogic.diff.side import Side
from hlogic.diff.vocabulary import equals

# By modality and answer: whether the expression can be true, and whether it can be false; None is
# what the answer does not say.
_SAYS: Mapping[tuple[str, object], tuple[bool | None, bool | None]] = {
    ("possible", True): (True, None),
    ("possible", False): (False, None),
    ("necessary", True): (True, False),
    ("necessary", False): (None, True),
    ("truth", "true"): (True, False),
    ("truth", "false"): (False, True),
    ("truth", "uncertain"): (True, True),
    ("truth", "inconsistent"): (False, False),
}
_MEMBER = {"possible_set": "possible", "necessary_set": "necessary", "truth_of": "truth"}


@record
class Focus:
    """Worlds of a scope that meet some formulas of `side`; the other encoding's scope beside it."""

    scopes: tuple[str, str]
    assumed: tuple[Term, ...]


@record
class _Part:
    """A query of each side, as far as they run alike, with the scope it is asked under."""

    queries: tuple[Query, Query]
    results: tuple[Result, Result]
    scopes: tuple[str, str]


def focus(
    side: Side,
    compare: Comparer,
    queries: tuple[Query, Query],
    results: tuple[Result | None, Result | None],
    scopes: tuple[str, str],
) -> Focus:
    """Where to look among the worlds of one side for one that the other does not admit."""
    if results[0] is None or results[1] is None:
        return Focus(scopes, ())
    part = _narrowed(compare, _Part(queries, (results[0], results[1]), scopes))
    asked = part.queries[side.number]
    kept: list[Term] = []
    while isinstance(asked, query.Ended):
        if any(e.kind != "where" for e in asked.endings):
            return Focus(part.scopes, ())
        kept += [e.expr.term for e in asked.endings]
        asked = asked.query
    mine, theirs = part.results[side.number], part.results[1 - side.number]
    return Focus(part.scopes, (*kept, *_formulas(side, compare, asked, mine, theirs)))


def _narrowed(compare: Comparer, part: _Part) -> _Part:
    """Down to the first case, or scope, whose answers differ; and the scopes of `under`."""
    scopes = list(part.scopes)
    for i in (0, 1):
        asked = part.queries[i]
        if isinstance(asked, query.Ended) and asked.scope is not None:
            scopes[i] = asked.scope
    part = _Part(part.queries, part.results, (scopes[0], scopes[1]))
    inner = [q.query if isinstance(q, query.Ended) and not q.endings else q for q in part.queries]
    a, b = part.results
    if not (isinstance(a, Cases) and isinstance(b, Cases)):
        return part
    others = {compare.key(1, k): (k, r) for k, r in b.entries}
    for key, result in a.entries:
        other = others.get(compare.key(0, key))
        if other is None or compare.form(0, result) == compare.form(1, other[1]):
            continue
        steps = [_step(q, k) for q, k in zip(inner, (key, other[0]), strict=True)]
        if steps[0] is None or steps[1] is None:
            return part
        names = tuple(s[1] or old for s, old in zip(steps, scopes, strict=True) if s is not None)
        queries = (steps[0][0], steps[1][0])
        return _narrowed(compare, _Part(queries, (result, other[1]), (names[0], names[1])))
    return part


def _step(asked: Query, key: Value) -> tuple[Query, str | None] | None:
    """The query of one case, and its scope where the cases are scopes."""
    match asked:
        case query.CaseQuery(kind="cases", cases=cases):
            return next(((inner, None) for name, inner in cases if name == key), None)
        case query.ScopesQuery(kind="for_scopes", scopes=scopes, query=inner):
            return next(((inner, s.name) for s in scopes if s == key), None)
    return None


def _formulas(
    side: Side, compare: Comparer, asked: Query, mine: Result, theirs: Result
) -> tuple[Term, ...]:
    """What holds in worlds of this side that its answer speaks of and the other's denies."""
    match asked, mine, theirs:
        case query.ExprQuery(kind=kind, expr=expr), Single(value=x), Single(value=y):
            if kind == "value":
                return (equals(side, expr.term, x),) if not isinstance(x, str) else ()
            return _sides_of(side, expr.term, _SAYS.get((kind, x)), _SAYS.get((kind, y)))
        case query.ExprQuery(kind="values", expr=expr), Members(values=xs), Members(values=ys):
            more = _beyond(side, compare, xs, ys)
            return (equals(side, expr.term, more[0]),) if more else ()
        case query.ExprQuery(kind="bounds", expr=expr), Row(values=xs), Row(values=ys):
            more = _beyond(side, compare, xs, ys)
            return (equals(side, expr.term, more[0]),) if more else ()
        case query.RowsQuery(fields=fields), Rows(), Rows():
            known = compare.rows(1 - side.number, theirs.counts)
            for row in mine.listed():
                if not known.keys() & compare.rows(side.number, Counter([row])).keys():
                    terms = zip(fields, row, strict=True)
                    return tuple(equals(side, field.term, v) for field, v in terms)
        case query.MemberQuery(kind=kind), _, _ if kind in _MEMBER:
            return _member(side, compare, asked, mine, theirs)
    return ()


def _sides_of(
    side: Side,
    term: Term,
    mine: tuple[bool | None, bool | None] | None,
    theirs: tuple[bool | None, bool | None] | None,
) -> tuple[Term, ...]:
    """The expression, or its negation, where one answer has it possible and the other not."""
    if mine is None or theirs is None:
        return ()
    if mine[0] and theirs[0] is False:
        return (term,)
    if mine[1] and theirs[1] is False:
        return (side.pool.app(ops.NOT, (term,)),)
    return ()


def _beyond(
    side: Side, compare: Comparer, mine: Sequence[Value], theirs: Sequence[Value]
) -> list[Value]:
    """What one answer has and the other has not."""
    known = {compare.key(1 - side.number, v) for v in theirs}
    return [v for v in mine if compare.key(side.number, v) not in known]


def _member(
    side: Side, compare: Comparer, asked: query.MemberQuery, mine: Result, theirs: Result
) -> tuple[Term, ...]:
    """As `_sides_of`, of the first member about which the answers differ."""
    own, other = _by_member(mine), _by_member(theirs)
    known = {compare.key(1 - side.number, m): said for m, said in other.items()}
    kind = _MEMBER[asked.kind]
    absent = None if asked.kind == "truth_of" else False
    for member, said in [*own.items(), *((m, absent) for m in _members_of(asked) if m not in own)]:
        before = _SAYS.get((kind, said))
        after = _SAYS.get((kind, known.get(compare.key(side.number, member), absent)))
        values = member if isinstance(member, tuple) else (member,)
        env: Mapping[Bound, Value] = dict(zip(asked.variables, values, strict=True))
        found = _sides_of(side, bind(side.pool, asked.body.term, env), before, after)
        if found:
            return found
    return ()


def _members_of(asked: query.MemberQuery) -> list[Value]:
    """What the members are taken from; several binders are left to the general search."""
    return list(asked.variables[0].domain) if len(asked.variables) == 1 else []


def _by_member(result: Result) -> dict[Value, Value | str]:
    if isinstance(result, Members):
        return dict.fromkeys(result.values, True)
    if isinstance(result, Cases):
        return {k: r.value for k, r in result.entries if isinstance(r, Single)}
    return {}
