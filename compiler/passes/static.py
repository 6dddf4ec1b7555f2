"""What holds in every world alike: terms over bound variables, constants and tables. They are
computed by the evaluator's closures. Conditions of quantifiers and of families are mostly such
terms, and there are many times more tuples than conditions that let one through."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product

from hlogic.compiler.evaluate import Evaluator, Run
from hlogic.compiler.ir import View
from hlogic.compiler.ops import AND, COUNT, IF, NOT, OR, PAIRED, SUM, Op
from hlogic.compiler.passes.free import Free
from hlogic.compiler.sorts import Maybe, Value
from hlogic.compiler.terms import App, Bound, Const, Ref, Spread, Term, below, parts

Environment = Mapping[Bound, Value]
Chosen = tuple[tuple[Value, ...], tuple[Term, ...]]
UNITS: Mapping[Op, Maybe] = {AND: True, OR: False, COUNT: False, SUM: 0}
MAX_DEPTH = 100  # closures call each other; a deeper term is left to who needs no recursion
MAX_KEPT = 10_000  # tuples of a spread whose filter's outcome is kept


class Closures(Evaluator):
    """The evaluator without a world. A spread is computed once for each value of the variables
    that are free in it; `spend` is told of its elements before they are looked at."""

    def __init__(self, view: View, free: Free, spend: Callable[[int], None]) -> None:
        super().__init__(view, {})
        self._free = free
        self._spend = spend

    def _spread(self, term: Spread) -> Run:
        evaluate = super()._spread(term)
        free = self._free.of(term)
        size = 1
        for variable in term.variables:
            size *= variable.domain.size
        memo: dict[tuple[Value, ...], Maybe] = {}

        def run(env: Environment) -> Maybe:
            key = tuple([env[b] for b in free])
            if key not in memo:
                self._spend(size)
                memo[key] = evaluate(env)
            return memo[key]

        return run


class Statics:
    """Finds the static terms of one view."""

    def __init__(self, view: View, free: Free, spend: Callable[[int], None]) -> None:
        self._closures = Closures(view, free, spend)
        self._depths: dict[int, int] = {}  # 0 for what is not static
        self._runs: dict[int, Run | None] = {}
        self._free = free

    def run(self, term: Term) -> Run | None:
        """The closure that computes a term from its bound variables, None if it is not static."""
        runs = self._runs
        if term.id not in runs:
            depths = self._depths
            for part in below([term], lambda t: t.id in depths):
                depths[part.id] = self._depth(part)
            runs[term.id] = self._closures.run(term) if depths[term.id] else None
        return runs[term.id]

    def _depth(self, term: Term) -> int:
        if isinstance(term, Ref) and term.symbol.kind != "table":
            return 0
        below_it = [self._depths[part.id] for part in parts(term)]
        if any(not 0 < depth < MAX_DEPTH for depth in below_it):
            return 0
        return 1 + max(below_it, default=0)

    def free(self, term: Term) -> tuple[Bound, ...]:
        """The bound variables that a term depends on."""
        return self._free.of(term)

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
