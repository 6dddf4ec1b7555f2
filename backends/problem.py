"""The theory of one view as gates: what the SAT session, its counter and the DIMACS export share.

Terms come as the elaborator makes them; here they are grounded, made total and encoded, and a limit
that is met on the way names the constraint it was met in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from hlogic.backends import assertions
from hlogic.backends.circuit import Circuit
from hlogic.backends.encode import Encoder
from hlogic.backends.engine import Budget
from hlogic.backends.fixpoint import Fixpoints
from hlogic.backends.loops import Loop
from hlogic.backends.variables import Variable
from hlogic.compiler.diagnostics import LimitError
from hlogic.compiler.ir import Instance, Key, Symbol, Theory, View
from hlogic.compiler.passes.ground import Grounder
from hlogic.compiler.passes.kleene import Kleene
from hlogic.compiler.passes.ranges import Ranges
from hlogic.compiler.sorts import Value
from hlogic.compiler.terms import Bound, Term


class Problem:
    """One view, encoded into one circuit by `encoder`. `constraints` are its instances as total
    formulas."""

    def __init__(
        self,
        theory: Theory,
        view: View,
        budget: Budget | None = None,
        overlay: bool = True,
        lazy: bool = False,
        encoder: Callable[[Circuit, Ranges, bool], Encoder] = Encoder,
    ) -> None:
        self.theory = theory
        self.view = view
        self._budget = budget
        self.circuit = Circuit()
        self._grounder = Grounder(theory, view)
        self._kleene = Kleene(self._grounder)
        self.encoder = encoder(self.circuit, self._kleene.ranges, overlay)
        self._fixpoints = Fixpoints(
            theory, view, self._grounder, self._kleene, self.encoder, budget, lazy
        )
        self.constraints: list[tuple[Instance, Term]] = []
        for instance in view.instances:
            if budget is not None:
                budget.tick()
            total = self.lower(instance.body, instance.environment, instance.id, instance)
            self.constraints.append((instance, total))

    def lower(
        self,
        term: Term,
        environment: Mapping[Bound, Value] | None = None,
        what: str = "the question",
        instance: Instance | None = None,
    ) -> Term:
        """Whether a Boolean term is true; the value of another where it has one."""
        try:
            lowered = self._kleene.lower(self._grounder.ground(term, environment or {}, what))
        except LimitError as limit:
            raise naming(limit, what, instance) from None
        self._fixpoints.complete()
        return lowered

    def clauses(self, term: Term, instance: Instance | None = None) -> Iterator[list[int]]:
        """Clauses of gates that say that a total formula is true."""
        what = "the question" if instance is None else instance.id
        try:
            yield from assertions.clauses(self.encoder, term)
        except LimitError as limit:
            raise naming(limit, what, instance) from None

    def required(self) -> Iterator[tuple[Instance | None, list[int]]]:
        """Clauses of gates that make an assignment a world, each with the constraint that it is
        of, if it is of one."""
        for clause in self.stable():
            yield None, clause
        for instance, total in self.constraints:
            if self._budget is not None:
                self._budget.tick()
            for clause in self.clauses(total, instance):
                yield instance, clause

    def stable(self) -> Iterator[list[int]]:
        """Clauses of gates that every world has to meet, whatever the constraints: the atoms of
        stable groups are a stable model."""
        return self._fixpoints.stable()

    @property
    def loops(self) -> list[Loop]:
        """Recursive components left to the session, which are met while terms are lowered; there
        are none unless the problem is `lazy`."""
        return self._fixpoints.loops

    def variables(self) -> Iterator[tuple[Symbol, Key, Variable]]:
        """Every free variable of the theory, made if it was not."""
        for symbol, key in self.theory.variables():
            yield symbol, key, self.encoder.variable(symbol, key)


def naming(limit: LimitError, what: str, instance: Instance | None) -> LimitError:
    """The limit's message with the constraint it was met in."""
    message = limit.message if limit.message.startswith(what) else f"{what}: {limit.message}"
    span = limit.span
    if span is None and instance is not None:
        span = instance.family.span
    return limit.worded(message, span)
