"""What the two ways of writing terms in SMT-LIB have in common.

*Vectors*, for the engine, has bit-vectors just wide enough; *integers*, for the export, has `Int`
and a datatype a sort. A dialect writes constants, passes from one code to another, and knows the
operators that are not the same for both. Operands come in one code, which the caller joined.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hlogic.backends.smt.codes import Code
from hlogic.backends.smt.expressions import Expr, Exprs
from hlogic.compiler.sorts import Root, Value


class Dialect(Protocol):
    """Partial operations (a division by 0, a union's value of another sort) may give anything: the
    passes see to it that nobody looks."""

    exprs: Exprs

    def sort(self, code: Code) -> str:
        """The sort of the values of a code."""

    def const(self, value: Value, code: Code) -> Expr:
        """A value that the code has."""

    def pinned(self, code: Code) -> Expr:
        """Some value of the code."""

    def coerce(self, x: Expr, source: Code, target: Code) -> Expr:
        """The same value in another code: a wider one, or one that it is known to have."""

    def is_int(self, x: Expr, code: Code) -> Expr:
        """Whether a value is an integer."""

    def within(self, x: Expr, code: Code, low: int, high: int) -> Expr:
        """Whether a value is an integer from one to another; the code has both."""

    def is_label(self, x: Expr, code: Code, root: Root) -> Expr:
        """Whether a value is a label of a sort."""

    def valid(self, x: Expr, root: Root) -> Expr:
        """Whether what is written as a label of a sort is one."""

    def less(self, x: Expr, y: Expr, code: Code, strict: bool) -> Expr:
        """The order of integers or of one sort's labels."""

    def rank(self, x: Expr, root: Root, target: Code) -> Expr:
        """A label's rank."""

    def add(self, xs: Sequence[Expr], code: Code) -> Expr: ...

    def mul(self, x: Expr, y: Expr, code: Code) -> Expr: ...

    def neg(self, x: Expr, code: Code) -> Expr: ...

    def abs(self, x: Expr, code: Code) -> Expr: ...

    def div(self, x: Expr, y: Expr, code: Code, signs: tuple[Code, Code]) -> Expr:
        """The floor of the quotient; `signs` are the operands' own codes."""

    def mod(self, x: Expr, y: Expr, code: Code, signs: tuple[Code, Code]) -> Expr:
        """What `div` leaves, which has the divisor's sign."""
