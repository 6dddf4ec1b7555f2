"""`rows (…)` that does not show every variable: it has a row for each world, so worlds that differ
only in what is not shown give the same row again, and how often is an accident of the encoding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from hlogic.compiler.ir import Key, Symbol, View, instance_id
from hlogic.compiler.lint.queries import within
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.ops import AND, EQ, TUPLE
from hlogic.compiler.query import Ended, Node, RowsQuery, ScopesQuery, SomeRows
from hlogic.compiler.terms import App, Const, Ref, Term

SHOWN = 3
Variable = tuple[Symbol, Key]


def check(subject: Subject) -> Iterator[Finding]:
    """Queries for rows, not distinct, with a variable that is neither a field nor fixed."""
    item = subject.item
    for ask in item.asks.values():
        for query, around in within(ask.query):
            if not isinstance(query, RowsQuery) or _distinct(query):
                continue
            kept = [
                ending.expr.term
                for q in around
                if isinstance(q, Ended)
                for ending in q.endings
                if ending.kind == "where"
            ]
            shown = set(_read(field.term for field in query.fields))
            scopes = _scopes(ask.scope, around)
            fixed = set.intersection(*(set(_fixed(item.views[s], kept)) for s in scopes))
            apart = (v for v in _free(subject) if v not in shown and v not in fixed)
            hidden = list(islice(apart, SHOWN + 1))
            if hidden:
                names = ", ".join(instance_id(s.name, key) for s, key in hidden[:SHOWN])
                more = ", …" if len(hidden) > SHOWN else ""
                yield Finding(
                    f"rows repeat where worlds differ only in {names}{more}",
                    query.span,
                    "`rows distinct` gives each row once",
                )


def _scopes(scope: str, around: Iterable[Node]) -> list[str]:
    """The scopes under which a query is asked: the innermost that is named wins."""
    scopes = [scope]
    for query in around:
        if isinstance(query, ScopesQuery):
            scopes = [s.name for s in query.scopes]
        elif isinstance(query, Ended) and query.scope is not None:
            scopes = [query.scope]
    return scopes


def _distinct(query: RowsQuery) -> bool:
    return isinstance(query.result, SomeRows) and query.result.distinct


def _free(subject: Subject) -> Iterator[Variable]:
    for symbol, key in subject.item.theory.variables():
        if symbol.kind == "var" and symbol.domain is not None and symbol.domain.size > 1:
            yield symbol, key


def _read(terms: Iterable[Term]) -> Iterator[Variable]:
    """The variables that some terms are, or are tuples of."""
    waiting = list(terms)
    while waiting:
        term = waiting.pop()
        if isinstance(term, App) and term.op is TUPLE:
            waiting.extend(term.args)
        elif isinstance(term, Ref):
            key = tuple(a.value for a in term.args if isinstance(a, Const))
            if len(key) == len(term.args):
                yield term.symbol, key  # type: ignore[misc]


def _fixed(view: View, kept: Iterable[Term]) -> Iterator[Variable]:
    """The variables that a constraint, or a condition on the worlds kept, gives one value."""
    waiting = [i.body for i in view.instances if not i.environment] + list(kept)
    while waiting:
        term = waiting.pop()
        if isinstance(term, Ref):
            yield from _read([term])
        elif isinstance(term, App) and term.op is AND:
            waiting.extend(term.args)
        elif isinstance(term, App) and term.op is EQ:
            left, right = term.args
            if isinstance(left, Const) or isinstance(right, Const):
                yield from _read(term.args)
