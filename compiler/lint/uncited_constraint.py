"""A constraint of the item that cites nothing: nobody can say which sentence it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.citing import missing
from hlogic.compiler.lint.rule import Finding, Subject


def check(subject: Subject) -> Iterator[Finding]:
    """Constraints of the item; what a scope adds is licensed by the question."""
    declared = (d for d in subject.file.declarations if isinstance(d, ast.Constraint))
    why = "; what only one question supposes belongs in its scope"
    yield from missing(subject, ((d.id, d.trailer) for d in declared), "constraint", why)
