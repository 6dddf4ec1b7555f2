"""The worlds of a subject as a plain decision diagram: what its JSON and its drawing show."""

from __future__ import annotations

from collections.abc import Sequence

from hlogic.backends.diagram import Diagram
from hlogic.backends.export.subject import Subject
from hlogic.backends.problem import Problem
from hlogic.backends.sat import SatEngine
from hlogic.compiler.ir import Key, Symbol, instance_id
from hlogic.compiler.record import record
from hlogic.compiler.sorts import Domain, Value

Nodes = dict[int, tuple[int, int, int]]  # by number, as a `Graph` has them
FEW = 20_000  # worlds up to which they are listed


@record
class Level:
    """One question of the diagram: whether a variable has the value `yes`. `no` is the value that
    it has if not, where it has two; where it has more, later levels ask."""

    variable: str
    yes: Value
    no: Value | None


@record
class Graph:
    """Nodes by number, 2 and up, as (level, where it leads if false, if true), each after those
    below it; 0 is false and 1 is true. `fixed` are the variables with one value, of which nothing
    is asked. Every other variable has its levels, and the diagram says that it has one value: the
    assignments to the levels that lead to 1 are the worlds."""

    fixed: tuple[tuple[str, Value], ...]
    levels: tuple[Level, ...]
    nodes: tuple[tuple[int, int, int], ...]
    root: int


def graph_of(subject: Subject) -> Graph:
    """The diagram of some worlds. While they are few it is made of them one by one, since the
    diagrams on the way to a small one may be huge."""
    fixed: list[tuple[str, Value]] = []
    levels: list[Level] = []
    for symbol, key in subject.theory.variables():
        asked = _levels(symbol, key)
        levels += asked
        if not asked:
            fixed.append((instance_id(symbol.name, key), next(iter(_domain(symbol)))))
    found = _few(subject)
    root, nodes = _diagram(subject) if found is None else _listed(found, len(levels))
    return Graph(tuple(fixed), tuple(levels), *_numbered(root, nodes))


def _levels(symbol: Symbol, key: Key) -> list[Level]:
    """What is asked of a variable, in the order of its inputs in the circuit."""
    name, values = instance_id(symbol.name, key), list(_domain(symbol))
    if len(values) == 1:
        return []
    if len(values) == 2:
        return [Level(name, values[1], values[0])]
    return [Level(name, value, None) for value in values]


def _domain(symbol: Symbol) -> Domain:
    assert symbol.domain is not None
    return symbol.domain


# ---------------------------------------------------------------------------- two ways to make it


def _few(subject: Subject) -> list[int] | None:
    """Each world as a number with a bit for each level, the first one highest; None if they are
    many."""
    theory = subject.theory
    session = SatEngine().open(theory, subject.view, subject.budget)
    variables = list(theory.variables())
    asked = [[level.yes for level in _levels(*at)] for at in variables]
    rows = session.project([theory.reading(*at) for at in variables], subject.assumed)
    found: list[int] = []
    for row in rows:
        if len(found) == FEW:
            return None
        bits = 0
        for values, value in zip(asked, row, strict=True):
            for other in values:
                bits = 2 * bits + (other == value)
        found.append(bits)
    return found


def _listed(worlds: Sequence[int], levels: int) -> tuple[int, Nodes]:
    """The diagram of a list of worlds, from the last level up: what leads on alike is one node."""
    nodes: Nodes = {}
    made: dict[tuple[int, int, int], int] = {}
    after = dict.fromkeys(worlds, 1)  # by the answers so far, where they lead
    for level in range(levels - 1, -1, -1):
        before: dict[int, int] = {}
        for prefix in dict.fromkeys(bits >> 1 for bits in after):
            low, high = after.get(2 * prefix, 0), after.get(2 * prefix + 1, 0)
            if low != high:
                node = level, low, high
                number = made.setdefault(node, len(made) + 2)
                nodes[number] = node
            before[prefix] = low if low == high else number
        after = before
    return after.get(0, 0), nodes


def _diagram(subject: Subject) -> tuple[int, Nodes]:
    """The diagram from the circuit."""
    problem = Problem(subject.theory, subject.view, subject.budget)
    variables = list(problem.variables())
    diagram = Diagram(problem.circuit, subject.budget)
    inputs = [gate for _, _, variable in variables for gate in variable.inputs]
    diagram.declare(inputs)
    clauses = [clause for _, _, variable in variables for clause in variable.axioms]
    clauses += [clause for _, clause in problem.required()]
    for term in subject.assumed:
        clauses += problem.clauses(problem.lower(term))
    level = {gate: place for place, gate in enumerate(inputs)}
    root, nodes = diagram.plain(diagram.meet(clauses, diagram.true))
    return root, {n: (level[gate], low, high) for n, (gate, low, high) in enumerate(nodes, 2)}


def _numbered(root: int, nodes: Nodes) -> tuple[tuple[tuple[int, int, int], ...], int]:
    """The nodes in the one order that does not depend on how they were made; the root's number."""
    numbers = {0: 0, 1: 1}
    shown: list[tuple[int, int, int]] = []
    stack = [root]
    while stack:
        node = stack[-1]
        if node in numbers:
            stack.pop()
            continue
        level, low, high = nodes[node]
        missing = [n for n in (high, low) if n not in numbers]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        numbers[node] = len(shown) + 2
        shown.append((level, numbers[low], numbers[high]))
    return tuple(shown), numbers[root]
