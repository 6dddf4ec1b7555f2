"""Declarations that neither a constraint nor an ask comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.rule import Finding, Subject


def unused(
    subject: Subject, space: str, declared: Iterable[ast.Ident], word: str, verb: str, hint: str
) -> Iterator[Finding]:
    """The names among `declared` that nothing uses but what is itself not used."""
    for id in declared:
        thing = (space, id.name)
        if thing in subject.uses.reached:
            continue
        readers = subject.uses.readers(thing)
        if readers:
            message = f"the {word} {id.name} is only {verb} by {_named(readers)}, not used either"
        else:
            message = f"the {word} {id.name} is never {verb}"
        yield Finding(message, id.span, hint)


def _named(readers: list[str]) -> str:
    return ", ".join(readers[:3]) + (", …" if len(readers) > 3 else "")
