"""A scope that no ask looks at, and none that does extends."""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.lint.unused import unused


def check(subject: Subject) -> Iterator[Finding]:
    """Scopes that no ask or check comes to."""
    declared = (d.name for d in subject.file.declarations if isinstance(d, ast.Scope))
    hint = "ask `under` it, or take it away"
    yield from unused(subject, "scope", declared, "scope", "looked at", hint)
