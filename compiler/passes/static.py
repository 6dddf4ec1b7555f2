"""What holds in every world alike: terms over bound variables, constants and tables, computed
straight from the operator table, as Python closures. Conditions of quantifiers and of families are
mostly such terms, and there are many times more tuples than conditions that let one through."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product

from hlogic.compiler.ir import Key, Symbol
from hlogic.compiler.ops import AND, COUNT, IF, MATCH, NOT, OR, SUM, Op
from hlogic.compiler.passes.simplify import PAIRED
from hlogic.compiler.sorts import UNDEFINED, Maybe, Value
from hlogic.compiler.terms import App, Bound, Const, Ref, Spread, Term, below, parts

Environment = Mapping[Bound, Value]
Run = Callable[[Environment], Maybe]
Chosen = tuple[tuple[Value, ...], tuple[Term, ...]]
UNITS: Mapping[Op, Maybe] = {AND: True, OR: False, COUNT: False, SUM: 0}
MAX_DEPTH = 100  # closures call each other; a deeper term is left to who needs no recursion
MAX_KEPT = 10_000  # tuples of a spread whose filter's outcome is kept


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

    def free(self, term: Term) -> frozenset[Bound]:
        """The bound variables that a static term depends on."""
        return self._free[term.id]

    def deciders(self, term: Term, value: Maybe) -> list[tuple[Term, bool]]:
        """Static terms any of which, where it is the truth beside it, shows that the term is
        `value`, whatever its other parts are."""
        found: list[tuple[Term, bool]] = []
        stack = [(term, value)]
        while stack:
            part, wanted = stack.pop()
            if self.run(part) is not None:
                if isinstance(wanted, bool):
                    found.append((part, wanted))
            elif not isinstance(part, App):
                continue
            elif part.op is NOT:
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
            if any(k is UNDEFINED for k in key):
                return UNDEFINED
            return entry(symbol, key)  # type: ignore[arg-type]

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


class Filter:
    """Which tuples of a spread's variables matter, and the element for each: a tuple is left out
    where static parts show that its operand is one that the operator is indifferent to (a pair
    whose condition is false), and where they leave just one part of the element, it stands for the
    element."""

    def __init__(self, statics: Statics, term: Spread) -> None:
        paired = term.op in PAIRED
        self._variables = term.variables
        self._element = term.element
        self._out: list[tuple[Run, bool]] = []
        self._in: tuple[Run, bool] | None = None
        self._rest = term.element
        if not paired and term.op not in UNITS:
            return
        unit = False if paired else UNITS[term.op]
        terms = statics.deciders(term.element[0], unit)
        for decider, value in terms:
            run = statics.run(decider)
            assert run is not None
            self._out.append((run, value))
        if not paired:
            self._find_rest(statics, term.element[0], unit)
        inside = frozenset(term.variables)
        self._outside = tuple(frozenset(b for t, _ in terms for b in statics.free(t)) - inside)
        self._kept: dict[tuple[Value, ...], list[Chosen]] = {}

    def _find_rest(self, statics: Statics, element: Term, unit: Maybe) -> None:
        """The guard that, where it has the value beside it, leaves just one part."""
        if not isinstance(element, App):
            return
        if element.op is IF and _is(element.args[2], unit):
            guard, rest, value = element.args[0], element.args[1], True
        elif len(element.args) == 2 and (element.op, unit) in ((OR, True), (AND, False)):
            first, second = element.args
            guard, rest = (first, second) if statics.run(first) is not None else (second, first)
            value = not unit
        else:
            return
        run = statics.run(guard)
        if run is not None:
            self._in, self._rest = (run, value), (rest,)

    def chosen(self, env: Environment, size: int) -> Iterable[Chosen]:
        """The tuples with their elements, of `size` in all."""
        if not self._out:
            element = self._element
            return ((values, element) for values in self._tuples())
        if size > MAX_KEPT:
            return self._choose(env)
        key = tuple([env[b] for b in self._outside])
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = list(self._choose(env))
        return kept

    def _tuples(self) -> Iterator[tuple[Value, ...]]:
        return product(*(v.domain for v in self._variables))

    def _choose(self, env: Environment) -> Iterator[Chosen]:
        inner = dict(env)
        for values in self._tuples():
            for variable, value in zip(self._variables, values, strict=True):
                inner[variable] = value
            for run, value in self._out:
                if run(inner) is value:
                    break
            else:
                alone = self._in is not None and self._in[0](inner) is self._in[1]
                yield values, self._rest if alone else self._element


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
    if op is MATCH:
        return _branch(*args)
    if op.strict and len(args) == 2:
        return _binary(op, *args)
    apply = op.apply
    return lambda env: apply([a(env) for a in args])


def _branch(on: Run, default: Run, *arms: Run) -> Run:
    def run(env: Environment) -> Maybe:
        value = on(env)
        if value is UNDEFINED:
            return UNDEFINED
        for key, body in zip(arms[0::2], arms[1::2], strict=True):
            if key(env) == value:
                return body(env)
        return default(env)

    return run


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
    paired = op in PAIRED

    def run(env: Environment) -> Maybe:
        spend(size)
        made = [a(env) for a in leading]
        inner = dict(env)
        for values in product(*(v.domain for v in variables)):
            inner.update(zip(variables, values, strict=True))
            first = element[0](inner)
            if zero is not None and first is zero:
                return zero
            if not paired:
                made.append(first)
            elif first is not False:
                made += (first, element[1](inner))
        return op.apply(made)

    return run
