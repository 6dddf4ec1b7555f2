"""A derived term that the theory rests on and that cites nothing: nobody can say which sentence
gives it its meaning. What only shortens a formula is better a `def`, which cannot cite.
"""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.citing import missing, stated
from hlogic.compiler.lint.rule import Finding, Subject


def check(subject: Subject) -> Iterator[Finding]:
    """Derived terms that constraints or rules read; what only asks read, they license. A predicate
    is licensed by the rules that give it."""
    rests = subject.uses.reached_from(stated(subject))
    declared = [
        d
        for d in subject.file.declarations
        if isinstance(d, ast.Derive) and ("value", d.name.name) in rests
    ]
    why = "; what only shortens a formula is better a `def`"
    yield from missing(subject, ((d.name, d.trailer) for d in declared), "derived term", why)
