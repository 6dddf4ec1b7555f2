"""A variable that cites nothing: nobody can say which sentence speaks of it."""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.citing import missing
from hlogic.compiler.lint.rule import Finding, Subject


def check(subject: Subject) -> Iterator[Finding]:
    """Variables of the item's own file."""
    declared = (d for d in subject.file.declarations if isinstance(d, ast.Var))
    yield from missing(subject, ((d.name, d.trailer) for d in declared), "variable", "")
