"""DRUP proofs: cadical195 writes them, dratify checks them.

A proof is a list of clauses, each implied by unit propagation from the formula and the clauses
before it, with some taken away again; it ends with the empty clause. The solver runs in slices of a
fixed number of conflicts, so that the same formula gives the same proof however fast the machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogic.backends.cnf import Clause
from hlogic.backends.engine import Budget

SLICE = 2_000  # conflicts between two looks at the clock
AT_ONCE = "0\n"  # the proof of what unit propagation alone refutes
Steps = Sequence[tuple[str, tuple[int, ...]]]


def proof_of(top: int, clauses: Sequence[Clause], budget: Budget) -> str | None:
    """A proof that the clauses, over variables up to `top`, have no model; None if they have one.
    Raises LimitError when the budget's time is up."""
    if flaw(top, clauses, AT_ONCE, budget) is None:
        return AT_ONCE
    from pysat.solvers import Cadical195, pysolvers

    with Cadical195(with_proof=True) as solver:
        for clause in clauses:
            budget.tick()
            solver.add_clause(clause)
        status = 0
        while status == 0:
            budget.check_time()
            solver.conf_budget(SLICE)
            # As in backends/solver.py: not `solve_limited`, which takes Ctrl-C away from Python.
            status = pysolvers.cadical195_solve_lim(solver.cadical, [], 0)
        if status > 0:
            return None
        lines = solver.get_proof()
    return "\n".join(lines[: lines.index("0") + 1]) + "\n"


def flaw(top: int, clauses: Sequence[Clause], proof: str, budget: Budget) -> str | None:
    """What is wrong with a proof, in words; None if it proves that there is no model."""
    from dratify import CNF, DRATChecker, parse_proof
    from dratify.lits import to_dimacs

    try:
        steps: Steps = parse_proof(proof)
    except ValueError as error:
        return str(error)
    if any(x >= 2 * top for _, literals in steps for x in literals):
        return "it speaks of a variable that the CNF does not have"
    formula = CNF(top)
    for clause in clauses:
        budget.tick()
        formula.add_dimacs(clause)
    checker = DRATChecker(formula, check_rat=False)
    result = checker.check(_timed(steps, budget))
    if result.ok:
        return None
    if result.failed_clause is None:
        return "it does not end with the empty clause"
    clause = [to_dimacs(x) for x in result.failed_clause]
    written = " ".join(map(str, [*clause, 0]))
    return f"step {result.failed_step} ({written}) does not follow by unit propagation"


def _timed(steps: Steps, budget: Budget) -> Iterator[tuple[str, tuple[int, ...]]]:
    for step in steps:
        budget.check_time()
        yield step
