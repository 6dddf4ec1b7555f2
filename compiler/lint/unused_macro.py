"""A macro that nothing calls."""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.lint.unused import unused


def check(subject: Subject) -> Iterator[Finding]:
    """Macros of the item's own file; those of a library are there for others."""
    declared = (d.name for d in subject.file.declarations if isinstance(d, ast.Macro))
    hint = "take it away"
    yield from unused(subject, "value", declared, "macro", "called", hint)
