"""The raw engine on our own clauses, as `compile --to dimacs` writes them.

    python benchmarks/rivals/raw_cnf.py one|all FILE.cnf

`all` prints how many assignments of the variables on the `c p show` lines the models have; each is
forbidden by its true variables, as each of our variables has one value.
"""

from __future__ import annotations

from pysat.formula import CNF
from pysat.solvers import Solver
from reported import report, solving


def one(path: str) -> bool:
    formula = CNF(from_file=path)
    with Solver("cadical195") as solver, solving:
        solver.append_formula(formula.clauses)
        return bool(solver.solve())


def every(path: str, only: str = "") -> int:
    """`only` is the start of the names of the variables that are told apart, all by default."""
    formula = CNF(from_file=path)
    meanings = [line.split(" ", 3) for line in formula.comments if line.startswith("c var ")]
    shown = [int(x) for _, _, x, name in meanings if name.startswith(only)]
    found = 0
    with Solver("cadical195") as solver, solving:
        solver.append_formula(formula.clauses)
        while solver.solve():
            model = solver.get_model()
            found += 1
            solver.add_clause([-x for x in shown if model[abs(x) - 1] == x])
    return found


if __name__ == "__main__":
    report(one=one, all=every)
