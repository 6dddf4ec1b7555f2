"""A scope under which every ask that looks at it answers as it would under `base`. It was made to
change something: an operation may miss what it is about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hlogic.compiler import ast
from hlogic.compiler.lint.members import shortened
from hlogic.compiler.lint.moved import Effect
from hlogic.compiler.lint.rule import Finding, Subject


def check(subject: Subject) -> Iterator[Finding]:
    """The scopes of the item, in the order of the text."""
    idle = idle_scopes(subject.effects)
    for declared in subject.file.declarations:
        if isinstance(declared, ast.Scope) and declared.name.name in idle:
            name = declared.name.name
            asks = shortened(idle[name])
            yield Finding(
                f"the scope {name} changes no answer: as under base come out {asks}",
                declared.name.span,
                "do its operations change what the question supposes? If the text means it to "
                "make no difference, silence this",
            )


def idle_scopes(found: Sequence[Effect]) -> Mapping[str, list[str]]:
    """The scopes that are looked at and move nothing, with the asks that look."""
    movers = {scope for effect in found for scope in effect.movers}
    idle: dict[str, list[str]] = {}
    for effect in found:
        for scope in effect.scopes:
            if scope not in movers:
                idle.setdefault(scope, []).append(effect.ask.id)
    return idle
