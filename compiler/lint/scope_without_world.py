"""A scope that the item gives a name has no world: what is asked there is answered about nothing.
One that has none because `base` has none is found too: it does not mend the contradiction.
"""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.lint.without_world import without_world


def check(subject: Subject) -> Iterator[Finding]:
    """Every scope of the item's own, in the order of the text."""
    for scope in subject.file.declarations:
        if isinstance(scope, ast.Scope):
            name = scope.name
            yield from without_world(subject, name.name, f"the scope {name.name}", name.span)
