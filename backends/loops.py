"""Large recursive components, for a solver that is asked again and again.

Unrolled, a component of k atoms costs k copies of its equations. Instead each atom may be an input
that equals its equation, which leaves too much: atoms may support each other in a circle. So every
model is looked at, and while it holds a set of atoms that nothing outside the set supports, the
clause that forbids this is added and the solver asked again. A model that passes has every atom
as the least fixed point has it; so what is read off it is exact. Counting, and the DIMACS export,
see all clauses at once and unroll.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from hlogic.backends.circuit import FALSE, Circuit


class Loop:
    """One component: `equations` maps each atom's input to the gate that it equals, in terms of
    these inputs and of what is outside."""

    def __init__(self, circuit: Circuit, equations: Mapping[int, int]) -> None:
        self.circuit = circuit
        self.equations = dict(equations)
        self._cone: list[int] = []  # what depends on the atoms, operands first
        self._parts: dict[int, tuple[int, ...]] = {}
        self._users: dict[int, list[int]] = {}
        self._edge: list[int] = []  # what the cone rests on besides
        self._atoms: dict[int, list[int]] = {}  # by the node of an equation, the atoms it is of
        for atom, gate in self.equations.items():
            self._atoms.setdefault(abs(gate), []).append(atom)
        self._explore()

    def completion(self) -> Iterator[list[int]]:
        """Clauses of gates that say that each atom equals its equation."""
        for atom, gate in self.equations.items():
            yield [-atom, gate]
            yield [atom, -gate]

    def _explore(self) -> None:
        circuit = self.circuit
        seen: set[int] = set()
        stack = list(self._atoms)
        while stack:
            node = stack.pop()
            if node not in seen:
                seen.add(node)
                parts = circuit.choices.get(node) or circuit.operands[node] or ()
                if node not in self.equations:
                    self._parts[node] = parts
                    stack.extend(abs(g) for g in parts)
        inside = set(self.equations)
        for node in sorted(seen):
            if any(abs(g) in inside for g in self._parts.get(node, ())):
                inside.add(node)
                self._cone.append(node)
        edge: dict[int, None] = {}
        for node in self._cone:
            for g in self._parts[node]:
                self._users.setdefault(abs(g), []).append(node)
                if abs(g) not in inside:
                    edge[abs(g)] = None
        edge.update(dict.fromkeys(n for n in self._atoms if n not in inside))
        self._edge = [n for n in edge if n != 1]

    # ------------------------------------------------------------------ one model

    def unfounded(self, true: Callable[[int], bool]) -> list[int]:
        """The atoms that are true in a model without support from below; `true` has the model's
        values of gates."""
        value = {n: true(n) for n in self._edge}
        value[1] = True
        value.update(dict.fromkeys(self.equations, False))
        for node in self._cone:
            value[node] = self._value(node, value)
        ready = [
            a for a, g in self.equations.items() if value[abs(g)] == (g > 0)
        ]  # supported by what is outside alone
        founded = set(ready)
        while ready:
            atom = ready.pop()
            value[atom] = True
            changed = [atom]
            while changed:
                node = changed.pop()
                for other in self._atoms.get(node, ()):
                    if other not in founded and value[node] == (self.equations[other] > 0):
                        founded.add(other)
                        ready.append(other)
                for user in self._users.get(node, ()):
                    new = self._value(user, value)
                    if new != value[user]:
                        value[user] = new
                        changed.append(user)
        return [a for a in self.equations if a not in founded and true(a)]

    def _value(self, node: int, value: Mapping[int, bool]) -> bool:
        parts = self._parts[node]
        if node in self.circuit.choices:
            c, a, b = parts
            g = a if value[abs(c)] == (c > 0) else b
            return value[abs(g)] == (g > 0)
        return all(value[abs(g)] == (g > 0) for g in parts)

    def supported(self, atoms: Sequence[int]) -> Iterator[list[int]]:
        """Clauses of gates: where one of the atoms is true, the equation of one of them is true
        with all of them false."""
        made = dict.fromkeys(atoms, FALSE)
        circuit = self.circuit
        for node in self._cone:
            new = [made.get(g, g) if g > 0 else -made.get(-g, -g) for g in self._parts[node]]
            choice = node in circuit.choices
            made[node] = circuit.ite(*new) if choice else circuit.and_(new)
        gates = [self.equations[a] for a in atoms]
        support = circuit.or_([made.get(g, g) if g > 0 else -made.get(-g, -g) for g in gates])
        for atom in atoms:
            yield [-atom, support]
