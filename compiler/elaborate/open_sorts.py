"""What an open sort has no place in: all that would need a list of its elements.

Its labels are only names, which may be of one element, and there may be elements without a name
(language.md section 10). What can be told from one declaration or form is refused here, at its
place; what needs whole terms, in `open/check.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import fail
from hlogic.compiler.ir import Parameters
from hlogic.compiler.sorts import Domain, Root, Type, open_root
from hlogic.compiler.source import Span
from hlogic.compiler.terms import Bound, Term


def check_open_header(
    declared: ast.Var | ast.Table | ast.Derive, parameters: Parameters, domain: Domain | None
) -> None:
    """Refuse a table over an open sort, and conditions of parameters over one."""
    over = _first(d.type for d in parameters.domains)
    if isinstance(declared, ast.Table):
        root = over or (None if domain is None else open_root(domain.type))
        if root is not None:
            fail(
                "open-domain",
                declared.name.span,
                f"a table lists values, and the elements of the open sort {root.name} have no list",
                "declare a variable, and say in constraints what it is",
            )
    if over is not None and parameters.where is not None:
        fail(
            "open-domain",
            parameters.where_span,
            f"a condition would choose among the elements of the open sort {over.name}",
            "leave it out, and put it into the constraints",
        )


def check_open_predicate(declared: ast.Predicate, parameters: Parameters) -> None:
    """Refuse a predicate that rules would define over an open sort."""
    root = _first(d.type for d in parameters.domains)
    if root is not None:
        fail(
            "open-define",
            declared.name.span,
            f"`define` is not for {declared.name.name}, which is over the open sort {root.name}",
            f"declare `var {declared.name.name}(…): bool`, and constraints with `forall`",
        )


def refuse_open_binders(variables: Sequence[Bound], span: Span, what: str) -> None:
    """Refuse an aggregate that would go through an open sort."""
    root = _first(v.type for v in variables)
    if root is not None:
        fail(
            "open-aggregate",
            span,
            f"{what} cannot go through the open sort {root.name}: "
            "how many elements it has is not known",
            "say it with `exists` and `forall`, and `==` between elements",
        )


def refuse_open_values(terms: Sequence[Term], span: Span, what: str) -> None:
    """Refuse an aggregate that would collect elements of an open sort."""
    root = _first(t.type for t in terms)
    if root is not None:
        fail(
            "open-aggregate",
            span,
            f"{what} cannot collect elements of the open sort {root.name}",
            "compare them one by one: `a == b`, `a != b`",
        )


def refuse_open_size(domain: Domain, span: Span) -> None:
    """Refuse to count the elements of an open sort."""
    root = open_root(domain.type)
    if root is not None:
        message = f"how many elements the open sort {root.name} has is not known"
        fail("open-aggregate", span, message)


def refuse_open_members(variables: Sequence[Bound], span: Span) -> None:
    """Refuse an ask about each element of an open sort."""
    root = _first(v.type for v in variables)
    if root is not None:
        fail(
            "open-ask",
            span,
            f"the elements of the open sort {root.name} have no list, so nothing can be asked "
            "of each",
            "ask `truth`, `possible` or `necessary` of a formula with `forall` or `exists`",
        )


def _first(types: Iterable[Type]) -> Root | None:
    """The first open sort that one of some types is of."""
    return next((r for r in map(open_root, types) if r is not None), None)
