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
from itertools import chain

from hlogic.backends.circuit import FALSE, Circuit
from hlogic.backends.components import components
from hlogic.compiler.record import record

# The conjunctions that a gate is in, those that its negation is in, and the if-then-elses.
Users = tuple[list[int], list[int], list[int]]
NOBODY: Users = ([], [], [])


@record(eq=False)
class State:
    """The values of a cone's gates, with both signs of each node (Python counts a negative place
    from the end), and of each conjunction how many of its operands are false."""

    value: bytearray
    missing: list[int]

    def copy(self) -> State:
        """A state of its own, to be changed apart."""
        return State(self.value.copy(), self.missing.copy())


def _chosen(parts: tuple[int, ...], value: bytearray) -> bool:
    """The value of an if-then-else."""
    condition, then, otherwise = parts
    return bool(value[then] if value[condition] else value[otherwise])


class Loop:
    """One component: `equations` maps each atom's input to the gate that it equals, in terms of
    these inputs and of what is outside."""

    def __init__(self, circuit: Circuit, equations: Mapping[int, int]) -> None:
        self.circuit = circuit
        self.equations = dict(equations)
        self._cone: list[int] = []  # what depends on the atoms, operands first
        self._parts: dict[int, tuple[int, ...]] = {}
        self._users: dict[int, Users] = {}  # by a gate
        self._edge: frozenset[int] = frozenset()  # what the cone rests on besides
        self._atoms: dict[int, list[int]] = {}  # by the gate of an equation, the atoms it is of
        for atom, gate in self.equations.items():
            self._atoms.setdefault(gate, []).append(atom)
        self._explore()
        self._outside: Set[int] = frozenset()  # what was true of the edge in the last model
        self._state = self._bare()  # with that, while no atom is true

    def completion(self) -> Iterator[list[int]]:
        """Clauses of gates that say that each atom equals its equation."""
        for atom, gate in self.equations.items():
            yield [-atom, gate]
            yield [atom, -gate]

    @property
    def read(self) -> list[int]:
        """The nodes whose values a model is judged by."""
        return [*self.equations, *sorted(self._edge)]

    def _explore(self) -> None:
        circuit = self.circuit
        seen: dict[int, tuple[int, ...]] = {}
        roots = [abs(g) for g in self._atoms]
        stack = list(roots)
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
        edge = {n for n in roots if n not in inside}
        for node in self._cone:
            choice = node in circuit.choices
            for g in self._parts[node]:
                for gate, place in ((g, 2 if choice else 0), (-g, 2 if choice else 1)):
                    self._users.setdefault(gate, ([], [], []))[place].append(node)
                if abs(g) not in inside:
                    edge.add(abs(g))
        self._edge = frozenset(edge - {1})

    def _bare(self) -> State:
        """The state while nothing is true, neither the atoms nor what is outside."""
        size = 1 + max(chain((1,), self.equations, self._edge, self._cone))
        value, missing = bytearray(2 * size + 1), [0] * size
        value[1] = True
        for node in (*self.equations, *self._edge):
            value[-node] = True
        for node in self._cone:
            parts = self._parts[node]
            if node in self.circuit.choices:
                held = _chosen(parts, value)
            else:
                missing[node] = sum(not value[g] for g in parts)
                held = not missing[node]
            value[node], value[-node] = held, not held
        return State(value, missing)

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
        outside = self._edge.intersection(true)
        news = sorted(outside ^ self._outside)  # since the last model, which differs little
        self._spread([n if n in outside else -n for n in news], self._state)
        self._outside = outside
        state = self._state.copy()
        held = [a for a in self.equations if a in true]
        founded = [a for a, g in self.equations.items() if state.value[g]]
        if len(founded) == len(held):
            return []
        found = set(founded)
        self._spread(founded, state, found, len(held))
        left = [a for a in held if a not in found]
        return list(self._circles(left, state)) if left else []

    def _spread(
        self,
        gates: Iterable[int],
        state: State,
        founded: set[int] | None = None,
        enough: int = 0,
    ) -> list[int]:
        """Make gates true, and where `founded` is given the atoms that they support, which it then
        holds too, until there are `enough`; the gates that become true. A gate's users hear of it
        in turn, so what they have heard of is never more than comes true in the end."""
        value, missing = state.value, state.missing
        users = self._users
        waiting = list(gates)
        for gate in waiting:
            value[gate], value[-gate] = True, False
        for gate in waiting:  # which grows
            if founded is not None and gate in self._atoms:
                new = [a for a in self._atoms[gate] if a not in founded]
                founded.update(new)
                if len(founded) == enough:
                    break
                for atom in new:
                    value[atom], value[-atom] = True, False
                waiting.extend(new)
            with_it, without, choosing = users.get(gate, NOBODY)
            for user in with_it:
                missing[user] -= 1
                if not missing[user]:
                    value[user], value[-user] = True, False
                    waiting.append(user)
            for user in without:
                if not missing[user]:
                    value[user], value[-user] = False, True
                    waiting.append(-user)
                missing[user] += 1
            for user in choosing:
                held = _chosen(self._parts[user], value)
                if held != value[user]:
                    value[user], value[-user] = held, not held
                    waiting.append(user if held else -user)
        return waiting

    def _circles(self, atoms: Sequence[int], state: State) -> Iterator[list[int]]:
        """Of the unfounded atoms those sets that support themselves without the others: what else
        is unfounded rests on them, and falls with them. Who supports whom is seen from the nodes
        that change with the atoms."""
        changed = dict.fromkeys(abs(g) for g in self._spread(atoms, state))
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
            for user in chain(*self._users.get(stack.pop(), NOBODY)):
                if user not in seen:
                    seen.add(user)
                    stack.append(user)
        return sorted(seen)
