"""Printing then parsing is the identity, on trees of every node type."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from ast_strategies_files import DECLARATIONS, Files, expressions, files, nodes, queries
from hlogic.compiler import ast
from hlogic.compiler.source import Source
from hlogic.compiler.syntax.format import format_text
from hlogic.compiler.syntax.parse import parse_file
from hlogic.compiler.syntax.printer import print_expr, print_file, print_query

SLOW = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def parsed(text: str) -> ast.File:
    return parse_file(Source.of("printed", text))[0]


def test_every_node_type_is_made() -> None:
    kinds = {
        kind.__name__
        for kind in vars(ast).values()
        if isinstance(kind, type) and issubclass(kind, ast.Node) and kind is not ast.Node
    }
    assert kinds == {name.removeprefix("make_") for name in dir(Files) if name.startswith("make_")}


@SLOW
@given(files())
def test_files(tree: ast.File) -> None:
    text = print_file(tree)
    again = parsed(text)
    assert again == tree
    assert print_file(again) == text


@pytest.mark.parametrize("kind", DECLARATIONS, ids=lambda kind: str(kind.__name__))
def test_declarations(kind: type) -> None:
    @settings(SLOW, max_examples=30)
    @given(nodes(kind))
    def law(declaration: ast.Declaration) -> None:
        tree = ast.File(ast.Header("item", ast.Ident("t"), "t", ()), (declaration,))
        assert parsed(print_file(tree)) == tree

    law()


@SLOW
@given(expressions())
def test_expressions_on_one_line(expr: ast.Expr) -> None:
    text = print_expr(expr)
    assert "\n" not in text
    (found,) = parsed(f"item t\nconstraint c: {text}").declarations
    assert isinstance(found, ast.Constraint)
    assert found.body == expr


@SLOW
@given(queries())
def test_queries(query: ast.Query) -> None:
    (found,) = parsed(f"item t\nask q: {print_query(query)}").declarations
    assert isinstance(found, ast.Ask)
    assert found.query == query


@SLOW
@given(files())
def test_formatting_settles(tree: ast.File) -> None:
    once = format_text(Source.of("printed", print_file(tree)))
    assert parsed(once) == tree
    assert format_text(Source.of("formatted", once)) == once
