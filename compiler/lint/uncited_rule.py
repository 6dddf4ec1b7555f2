"""A rule of a `define` that cites nothing. What the whole `define` cites says what the predicate
is, not which sentence licenses each way to it."""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.citing import missing
from hlogic.compiler.lint.rule import Finding, Subject


def check(subject: Subject) -> Iterator[Finding]:
    """Rules of the item; what a scope adds is licensed by the question."""
    defines = (d for d in subject.file.declarations if isinstance(d, ast.Define))
    rules = ((r.id, r.trailer) for define in defines for r in define.rules)
    yield from missing(subject, rules, "rule", "")
