"""A table that nothing reads: facts of the text that no rule looks at."""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.lint.unused import unused


def check(subject: Subject) -> Iterator[Finding]:
    """Tables of the item's own file."""
    declared = (d.name for d in subject.file.declarations if isinstance(d, ast.Table))
    hint = "take it away, or read it in the rule that its facts are for"
    yield from unused(subject, "value", declared, "table", "read", hint)
