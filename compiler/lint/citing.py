"""What cites which claim, and what should cite one and does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from hlogic.compiler import ast
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.lint.uses import Thing
from hlogic.compiler.record import record
from hlogic.compiler.source import Span

# A declaration says what there is; the others say what holds, what changes, or what is asked.
Kind = Literal["declaration", "statement"]
Declared = ast.Sort | ast.Var | ast.Table | ast.Derive | ast.Define


@record(eq=False)
class Citation:
    """A claim cited, by what: `by` is the declaration, rule or operation that the citation ends."""

    claim: str
    kind: Kind
    by: ast.Node
    span: Span


def citations_of(file: ast.File) -> Iterator[Citation]:
    """Every citation of a file, in the order of the text."""
    for declared in file.declarations:
        match declared:
            case ast.Sort() | ast.Var() | ast.Table() | ast.Derive():
                yield from _cited("declaration", declared, declared.trailer.cites)
            case ast.Define(rules=rules, trailer=trailer):
                for rule in rules:
                    yield from _cited("statement", rule, rule.trailer.cites)
                yield from _cited("declaration", declared, trailer.cites)
            case ast.Constraint(trailer=trailer):
                yield from _cited("statement", declared, trailer.cites)
            case ast.Scope(operations=operations, trailer=trailer):
                for operation in operations:
                    yield from _by_operation(operation)
                yield from _cited("statement", declared, trailer.cites)
            case ast.Change(operation=operation, trailer=trailer):
                yield from _by_operation(operation)
                yield from _cited("statement", declared, trailer.cites)
            case ast.Ask(cites=cites):
                yield from _cited("statement", declared, cites)


def _by_operation(operation: ast.Operation) -> Iterator[Citation]:
    if isinstance(operation, ast.RetractCiting):
        return  # it names claims, and is not licensed by them
    yield from _cited("statement", operation, operation.trailer.cites)


def _cited(kind: Kind, by: ast.Node, cites: Iterable[ast.Ident]) -> Iterator[Citation]:
    return (Citation(c.name, kind, by, c.span) for c in cites)


def stated(subject: Subject) -> Iterator[Thing]:
    """The constraints and what rules give: what they come to is the theory."""
    for declared in subject.file.declarations:
        if isinstance(declared, ast.Constraint):
            yield "constraint", declared.id.name
        elif isinstance(declared, ast.Define):
            yield from (("value", p.name.name) for p in declared.predicates)


def missing(subject: Subject, declared: Iterable[tuple[ast.Ident, ast.Trailer]], word: str,
            why: str) -> Iterator[Finding]:  # fmt: skip
    """Those of some declarations that cite nothing; without a background there is nothing to cite.
    `why` ends the hint: what to write where no claim licenses it."""
    if subject.census.background is None:
        return
    for id, trailer in declared:
        if not trailer.cites:
            yield Finding(
                f"the {word} {id.name} cites no claim",
                id.span,
                f"end it with `cites` and the claims that license it{why}",
            )
