"""The SMT engine: the worlds of a view as models of bit-vectors, for wide integers above all.

What is asked is put as assumptions; what only one enumeration needs hangs on a literal of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from hlogic.backends.engine import Budget, Row
from hlogic.backends.problem import Problem, naming
from hlogic.backends.smt.channel import Channel
from hlogic.backends.smt.count import parts_of
from hlogic.backends.smt.expressions import Expr, Exprs
from hlogic.backends.smt.fields import Field, Numbers, Plain, field_of, plains
from hlogic.backends.smt.least import Descent
from hlogic.backends.smt.translate import Translator
from hlogic.backends.smt.vectors import Vectors
from hlogic.compiler.diagnostics import LimitError
from hlogic.compiler.ir import Instance, Key, Symbol, Theory, View
from hlogic.compiler.terms import Term


class SmtSession:
    """One view in one solver. Without `overlay`, for tests, all goes through the circuit."""

    counting = "models of independent parts, found one by one"

    def __init__(
        self,
        theory: Theory,
        view: View,
        budget: Budget,
        overlay: bool = True,
    ) -> None:
        self._budget = budget
        self._channel = Channel(budget)
        self._vectors = Vectors(Exprs())
        self._named = 0
        made = partial(Translator, dialect=self._vectors, name=self._name)
        self.problem = Problem(theory, view, budget, overlay, encoder=made)
        assert isinstance(self.problem.encoder, Translator)
        self._translator = self.problem.encoder
        self._declared = 0
        self._fields: dict[Term, Field] = {}
        self._required: list[Expr] = []
        for clause in self.problem.stable():
            gates = [self._translator.of_gate(g) for g in clause]
            self._require(self._translator.exprs.or_(gates))
        for instance, total in self.problem.constraints:
            budget.tick()
            self._require(self._constraint(instance, total))

    def _name(self, symbol: Symbol, key: Key) -> str:
        self._named += 1
        return f"v{self._named}"

    def _constraint(self, instance: Instance, total: Term) -> Expr:
        try:
            return self._translator.expr(total)
        except LimitError as limit:
            raise naming(limit, instance.id, instance) from None

    def _require(self, expr: Expr) -> None:
        self._sync()
        self._required.append(expr)
        self._channel.require(expr)

    def _sync(self) -> None:
        """Declare the variables that came into use, which have the values of their domains."""
        new = list(self._translator.constants.items())[self._declared :]
        self._declared += len(new)
        for (symbol, key), (constant, _) in new:
            self._channel.declare(constant)
            inside = self._translator.inside(symbol, key)
            if inside is not self._translator.exprs.true:
                self._channel.require(inside)

    # ------------------------------------------------------------------ solving

    def assumptions(self, assumed: Sequence[Term]) -> list[str] | None:
        """The literals that the formulas come to; None if one of them is false in every world."""
        found = [self._assumed(term) for term in assumed]
        exprs = self._translator.exprs
        if exprs.false in found:
            return None
        self._sync()
        return [self._channel.literal(e) for e in found if e is not exprs.true]

    def _assumed(self, term: Term) -> Expr:
        return self._translator.expr(self.problem.lower(term))

    def named(self, term: Term) -> tuple[str, Expr]:
        """The literal of a formula, and the formula as `holding` takes it."""
        expr = self._assumed(term)
        self._sync()
        self._channel.define([expr])
        return self._channel.literal(expr), expr

    def holding(self, literals: Sequence[str], exprs: Sequence[Expr]) -> list[bool] | None:
        """Which formulas hold in a model in which the literals are true; None without one."""
        if not self._channel.solve(literals):
            return None
        found = self._channel.read(list(dict.fromkeys(exprs)))
        return [found[e] == 1 for e in exprs]

    def blamed(self) -> list[str]:
        """After `holding` found no model: literals that have none together with the rest."""
        return self._channel.core()

    def field(self, term: Term) -> Field:
        """How to read a term's value off a model."""
        made = self._fields.get(term)
        if made is None:
            value = self.problem.lower(term)
            made = self._fields[term] = field_of(self._translator, value)
            self._sync()
        return made

    # ------------------------------------------------------------------ the contract

    def possible(self, assumed: Sequence[Term]) -> bool:
        literals = self.assumptions(assumed)
        return literals is not None and self._channel.solve(literals)

    def project(self, fields: Sequence[Term], assumed: Sequence[Term]) -> Iterator[Row]:
        literals = self.assumptions(assumed)
        if literals is None:
            return
        readers = [self.field(f) for f in fields]
        parts = [p for r in readers for p in plains(r)]
        for numbers in self._distinct(parts, literals):
            yield tuple([r.value(numbers) for r in readers])

    def _distinct(self, parts: Sequence[Plain], literals: Sequence[str]) -> Iterator[Numbers]:
        """Each combination of values that the parts have in some world."""
        channel = self._channel
        codes = {p.expr: p.code for p in parts}
        exprs = list(codes)
        channel.define(exprs)
        active = channel.fresh()
        try:
            while channel.solve([*literals, active]):
                numbers = channel.read(exprs)
                self._budget.row()
                yield numbers
                if not exprs:
                    return
                same = [(e, self._vectors.text(n, codes[e])) for e, n in numbers.items()]
                channel.forbid(active, same)
        finally:
            channel.drop(active)

    def least(
        self, fields: Sequence[Term], assumed: Sequence[Term], greatest: bool = False
    ) -> Row | None:
        literals = self.assumptions(assumed)
        readers = [self.field(f) for f in fields]
        if literals is None:
            return None
        return Descent(self._channel, self._translator, literals, greatest).row(readers)

    def count(self, assumed: Sequence[Term]) -> int:
        """One by one, in parts that share no variable: exact, or over the budget's rows."""
        literals = self.assumptions(assumed)
        if literals is None:
            return 0
        formulas = [*self._required, *[self._assumed(t) for t in assumed]]
        met = self._translator.constants
        parts, free = parts_of(formulas, [x for x, _ in met.values()])
        total = 1
        for at in self.problem.theory.variables():
            if at not in met or met[at][0] in free:
                assert at[0].domain is not None
                total *= at[0].domain.size
        codes = dict(met.values())
        for part in parts:
            plain = [Plain(x, codes[x], self._vectors) for x in part]
            total *= sum(1 for _ in self._distinct(plain, literals))
        return total if parts or self._channel.solve(literals) else 0
