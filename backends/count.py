"""How many worlds: the formula is cut into parts that share no variable, and their counts multiply.

Every auxiliary is a function of the item's variables, so each assignment of these extends to at
most one model and it is enough to count them: one by one while they are few, which the solver does
best, and by search with a cache beyond. Counters and sums, which the search walks in no time, are
not worth many models, so it has a glance before they are listed and a few steps before the many
are. A variable that no clause speaks of is free and counts with its whole domain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hlogic.backends.cnf import Clause, Emitter
from hlogic.backends.engine import Budget
from hlogic.backends.models import GateCounter
from hlogic.backends.problem import Problem
from hlogic.compiler.record import record
from hlogic.compiler.terms import Term

BRIEF = 50  # models of one part that are counted one by one before anything else
GLANCE = 20_000  # gates that the search looks at, then, for what it counts in no time
FEW, MANY = 2_000, 20_000  # models counted one by one after that, and at most
STEPS = 3_000  # of the search between these


ONE_BY_ONE = "models of independent parts, found one by one"
SEARCHED = "search by cases on the circuit, which remembers parts it has met"
Required = Sequence[Sequence[int]]  # clauses of gates


@record
class Counter:
    """A counter from elsewhere for more than a few worlds, and what to call it."""

    method: str
    count: Callable[[Problem, Required, Budget], int]


def count_worlds(
    problem: Problem, assumed: Sequence[Term], budget: Budget, counter: Counter | None = None
) -> tuple[int, str]:
    """The exact number of worlds that meet the constraints and all of `assumed`, and how it was
    found."""
    required = list(_required(problem, assumed))
    listed = _by_enumeration(problem, required, budget, min(BRIEF, FEW))
    if listed is None:
        found = _by_search(problem, required, budget, gates=GLANCE)
        if found is not None:
            return found, SEARCHED
        listed = _by_enumeration(problem, required, budget, FEW)
    if listed is None and counter is not None:
        return counter.count(problem, required, budget), counter.method
    if listed is None:
        found = _by_search(problem, required, budget, steps=STEPS)
        if found is not None:
            return found, SEARCHED
        listed = _by_enumeration(problem, required, budget, MANY)
    if listed is not None:
        return listed, ONE_BY_ONE
    found = _by_search(problem, required, budget)
    assert found is not None
    return found, SEARCHED


def _required(problem: Problem, assumed: Sequence[Term]) -> Iterator[list[int]]:
    """The clauses of gates that worlds have to meet."""
    for _, clause in problem.required():
        yield clause
    for term in assumed:
        yield from problem.clauses(problem.lower(term))


def _by_enumeration(problem: Problem, required: Required, budget: Budget, many: int) -> int | None:
    """The product of the parts' counts; None if one part has more than `many` models."""
    found: list[Clause] = []
    emitter = Emitter(problem.circuit, found.append)
    for clause in required:
        emitter.require(clause)
    if [] in found:
        return 0
    total, used = 1, []
    spoken = {abs(x) for clause in found for x in clause}
    for symbol, key in problem.theory.variables():
        variable = problem.encoder.variables.get((symbol, key))
        if variable is None or not any(emitter.variables.get(i) in spoken for i in variable.inputs):
            assert symbol.domain is not None
            total *= symbol.domain.size
            continue
        used.append([emitter.literal(i) for i in variable.inputs])
        for clause in variable.axioms:
            emitter.require(clause)
    for clauses, inputs in _components(found, used):
        number = _enumerate(clauses, inputs, budget, many)
        if not number:
            return number
        total *= number
    return total


def _by_search(
    problem: Problem,
    required: Required,
    budget: Budget,
    steps: int | None = None,
    gates: int | None = None,
) -> int | None:
    """The same on the circuit, which does not mind how many there are; None if the steps, or the
    gates looked at, are not enough."""
    asserted = [problem.circuit.or_(clause) for clause in required]
    made = problem.encoder.variables
    order = [v for at in problem.theory.variables() if (v := made.get(at)) is not None]
    # As the circuit made them: counters are made over sorted gates, and walked from one end.
    counter = GateCounter(problem.circuit, sorted(i for v in order for i in v.inputs), budget)
    below = 0
    for g in asserted:
        below |= counter.support(g)
    free = 1
    for at in problem.theory.variables():
        variable, domain = made.get(at), at[0].domain
        assert domain is not None
        if variable is None or not any(counter.support(i) & below for i in variable.inputs):
            free *= domain.size
        else:
            asserted += [problem.circuit.or_(clause) for clause in variable.axioms]
    found = counter.count(asserted, steps, gates)
    return None if found is None else free * found


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


def _enumerate(
    clauses: Sequence[Clause], used: Sequence[list[int]], budget: Budget, many: int
) -> int | None:
    """The models of one part, counted one by one, each blocked by its variables' values; None if
    there are more than `many`."""
    from hlogic.backends.solver import Solver

    names = {x: i for i, x in enumerate(sorted({abs(x) for c in clauses for x in c}), 1)}
    solver = Solver(budget)
    for clause in clauses:
        solver.add([names[x] if x > 0 else -names[-x] for x in clause])
    places = [[names[x] for x in inputs] for inputs in used]
    count = 0
    while (model := solver.solve(())) is not None:
        count += 1
        if count > many:
            return None
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
