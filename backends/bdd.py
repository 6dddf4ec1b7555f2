"""The BDD engine: the worlds of a view as one diagram, every question a walk along it.

Once the diagram is built, which may be more than memory holds, counting is cheap however many
worlds there are, and rows come in canonical order without a solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogic.backends.diagram import Diagram, Node
from hlogic.backends.engine import Budget, Families, Row, Session
from hlogic.backends.fields import Choice, Constant, Field, Members, field_of
from hlogic.backends.fields import Row as TupleField
from hlogic.backends.problem import Problem
from hlogic.compiler.ir import Theory, View
from hlogic.compiler.sorts import Value
from hlogic.compiler.terms import Term


class BddEngine:
    """Opens a session, one diagram, for each view."""

    name = "bdd"

    def open(self, theory: Theory, view: View, budget: Budget) -> Session:
        return BddSession(theory, view, budget)

    def families(self, theory: Theory, budget: Budget) -> Families:
        from hlogic.backends.searching import SearchedFamilies
        from hlogic.backends.switches import plain_switches

        return SearchedFamilies(theory, budget, plain_switches(BddSession))


class BddSession:
    """One view as a diagram."""

    counting = "the paths of a diagram, by whole numbers"

    def __init__(self, theory: Theory, view: View, budget: Budget) -> None:
        self.problem = Problem(theory, view, budget)
        self._budget = budget
        self._diagram = Diagram(self.problem.circuit, budget)
        self._fields: dict[Term, Field] = {}
        self._known: dict[object, None] = {}  # variables whose axioms are in `_worlds`
        self._worlds = self._diagram.true
        self._complete([clause for _, clause in self.problem.required()])

    def _declare(self) -> None:
        """Give the inputs made so far their places, in the order of the theory."""
        made = self.problem.encoder.variables
        for at in self.problem.theory.variables():
            if at in made:
                self._diagram.declare(made[at].inputs)

    def _complete(self, clauses: Sequence[Sequence[int]] = ()) -> None:
        """Say of variables that came into use that they have exactly one value."""
        made = self.problem.encoder.variables
        new = [at for at in self.problem.theory.variables() if at in made and at not in self._known]
        if new or clauses:
            self._declare()
            self._known.update(dict.fromkeys(new))
            axioms = [c for at in new for c in made[at].axioms]
            self._worlds = self._diagram.meet([*axioms, *clauses], self._worlds)

    # ------------------------------------------------------------------ the contract

    def possible(self, assumed: Sequence[Term]) -> bool:
        return bool(self._meeting(assumed) != self._diagram.false)

    def least(
        self, fields: Sequence[Term], assumed: Sequence[Term], greatest: bool = False
    ) -> Row | None:
        return next(self._rows(fields, assumed, greatest), None)

    def project(self, fields: Sequence[Term], assumed: Sequence[Term]) -> Iterator[Row]:
        for row in self._rows(fields, assumed, False):
            self._budget.row()
            yield row

    def count(self, assumed: Sequence[Term]) -> int:
        node = self._meeting(assumed)
        made = self.problem.encoder.variables
        total, inputs = 1, []
        for at in self.problem.theory.variables():
            variable, domain = made.get(at), at[0].domain
            assert domain is not None
            if variable is None:
                total *= domain.size
            else:
                inputs += variable.inputs
        return total * self._diagram.count(node, inputs)

    # ------------------------------------------------------------------ along the diagram

    def _meeting(self, assumed: Sequence[Term]) -> Node:
        """The worlds that meet the formulas."""
        gates = [self.problem.encoder.truth(self.problem.lower(t)) for t in assumed]
        nodes = [self._diagram.of(g) for g in gates]
        self._complete()
        return self._diagram.all([self._worlds, *nodes])

    def _field(self, term: Term) -> Field:
        made = self._fields.get(term)
        if made is None:
            value = self.problem.lower(term)
            made = self._fields[term] = field_of(self.problem, value, lambda gate: gate)
        return made

    def _rows(self, fields: Sequence[Term], assumed: Sequence[Term], last: bool) -> Iterator[Row]:
        """The distinct rows in canonical order, or against it."""
        readers = [self._field(f) for f in fields]
        start = self._meeting(assumed)
        return self._along(readers, start, last)

    def _along(self, readers: Sequence[Field], worlds: Node, last: bool) -> Iterator[Row]:
        """A stack of the ways still open, one level a field."""
        if worlds == self._diagram.false:
            return
        if not readers:
            yield ()
            return
        row: list[Value] = []
        stack = [self._values(readers[0], worlds, last)]
        while stack:
            self._budget.tick()
            found = next(stack[-1], None)
            if found is None:
                stack.pop()
                if row:
                    row.pop()
                continue
            value, rest = found
            if len(stack) == len(readers):
                yield (*row, value)
            else:
                row.append(value)
                stack.append(self._values(readers[len(stack)], rest, last))

    def _values(self, field: Field, worlds: Node, last: bool) -> Iterator[tuple[Value, Node]]:
        """Each value that a field takes in some worlds, in order, with the worlds where it does."""
        match field:
            case Constant():
                yield field.value, worlds
            case Choice():
                pairs = list(zip(field.values, field.gates, strict=True))
                yield from self._split(pairs[::-1] if last else pairs, worlds)
            case Members():
                yield from self._sets(field, worlds, last)
            case TupleField():
                yield from self._tuples(field.parts, worlds, last)

    def _split(
        self, pairs: Sequence[tuple[Value, int]], worlds: Node
    ) -> Iterator[tuple[Value, Node]]:
        for value, gate in pairs:
            rest = self._diagram.all([self._diagram.of(gate), worlds])
            if rest != self._diagram.false:
                yield value, rest

    def _tuples(
        self, parts: Sequence[Field], worlds: Node, last: bool
    ) -> Iterator[tuple[tuple[Value, ...], Node]]:
        if not parts:
            yield (), worlds
            return
        for value, rest in self._values(parts[0], worlds, last):
            for values, left in self._tuples(parts[1:], rest, last):
                yield (value, *values), left

    def _sets(self, field: Members, worlds: Node, last: bool) -> Iterator[tuple[Value, Node]]:
        """Sets go by size, then by their members: those with an early member come first."""
        circuit = self.problem.circuit
        sizes = range(len(field.gates) + 1)
        exactly = [circuit.exactly(field.gates, n) for n in sizes]
        pairs = list(zip(sizes, exactly, strict=True))
        for _, rest in self._split(pairs[::-1] if last else pairs, worlds):
            for found, left in self._members(field.members, rest, last):
                yield frozenset([*field.sure, *found]), left

    def _members(
        self, members: Sequence[tuple[Value, int]], worlds: Node, last: bool
    ) -> Iterator[tuple[tuple[Value, ...], Node]]:
        if not members:
            yield (), worlds
            return
        value, gate = members[0]
        for taken, rest in self._split(
            ((False, -gate), (True, gate))[:: 1 if last else -1], worlds
        ):
            for values, left in self._members(members[1:], rest, last):
                yield ((value, *values) if taken else values), left
