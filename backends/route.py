"""Which engine answers an ask: by what it can do, then by predicted cost.

The figures are seconds of a whole process on one core, fitted to what was measured (benchmarks/);
they are compared with each other and promise nothing. They look at sizes, never at a clock, so that
the same item goes the same way on any machine.

    small items                 the oracle, quicker than a solver is loaded
    wide integer arithmetic     SMT
    all else                    SAT
    counts                      SAT, a diagram, SAT again, each for some steps; then Ganak where it
                                is installed, which has no limit but the clock; then a larger
                                diagram, and SAT to the end

Whoever finds that it cannot do an ask says so (`Beyond`), and the next is asked.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from hlogic.backends.engines import ENGINES
from hlogic.backends.judging import SECONDS, judged
from hlogic.backends.oracle import MAX_TRIES
from hlogic.compiler import query
from hlogic.compiler.answer import Considered
from hlogic.compiler.elaborate.item import Ask, CompiledItem
from hlogic.compiler.ir import Symbol
from hlogic.compiler.record import record

if TYPE_CHECKING:
    from hlogic.backends.rows import Arithmetic

DEEP = 500  # instances of a derived term, each of which may use another
SUBSETS = 12  # members of a family up to which the oracle may try every subset

OPEN = ("sat", "smt")  # whom finite theories that decide a first-order one are put to

# Seconds. Loading is a part: z3 is a big library.
LOADED = {"sat": 0.06, "bdd": 0.2, "smt": 0.2, "ganak": 0.07}
INSTANCE = 3e-4  # encoding one instance of a constraint
TABLED = 1.5e-5  # encoding one row of integer arithmetic, and searching through it

# Steps (of a diagram, nodes), so that a go ends at the same place on any machine.
FIRST, LONGER = 3_000, 30_000  # of SAT for a count: less than a second, and some seconds
WIDE = 2_000  # of SMT for a count
SMALL, LARGE = 200_000, 1_000_000  # of a diagram: about a second, and some seconds
SECOND = {"bdd": SMALL, "sat": 10_000, "smt": 1_000}  # for a second opinion
AT_ONCE = 0.3  # seconds up to which the oracle is asked for one


@record
class Go:
    """One engine's go at an ask; `effort` in the steps of `Budget.go`, None for all it takes."""

    engine: str
    effort: int | None = None

    def at_least(self, other: Go) -> bool:
        """Whether this is the same engine's go with as much effort or more."""
        if self.engine != other.engine:
            return False
        return self.effort is None or (other.effort is not None and self.effort >= other.effort)


@record
class Route:
    """Who has a go, in turn; and what was said of each engine, the first to go first."""

    goes: tuple[Go, ...]
    considered: tuple[Considered, ...]


_FIRST_ORDER = Route(
    (Go("sat"),),
    (
        Considered("sat", LOADED["sat"], "finite theories that decide a first-order one"),
        *(
            Considered(name, None, why)
            for name, why in (
                ("bdd", "its diagram may outgrow memory"),
                ("smt", "SAT is quicker for a single world; z3 has a turn of its own"),
                ("oracle", "too many assignments"),
                ("ganak", "differs from sat only where worlds are counted"),
            )
        ),
    ),
)


class Router:
    """Routes the asks of one item."""

    def __init__(self, item: CompiledItem) -> None:
        self._item = item
        self._assignments = prod(_size(s) for s, _ in item.theory.variables())
        self._arithmetic: dict[str, Arithmetic] = {}
        self._judged: dict[str, int] = {}
        self._deep = any(
            s.kind == "derive" and len(s.keys) > DEEP for s in item.theory.symbols.values()
        )

    def route(self, ask: Ask, scope: str) -> Route:
        """The way of one ask under a scope."""
        if self._item.theory.open_roots:
            return _FIRST_ORDER
        seconds, why = self._oracle(ask, scope)
        oracle = Considered("oracle", seconds, why)
        quick = seconds is not None and seconds < min(LOADED.values())
        others = [self._considered(name, ask, scope, quick) for name in LOADED]
        able = [c for c in (oracle, *others) if c.seconds is not None]
        able.sort(key=lambda c: c.seconds or 0)
        goes = [Go(c.engine) for c in able]
        if counts(ask) and goes[0].engine != "oracle":
            goes = [go for go in _counting(goes[0].engine) if not ENGINES[go.engine].missing]
            turns = [go.engine for go in goes]
            able = [c for c in able if c.engine in turns]
            able.sort(key=lambda c: turns.index(c.engine))
        rest = [c for c in (oracle, *others) if c not in able]
        return Route(tuple(goes), (*able, *rest))

    def confirming(self, ask: Ask, scope: str, answered: str) -> tuple[Go, ...]:
        """Who may give a second opinion, in turn."""
        goes = [Go(name, effort) for name, effort in SECOND.items() if name != answered]
        seconds = self._oracle(ask, scope)[0]
        if seconds is not None and seconds < AT_ONCE and answered != "oracle":
            goes.insert(0, Go("oracle"))
        return tuple(go for go in goes if not ENGINES[go.engine].missing)

    def capable(self, ask: Ask, scope: str, answered: str) -> tuple[Go, ...]:
        """Every other engine that could answer, for a cross-check."""
        if self._item.theory.open_roots:
            return tuple(Go(n) for n in OPEN if not ENGINES[n].missing and n != answered)
        names = [n for n, row in ENGINES.items() if not row.counts_only or counts(ask)]
        if self._oracle(ask, scope)[0] is None:
            names.remove("oracle")
        return tuple(Go(n) for n in names if not ENGINES[n].missing and n != answered)

    def listing(self, scope: str) -> tuple[str, ...]:
        """Who is asked about the worlds of a scope, in turn: by the same figures, without an
        ask."""
        if self._item.theory.open_roots:
            return OPEN
        if not self._deep and self._evaluating(scope) < LOADED["sat"]:
            return ("oracle", *self.lasting(scope))
        return self.lasting(scope)

    def lasting(self, scope: str) -> tuple[str, ...]:
        """Who is asked many questions about an item, in turn: not the oracle, which looks at every
        assignment anew for each."""
        wide = LOADED["sat"] + TABLED * self._rows(scope).view() > LOADED["smt"]
        return ("smt", "sat") if wide else ("sat", "smt")

    # ------------------------------------------------------------------ one engine

    def _considered(self, engine: str, ask: Ask, scope: str, quick: bool) -> Considered:
        """What there is to say of a solver; little, where it takes longer to load than the oracle
        to answer."""
        row = ENGINES[engine]
        if row.missing:
            return Considered(engine, None, row.missing)
        if row.counts_only and not counts(ask):
            return Considered(engine, None, "differs from sat only where worlds are counted")
        if engine == "bdd" and not counts(ask):
            return Considered(engine, None, "its diagram may outgrow memory: for counts only")
        if quick:
            return Considered(engine, LOADED[engine], "takes as long to load")
        seconds = LOADED[engine] + INSTANCE * len(self._item.views[scope].instances)
        if engine == "smt":
            return Considered(engine, seconds, "integers as bit-vectors, of any width")
        rows = self._tabled(ask, scope)
        return Considered(engine, seconds + TABLED * rows, f"{rows:,} rows of integer arithmetic")

    def _oracle(self, ask: Ask, scope: str) -> tuple[float | None, str]:
        """By size: the assignments that there are, times the constraints to judge in each. The
        oracle evaluates by recursion, which long chains of derived terms would exhaust."""
        if self._deep:
            return None, f"a derived term has over {DEEP} instances: perhaps a chain too deep"
        instances = len(self._item.views[scope].instances)
        members = max(_members(q, instances) for q in query.below(ask.query))
        if members > SUBSETS:
            return None, f"2^{members} sets to try"
        if self._assignments > MAX_TRIES:
            return None, f"{self._assignments:.3g} assignments to try"
        return self._evaluating(scope), f"{self._assignments:,} assignments to try"

    def _evaluating(self, scope: str) -> float:
        """Seconds of the oracle over all assignments."""
        if scope not in self._judged:
            self._judged[scope] = judged(self._item.theory, self._item.views[scope])
        formulas = max(1, self._judged[scope], len(self._item.asks))
        return SECONDS * formulas * self._assignments

    def _tabled(self, ask: Ask, scope: str) -> int:
        """Rows of integer arithmetic in the constraints of a scope and in an ask."""
        arithmetic = self._rows(scope)
        return arithmetic.view() + sum(arithmetic.term(a.term) for a in query.asked(ask.query))

    def _rows(self, scope: str) -> Arithmetic:
        found = self._arithmetic.get(scope)
        if found is None:
            from hlogic.backends.rows import Arithmetic

            found = self._arithmetic[scope] = Arithmetic(self._item.views[scope])
        return found


def _counting(first: str) -> list[Go]:
    """The turns for a count: no engine is good at all of them, and Ganak cannot be told to give up.
    Where arithmetic is wide, SMT comes before what tabulates it."""
    goes = [
        Go("sat", FIRST), Go("bdd", SMALL), Go("sat", LONGER), Go("ganak"), Go("bdd", LARGE),
        Go("sat"), Go("smt"),
    ]  # fmt: skip
    return [Go("smt", WIDE), *goes] if first == "smt" else goes


def counts(ask: Ask) -> bool:
    """Whether worlds are counted."""
    return any(isinstance(q, query.CountQuery) and q.fields is None for q in query.below(ask.query))


def _size(symbol: Symbol) -> int:
    assert symbol.domain is not None
    return symbol.domain.size


def _members(q: query.Query, instances: int) -> int:
    """How many members the sets of a family may be made of. Every set of changes is a view of its
    own, so each counts double."""
    match q:
        case query.Repair():
            return 2 * len(q.changes)
        case query.HittingSets():
            return len({name for members in q.sets for name in members})
        case query.Cores() | query.Sufficient():
            return instances
    return 0
