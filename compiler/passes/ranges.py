"""Which values a ground term can have: a sound over-approximation, found by tabulating `op.apply`.

A range is an explicit tuple of values in canonical order, a Python `range` of integers (where the
explicit set would be large, its hull), a `SetRange` (any set of the listed members) or a
`TupleRange` (any combination of the components). `None` is "not known", which only a term over a
derived term that is still to be grounded has. Where a term has no value (`n // 0`) nothing is in
its range for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod

from hlogic.compiler.diagnostics import Beyond
from hlogic.compiler.ops import (
    ABS,
    COUNT,
    DIV,
    IF,
    MATCH,
    MAX,
    MIN,
    MOD,
    MUL,
    NARROW,
    NEG,
    SELECT_UNIQUE,
    SET,
    SIZE,
    SUM,
    TUPLE,
    Op,
)  # fmt: skip
from hlogic.compiler.record import record
from hlogic.compiler.sorts import BOOL, Domain, Maybe, Undefined, Value, in_order
from hlogic.compiler.terms import App, Const, Ref, Term, below

TABLE = 4096  # rows tabulated for one range; beyond it integers get their hull
EXPLICIT = 100_000  # values that are ever listed


@record
class SetRange:
    """Any set whose members are all among `members`."""

    members: tuple[Value, ...]


@record
class TupleRange:
    """Any tuple whose components are in the ranges."""

    items: tuple[Range | None, ...]


Range = tuple[Value, ...] | range | SetRange | TupleRange
BOOLS: Range = (False, True)


def size(r: Range) -> int:
    """How many values a range lists, without listing them."""
    match r:
        case range():
            return max(0, r.stop - r.start)
        case SetRange(members):
            return 1 << len(members)
        case TupleRange(items):
            return prod(size(i) if i is not None else EXPLICIT + 1 for i in items)
    return len(r)


def members(r: Range, limit: int = EXPLICIT) -> Sequence[Value]:
    """The values of a range in canonical order; refuses to list more than the limit."""
    if isinstance(r, tuple | range):
        return r
    if size(r) > limit:
        raise Beyond(f"a value with {size(r):,} possibilities is over the limit of {limit:,}")
    if isinstance(r, SetRange):
        chosen = product((False, True), repeat=len(r.members))
        return in_order(
            [frozenset(v for v, c in zip(r.members, cs, strict=True) if c) for cs in chosen]
        )
    return tuple(product(*(members(i, limit) for i in r.items if i is not None)))


def holds(r: Range, value: Value) -> bool:
    """Whether a range has a value."""
    match r:
        case range():
            return type(value) is int and r.start <= value < r.stop
        case SetRange(universe):
            return isinstance(value, frozenset) and value <= frozenset(universe)
        case TupleRange(items):
            return isinstance(value, tuple) and all(
                i is None or holds(i, v) for i, v in zip(items, value, strict=True)
            )
    return value in r


def domain_range(domain: Domain) -> Range:
    if len(domain.parts) == 1 and isinstance(domain.parts[0], range):
        return domain.parts[0]
    if domain.size > EXPLICIT:
        raise Beyond(
            f"the domain {domain.name} has {domain.size:,} values, over the limit of {EXPLICIT:,}"
        )
    return tuple(domain)


def unite(ranges: Sequence[Range | None]) -> Range | None:
    """What a term can be that is one of several: the union, integers' hull where it is large."""
    known = [r for r in ranges if r is not None and r != ()]
    if len(known) < sum(1 for r in ranges if r != ()):
        return None
    if len(known) <= 1:
        return known[0] if known else ()
    if all(isinstance(r, TupleRange) for r in known):
        columns = zip(*(r.items for r in known if isinstance(r, TupleRange)), strict=True)
        return TupleRange(tuple(unite(c) for c in columns))
    if any(isinstance(r, SetRange) for r in known):
        return SetRange(in_order(frozenset(v for r in known for v in _universe(r))))
    spans = [r for r in known if isinstance(r, range)]
    if len(spans) == len(known) and sum(map(size, known)) > TABLE:
        return range(min(s.start for s in spans), max(s.stop for s in spans))
    if sum(map(size, known)) > EXPLICIT and all(map(_integral, known)):
        return _hull([v for r in known for v in _ends(r)])
    return _listed(frozenset(v for r in known for v in members(r)))


def _universe(r: Range) -> Sequence[Value]:
    """The members that the sets of a range draw on."""
    if isinstance(r, SetRange):
        return r.members
    return [v for s in members(r) if isinstance(s, frozenset) for v in s]


def _listed(values: frozenset[Value]) -> Range:
    """A range of exactly these values."""
    if values and all(type(v) is int for v in values):
        low, high = min(values), max(values)  # type: ignore[type-var]
        assert isinstance(low, int)
        assert isinstance(high, int)
        if high - low + 1 == len(values):
            return range(low, high + 1)
    return in_order(values)


def _integral(r: Range) -> bool:
    return isinstance(r, range) or (
        isinstance(r, tuple) and len(r) > 0 and type(r[0]) is int and type(r[-1]) is int
    )


def _ends(r: Range) -> tuple[int, int]:
    """Least and greatest of a non-empty range of integers."""
    assert isinstance(r, tuple | range)
    return r[0], r[-1]  # type: ignore[return-value]


def _hull(values: Sequence[int]) -> range:
    return range(min(values), max(values) + 1)


# ---------------------------------------------------------------------------- by operator


def tabulated(op: Op, args: Sequence[Range]) -> Range:
    """Every value that `op` has for operands in the ranges."""
    rows = product(*(members(a) for a in args))
    values = [v for v in map(op.apply, rows) if not isinstance(v, Undefined)]
    return _listed(frozenset(values))


def add(a: Range, b: Range) -> Range:
    if isinstance(a, range) and isinstance(b, range):
        return range(a.start + b.start, a.stop + b.stop - 1)
    if size(a) * size(b) <= TABLE:
        return tabulated(SUM, (a, b))
    return _hull([x + y for x in _ends(a) for y in _ends(b)])


def _sum(args: Sequence[Range]) -> Range:
    total: Range = range(0, 1)
    for a in args:
        total = add(total, a)
    return total


def _corners(op: Op) -> Callable[[Sequence[Range]], Range]:
    """The hull of an operator whose extremes lie at the ends of its operands, or beside 0."""

    def run(args: Sequence[Range]) -> Range:
        ends = []
        for a in args:
            low, high = _ends(a)
            ends.append([low, high, *(v for v in (-1, 0, 1) if low < v < high)])
        values = [v for v in map(op.apply, product(*ends)) if isinstance(v, int)]
        return _hull(values) if values else ()

    return run


def _mod(args: Sequence[Range]) -> Range:
    low, high = _ends(args[1])
    return range(min(low + 1, 0), max(high, 1))


HULLS: dict[Op, Callable[[Sequence[Range]], Range]] = {
    SUM: _sum,
    MUL: _corners(MUL),
    NEG: _corners(NEG),
    ABS: _corners(ABS),
    DIV: _corners(DIV),
    MOD: _mod,
}


class Ranges:
    """Ranges of terms, each found once. `derived` answers for derived terms."""

    def __init__(self, derived: Callable[[Ref], Range | None]) -> None:
        self._known: dict[int, Range | None] = {}
        self._derived = derived

    def of(self, term: Term) -> Range | None:
        """The range of a ground term, parts first and without recursion."""
        known = self._known
        if term.id not in known:
            for part in below([term], lambda t: t.id in known):
                known[part.id] = self._find(part)
        return known[term.id]

    def sure(self, term: Term) -> Range:
        """The range of a term that has no derived terms left."""
        found = self.of(term)
        assert found is not None
        return found

    def _find(self, term: Term) -> Range | None:
        match term:
            case Const(value=value):
                return self._constant(value)
            case Ref(symbol=symbol):
                if symbol.kind in ("var", "predicate") and symbol.domain is not None:
                    return domain_range(symbol.domain)
                return self._derived(term)
            case App() if term.type == BOOL:
                return BOOLS
            case App():
                return self._applied(term)
        raise AssertionError(f"not a ground term: {term}")

    def _constant(self, value: Maybe) -> Range:
        if isinstance(value, Undefined):
            return ()
        if isinstance(value, tuple):
            return TupleRange(tuple(self._constant(v) for v in value))
        return range(value, value + 1) if type(value) is int else (value,)

    def _applied(self, term: App) -> Range | None:
        op, known = term.op, self._known
        if op is TUPLE:
            return TupleRange(tuple(known[a.id] for a in term.args))
        if op is COUNT:
            return range(0, len(term.args) + 1)
        chosen = list(self._branches(term))
        if chosen:
            return unite([known[a.id] for a in chosen])
        if op is SET:
            united = unite([known[a.id] for a in term.args[1::2]])
            return None if united is None else SetRange(tuple(members(united)))
        if op is SIZE:
            inner = known[term.args[0].id]
            return None if inner is None else _sizes(inner)
        args = [known[a.id] for a in term.args]
        sure = [a for a in args if a is not None]
        if len(sure) < len(args):
            return None
        if () in sure:
            return ()
        if op is NARROW:
            return _narrowed(sure[0], sure[1])
        if op is SUM or (op in HULLS and prod(map(size, sure)) > TABLE):
            return HULLS[op](sure)
        return tabulated(op, sure)

    def _branches(self, term: App) -> Iterator[Term]:
        """The operands that the term's value is one of, for operators that choose."""
        op, args = term.op, term.args
        if op is IF:
            yield from args[1:]
        elif op is MATCH:
            yield from (args[1], *args[3::2])
        elif op in (MIN, MAX, SELECT_UNIQUE):
            yield from (args[0], *args[2::2])


def _narrowed(r: Range, sample: Range) -> Range:
    """The values that share the sample's root."""
    return r if isinstance(r, range) and _integral(sample) else tabulated(NARROW, (r, sample))


def _sizes(r: Range) -> Range:
    if isinstance(r, SetRange):
        return range(0, len(r.members) + 1)
    return _listed(frozenset(len(s) for s in members(r) if isinstance(s, frozenset)))
