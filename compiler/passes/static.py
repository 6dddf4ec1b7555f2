"""What holds in every world alike: terms over bound variables, constants and tables, computed
straight from the operator table, as Python closures. Conditions of quantifiers and of families are
mostly such terms, and there are many times more tuples than conditions that let one through."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from hlogic.compiler.ir import Key, Symbol
from hlogic.compiler.ops import AND, IF, NOT, OR, Op
from hlogic.compiler.sorts import UNDEFINED, Maybe, Value
from hlogic.compiler.terms import App, Bound, Const, Ref, Spread, Term, below, parts

Environment = Mapping[Bound, Value]
Run = Callable[[Environment], Maybe]
Decider = tuple[Run, bool]
MAX_DEPTH = 100  # closures call each other; a deeper term is left to who needs no recursion


class Statics:
    """Closures for the static terms of one view. `entry` reads a table, `spend` is told of the
    elements of a spread before they are looked at."""

    def __init__(self, entry: Callable[[Symbol, Key], Maybe], spend: Callable[[int], None]) -> None:
        self._entry = entry
        self._spend = spend
        self._runs: dict[int, Run | None] = {}
        self._depths: dict[int, int] = {}
        self._free: dict[int, frozenset[Bound]] = {}

    def run(self, term: Term) -> Run | None:
        """The closure that computes a term from its bound variables, None if it is not static."""
        if term.id not in self._runs:
            for part in below([term], lambda t: t.id in self._runs):
                self._runs[part.id] = self._compile(part)
        return self._runs[term.id]

    def deciders(self, term: Term, value: Maybe) -> list[Decider]:
        """Closures any of which, where it gives the value beside it, shows that the term is
        `value`, whatever its other parts are."""
        found: list[Decider] = []
        stack = [(term, value)]
        while stack:
            part, wanted = stack.pop()
            run = self.run(part)
            if run is not None:
                if isinstance(wanted, bool):
                    found.append((run, wanted))
                continue
            if not isinstance(part, App):
                continue
            if part.op is NOT:
                stack.append((part.args[0], not wanted))
            elif (part.op is OR and wanted is True) or (part.op is AND and wanted is False):
                stack.extend((a, wanted) for a in part.args)
            elif part.op is IF and _is(part.args[2], wanted):
                stack.append((part.args[0], False))
        return found

    # ------------------------------------------------------------------ kinds of term

    def _compile(self, term: Term) -> Run | None:
        runs = []
        depth = 0
        for part in parts(term):
            run = self._runs[part.id]
            if run is None or self._depths[part.id] >= MAX_DEPTH:
                return None
            runs.append(run)
            depth = max(depth, self._depths[part.id])
        self._depths[term.id] = depth + 1
        match term:
            case Const(value=value):
                self._free[term.id] = frozenset()
                return lambda env: value
            case Bound():
                self._free[term.id] = frozenset((term,))
                return lambda env: env[term]
        free = frozenset(b for part in parts(term) for b in self._free[part.id])
        self._free[term.id] = free
        match term:
            case Ref(symbol=symbol) if symbol.kind == "table":
                return self._table(symbol, runs)
            case App(op=op):
                return _applied(op, runs)
            case Spread():
                self._free[term.id] = free - frozenset(term.variables)
                return self._spread(term, runs)
        return None

    def _table(self, symbol: Symbol, args: Sequence[Run]) -> Run:
        entry = self._entry

        def run(env: Environment) -> Maybe:
            key = tuple([a(env) for a in args])
            return UNDEFINED if UNDEFINED in key else entry(symbol, key)  # type: ignore[arg-type]

        return run

    def _spread(self, term: Spread, runs: Sequence[Run]) -> Run:
        """Computed once for each value of the variables that are free in it."""
        free = tuple(self._free[term.id])
        count = len(term.leading)
        evaluate = _spread_out(term, runs[:count], runs[count:], self._spend)
        memo: dict[tuple[Value, ...], Maybe] = {}

        def run(env: Environment) -> Maybe:
            key = tuple([env[b] for b in free])
            if key not in memo:
                memo[key] = evaluate(env)
            return memo[key]

        return run


def _is(term: Term, value: Maybe) -> bool:
    """Whether a term is that constant; True and 1 are two."""
    return isinstance(term, Const) and type(term.value) is type(value) and term.value == value


def _applied(op: Op, args: Sequence[Run]) -> Run:
    if op is AND or op is OR:
        return _junction(op is OR, args)
    if op is IF:
        condition, then, otherwise = args

        def choose(env: Environment) -> Maybe:
            chosen = condition(env)
            if chosen is UNDEFINED:
                return UNDEFINED
            return then(env) if chosen else otherwise(env)

        return choose
    if op.strict and len(args) == 2:
        return _binary(op, *args)
    apply = op.apply
    return lambda env: apply([a(env) for a in args])


def _binary(op: Op, left: Run, right: Run) -> Run:
    """A strict operator of two operands: most of what conditions are made of."""
    evaluate = op.eval

    def run(env: Environment) -> Maybe:
        a, b = left(env), right(env)
        return UNDEFINED if a is UNDEFINED or b is UNDEFINED else evaluate(a, b)

    return run


def _junction(zero: bool, args: Sequence[Run]) -> Run:
    """`or` with True as its zero, `and` with False."""

    def run(env: Environment) -> Maybe:
        value: Maybe = not zero
        for a in args:
            found = a(env)
            if found is zero:
                return zero
            if found is UNDEFINED:
                value = UNDEFINED
        return value

    return run


def _spread_out(
    term: Spread, leading: Sequence[Run], element: Sequence[Run], spend: Callable[[int], None]
) -> Run:
    op, variables = term.op, term.variables
    size = 1
    for variable in variables:
        size *= variable.domain.size
    zero = {AND: False, OR: True}.get(op)

    def run(env: Environment) -> Maybe:
        spend(size)
        made = [a(env) for a in leading]
        inner = dict(env)
        for values in product(*(v.domain for v in variables)):
            inner.update(zip(variables, values, strict=True))
            made += [a(inner) for a in element]
            if zero is not None and made and made[-1] is zero:
                return zero
        return op.apply(made)

    return run
