"""A claim that only declarations cite which rule nothing out: its words are there, and what it says
is not.

A declaration says something where it leaves a choice out: a sort lists what there is, a variable's
domain what can be, a table and a derived term say what is. A variable of type bool leaves both ways
open; and what neither a constraint nor an ask comes to says nothing at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Label
from hlogic.compiler.lint.citing import Citation, citations_of
from hlogic.compiler.lint.rule import Finding, Subject


def check(subject: Subject) -> Iterator[Finding]:
    """Claims with citations, all of them by such declarations. What restates a claim says it."""
    cited: dict[str, list[Citation]] = {}
    for citation in citations_of(subject.file):
        said = subject.census.claims[citation.claim]
        while said.restated is not None:
            said = subject.census.claims[said.restated.name]
        cited.setdefault(said.id.name, []).append(citation)
    for id, citations in cited.items():
        if any(c.kind == "statement" or _says_something(c.by, subject) for c in citations):
            continue
        claim = subject.census.claims[id]
        if claim.status == "claim":
            yield Finding(
                f"{id} is cited only where nothing is ruled out",
                claim.id.span,
                "cite it in the constraint that says what it says, or write that constraint",
                tuple(Label(c.span, "cited here") for c in citations[:3]),
            )


def _says_something(declared: ast.Node, subject: Subject) -> bool:
    match declared:
        case ast.Define(predicates=predicates):
            names = [p.name.name for p in predicates]
        case ast.Var(name=name, domain=ast.NamedDomain(name="bool")):
            return False
        case ast.Sort(name=name) | ast.Var(name=name) | ast.Table(name=name):
            names = [name.name]
        case ast.Derive(name=name):
            names = [name.name]
        case _:
            names = []
    return any(("value", name) in subject.uses.reached for name in names)
