"""Exact counters on our own clauses, as `compile --to dimacs` writes them.

    python benchmarks/rivals/counters.py ganak|d4 FILE.cnf

Both write to standard output as they like, so what they print is kept apart from the answer.
"""

from __future__ import annotations

import os
import sys

from pysat.formula import CNF
from reported import report, solving


def ganak(path: str) -> int:
    from pyganak import Counter

    formula = CNF(from_file=path)
    with solving:
        counter = Counter()
        counter.new_vars(formula.nv)
        counter.add_clauses(formula.clauses)
        return int(counter.count())


def d4(path: str) -> int:
    from py_d4 import Solver

    formula = CNF(from_file=path)
    with solving:
        return int(Solver(formula.clauses, formula.nv).count().getIntResult())


if __name__ == "__main__":
    ours = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = os.fdopen(ours, "w")
    report(ganak=ganak, d4=d4)
