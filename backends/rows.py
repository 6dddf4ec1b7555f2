"""How much integer arithmetic there is to tabulate: a prediction, for choosing an engine.

It knows the widths of variables, not what constraints leave of them, and counts each formula as if
nothing in it were shared; so it errs on the high side, and decides who is tried first, never what
is refused.
"""

from __future__ import annotations

from math import prod

from hlogic.compiler import ops
from hlogic.compiler.ir import Symbol, View
from hlogic.compiler.sorts import BOOL, INT
from hlogic.compiler.terms import App, Ref, Spread, Term, below

DEEP = 50  # derived terms that use one another, beyond which the prediction stops
ORDERED = (ops.EQ, ops.LT, ops.LE, ops.MIN, ops.MAX)  # a place at a time, by chains


class Arithmetic:
    """Predicts for the formulas of one view. Widths are numbers of values, costs rows of tables."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._widths: dict[Term, int] = {}
        self._costs: dict[Term, int] = {}
        self._totals: dict[Term, int] = {}
        self._symbols: dict[Symbol, tuple[int, int]] = {}
        self._depth = 0

    def view(self) -> int:
        """What all constraints come to."""
        return sum(self.term(instance.body) for instance in self._view.instances)

    def term(self, root: Term) -> int:
        """What one formula comes to."""
        if root not in self._totals:
            total = 0
            for term in below([root]):
                if term not in self._costs:
                    self._costs[term], self._widths[term] = self._find(term)
                total += self._costs[term]
            self._totals[root] = total
        return self._totals[root]

    def _find(self, term: Term) -> tuple[int, int]:
        """Rows that a term needs beside its operands, and how many values it has."""
        match term:
            case Ref():
                return self._read(term.symbol)
            case App(op=op, args=args):
                return self._applied(term, [self._widths[a] for a in args], op)
            case Spread(op=op):
                times = prod(v.domain.size for v in term.variables)
                widths = [self._widths[a] for a in term.element]
                leading = [self._widths[a] for a in term.leading]
                if op is ops.SUM and widths:
                    return self._added([*leading, *widths[:1] * min(times, 1_000)])
                cost, width = self._applied(term, [*leading, *widths], op)
                return cost * times, width
        return 0, 1

    def _applied(self, term: Term, widths: list[int], op: ops.Op) -> tuple[int, int]:
        if op is ops.SUM:
            return self._added(widths)
        if op in ORDERED:
            return sum(w for w in widths if w > 1), 1 if term.type == BOOL else max(widths)
        if term.type == INT:
            rows = prod(widths)
            return rows, rows if op is ops.MUL else max(widths, default=1)
        return 0, 1

    def _added(self, widths: list[int]) -> tuple[int, int]:
        """Partial sums, each with the next operand."""
        rows, width = 0, 1
        for w in widths:
            rows += width * w if w > 1 and width > 1 else 0
            width += w - 1
        return rows, width

    def _read(self, symbol: Symbol) -> tuple[int, int]:
        """A symbol read: how many integers it can be (other values need no tables of this kind),
        and what a derived term's body comes to."""
        if symbol.type != INT or symbol.kind == "table":
            return 0, 1
        if symbol.body is None:
            return 0, 1 if symbol.domain is None else symbol.domain.size
        if symbol not in self._symbols and self._depth < DEEP:
            self._symbols[symbol] = 0, 1  # while its own body is looked at
            self._depth += 1
            cost = self.term(symbol.body)
            self._depth -= 1
            self._symbols[symbol] = cost, self._widths[symbol.body]
        return self._symbols.get(symbol, (0, 1))
