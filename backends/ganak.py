"""The SAT engine with counts by Ganak (the optional package `pyganak`, extra `count`).

Ganak has no time limit and holds on to its process, so it runs in a child. It calls its counts
exact; but it remembers parts of the formula by a hash, so that they are exact rests on no two parts
having the same one. So an answer names the method, and it is confirmed by another where it can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hlogic.backends.cnf import Clause, Emitter
from hlogic.backends.count import Counter, Required
from hlogic.backends.engine import Budget, Session
from hlogic.backends.problem import Problem
from hlogic.backends.sat import SatEngine, SatSession
from hlogic.backends.worker import in_worker
from hlogic.compiler.ir import Theory, View


class GanakEngine(SatEngine):
    """All but the counts is the SAT engine's."""

    name = "ganak"

    def open(self, theory: Theory, view: View, budget: Budget) -> Session:
        return SatSession(theory, view, budget, counter=GANAK)


def count_worlds(problem: Problem, required: Required, budget: Budget) -> int:
    """The worlds that satisfy clauses of gates, by a count of all models: every variable that is
    not the item's is determined by the others, which is quicker than to project."""
    clauses: list[Clause] = []
    emitter = Emitter(problem.circuit, clauses.append)
    for clause in required:
        emitter.require(clause)
    free, inputs = 1, []
    for at in problem.theory.variables():
        variable, domain = problem.encoder.variables.get(at), at[0].domain
        assert domain is not None
        if variable is None:
            free *= domain.size
            continue
        inputs += [emitter.literal(i) for i in variable.inputs]
        for clause in variable.axioms:
            emitter.require(clause)
    return free * count_models(clauses, inputs, budget.seconds_left)


GANAK = Counter("Ganak, which knows parts of the formula again by a hash", count_worlds)


def count_models(clauses: Iterable[Clause], variables: Sequence[int], seconds: float | None) -> int:
    """How many assignments of some variables satisfy the clauses, each of which holds of these
    and of variables that they determine. Raises LimitError when the time is up."""
    normal = _normalised(clauses)
    if normal is None:
        return 0
    used = sorted({abs(x) for clause in normal for x in clause})
    free = 1 << len(set(variables) - set(used))
    if not used:
        return free
    names = {x: i for i, x in enumerate(used, 1)}
    renamed = [[names[x] if x > 0 else -names[-x] for x in clause] for clause in normal]
    found: int = in_worker(lambda: _count(renamed, len(used)), seconds)
    return found * free


def _normalised(clauses: Iterable[Clause]) -> list[Clause] | None:
    """Without repeated literals and clauses that always hold; None if one never does. (Ganak says
    1 of the empty clause over no variables.)"""
    normal = []
    for clause in clauses:
        literals = set(clause)
        if not literals:
            return None
        if not any(-x in literals for x in literals):
            normal.append(sorted(literals, key=abs))
    return normal


def _count(clauses: Sequence[Clause], top: int) -> int:
    from pyganak import Counter as Ganak

    ganak = Ganak()
    ganak.new_vars(top)
    for clause in clauses:
        ganak.add_clause(clause)
    return int(ganak.count())
