"""A sort that nothing is of, ranges over or names."""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.lint.unused import unused


def check(subject: Subject) -> Iterator[Finding]:
    """Sorts of the item's own file."""
    declared = (d.name for d in subject.file.declarations if isinstance(d, ast.Sort))
    hint = "take it away; a claim that it cites may be `unmodelled`"
    yield from unused(subject, "value", declared, "sort", "used", hint)
