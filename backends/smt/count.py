"""The variables of some formulas in parts that have no formula in common, whose counts multiply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hlogic.backends.smt.expressions import Expr, below


def parts_of(
    formulas: Iterable[Expr], constants: Sequence[Expr]
) -> tuple[list[list[Expr]], set[Expr]]:
    """The parts, and the constants that no formula speaks of."""
    up: dict[Expr, Expr] = {}

    def find(x: Expr) -> Expr:
        root = x
        while (above := up.setdefault(root, root)) is not root:
            root = above
        while up[x] is not root:
            up[x], x = root, up[x]
        return root

    known = set(constants)
    for formula in conjuncts(formulas):
        spoken = [e for e in below([formula]) if e in known]
        for other in spoken:
            up[find(other)] = find(spoken[0])
    parts: dict[Expr, list[Expr]] = {}
    for x in constants:
        if x in up:
            parts.setdefault(find(x), []).append(x)
    return list(parts.values()), {x for x in constants if x not in up}


def conjuncts(formulas: Iterable[Expr]) -> list[Expr]:
    """The formulas, conjunctions taken apart."""
    found: dict[Expr, None] = {}
    stack = list(formulas)
    while stack:
        formula = stack.pop()
        if formula.head == "and":
            stack.extend(formula.args)
        else:
            found[formula] = None
    return list(found)
