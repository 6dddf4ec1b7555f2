"""A change that no repair may make."""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.lint.unused import unused


def check(subject: Subject) -> Iterator[Finding]:
    """Changes that no repair names."""
    declared = (d.name for d in subject.file.declarations if isinstance(d, ast.Change))
    hint = "name it in `repair {…}`, or take it away"
    yield from unused(subject, "change", declared, "change", "named", hint)
