"""The CNF of a view, for the exports that are clauses.

The item's variables come first, so their numbers do not depend on what is said of them. Every
auxiliary is a function of these: the count of models is the count of worlds, projected or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from hlogic.backends.circuit import Circuit
from hlogic.backends.cnf import Clause, Emitter
from hlogic.backends.engine import Budget
from hlogic.backends.fields import Field, field_of
from hlogic.backends.problem import Problem
from hlogic.backends.variables import Variable
from hlogic.compiler.ir import Instance, Key, Symbol, Theory, View, instance_id, value_id
from hlogic.compiler.terms import Term


class Cnf:
    """Clauses over the variables of a view: `require` says what its worlds are, `meet` what they
    are to meet besides."""

    def __init__(self, theory: Theory, view: View, budget: Budget) -> None:
        self._clauses: list[Clause] = []
        self._problem = Problem(theory, view, budget)
        self._emitter = Emitter(self._problem.circuit, self._clauses.append)
        self._variables = list(self._problem.variables())
        literal = self._emitter.literal
        self.shown = [literal(i) for _, _, variable in self._variables for i in variable.inputs]

    def fresh(self) -> int:
        """A variable that means nothing yet."""
        return self._emitter.fresh()

    def require(self, guards: Mapping[Instance, int]) -> None:
        """Assert what a world is, and each constraint, where its guard is true if it has one."""
        for _, _, variable in self._variables:
            for clause in variable.axioms:
                self._emitter.require(clause)
        for instance, clause in self._problem.required():
            guard = None if instance is None else guards.get(instance)
            self._emitter.require(clause, guard)

    def meet(self, term: Term) -> None:
        """Assert that a formula is defined and true."""
        for clause in self._problem.clauses(self._problem.lower(term)):
            self._emitter.require(clause)

    def demand(self, gates: Iterable[int]) -> None:
        """Assert that one of the gates is true."""
        self._emitter.require(gates)

    def field(self, term: Term) -> Field:
        """How gates tell a term's value: gates stand where a session has literals."""
        return field_of(self._problem, self._problem.lower(term), lambda gate: gate)

    @property
    def circuit(self) -> Circuit:
        """The gates that the clauses are made of."""
        return self._problem.circuit

    def add(self, clause: Clause) -> None:
        """Add a clause of literals."""
        self._clauses.append(clause)

    def mention(self) -> None:
        """Give each of the item's variables that no clause speaks of an auxiliary that equals it:
        many readers know of no variables but those of the clauses, and would not count it."""
        spoken = {abs(x) for clause in self._clauses for x in clause}
        for x in self.shown:
            if x not in spoken:
                twin = self.fresh()
                self._clauses += [[-twin, x], [twin, -x]]

    def finished(self) -> tuple[int, list[Clause]]:
        """How many variables there are, and the clauses. A formula that is false becomes two
        contradicting units, since readers disagree about the empty clause."""
        if [] in self._clauses:
            never = self.fresh()
            self._clauses = [[never], [-never]]
        return self._emitter.top, self._clauses

    def meanings(self) -> Iterator[str]:
        """What each literal of the item's variables says, as comments."""
        for symbol, key, variable in self._variables:
            yield from self._meanings(symbol, key, variable)

    def _meanings(self, symbol: Symbol, key: Key, variable: Variable) -> Iterator[str]:
        """A variable with one value has no literal."""
        name = instance_id(symbol.name, key)
        for value, gate in variable.gates.items():
            what = f"{name}={value_id(value)}"
            if variable.inputs:
                yield f"c var {self._emitter.literal(gate)} {what}"
            else:
                yield f"c fixed {what}"
