"""The inputs of the circuit: how a variable instance is encoded."""

from __future__ import annotations

from collections.abc import Sequence

from hlogic.backends.circuit import TRUE, Circuit
from hlogic.compiler.sorts import Value

PAIRWISE = 12  # values up to which each two exclude each other by a clause


class Variable:
    """The inputs of one variable instance: `gates[value]` says that it has the value; `axioms`,
    clauses of gates, that it has exactly one."""

    def __init__(self, circuit: Circuit, values: Sequence[Value]) -> None:
        self.axioms: list[list[int]] = []
        self.inputs: list[int] = []
        if len(values) == 1:
            self.gates = {values[0]: TRUE}
        elif len(values) == 2:
            self.inputs = [circuit.input()]
            self.gates = {values[0]: -self.inputs[0], values[1]: self.inputs[0]}
        else:
            self.inputs = [circuit.input() for _ in values]
            self.gates = dict(zip(values, self.inputs, strict=True))
            self.axioms.append(list(self.inputs))
            self._at_most_one(circuit)

    def _at_most_one(self, circuit: Circuit) -> None:
        """Pairwise for few values; for many along the ladder "this one or a later one", whose
        gates are those of the variable's order."""
        if len(self.inputs) <= PAIRWISE:
            for i, x in enumerate(self.inputs):
                self.axioms.extend([-x, -y] for y in self.inputs[i + 1 :])
            return
        later = self.inputs[-1]
        for x in self.inputs[-2::-1]:
            self.axioms.append([-x, -later])
            later = circuit.or_((x, later))
