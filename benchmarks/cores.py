"""The other systems of the cores benchmark, on the rules of `texts.clashing_pairs`.

    python benchmarks/cores.py optux|cpmpy PAIRS

Prints how many cores were enumerated. `optux` is PySAT's, on the plain CNF: each rule a soft
clause. `cpmpy` is its `marco`, on the same model; with PySAT as solver it is fastest here.
"""

from __future__ import annotations

import sys


def optux(pairs: int) -> int:
    from pysat.examples.optux import OptUx
    from pysat.formula import WCNF

    formula = WCNF()
    for variable in range(1, pairs + 1):
        for _ in "ab":
            formula.append([variable], weight=1)
    formula.append([-variable for variable in range(1, pairs + 1)], weight=1)
    with OptUx(formula) as enumerator:
        return sum(1 for _ in enumerator.enumerate())


def cpmpy(pairs: int) -> int:
    import cpmpy as cp
    from cpmpy.tools.explain import marco

    x = [cp.boolvar(name=f"x{i}") for i in range(pairs)]
    rules = [variable for variable in x for _ in "ab"]
    found = marco([*rules, ~cp.all(x)], solver="pysat", return_mcs=False)
    return sum(1 for kind, _ in found if kind == "MUS")


if __name__ == "__main__":
    print({"optux": optux, "cpmpy": cpmpy}[sys.argv[1]](int(sys.argv[2])))
