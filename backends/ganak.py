"""Exact counts by Ganak (the optional package `pyganak`, extra `count`), in a child process.

Ganak has no time limit and holds on to its process. It calls its counts exact; but it remembers
parts of the formula by a hash, so that they are exact rests on no two parts having the same one. So
an answer records the method, and a count that matters is confirmed by another.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Sequence

from hlogic.backends.cnf import Clause
from hlogic.backends.worker import Worker, can_fork


def available() -> bool:
    """Whether the package is here, and a process to run it in."""
    return can_fork() and importlib.util.find_spec("pyganak") is not None


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
    worker = Worker(_count)
    try:
        found: int = worker.ask((renamed, len(used)), seconds)
        return found * free
    finally:
        worker.close()


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


def _count(request: tuple[list[Clause], int]) -> int:
    """In the child. Every variable that is not the item's is determined by the others, so all
    models are counted, which is quicker than to project."""
    from pyganak import Counter

    clauses, top = request
    counter = Counter()
    counter.new_vars(top)
    for clause in clauses:
        counter.add_clause(clause)
    return int(counter.count())
