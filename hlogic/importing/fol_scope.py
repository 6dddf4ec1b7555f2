"""Variables that a formula leaves free, and the quantifiers that were to bind them.

A quantifier in brackets of its own whose variable stands behind them was meant to reach over both:
`(∀x P(x)) → Q(x)` is `∀x (P(x) → Q(x))`. A variable that nothing binds stands for everything, as an
open formula is read in mathematics.
"""

from __future__ import annotations

from hlogic.compiler.diagnostics import Report
from hlogic.importing.fol_lexer import LETTERS
from hlogic.importing.formula import (
    Formula,
    Join,
    Not,
    Pair,
    Quant,
    free_names,
    parts,
    reading,
)
from hlogic.importing.repairs import mend


def bound(formula: Formula, report: Report) -> Formula:
    """The formula without free variables."""
    formula = _widened(formula, frozenset(), report)
    variables = _quantified(formula)
    free: dict[str, None] = {}
    for term in free_names(formula):
        if (term.name in variables or LETTERS.fullmatch(term.name)) and term.name not in free:
            free[term.name] = None
            message = f"{term.name} is bound by no quantifier; it is read as every {term.name}"
            mend(report, "free variable", term.span, message)
    for name in reversed(free):
        formula = Quant("∀", name, formula, span=formula.span)
    return formula


def _quantified(formula: Formula) -> set[str]:
    found: set[str] = set()
    waiting = [formula]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Quant):
            found.add(one.name)
        waiting.extend(parts(one))
    return found


def _widened(formula: Formula, outer: frozenset[str], report: Report) -> Formula:
    """Quantifiers reach over what stands behind their brackets and needs them."""
    match formula:
        case Quant(kind, name, body):
            inner = _widened(body, outer | {name}, report)
            return Quant(kind, name, inner, name_span=formula.name_span, span=formula.span)
        case Not(body):
            return Not(_widened(body, outer, report), span=formula.span)
        case Pair(op, left, right):
            left, right = _widened(left, outer, report), _widened(right, outer, report)
            prefix = _needed(left, right, outer)
            if not prefix:
                return Pair(op, left, right, span=formula.span)
            inner = Pair(op, _below(left, len(prefix)), right, span=formula.span)
            return _over(prefix, inner, report)
        case Join(op, items):
            done = [_widened(item, outer, report) for item in items]
            for at in range(len(done) - 2, -1, -1):
                rest = Join(op, tuple(done[at + 1 :])) if at < len(done) - 2 else done[-1]
                prefix = _needed(done[at], rest, outer)
                if prefix:
                    joined = (_below(done[at], len(prefix)), *done[at + 1 :])
                    wide = Join(op, joined, span=formula.span)
                    done[at:] = [_over(prefix, wide, report)]
            return done[0] if len(done) == 1 else Join(op, tuple(done), span=formula.span)
        case _:
            return formula


def _needed(left: Formula, right: Formula, outer: frozenset[str]) -> list[Quant]:
    """The quantifiers at the head of `left`, up to the last whose variable is free in `right`."""
    head: list[Quant] = []
    while isinstance(left, Quant):
        head.append(left)
        left = left.body
    if not head:
        return []
    free = {term.name for term in free_names(right)} - outer
    while head and head[-1].name not in free:
        head.pop()
    return head


def _below(formula: Formula, count: int) -> Formula:
    for _ in range(count):
        assert isinstance(formula, Quant)
        formula = formula.body
    return formula


def _over(prefix: list[Quant], formula: Formula, report: Report) -> Formula:
    for quant in reversed(prefix):
        formula = Quant(
            quant.kind, quant.name, formula, name_span=quant.name_span, span=formula.span
        )
    first = prefix[0]
    message = f"`{first.kind}{first.name}` reaches less far than {first.name} stands"
    mend(report, "reach", first.name_span, message, f"it is read as {reading(formula)}")
    return formula
