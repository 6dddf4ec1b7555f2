"""Clauses from a circuit: each gate that is asked for gets a variable and its definition in both
directions, so auxiliaries are functions of the inputs and a count of models is a count of worlds.

What is *asserted* is taken apart first: a conjunction into its members, a disjunction into a
clause, a disjunction with one conjunction in it into one clause a member. Only what is left gets a
variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hlogic.backends.circuit import FALSE, TRUE, Circuit

Clause = list[int]
SHORT = 4  # a disjunction up to this length is repeated in each clause rather than named


class Emitter:
    """Writes clauses over its own dense variables into `sink`; `variables` maps gates to them."""

    def __init__(self, circuit: Circuit, sink: Callable[[Clause], object]) -> None:
        self.circuit = circuit
        self.sink = sink
        self.variables: dict[int, int] = {}
        self.top = 0
        self._opened: set[int] = set()
        self._units: set[int] = set()
        self._split: set[int] = set()

    def fresh(self) -> int:
        """A new variable that no gate has."""
        self.top += 1
        return self.top

    def literal(self, gate: int) -> int:
        """The literal of a gate that is not constant, its cone defined."""
        node = abs(gate)
        assert node != TRUE
        if node not in self.variables:
            self._define(node)
        return self.variables[node] if gate > 0 else -self.variables[node]

    def _define(self, root: int) -> None:
        """Give every gate of a cone its variable and its definition, operands first."""
        for node, operands in self.circuit.below(root, self.variables):
            self.variables[node] = self.fresh()
            if node in self.circuit.choices:
                self._define_choice(node)
            elif operands:
                self._define_and(node, operands)

    def _define_and(self, node: int, operands: tuple[int, ...]) -> None:
        variables = self.variables
        g = variables[node]
        literals = [variables[o] if o > 0 else -variables[-o] for o in operands]
        for x in literals:
            self.sink([-g, x])
        self.sink([g, *[-x for x in literals]])

    def _define_choice(self, node: int) -> None:
        """Both directions, and the two redundant clauses that let branches propagate."""
        g = self.variables[node]
        c, a, b = (self.literal(o) for o in self.circuit.choices[node])
        for clause in ([-g, -c, a], [-g, c, b], [g, -c, -a], [g, c, -b]):
            self.sink(clause)
        if abs(a) != abs(b):
            self.sink([-g, a, b])
            self.sink([g, -a, -b])

    # ------------------------------------------------------------------ assertions

    def require(self, gates: Iterable[int], guard: int | None = None) -> None:
        """Assert the disjunction of gates. With `guard`, a literal, it holds where that is true."""
        gates = list(gates)
        if guard is None and self._flat(gates):
            return
        extra = [] if guard is None else [-guard]
        units, split = (self._units, self._split) if guard is None else (set(), set())
        pending: list[list[int]] = [gates]
        while pending:
            disjuncts = self._flatten(pending.pop())
            if disjuncts is None:
                continue
            done = units if len(disjuncts) == 1 else split
            found = self._conjunction(disjuncts)
            if found in done and done is units:
                continue
            if found is None or found in done:
                self.sink(extra + [self.literal(g) for g in disjuncts])
                continue
            done.add(found)
            rest = [g for g in disjuncts if g != found]
            pending.extend([*rest, *m] for m in reversed(self._members(found)))

    def _flat(self, gates: list[int]) -> bool:
        """Write a clause of two named gates at once, as most clauses are."""
        if len(gates) != 2:
            return False
        a, b = gates
        x = self.variables.get(a if a > 0 else -a)
        y = self.variables.get(b if b > 0 else -b)
        if x is None or y is None or x == y:
            return False
        self.sink([x if a > 0 else -x, y if b > 0 else -y])
        return True

    def _flatten(self, gates: list[int]) -> list[int] | None:
        """The disjuncts, those of nested disjunctions among them; None if it is always true."""
        found: dict[int, None] = {}
        stack = gates[::-1]
        operands = self.circuit.operands
        while stack:
            g = stack.pop()
            if g == TRUE or -g in found:
                return None
            inner = operands[-g] if g < 0 else None
            if inner and self._opens(-g, inner):
                stack.extend([-o for o in reversed(inner)])
            elif g != FALSE:
                found[g] = None
        return list(found)

    def _opens(self, node: int, inner: tuple[int, ...]) -> bool:
        """Whether to write a disjunction out: once, if it has no name yet, or if it is short and
        flat. A long chain of disjunctions is so written once, not in every clause."""
        operands = self.circuit.operands
        if len(inner) <= SHORT and not any(o > 0 and operands[o] for o in inner):
            return True
        if node in self.variables or node in self._opened:
            return False
        self._opened.add(node)
        return True

    def _conjunction(self, disjuncts: list[int]) -> int | None:
        """The one conjunction, or if-then-else, among the disjuncts, unless it has a name."""
        circuit = self.circuit
        found = [
            g for g in disjuncts if (g > TRUE and circuit.operands[g]) or abs(g) in circuit.choices
        ]
        if len(found) != 1 or (abs(found[0]) in self.variables and len(disjuncts) > 1):
            return None
        return found[0]

    def _members(self, gate: int) -> list[list[int]]:
        """The clauses that a conjunction, or an if-then-else, is made of."""
        choice = self.circuit.choices.get(abs(gate))
        if choice is None:
            return [[o] for o in self.circuit.operands[gate] or ()]
        c, a, b = choice
        return [[-c, a], [c, b]] if gate > 0 else [[-c, -a], [c, -b]]
