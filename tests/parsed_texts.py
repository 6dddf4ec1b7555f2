"""Texts to trees, for the tests of syntax, and what is wrong with those that are none."""

from __future__ import annotations

import pytest

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Diagnostic, HlogicError
from hlogic.compiler.source import Source
from hlogic.compiler.syntax.parse import parse_file

ITEM = 'item t "t"\nvar x: bool\n'


def parsed(text: str) -> ast.File:
    return parse_file(Source.of("t.hlogic", text))[0]


def body(text: str) -> ast.Expr:
    (found,) = parsed(f"item t\nconstraint c: {text}").declarations
    assert isinstance(found, ast.Constraint)
    return found.body


def query(text: str) -> ast.Query:
    found, *_ = parsed(f"item t\nask q: {text}").declarations
    assert isinstance(found, ast.Ask)
    return found.query


def mistakes(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(HlogicError) as caught:
        parsed(text)
    return caught.value.diagnostics
