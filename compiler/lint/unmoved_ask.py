"""An ask that answers the same under each scope that it names as under `base`, while such a scope
changes other answers. That is often what the question is after; it is also what an ask looks like
that misses what its scope changes.

Asks all of whose scopes change nothing at all are `idle_scope`'s business.
"""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.idle_scope import idle_scopes
from hlogic.compiler.lint.members import shortened
from hlogic.compiler.lint.rule import Finding, Subject


def check(subject: Subject) -> Iterator[Finding]:
    """The asks and checks of the item, in the order of the text."""
    idle = idle_scopes(subject.effects)
    unmoved = {
        e.ask.id: e.scopes
        for e in subject.effects
        if not e.moved and not all(scope in idle for scope in e.scopes)
    }
    for declared in subject.file.declarations:
        if isinstance(declared, ast.Ask) and declared.id.name in unmoved:
            scopes = shortened(unmoved[declared.id.name])
            yield Finding(
                f"{declared.id.name} answers under {scopes} as under base",
                declared.id.span,
                "if the question is whether it stays so, say that here; else look at the scope",
            )
