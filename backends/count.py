"""How many worlds: the formula is cut into parts that share no variable, and their counts multiply.

Every auxiliary is a function of the item's variables, so each assignment of these extends to at
most one model and it is enough to enumerate them. A variable that no clause speaks of is free and
counts with its whole domain.
"""

from __future__ import annotations

from collections.abc import Sequence

from hlogic.backends.cnf import Clause, Emitter
from hlogic.backends.encode import Variable
from hlogic.backends.engine import Budget
from hlogic.backends.problem import Problem
from hlogic.compiler.ir import Term


def count_worlds(problem: Problem, assumed: Sequence[Term], budget: Budget) -> int:
    """The exact number of worlds that meet the constraints and all of `assumed`."""
    found: list[Clause] = []
    emitter = Emitter(problem.circuit, found.append)
    for instance, total in problem.constraints:
        budget.tick()
        for clause in problem.clauses(total, instance):
            emitter.require(clause)
    for term in assumed:
        for clause in problem.clauses(problem.lower(term)[0]):
            emitter.require(clause)
    if [] in found:
        return 0
    total_count, used = 1, []
    spoken = {abs(x) for clause in found for x in clause}
    for symbol, key in problem.theory.variables():
        variable = problem.encoder.variables.get((symbol, key))
        if variable is None or not any(emitter.variables.get(i) in spoken for i in variable.inputs):
            assert symbol.domain is not None
            total_count *= symbol.domain.size
            continue
        used.append([emitter.literal(i) for i in variable.inputs])
        _assert_axioms(emitter, variable)
    for clauses, inputs in _components(found, used):
        total_count *= _enumerate(clauses, inputs, budget)
        if not total_count:
            return 0
    return total_count


def _assert_axioms(emitter: Emitter, variable: Variable) -> None:
    for clause in variable.axioms:
        emitter.require(clause)


def _components(
    clauses: Sequence[Clause], used: Sequence[list[int]]
) -> list[tuple[list[Clause], list[list[int]]]]:
    """The clauses and the variables' inputs, split so that no two parts share a variable."""
    parent: dict[int, int] = {}

    def find(x: int) -> int:
        root = x
        while (up := parent.setdefault(root, root)) != root:
            root = up
        while parent[x] != root:
            parent[x], x = root, parent[x]
        return root

    for clause in clauses:
        first = find(abs(clause[0]))
        for x in clause[1:]:
            parent[find(abs(x))] = first
    parts: dict[int, tuple[list[Clause], list[list[int]]]] = {}
    for clause in clauses:
        parts.setdefault(find(abs(clause[0])), ([], []))[0].append(clause)
    for inputs in used:
        parts[find(inputs[0])][1].append(inputs)
    return list(parts.values())


def _enumerate(clauses: Sequence[Clause], used: Sequence[list[int]], budget: Budget) -> int:
    """The models of one part, counted one by one, each blocked by its variables' values."""
    from hlogic.backends.solver import Solver

    names = {x: i for i, x in enumerate(sorted({abs(x) for c in clauses for x in c}), 1)}
    solver = Solver(budget)
    for clause in clauses:
        solver.add([names[x] if x > 0 else -names[-x] for x in clause])
    places = [[names[x] for x in inputs] for inputs in used]
    count = 0
    while (model := solver.solve(())) is not None:
        count += 1
        budget.row()
        rests = []
        for inputs in places:
            if len(inputs) == 1:
                rests.append(-model[inputs[0] - 1])
            else:
                rests.append(-next(x for x in inputs if model[x - 1] > 0))
        solver.add(rests)
        if not rests:
            break
    return count
