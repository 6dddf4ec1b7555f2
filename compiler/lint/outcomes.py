"""What a comparison can come out as, by the ranges of its operands (passes/ranges.py) alone.

Terms are taken as they are written: bound variables range over their domains, tables and derived
terms over theirs, each occurrence on its own. So the outcomes are a superset of the real ones.
"""

from __future__ import annotations

from math import prod

from hlogic.compiler.diagnostics import LimitError
from hlogic.compiler.ops import COUNT, EQ, LE, LT, NOT, OR, SELECT_UNIQUE, SUM
from hlogic.compiler.passes.ranges import (
    BOOLS,
    TABLE,
    Range,
    Ranges,
    SetRange,
    TupleRange,
    domain_range,
    size,
    tabulated,
)
from hlogic.compiler.sorts import BOOL, Undefined
from hlogic.compiler.terms import App, Bound, Const, Ref, Spread, Term, below

Outcomes = frozenset[bool]  # none at all: it has no value anywhere
BOTH: Outcomes = frozenset((False, True))


class OpenRanges(Ranges):
    """Ranges of terms that need not be ground. `None` is not known."""

    def __init__(self) -> None:
        super().__init__(self._declared)

    @staticmethod
    def _declared(term: Ref) -> Range | None:
        """What a table or a derived term can be, by its domain."""
        domain = term.symbol.domain
        return None if domain is None else domain_range(domain)

    def _find(self, term: Term) -> Range | None:
        try:
            match term:
                case Bound(domain=domain):
                    return domain_range(domain)
                case Spread():
                    return self._spread(term)
            return super()._find(term)
        except LimitError:
            return None

    def _spread(self, term: Spread) -> Range | None:
        tuples = prod(v.domain.size for v in term.variables)
        if term.op is COUNT:
            return range(tuples + 1)
        if term.op is SUM:
            one = self._known[term.element[0].id]
            if one is None or not isinstance(one, range) or not one:
                return None
            return range(min(0, tuples * one.start), max(0, tuples * (one.stop - 1)) + 1)
        return BOOLS if term.type == BOOL else None


def outcomes(term: Term, ranges: OpenRanges) -> Outcomes:
    """What a comparison can come out as in a world where it has a value."""
    if not isinstance(term, App):
        return BOTH
    if term.op is NOT:
        return frozenset(not value for value in outcomes(term.args[0], ranges))
    if term.op is OR:  # `x in { a, b }`
        parts = [outcomes(part, ranges) for part in term.args]
        if frozenset((True,)) in parts:
            return frozenset((True,))
        return BOTH if any(True in part for part in parts) else frozenset((False,))
    if term.op in (EQ, LE, LT) and term.args[0] is term.args[1]:
        return frozenset((term.op is not LT,))
    operands = [ranges.of(arg) for arg in term.args]
    known = [r for r in operands if r is not None]
    if len(known) < len(operands) or any(isinstance(r, SetRange | TupleRange) for r in known):
        return BOTH
    return _compared(term, known)


def _compared(term: App, operands: list[Range]) -> Outcomes:
    """By all rows of the operands' values, or for wide integers by the ends of their ranges."""
    if prod(map(size, operands)) <= TABLE:
        return frozenset(v for v in tabulated(term.op, operands) if isinstance(v, bool))  # type: ignore[union-attr]
    if not all(isinstance(r, range) for r in operands):
        return BOTH
    lows, highs = zip(
        *((r.start, r.stop - 1) for r in operands if isinstance(r, range)), strict=True
    )
    if term.op in (LE, LT):
        sure = term.op.apply((highs[0], lows[1]))
        possible = term.op.apply((lows[0], highs[1]))
        return frozenset(v for v, can in ((True, possible), (False, not sure)) if can)
    apart = term.op is EQ and (highs[0] < lows[1] or highs[1] < lows[0])
    return frozenset((False,)) if apart else BOTH


def total(term: Term) -> bool:
    """Whether a term is surely defined: by its form, so that False is not known."""
    for part in below([term]):
        match part:
            case Const(value=value):
                sure = not isinstance(value, Undefined)
            case Ref():
                sure = part.symbol.kind == "var" and _inside(part)
            case App(op=op) | Spread(op=op):
                sure = not op.partial and op is not SELECT_UNIQUE  # which may find several
            case _:
                sure = True
        if not sure:
            return False
    return True


def _inside(term: Ref) -> bool:
    """Whether the arguments surely name an instance."""
    symbol, args = term.symbol, term.args
    if all(isinstance(a, Const) for a in args):
        return tuple(a.value for a in args if isinstance(a, Const)) in symbol.key_set
    if symbol.parameters.where is not None:
        return False
    wanted = symbol.parameters.domains
    return all(isinstance(a, Bound) and a.domain == d for a, d in zip(args, wanted, strict=True))
