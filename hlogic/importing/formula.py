"""Formulas of first-order logic as records write them: names are still texts.

Chains of `∧` and of `∨` are one node, so a premise that lists a thousand facts is not a thousand
levels deep. The reader limits the depth of all else, so these functions may recurse.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from hlogic.compiler.record import field, record
from hlogic.compiler.source import NOWHERE, Span

LONGEST = 160  # code points of a formula that a message shows


@record
class Part:
    """What every part of a formula has: its place."""

    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@record
class Term(Part):
    """A constant or a variable; with `args`, a function."""

    name: str
    args: tuple[Term, ...] = ()


@record
class Truth(Part):
    """`⊤`, `⊥`."""

    value: bool


@record
class Atom(Part):
    """`P(a, b)`, or `P` alone."""

    name: str
    args: tuple[Term, ...] = ()
    name_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@record
class Equal(Part):
    left: Term
    right: Term


@record
class Not(Part):
    body: Formula


@record
class Join(Part):
    """`∧` or `∨` of two formulas or more."""

    op: Literal["∧", "∨"]
    items: tuple[Formula, ...]


@record
class Pair(Part):
    op: Literal["⊕", "→", "↔"]
    left: Formula
    right: Formula


@record
class Quant(Part):
    kind: Literal["∀", "∃"]
    name: str
    body: Formula
    name_span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


Formula = Truth | Atom | Equal | Not | Join | Pair | Quant


def parts(formula: Formula) -> tuple[Formula, ...]:
    """The formulas that a formula is made of."""
    match formula:
        case Not(body) | Quant(_, _, body):
            return (body,)
        case Join(_, items):
            return items
        case Pair(_, left, right):
            return (left, right)
        case _:
            return ()


def terms(formula: Formula) -> tuple[Term, ...]:
    """The terms that stand in a formula itself, not in its parts."""
    match formula:
        case Atom(_, args):
            return args
        case Equal(left, right):
            return (left, right)
        case _:
            return ()


def subterms(found: tuple[Term, ...]) -> Iterator[Term]:
    """Terms and what they are made of, in the order of the text."""
    for term in found:
        yield term
        yield from subterms(term.args)


def free_names(formula: Formula, bound: frozenset[str] = frozenset()) -> Iterator[Term]:
    """The places of names without arguments that no quantifier of the formula binds: constants,
    and variables that are free."""
    inner = bound | {formula.name} if isinstance(formula, Quant) else bound
    for term in subterms(terms(formula)):
        if not term.args and term.name not in inner:
            yield term
    for part in parts(formula):
        yield from free_names(part, inner)


def reading(formula: Formula) -> str:
    """A formula in a message: its end is left out if it is long."""
    text = shown(formula)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def shown(formula: Formula) -> str:
    """A formula in the usual signs, with every bracket that its reading has."""
    match formula:
        case Truth(value):
            return "⊤" if value else "⊥"
        case Atom(name, args):
            return _applied(name, args)
        case Equal(left, right):
            return f"{_term(left)} = {_term(right)}"
        case Not(body):
            return f"¬{_inner(body)}"
        case Join(op, items):
            return f" {op} ".join(map(_inner, items))
        case Pair(op, left, right):
            return f"{_inner(left)} {op} {_inner(right)}"
        case Quant(kind, name, body):
            return f"{kind}{name} {_inner(body)}"


def _inner(formula: Formula) -> str:
    text = shown(formula)
    return text if isinstance(formula, (Truth, Atom, Not, Quant)) else f"({text})"


def _term(term: Term) -> str:
    return _applied(term.name, term.args)


def _applied(name: str, args: tuple[Term, ...]) -> str:
    return f"{name}({', '.join(map(_term, args))})" if args else name
