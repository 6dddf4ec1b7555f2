"""Exact counting on the circuit, for what is too much to enumerate.

The formula is a set of gates that must hold. An input that comes first takes both values in turn;
each gate is replaced by what is left of it, which hash-consing makes the same gate however it was
reached; gates that are inputs are assigned at once; sets of gates without a common input are
counted apart and multiply; sets met before are remembered. A counter or a sum is so walked as a
dynamic programme, an input at a time: "exactly 30 of 60" takes two thousand steps, not 10^17.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable

from hlogic.backends.circuit import FALSE, TRUE, Circuit
from hlogic.backends.engine import Budget

Part = frozenset[int]
Steps = Generator[Part, int, int]


class GateCounter:
    """Counts the assignments of the inputs below some gates that make all of them true. A set of
    inputs is a number with a bit for each."""

    def __init__(self, circuit: Circuit, order: Iterable[int], budget: Budget) -> None:
        self._circuit = circuit
        self._budget = budget
        self._known: dict[Part, int] = {frozenset(): 1}
        self._support: dict[int, int] = {TRUE: 0}
        self._inputs: list[int] = []
        self._looks = 0  # at gates, so far
        for node in order:
            self.support(node)

    def count(
        self, gates: Iterable[int], most: int | None = None, looks: int | None = None
    ) -> int | None:
        """The number of assignments, on a stack of our own: it is as deep as there are inputs.
        None if that takes more than `most` steps, or a look at more than `looks` gates: what the
        steps take differs by a hundred times."""
        root = list(gates)
        everything = 0
        for g in root:
            everything |= self.support(g)
        stack: list[tuple[Part | None, Steps]] = [(None, self._under(root, [], everything))]
        answer: int | None = None
        while stack:
            part, steps = stack[-1]
            try:
                wanted = next(steps) if answer is None else steps.send(answer)
            except StopIteration as stop:
                answer = int(stop.value)
                if part is not None:
                    self._known[part] = answer
                stack.pop()
                continue
            answer = self._known.get(wanted)
            if answer is None:
                if most is not None and len(self._known) + len(stack) > most:
                    return None
                if looks is not None and self._looks > looks:
                    return None
                stack.append((wanted, self._branch(wanted)))
        assert answer is not None
        return answer

    def support(self, gate: int) -> int:
        """The inputs below a gate."""
        known = self._support
        if abs(gate) in known:
            return known[abs(gate)]
        for node, operands in self._circuit.below(gate, known):
            if operands:
                mask = 0
                for o in operands:
                    mask |= known[abs(o)]
                known[node] = mask
            else:
                known[node] = 1 << len(self._inputs)
                self._inputs.append(node)
        return known[abs(gate)]

    def _branch(self, part: Part) -> Steps:
        """The models of a part with its first input true, and with it false."""
        self._budget.tick()
        gates = sorted(part)
        mask = 0
        for g in gates:
            mask |= self.support(g)
        first = self._inputs[(mask & -mask).bit_length() - 1]
        true = yield from self._under(gates, [first], mask)
        false = yield from self._under(gates, [-first], mask)
        return true + false

    def _under(self, gates: list[int], literals: list[int], mask: int) -> Steps:
        """The assignments of the inputs in `mask` in which the gates and the literals are true."""
        found = self._restrict(gates, literals)
        if found is None:
            return 0
        rest, assigned = found
        parts = self._components(rest)
        left = assigned
        for inputs, _ in parts:
            left |= inputs
        total = 1 << (mask & ~left).bit_count()
        for _, part in parts:
            total *= yield frozenset(part)
            if not total:
                break
        return total

    def _restrict(self, gates: list[int], literals: list[int]) -> tuple[list[int], int] | None:
        """What is left of the gates under some literals and all that become literals; with the
        inputs assigned. None if one fails."""
        assigned = 0
        pending = {abs(x): x > 0 for x in literals}
        todo, kept = list(gates), list[int]()
        while todo or pending:
            mask = 0
            for node in pending:
                mask |= self.support(node)
            assigned |= mask
            touched = [g for g in kept if self.support(g) & mask]
            kept = [g for g in kept if not self.support(g) & mask]
            stack, todo = [*todo, *touched], []
            made: dict[int, int] = {n: TRUE if v else FALSE for n, v in pending.items()}
            pending = {}
            while stack:
                gate = self._cofactor(stack.pop(), mask, made)
                if gate == FALSE:
                    return None
                if gate > TRUE and self._circuit.operands[gate]:
                    stack.extend(self._circuit.operands[gate] or ())
                elif gate != TRUE and self._is_input(gate):
                    if pending.setdefault(abs(gate), gate > 0) != (gate > 0):
                        return None
                elif gate != TRUE:
                    kept.append(gate)
            self._looks += len(made)
        return list(dict.fromkeys(kept)), assigned

    def _is_input(self, gate: int) -> bool:
        return self._circuit.operands[abs(gate)] is None

    def _cofactor(self, gate: int, mask: int, made: dict[int, int]) -> int:
        """A gate with the inputs of the mask replaced; `made` has their values, and fills up."""
        circuit, known = self._circuit, self._support
        stack = [abs(gate)]
        while stack:
            node = stack[-1]
            if node in made:
                stack.pop()
            elif not (known[node] if node in known else self.support(node)) & mask:
                made[node] = node
            else:
                operands = circuit.parts(node)
                missing = [abs(o) for o in operands if abs(o) not in made]
                if missing:
                    stack.extend(missing)
                    continue
                new = [made[o] if o > 0 else -made[-o] for o in operands]
                choice = node in circuit.choices
                made[node] = circuit.ite(new[0], new[1], new[2]) if choice else circuit.and_(new)
        return made[abs(gate)] if gate > 0 else -made[abs(gate)]

    def _components(self, gates: list[int]) -> list[tuple[int, list[int]]]:
        """The gates, split so that no two parts have a common input."""
        parts: list[tuple[int, list[int]]] = []
        for gate in gates:
            mask, part = self.support(gate), [gate]
            apart = []
            for other, members in parts:
                if other & mask:
                    mask |= other
                    part = members + part
                else:
                    apart.append((other, members))
            parts = [*apart, (mask, part)]
        return parts
