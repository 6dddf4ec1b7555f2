"""The counts as programs for the BDD package `dd` (CUDD), written by hand.

python benchmarks/rivals/in_dd.py thirty|colours|three_sat [FILE.cnf]
"""

from __future__ import annotations

from itertools import product
from typing import Any

from dd.cudd import BDD
from pysat.formula import CNF
from reported import report, solving


def exact(bdd: BDD, root: Any, width: int) -> int:
    """The models over `width` variables, in whole numbers: CUDD's own count is a float."""
    known: dict[tuple[int, bool], int] = {}

    def level(node: Any) -> int:
        return width if node.var is None else int(node.level)

    def below(node: Any) -> int:
        """The models over the variables from the node's own on."""
        if node.var is None:
            return int(node == bdd.true)
        key = int(node), node.negated
        if key not in known:
            ends = (~node.low, ~node.high) if node.negated else (node.low, node.high)
            known[key] = sum(below(x) << (level(x) - level(node) - 1) for x in ends)
        return known[key]

    return below(root) << level(root)


def manager(width: int) -> tuple[BDD, list[Any]]:
    bdd = BDD()
    bdd.configure(reordering=False)
    names = [f"x{i}" for i in range(width)]
    bdd.declare(*names)
    return bdd, [bdd.var(name) for name in names]


def thirty() -> int:
    """Exactly 30 of 60, from the last variable to the first."""
    with solving:
        bdd, x = manager(60)
        row = [bdd.true] + [bdd.false] * 30
        for place in range(59, -1, -1):
            row = [bdd.ite(x[place], row[k - 1] if k else bdd.false, row[k]) for k in range(31)]
        return exact(bdd, row[30], 60)


def colours() -> int:
    """A 6x6 grid in three colours, two bits a cell, row by row."""
    with solving:
        bdd, x = manager(72)
        cells = list(product(range(6), range(6)))
        bits = {cell: (x[2 * i], x[2 * i + 1]) for i, cell in enumerate(cells)}
        whole = bdd.true
        for r, c in reversed(cells):
            a, b = bits[r, c]
            whole &= ~(a & b)
            for other in ((r, c + 1), (r + 1, c)):
                if other in bits:
                    u, v = bits[other]
                    whole &= bdd.apply("xor", a, u) | bdd.apply("xor", b, v)
        return exact(bdd, whole, 72)


def three_sat(path: str) -> int:
    formula = CNF(from_file=path)
    with solving:
        bdd, x = manager(formula.nv)
        whole = bdd.true
        for clause in formula.clauses:
            made = bdd.false
            for literal in clause:
                made |= x[literal - 1] if literal > 0 else ~x[-literal - 1]
            whole &= made
        return exact(bdd, whole, formula.nv)


if __name__ == "__main__":
    report(thirty=thirty, colours=colours, three_sat=three_sat)
