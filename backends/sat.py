"""The SAT engine: one incremental `cadical195` a session, questions put as assumptions.

Clauses that only one enumeration needs hang on a literal of its own and are given up with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from hlogic.backends.circuit import FALSE, TRUE
from hlogic.backends.cnf import Emitter
from hlogic.backends.engine import Budget, Families, Row, Session
from hlogic.backends.fields import (
    Choice,
    Constant,
    Field,
    Members,
    Model,
    choice,
    field_of,
)
from hlogic.backends.fields import Row as TupleField
from hlogic.backends.loops import Loop
from hlogic.backends.problem import Problem
from hlogic.backends.solver import Solver
from hlogic.compiler.ir import Instance, Theory, View
from hlogic.compiler.sorts import Value
from hlogic.compiler.terms import Term

if TYPE_CHECKING:
    from hlogic.backends.count import Counter


class SatEngine:
    """Opens a session for each view: a view's overrides change definitions, and encoding an item
    costs less than telling apart in one solver what two scopes share."""

    name = "sat"

    def open(self, theory: Theory, view: View, budget: Budget) -> Session:
        return SatSession(theory, view, budget)

    def families(self, theory: Theory, budget: Budget) -> Families:
        from hlogic.backends.sat_switches import SatSwitches
        from hlogic.backends.searching import SearchedFamilies

        return SearchedFamilies(theory, budget, SatSwitches)


class SatSession:
    """One view in one solver. Of the constraints in `selectable`, each holds only where its literal
    in `selectors` is assumed. Without `overlay`, for tests, all is tabulated. `counter` counts more
    worlds than a few."""

    def __init__(
        self,
        theory: Theory,
        view: View,
        budget: Budget,
        selectable: Collection[Instance] = (),
        overlay: bool = True,
        counter: Counter | None = None,
    ) -> None:
        self.counting = ""
        self._counter = counter
        self.problem = Problem(theory, view, budget, overlay, lazy=True)
        self._counted: Problem | None = None  # for counting, where this one has loops
        self._loops: list[tuple[Loop, dict[int, int]]] = []  # with what each reads, by its literals
        self._budget = budget
        self._overlay = overlay
        self._solver = Solver(budget)
        self._emitter = Emitter(self.problem.circuit, self._solver.add)
        self._axioms = 0
        self._fields: dict[Term, Field] = {}
        self.selectors = {i: self._emitter.fresh() for i in view.instances if i in selectable}
        for instance, clause in self.problem.required():
            self._emitter.require(
                clause, None if instance is None else self.selectors.get(instance)
            )
        self._sync()

    def _sync(self) -> None:
        """Assert what came into use: that each variable has exactly one value, and that atoms of
        recursive components equal their equations."""
        for loop in self.problem.loops[len(self._loops) :]:
            for clause in loop.completion():
                self._emitter.require(clause)
            self._loops.append((loop, {self._emitter.literal(n): n for n in loop.read}))
            known = self._emitter.variables
            guesses = [g for g in loop.preferred() if abs(g) in known]
            self._solver.prefer([self._emitter.literal(g) for g in guesses])
        variables = self.problem.encoder.variables
        if len(variables) == self._axioms:
            return
        made = list(variables.values())
        for variable in made[self._axioms :]:
            for clause in variable.axioms:
                self._emitter.require(clause)
        self._axioms = len(made)

    # ------------------------------------------------------------------ solving

    def solve(self, literals: Sequence[int]) -> Model | None:
        """A model in which the literals are true, or None."""
        while True:
            self._sync()
            model = self._solver.solve(literals)
            if model is None:
                return None
            # what the solver never heard of, no clause speaks of: let it be false
            model.extend(range(-len(model) - 1, -self._emitter.top - 1, -1))
            if not self._loops or self._founded(model):
                return model

    def _founded(self, model: Model) -> bool:
        """Whether a model's recursive components are least fixed points; what is wrong with them
        is forbidden."""
        founded = True
        for loop, nodes in self._loops:
            for atoms in loop.unfounded(set(filter(None, map(nodes.get, model)))):
                founded = False
                for clause in loop.supported(atoms):
                    self._emitter.require(clause)
        return founded

    def switch(self) -> int:
        """A new literal, for what is to hold `under` it."""
        return self._emitter.fresh()

    def under(self, switch: int, literals: Sequence[int]) -> None:
        """Where the switch is on, one of the literals is true; of none, it is off for good."""
        self._solver.add([-switch, *literals])

    def blamed(self) -> list[int]:
        """After a `solve` without a model: assumptions that have none together with the rest."""
        return self._solver.core()

    def assumptions(self, assumed: Sequence[Term]) -> list[int] | None:
        """The literals that the formulas come to; None if one of them is false in every world."""
        literals = []
        for term in assumed:
            gate = self.problem.encoder.truth(self.problem.lower(term))
            if gate == FALSE:
                return None
            if gate != TRUE:
                literals.append(self._emitter.literal(gate))
        return literals

    def field(self, term: Term) -> Field:
        """How to read a term's value off a model."""
        made = self._fields.get(term)
        if made is None:
            value = self.problem.lower(term)
            made = self._fields[term] = field_of(self.problem, value, self._emitter.literal)
        return made

    # ------------------------------------------------------------------ the contract

    def possible(self, assumed: Sequence[Term]) -> bool:
        literals = self.assumptions(assumed)
        return literals is not None and self.solve(literals) is not None

    def project(self, fields: Sequence[Term], assumed: Sequence[Term]) -> Iterator[Row]:
        literals = self.assumptions(assumed)
        if literals is None:
            return
        readers = [self.field(f) for f in fields]
        active = self._emitter.fresh()
        literals.append(active)
        try:
            while (model := self.solve(literals)) is not None:
                rests: list[int] = []
                row = tuple([r.read(model, rests) for r in readers])
                self._budget.row()
                yield row
                if not rests:
                    return
                self._solver.add([-active, *[-x for x in rests]])
        finally:
            self._solver.add([-active])

    def least(
        self, fields: Sequence[Term], assumed: Sequence[Term], greatest: bool = False
    ) -> Row | None:
        literals = self.assumptions(assumed)
        readers = [
            self.field(f) for f in fields
        ]  # before the model, which must have their literals
        model = None if literals is None else self.solve(literals)
        if literals is None or model is None:
            return None
        row: list[Value] = []
        for reader in readers:
            value, model = self._descend(reader, literals, model, greatest)
            row.append(value)
        return tuple(row)

    def count(self, assumed: Sequence[Term]) -> int:
        from hlogic.backends.count import count_worlds

        for term in assumed:
            self.problem.lower(term)
        if self.problem.loops and self._counted is None:
            whole = self.problem
            self._counted = Problem(whole.theory, whole.view, self._budget, self._overlay)
        problem = self._counted or self.problem
        number, self.counting = count_worlds(problem, assumed, self._budget, self._counter)
        return number

    # ------------------------------------------------------------------ least values

    def _descend(
        self, field: Field, literals: list[int], model: Model, greatest: bool
    ) -> tuple[Value, Model]:
        """The least value of a field, then pinned in `literals`, and a model that has it."""
        match field:
            case Constant():
                return field.value, model
            case Choice():
                model = self._best(field, literals, model, greatest)
                return field.read(model, literals), model
            case Members():
                model = self._best_set(field, literals, model, greatest)
                return field.read(model, literals), model
            case TupleField():
                values: list[Value] = []
                for part in field.parts:
                    value, model = self._descend(part, literals, model, greatest)
                    values.append(value)
                return tuple(values), model

    def _best(self, field: Choice, literals: list[int], model: Model, greatest: bool) -> Model:
        """A model of the least value: while there is a model with an earlier value, take it."""
        gates = field.gates[::-1] if greatest else field.gates
        earlier = [FALSE]
        for gate in gates:
            earlier.append(self.problem.circuit.or_((earlier[-1], gate)))
        while True:
            at = field.place(model)
            better = earlier[len(gates) - 1 - at if greatest else at]
            if better == FALSE:
                return model
            found = self.solve([*literals, self._emitter.literal(better)])
            if found is None:
                return model
            model = found

    def _best_set(self, field: Members, literals: list[int], model: Model, greatest: bool) -> Model:
        """Sets go by size, then by their members: the least of a size has the earliest members."""
        circuit = self.problem.circuit
        sizes = range(len(field.gates) + 1)
        exactly = [circuit.exactly(field.gates, n) for n in sizes]
        size = choice(sizes, exactly, self._emitter.literal)
        if isinstance(size, Choice):
            again = self.solve(literals)  # the model that was has no literals of sizes
            assert again is not None
            model = self._best(size, literals, again, greatest)
            size.read(model, literals)
        for _, member in field.members:
            wanted = -member if greatest else member
            found = self.solve([*literals, wanted])
            literals.append(wanted if found is not None else -wanted)
            model = model if found is None else found
        return model
