"""Expressions to a solver: declared, defined, asserted, assumed, and read off its models.

What z3 assumes has to be a Boolean constant or the negation of one, so whatever is assumed gets a
constant that equals it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hlogic.backends.engine import Budget
from hlogic.backends.smt.expressions import BOOL, Expr
from hlogic.backends.smt.printing import Definitions
from hlogic.backends.smt.solver import Solver


class Channel:
    """One solver and what it has been told."""

    def __init__(self, budget: Budget) -> None:
        self._solver = Solver(budget)
        self._definitions = Definitions(lambda n: f"e{n}")
        self._literals: dict[Expr, str] = {}
        self._fresh = 0

    def declare(self, constant: Expr) -> None:
        self._solver.add(f"(declare-const {constant.head} {constant.sort})")

    def fresh(self) -> str:
        """A new literal."""
        self._fresh += 1
        self._solver.add(f"(declare-const a{self._fresh} {BOOL})")
        return f"a{self._fresh}"

    def define(self, exprs: Iterable[Expr]) -> list[str]:
        """How to refer to expressions: to be called before the check whose model they are read
        off."""
        exprs = list(exprs)
        for definition in self._definitions.every(exprs):
            self._solver.add(definition)
        return [self._definitions.text(e) for e in exprs]

    def require(self, expr: Expr, guard: str | None = None) -> None:
        """Assert; with `guard`, where that literal is true."""
        (text,) = self.define([expr])
        self._solver.add(f"(assert {text})" if guard is None else f"(assert (=> {guard} {text}))")

    def literal(self, expr: Expr) -> str:
        """The literal that equals a Boolean."""
        if expr.head == "not":
            inner = self.literal(expr.args[0])
            return f"(not {inner})" if not inner.startswith("(") else inner[5:-1]
        found = self._literals.get(expr)
        if found is None:
            (text,) = self.define([expr])
            found = self._literals[expr] = self.fresh()
            self._solver.add(f"(assert (= {found} {text}))")
        return found

    def forbid(self, guard: str, equal: Sequence[tuple[Expr, str]]) -> None:
        """Where the guard is true, not all of some expressions have the values."""
        texts = self.define(e for e, _ in equal)
        same = [f"(= {t} {value})" for t, (_, value) in zip(texts, equal, strict=True)]
        self._solver.add(f"(assert (=> {guard} (not (and {' '.join(same)}))))")

    def drop(self, guard: str) -> None:
        """Give up what hangs on a literal."""
        self._solver.add(f"(assert (not {guard}))")

    def solve(self, literals: Sequence[str]) -> bool:
        return self._solver.check(literals)

    def read(self, exprs: Sequence[Expr]) -> dict[Expr, int]:
        """Values in the model of the last `solve`, of expressions that were defined before it."""
        names = [self._definitions.text(e) for e in exprs]
        return dict(zip(exprs, self._solver.values(names), strict=True))

    def core(self) -> list[str]:
        return self._solver.core()
