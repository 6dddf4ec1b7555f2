"""An ask or check without the question's own words: nobody can say what it is the answer to."""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.rule import Finding, Subject


def check(subject: Subject) -> Iterator[Finding]:
    """Asks whose question is left out or blank. Whether it is verbatim, only its source shows: a
    question is put to the background and seldom stands in it."""
    for declared in subject.file.declarations:
        if isinstance(declared, ast.Ask) and not (declared.question or "").strip():
            id = declared.id.name
            what = "its question" if declared.kind == "ask" else "what the text says"
            yield Finding(
                f"the {declared.kind} {id} does not quote {what}",
                declared.id.span,
                f'write it as it was put: `{declared.kind} {id} "…": …`',
            )
