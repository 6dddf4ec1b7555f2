"""A variable that the theory speaks of and that cites nothing: nobody can say which sentence brings
it up.
"""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.citing import missing, stated
from hlogic.compiler.lint.rule import Finding, Subject


def check(subject: Subject) -> Iterator[Finding]:
    """Variables of the item's own file; what only asks read, they license."""
    file, uses = subject.file, subject.uses
    operated = (
        ("within", d.name.name) for d in file.declarations if isinstance(d, ast.Scope | ast.Change)
    )
    rests = uses.reached_from([*stated(subject), *operated])
    asked = uses.reached_from(
        ("ask", d.id.name) for d in file.declarations if isinstance(d, ast.Ask)
    )
    declared = (
        (d.name, d.trailer)
        for d in file.declarations
        if isinstance(d, ast.Var) and ("value", d.name.name) not in asked - rests
    )
    yield from missing(subject, declared, "variable", "")
