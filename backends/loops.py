"""Large recursive components, for a solver that is asked again and again.

Unrolled, a component of k atoms costs k copies of its equations. Instead each atom may be an input
that equals its equation, which leaves too much: atoms may support each other in a circle. So every
model is looked at, and while it holds a set of atoms that nothing outside the set supports, a
clause that forbids this is added and the solver asked again. A model that passes has every atom
as the least fixed point has it; so what is read off it is exact. Counting, and the DIMACS export,
see all clauses at once and unroll.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from hlogic.backends.circuit import FALSE, Circuit
from hlogic.backends.components import components

Values = dict[int, bool]  # of gates, with both signs of each node


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
        self._sure: Values = {}  # what holds while no atom is true, whatever is outside
        self._unsure: list[int] = []  # the other nodes of the cone
        self._settle()

    def completion(self) -> Iterator[list[int]]:
        """Clauses of gates that say that each atom equals its equation."""
        for atom, gate in self.equations.items():
            yield [-atom, gate]
            yield [atom, -gate]

    @property
    def read(self) -> list[int]:
        """The nodes whose values a model is judged by."""
        return [*self.equations, *self._edge]

    def _explore(self) -> None:
        circuit = self.circuit
        seen: dict[int, tuple[int, ...]] = {}
        stack = list(self._atoms)
        while stack:
            node = stack.pop()
            if node not in seen:
                seen[node] = ()
                if node not in self.equations:
                    seen[node] = circuit.parts(node)
                    stack.extend(abs(g) for g in seen[node])
        inside = set(self.equations)
        for node in sorted(seen):
            if any(abs(g) in inside for g in seen[node]):
                inside.add(node)
                self._cone.append(node)
                self._parts[node] = seen[node]
        edge: dict[int, None] = {}
        for node in self._cone:
            for g in self._parts[node]:
                self._users.setdefault(abs(g), []).append(node)
                if abs(g) not in inside:
                    edge[abs(g)] = None
        edge.update(dict.fromkeys(n for n in self._atoms if n not in inside))
        self._edge = [n for n in edge if n != 1]

    def _settle(self) -> None:
        """Find what is false while no atom is true: conjunctions with an atom mostly. So each model
        needs only the rest."""
        sure = self._sure = {1: True, -1: False}
        for atom in self.equations:
            sure[atom], sure[-atom] = False, True
        for node in self._cone:
            if node not in self.circuit.choices and any(
                sure.get(g) is False for g in self._parts[node]
            ):
                sure[node], sure[-node] = False, True
            else:
                self._unsure.append(node)

    # ------------------------------------------------------------------ one model

    def preferred(self) -> Iterator[int]:
        """Gates that are best guessed to be true: all that supports an atom. The more is supported
        the fewer sets are left that are not, so most models pass at once."""
        seen: set[int] = set()
        stack = [*self.equations, *self.equations.values()]
        while stack:
            gate = stack.pop()
            node = abs(gate)
            if node == 1 or node in seen:
                continue
            seen.add(node)
            yield gate
            parts = self._parts.get(node, ())
            if node in self.circuit.choices and parts:
                # Most if-then-elses are rows of a counter: the more conditions, the better.
                stack.append(parts[0])
                parts = parts[1:]
            stack.extend(parts if gate > 0 else [-g for g in parts])

    def unfounded(self, true: Set[int]) -> list[list[int]]:
        """Sets of atoms that are true in a model without support from outside the set; none if the
        model is a fixed point's. `true` are those of `read` that are true in the model."""
        value = self._sure.copy()
        for node in self._edge:
            value[node] = held = node in true
            value[-node] = not held
        for node in self._unsure:
            value[node] = held = self._value(node, value)
            value[-node] = not held
        founded = {a for a, g in self.equations.items() if value[g]}
        self._raise(founded, value, founded)
        left = [a for a in self.equations if a not in founded and a in true]
        return list(self._circles(left, value)) if left else []

    def _raise(
        self, atoms: Iterable[int], value: Values, founded: set[int] | None = None
    ) -> list[int]:
        """Make atoms true, and where `founded` is given those that they support, which it then
        holds too; the nodes that change."""
        waiting = list(atoms)
        for atom in waiting:
            value[atom], value[-atom] = True, False
        changed = []
        while waiting:
            node = waiting.pop()
            changed.append(node)
            if founded is not None:
                for atom in self._atoms.get(node, ()):
                    if atom not in founded and value[self.equations[atom]]:
                        founded.add(atom)
                        value[atom], value[-atom] = True, False
                        waiting.append(atom)
            for user in self._users.get(node, ()):
                new = self._value(user, value)
                if new != value[user]:
                    value[user], value[-user] = new, not new
                    waiting.append(user)
        return changed

    def _value(self, node: int, value: Values) -> bool:
        parts = self._parts[node]
        if node in self.circuit.choices:
            c, a, b = parts
            return value[a] if value[c] else value[b]
        return all(map(value.__getitem__, parts))

    def _circles(self, atoms: Sequence[int], value: Values) -> Iterator[list[int]]:
        """Of the unfounded atoms those sets that support themselves without the others: what else
        is unfounded rests on them, and falls with them. Who supports whom is seen from the nodes
        that change with the atoms."""
        changed = set(self._raise(atoms, value))
        uses = {
            node: [abs(self.equations[node])]
            if node in self.equations
            else [n for g in self._parts[node] if (n := abs(g)) in changed]
            for node in changed
        }
        resting: set[int] = set()  # nodes that rest on unfounded atoms
        for part in components(uses):
            inside = set(part)
            rests = any(u in resting for n in part for u in uses[n] if u not in inside)
            circle = [n for n in part if n in self.equations]
            if circle and not rests:
                yield circle
            if circle or rests:
                resting.update(part)

    def supported(self, atoms: Sequence[int]) -> Iterator[list[int]]:
        """Clauses of gates: where one of the atoms is true, the equation of one of them is true
        with all of them false."""
        made = dict.fromkeys(atoms, FALSE)
        circuit = self.circuit
        for node in self._above(atoms):
            new = [made.get(g, g) if g > 0 else -made.get(-g, -g) for g in self._parts[node]]
            choice = node in circuit.choices
            made[node] = circuit.ite(*new) if choice else circuit.and_(new)
        gates = [self.equations[a] for a in atoms]
        support = circuit.or_([made.get(g, g) if g > 0 else -made.get(-g, -g) for g in gates])
        for atom in atoms:
            yield [-atom, support]

    def _above(self, atoms: Iterable[int]) -> list[int]:
        """The nodes of the cone that depend on some of the atoms, operands first."""
        seen: set[int] = set()
        stack = list(atoms)
        while stack:
            for user in self._users.get(stack.pop(), ()):
                if user not in seen:
                    seen.add(user)
                    stack.append(user)
        return sorted(seen)
