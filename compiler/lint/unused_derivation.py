"""A derived term, or a predicate of a `define`, that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.lint.unused import unused


def check(subject: Subject) -> Iterator[Finding]:
    """Derived terms and predicates of the item's own file."""
    declared = (id for d in subject.file.declarations for id in _names(d))
    hint = "take it away, or read it in the constraint or ask that it is for"
    yield from unused(subject, "value", declared, "derived term", "read", hint)


def _names(declared: ast.Declaration) -> Iterator[ast.Ident]:
    if isinstance(declared, ast.Derive):
        yield declared.name
    elif isinstance(declared, ast.Define):
        yield from (predicate.name for predicate in declared.predicates)
