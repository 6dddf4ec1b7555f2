"""Forms that parse but whose meaning comes with a later step: each said, in one place."""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Report
from hlogic.compiler.source import Span

QUERIES: dict[type, str] = {
    ast.Sufficient: "sufficient",
    ast.Core: "core",
    ast.Hitting: "hitting",
    ast.Repair: "repair",
}


def report_unsupported(file: ast.File, report: Report) -> None:
    """Report every form of the file that is not supported yet."""
    found = list(_declarations(file))
    for word, span in found:
        report.error("unsupported", span, f"{word} is not supported yet")


def _declarations(file: ast.File) -> Iterator[tuple[str, Span]]:
    for declaration in file.declarations:
        match declaration:
            case ast.Change():
                yield "`change`", declaration.span
            case ast.Sort(open=True):
                yield "`sort … open`", declaration.span
            case ast.Ask(query=query):
                yield from _queries(query)


def _queries(query: ast.Query) -> Iterator[tuple[str, Span]]:
    waiting: list[ast.Query] = [query]
    while waiting:
        query = waiting.pop()
        if type(query) in QUERIES:
            yield f"`{QUERIES[type(query)]}`", query.span
        waiting.extend(reversed(subqueries(query)))


def subqueries(query: ast.Query) -> list[ast.Query]:
    """The queries that a query is made of, in the order of the text."""
    match query:
        case ast.CaseQuery(cases=cases):
            return [c.body for c in cases]
        case ast.ScopesQuery(query=inner) | ast.ForEach(query=inner):
            return [inner]
        case ast.Wrapped(query=inner) | ast.Ended(query=inner):
            return [inner]
        case ast.Algebra(left=left, right=right):
            return [left, right]
        case ast.Together(queries=queries):
            return list(queries)
    return []
