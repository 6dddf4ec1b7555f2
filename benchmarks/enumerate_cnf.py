"""The other system of the queens benchmark: a hand-written PySAT program.

    python benchmarks/enumerate_cnf.py FILE.cnf

Prints how many assignments of the variables on the file's `c p show` lines its models have. Each
model found is blocked by one clause over those variables.
"""

from __future__ import annotations

import sys

from pysat.formula import CNF
from pysat.solvers import Solver


def count(path: str) -> int:
    formula = CNF(from_file=path)
    shown = [
        int(word)
        for line in formula.comments
        if line.startswith("c p show")
        for word in line.split()[3:]
        if word != "0"
    ]
    found = 0
    with Solver("cadical195", bootstrap_with=formula.clauses) as solver:
        while solver.solve():
            model = solver.get_model()
            found += 1
            solver.add_clause([-model[variable - 1] for variable in shown])
    return found


if __name__ == "__main__":
    print(count(sys.argv[1]))
