"""Total terms to gates, on demand.

Four questions can be asked of a term, and each answer is a gate, made once: `truth` of a Boolean
one; `eq`, whether it has a value; `ge`, whether its place in its order is at least n; `has`,
whether it is a set with a member. What nobody asks is not encoded: a sum asks only for the partial
sums that can still reach the value in question.

Every operator has the generic rule *tabulate*, built from its `eval`; `rules.py` overlays faster
ones. Rules are generators that yield the questions they depend on, so depth costs no recursion.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from hlogic.backends.circuit import FALSE, TRUE, Circuit
from hlogic.backends.variables import Variable
from hlogic.compiler.diagnostics import Beyond
from hlogic.compiler.ir import Key, Symbol
from hlogic.compiler.passes.ranges import Range, Ranges, holds, members, size
from hlogic.compiler.passes.symbols import leaf_key
from hlogic.compiler.sorts import BOOL, UNDEFINED, Label, Maybe, Value
from hlogic.compiler.terms import App, Const, Ref, Term

Ask = tuple[str, Term, Any]
Steps = Generator[list[Ask], list[int], int]
Rule = Callable[["Encoder", App, Any], Steps]
Row = tuple[Maybe, ...]
MAX_ROWS = 2_000_000
MAX_DOMAIN = 100_000


def place(value: Value) -> int:
    """A value's place in its order."""
    if isinstance(value, Label):
        return value.rank
    assert isinstance(value, int)
    return value


class Encoder:
    """Encodes the total terms of one session into one circuit. `overlay` False leaves nothing but
    the generic rule, for tests."""

    def __init__(self, circuit: Circuit, ranges: Ranges, overlay: bool = True) -> None:
        self.circuit = circuit
        self.ranges = ranges
        self.variables: dict[tuple[Symbol, Key], Variable] = {}
        self.atoms: dict[Ref, int] = {}  # the gates of predicates that rules define
        self._rules: dict[tuple[str, object], Rule] = {}
        if overlay:
            from hlogic.backends.rules import OVERLAY

            self._rules.update(OVERLAY)
        self._memo: dict[Ask, int] = {}
        self._tables: dict[Term, dict[Maybe, list[Row]]] = {}
        self._sets: dict[Term, Range | frozenset[Value]] = {}
        self.suffixes: dict[Term, list[Range]] = {}
        self._spent: dict[Term, int] = {}

    # ------------------------------------------------------------------ asking

    def truth(self, term: Term) -> int:
        return self.gate(("truth", term, None))

    def eq(self, term: Term, value: Value) -> int:
        return self.gate(("eq", term, value))

    def gate(self, ask: Ask) -> int:
        """The gate that answers a question."""
        memo = self._memo
        if ask not in memo:
            self._run(ask)
        return memo[ask]

    def _run(self, root: Ask) -> None:
        """Answer a question and those that its rule asks, the last of them first."""
        memo = self._memo
        first = self._rule(root)
        if isinstance(first, int):
            memo[root] = first
            return
        # A question, the rest of its rule, what that waits for, and what of this is left to do.
        stack: list[tuple[Ask, Steps, list[Ask] | None, Iterator[Ask]]]
        stack = [(root, first, None, iter(()))]
        while stack:
            ask, steps, wanted, left = stack[-1]
            for each in left:
                if each in memo:
                    continue
                found = self._rule(each)
                if not isinstance(found, int):
                    stack.append((each, found, None, iter(())))
                    break
                memo[each] = found
            else:
                stack.pop()
                try:
                    wanted = steps.send(None if wanted is None else [memo[a] for a in wanted])  # type: ignore[arg-type]
                except StopIteration as stop:
                    memo[ask] = stop.value
                else:
                    stack.append((ask, steps, wanted, reversed(wanted)))

    def _rule(self, ask: Ask) -> int | Steps:
        kind, term, value = ask
        if kind == "same":
            return self._rules[kind, None](self, term, value)  # type: ignore[arg-type]
        match term:
            case Const():
                return self._of_constant(kind, term.value, value)
            case Ref():
                return self._of_variable(kind, term, value)
            case App(op=op):
                if kind == "eq":
                    if not self.can_be(term, value):
                        return FALSE
                    if term.type == BOOL:
                        return _signed(term, value)
                rule = self._rules.get((kind, op)) or GENERIC[kind]
                return rule(self, term, value)
        raise AssertionError(f"not a total term: {term}")

    def _of_constant(self, kind: str, constant: Maybe, value: Any) -> int | Steps:
        if constant is UNDEFINED:
            return FALSE
        if kind == "truth":
            return TRUE if constant else FALSE
        if kind == "eq":
            return TRUE if constant == value else FALSE
        if kind == "ge":
            return TRUE if place(constant) >= value else FALSE  # type: ignore[arg-type]
        assert kind == "has"
        return TRUE if value in constant else FALSE  # type: ignore[operator]

    def _of_variable(self, kind: str, term: Ref, value: Any) -> int | Steps:
        atom = self.atoms.get(term)
        if atom is not None:
            return atom if kind == "truth" or value else -atom
        gates = self.variable(term.symbol, leaf_key(term)).gates
        if kind == "ge":
            return chain(self, term, value)
        return gates[True] if kind == "truth" else gates.get(value, FALSE)

    def variable(self, symbol: Symbol, key: Key) -> Variable:
        """The inputs of a variable instance, made when first asked for."""
        made = self.variables.get((symbol, key))
        if made is None:
            assert symbol.domain is not None
            if symbol.domain.size > MAX_DOMAIN:
                raise Beyond(
                    f"{symbol.name} has {symbol.domain.size:,} values, which does not encode to "
                    f"CNF within the limit of {MAX_DOMAIN:,}",
                    span=symbol.span,
                )
            made = self.variables[symbol, key] = Variable(self.circuit, tuple(symbol.domain))
        return made

    # ------------------------------------------------------------------ ranges

    def range(self, term: Term) -> Range:
        return self.ranges.sure(term)

    def values(self, term: Term) -> Sequence[Value]:
        """Every value that a term can have, in canonical order."""
        return members(self.range(term))

    def can_be(self, term: Term, value: Value) -> bool:
        found = self._sets.get(term)
        if found is None:
            found = self.range(term)
            if isinstance(found, tuple):
                found = frozenset(found)
            self._sets[term] = found
        return value in found if isinstance(found, frozenset) else holds(found, value)

    def spend(self, term: App, rows: int) -> None:
        """Count what a term costs to encode; refuse beyond the limit, before it is built."""
        self._spent[term] = spent = self._spent.get(term, 0) + rows
        if spent > MAX_ROWS:
            raise Beyond(
                f"`{term.op.symbol}` over {spent:,} combinations of its operands' values does not "
                f"encode to CNF within the limit of {MAX_ROWS:,}"
            )

    def table(self, term: App) -> dict[Maybe, list[Row]]:
        """By each result, the rows of operands that give it; where `eval` gives none, the first
        value of the range is pinned, so that the term has one value in every world."""
        table = self._tables.get(term)
        if table is None:
            table = self._tables[term] = {}
            self.spend(term, prod(size(self.range(a)) for a in term.args))
            repeats = [
                (i, term.args.index(a)) for i, a in enumerate(term.args) if term.args.index(a) < i
            ]
            first = next(iter(self.values(term)), UNDEFINED) if self.range(term) else UNDEFINED
            for row in product(*(self.values(a) or (UNDEFINED,) for a in term.args)):
                if all(row[i] == row[j] for i, j in repeats):
                    result = term.op.apply(row)
                    table.setdefault(first if result is UNDEFINED else result, []).append(row)
        return table


# ---------------------------------------------------------------------------- generic rules


def _signed(term: Term, value: Value) -> Steps:
    """A Boolean is a value if it is as true as the value."""
    (truth,) = yield [("truth", term, None)]
    return truth if value else -truth


def rows_gate(enc: Encoder, term: App, rows: Sequence[Row]) -> Steps:
    """Whether the operands are one of the rows."""
    found = []
    for row in rows:
        cells = zip(term.args, row, strict=True)
        found.append(
            enc.circuit.and_((yield [("eq", a, v) for a, v in cells if v is not UNDEFINED]))
        )
    return enc.circuit.or_(found)


def tabulate_eq(enc: Encoder, term: App, value: Value) -> Steps:
    """f(a, b) = v if (a, b) is a row where `eval` gives v."""
    return rows_gate(enc, term, enc.table(term).get(value, ()))


def tabulate_truth(enc: Encoder, term: App, _: Any) -> Steps:
    """As for a value; by the rows that are false, where these are fewer."""
    table = enc.table(term)
    true, false = table.get(True, []), table.get(False, [])
    if len(true) <= len(false):
        return (yield from rows_gate(enc, term, true))
    return -(yield from rows_gate(enc, term, false))


def tabulate_has(enc: Encoder, term: App, member: Value) -> Steps:
    """A set has a member if the operands are a row whose set has it."""
    rows = [
        row
        for result, found in enc.table(term).items()
        if isinstance(result, frozenset) and member in result
        for row in found
    ]
    return rows_gate(enc, term, rows)


def chain(enc: Encoder, term: Term, least: int) -> Steps:
    """place(t) >= n: it is the first value from n on, or its place is at least the next one's."""
    values = enc.values(term)
    if isinstance(values, range):
        start = max(0, least - values.start)
    else:
        start = bisect_left(values, least, key=place)
    if start == 0 or start >= len(values):
        return TRUE if start == 0 and values else FALSE
    value = values[start]
    if place(value) != least:
        (same,) = yield [("ge", term, place(value))]
        return same
    asks: list[Ask] = [("eq", term, value)]
    if start + 1 < len(values):
        asks.append(("ge", term, place(values[start + 1])))
    return enc.circuit.or_((yield asks))


GENERIC: dict[str, Rule] = {
    "eq": tabulate_eq,
    "truth": tabulate_truth,
    "has": tabulate_has,
    "ge": chain,
}
