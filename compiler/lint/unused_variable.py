"""A variable that nothing reads: it decides no answer, and multiplies the worlds counted."""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.lint.unused import unused


def check(subject: Subject) -> Iterator[Finding]:
    """Variables of the item's own file."""
    declared = (d.name for d in subject.file.declarations if isinstance(d, ast.Var))
    hint = "every world comes once for each of its values: take it away, or say what it is for"
    yield from unused(subject, "value", declared, "variable", "read", hint)
