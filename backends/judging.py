"""How much the oracle has to evaluate in each assignment: a prediction, for choosing an engine.

A constraint is judged as soon as its variables have values, so most of it is skipped in most
assignments and counts as one formula; likewise an instance of a derived term. The rules of a
`define` are all looked at whenever one of its atoms is, and count with everything that they are
made of.
"""

from __future__ import annotations

from math import prod

from hlogic.compiler.ir import Theory, View
from hlogic.compiler.terms import Spread, Term, below, parts

SECONDS = 3e-6  # one formula, or one part of a rule, in one assignment; measured over items/


def judged(theory: Theory, view: View) -> int:
    """The formulas and parts of rules that are looked at in one assignment."""
    derived = sum(len(s.keys) for s in theory.symbols.values() if s.kind == "derive")
    sizes: dict[int, int] = {}
    rules = sum(_size(i.rule.body, sizes) for held in view.rules.values() for i in held)
    return len(view.instances) + derived + rules


def _size(root: Term, sizes: dict[int, int]) -> int:
    """The parts of a formula, what quantifiers and aggregates run over once for each tuple."""
    for term in below([root], lambda t: t.id in sizes):
        size = 1 + sum(sizes[p.id] for p in parts(term))
        if isinstance(term, Spread):
            times = prod(v.domain.size for v in term.variables) - 1
            size += times * sum(sizes[p.id] for p in term.element)
        sizes[term.id] = size
    return sizes[root.id]
