"""Gates of a circuit as nodes of one BDD.

Inputs are ordered as the item declares its variables, and a gate's node is made from its operands'
nodes, once. What the circuit has shared stays shared: sums and counters arrive here as the partial
sums that the encoder made of them, so they are built by dynamic programming and not clause by
clause.

The package is `dd`: CUDD where its wheel has it, else `dd.autoref`, which is the same in Python.
CUDD's own `count` is a float; counting here is done over the diagram with integers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hlogic.backends.circuit import Circuit
from hlogic.backends.engine import Budget
from hlogic.compiler.diagnostics import Beyond

MAX_NODES = 4_000_000  # about 40 bytes each in CUDD
LOOK = 16  # operations between two looks at the number of nodes

Node = Any  # a function of dd


class Diagram:
    """One manager; `of(gate)` is a gate's node."""

    def __init__(self, circuit: Circuit, budget: Budget) -> None:
        self._circuit = circuit
        self._budget = budget
        self._bdd = _manager()
        self._nodes: dict[int, Node] = {1: self._bdd.true}
        self._inputs: dict[int, int] = {}  # a level's input
        self._work = 0
        self._largest = 0  # nodes that there have been; each is a step of the budget

    @property
    def true(self) -> Node:
        return self._bdd.true

    @property
    def false(self) -> Node:
        return self._bdd.false

    def declare(self, inputs: Iterable[int]) -> None:
        """Add inputs below those that there are."""
        for gate in inputs:
            if gate not in self._nodes:
                name = f"x{gate}"
                self._bdd.declare(name)
                self._inputs[self._bdd.level_of_var(name)] = gate
                self._nodes[gate] = self._bdd.var(name)

    def of(self, gate: int) -> Node:
        """The node of a gate; that of every gate below it is made on the way."""
        nodes, circuit = self._nodes, self._circuit
        for node, parts in circuit.below(gate, nodes):
            made = [nodes[p] if p > 0 else ~nodes[-p] for p in parts]
            if not parts:
                self.declare([node])
            elif node in circuit.choices:
                nodes[node] = self._ite(*made)
            else:
                nodes[node] = self.all(made)
        return nodes[gate] if gate > 0 else ~nodes[-gate]

    def all(self, nodes: Iterable[Node]) -> Node:
        """The conjunction, joined in the order given."""
        made = self._bdd.true
        for node in nodes:
            made = made & node
            self._spend()
        return made

    def meet(self, clauses: Iterable[Iterable[int]], worlds: Node) -> Node:
        """Some worlds, of them those that satisfy clauses of gates, the lowest first: diagrams
        that are joined from below grow least."""
        nodes = [self.of(self._circuit.or_(clause)) for clause in clauses]
        nodes.sort(key=lambda n: -n.level if n.var is not None else 0)
        return self.all([*nodes, worlds])

    def _ite(self, condition: Node, then: Node, otherwise: Node) -> Node:
        self._spend()
        return self._bdd.ite(condition, then, otherwise)

    def _spend(self) -> None:
        self._work += 1
        if self._work % LOOK:
            return
        self._budget.check_time()
        size = len(self._bdd)
        self._budget.tick(max(0, size - self._largest))
        self._largest = max(size, self._largest)
        if size > MAX_NODES:
            raise Beyond(
                f"the diagram has over {MAX_NODES:,} nodes, the limit; the engine sat has no such "
                "limit",
                "memory",
            )

    # ------------------------------------------------------------------ counting

    def count(self, node: Node, inputs: Iterable[int]) -> int:
        """In how many assignments of some inputs, which hold all that it depends on, a node is
        true; exact."""
        places = sorted(self._bdd.level_of_var(f"x{gate}") for gate in inputs)
        rank = {level: i for i, level in enumerate(places)}
        whole = len(places)
        counts: dict[int, int] = {}  # of regular nodes, over the inputs from their own on

        def below(edge: Node, start: int) -> int:
            """The count of an edge over the inputs from a rank on."""
            if edge.var is None:
                return 0 if edge == self._bdd.false else 2 ** (whole - start)
            at = rank[edge.level]
            found = counts[int(_regular(edge))]
            if edge.negated:
                found = 2 ** (whole - at) - found
            return found << (at - start)

        for inner in _in_order(node):
            at = rank[inner.level]
            low, high = below(inner.low, at + 1), below(inner.high, at + 1)
            counts[int(inner)] = low + high
        return below(node, 0)

    # ------------------------------------------------------------------ from outside

    def plain(self, root: Node) -> tuple[int, list[tuple[int, int, int]]]:
        """A node's diagram without complemented edges: the inner nodes by number, 2 and up, each
        with its input and the numbers of where it leads if that is false, and if it is true; 0
        is false and 1 is true. A node comes after those below it. First the root's number."""
        numbers = {self._edge(self._bdd.false): 0, self._edge(self._bdd.true): 1}
        nodes: list[tuple[int, int, int]] = []
        stack = [root]
        while stack:
            node = stack[-1]
            at = self._edge(node)
            if at in numbers:
                stack.pop()
                continue
            below = [~n if node.negated else n for n in (node.low, node.high)]
            missing = [n for n in below if self._edge(n) not in numbers]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            self._spend()
            low, high = (numbers[self._edge(n)] for n in below)
            numbers[at] = len(nodes) + 2
            nodes.append((self._inputs[node.level], low, high))
        return numbers[self._edge(root)], nodes

    @staticmethod
    def _edge(node: Node) -> tuple[int, bool]:
        return int(_regular(node)), node.negated


def _regular(edge: Node) -> Node:
    return ~edge if edge.negated else edge


def _in_order(root: Node) -> list[Node]:
    """The regular inner nodes of a diagram, each after those below it."""
    found: dict[int, Node] = {}
    seen: set[int] = set()
    stack = [_regular(root)]
    while stack:
        node = stack[-1]
        key = int(node)
        if node.var is None or key in found:
            stack.pop()
        elif key in seen:
            found[key] = stack.pop()
        else:
            seen.add(key)
            stack.append(_regular(node.low))
            stack.append(_regular(node.high))
    return list(found.values())


def _manager() -> Any:
    try:
        from dd import cudd
    except ImportError:
        from dd import autoref

        return autoref.BDD()
    bdd = cudd.BDD()
    bdd.configure(reordering=False)  # which costs more than it gives on what we build
    return bdd
