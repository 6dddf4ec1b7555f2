"""The other systems of the cores benchmark, on the rules of `texts.clashing_pairs`.

    python benchmarks/cores.py optux|cpmpy PAIRS [SECONDS]

Prints how many cores were enumerated, and stops after some seconds if they are given. `optux` is
PySAT's, on the plain CNF: each rule a soft clause. `cpmpy` is its `marco`, on the same model; with
PySAT as solver it is fastest here.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable


def counted(found: Iterable[object], seconds: float) -> int:
    stop, count = time.monotonic() + seconds, 0
    for _ in found:
        count += 1
        if time.monotonic() > stop:
            break
    return count


def optux(pairs: int, seconds: float) -> int:
    from pysat.examples.optux import OptUx
    from pysat.formula import WCNF

    formula = WCNF()
    for variable in range(1, pairs + 1):
        for _ in "ab":
            formula.append([variable], weight=1)
    formula.append([-variable for variable in range(1, pairs + 1)], weight=1)
    with OptUx(formula) as enumerator:
        return counted(enumerator.enumerate(), seconds)


def cpmpy(pairs: int, seconds: float) -> int:
    import cpmpy as cp
    from cpmpy.tools.explain import marco

    x = [cp.boolvar(name=f"x{i}") for i in range(pairs)]
    rules = [variable for variable in x for _ in "ab"]
    found = marco([*rules, ~cp.all(x)], solver="pysat", return_mcs=False)
    return counted((core for kind, core in found if kind == "MUS"), seconds)


if __name__ == "__main__":
    limit = float(sys.argv[3]) if len(sys.argv) > 3 else float("inf")
    print({"optux": optux, "cpmpy": cpmpy}[sys.argv[1]](int(sys.argv[2]), limit))
