"""A constraint that `only tags` keeps merely because it has no tag. So the language has it, so
that what holds in every world need not be tagged; a forgotten tag looks the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Label
from hlogic.compiler.lint.rule import Finding, Subject

SHOWN = 3


def check(subject: Subject) -> Iterator[Finding]:
    """Each untagged constraint of the item that a scope still has behind its `only tags`."""
    families = subject.item.theory.families
    scopes = [d for d in subject.file.declarations if isinstance(d, ast.Scope)]
    filters = [
        (scope, operation)
        for scope in scopes
        for operation in scope.operations
        if isinstance(operation, ast.OnlyTags)
    ]
    held = {
        scope.name.name: {i.family.id for i in subject.item.views[scope.name.name].instances}
        for scope, _ in filters
    }
    for id, family in families.items():
        if family.tags:
            continue
        keeps = [operation.span for scope, operation in filters if id in held[scope.name.name]]
        if keeps:
            yield Finding(
                f"{id} has no tag, so `only tags` keeps it",
                family.span,
                "give it a tag, or silence this where it belongs to every world",
                tuple(Label(span, "kept here") for span in keeps[:SHOWN]),
            )
