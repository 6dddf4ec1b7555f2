"""An alias that has places for some arguments of its family and none for others.

What it leaves out is shown behind it in brackets, which reads badly in the midst of a sentence:
`Ann beats(Bob)`. An alias without any place is taken for a name, as in `Beats(Ann, Bob)`. Beside
those of constraints their formulas are shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.rule import Finding, Subject


def check(subject: Subject) -> Iterator[Finding]:
    """The first aliases, which are shown."""
    for node in ast.walk(subject.file):
        match node:
            case (
                ast.Var(name=id, params=params, aliases=(alias, *_))
                | ast.Derive(name=id, params=params, aliases=(alias, *_))
                | ast.Table(name=id, params=params, aliases=(alias, *_))
                | ast.Predicate(name=id, params=params, aliases=(alias, *_))
            ):
                places = [f"{{{number}}}" for number in range(1, _count(params) + 1)]
                left = [place for place in places if place not in alias]
                if left and len(left) < len(places):
                    yield Finding(
                        f"the alias of {id.name} does not say {' and '.join(left)}",
                        id.span,
                        "put the places where the arguments stand in the sentence, or none at all",
                    )


def _count(params: ast.Params) -> int:
    if params.binders is None:
        return len(params.domains)
    return sum(len(binder.names) for binder in params.binders)
