"""How a value is read off a model, and which literals of the model it rests on.

A field is made once for a term; reading it touches only its own literals, so enumeration costs what
the projection costs, whatever the size of the formula.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter

from hlogic.backends.circuit import FALSE, TRUE
from hlogic.backends.problem import Problem
from hlogic.backends.rules_basic import universe_of
from hlogic.compiler.ops import TUPLE
from hlogic.compiler.sorts import BOOL, Value
from hlogic.compiler.terms import App, Const, Term

Model = Sequence[int]
Literal = Callable[[int], int]


def true_in(model: Model, literal: int) -> bool:
    """Whether a literal is true; a variable that the solver never heard of is false."""
    at = abs(literal) - 1
    return ((model[at] if at < len(model) else -1) > 0) == (literal > 0)


class Constant:
    """A field with one value."""

    def __init__(self, value: Value) -> None:
        self.value = value

    def read(self, model: Model, rests: list[int]) -> Value:
        return self.value


class Choice:
    """A field that has one of several values; `gates` and `literals` are those values' own."""

    def __init__(self, values: Sequence[Value], gates: Sequence[int], literal: Literal) -> None:
        self.values = values
        self.gates = gates
        self.literals = [literal(g) for g in gates]
        self._places = {x: place for place, x in reversed(list(enumerate(self.literals)))}
        # Enumerations spend their time here, so the model's literals are picked by one call in C.
        ends = [abs(x) - 1 for x in self.literals] or [0]
        self._picked = itemgetter(*ends, ends[0])  # of one alone it would give no tuple

    def place(self, model: Model) -> int:
        """The place among `values` of the value in a model that knows all the literals."""
        places = self._places
        for x in self._picked(model):
            if x in places:
                return places[x]
        raise AssertionError("a field without a value in a world where it was to be defined")

    def read(self, model: Model, rests: list[int]) -> Value:
        at = self.place(model)
        rests.append(self.literals[at])
        return self.values[at]


class Members:
    """A set, by its possible members in canonical order."""

    def __init__(self, universe: Sequence[Value], gates: Sequence[int], literal: Literal) -> None:
        self.sure = [v for v, g in zip(universe, gates, strict=True) if g == TRUE]
        kept = [(v, g) for v, g in zip(universe, gates, strict=True) if abs(g) != TRUE]
        self.members = [(v, literal(g)) for v, g in kept]
        self.gates = [g for _, g in kept]

    def read(self, model: Model, rests: list[int]) -> Value:
        found = list(self.sure)
        for value, x in self.members:
            if true_in(model, x):
                found.append(value)
                rests.append(x)
            else:
                rests.append(-x)
        return frozenset(found)


class Row:
    """A tuple, by its components."""

    def __init__(self, parts: Sequence[Field]) -> None:
        self.parts = parts

    def read(self, model: Model, rests: list[int]) -> Value:
        return tuple(p.read(model, rests) for p in self.parts)


Field = Constant | Choice | Members | Row


def choice(values: Sequence[Value], gates: Sequence[int], literal: Literal) -> Constant | Choice:
    """One of several values, by the gates that say which; those that never are left out."""
    shown = [(v, g) for v, g in zip(values, gates, strict=True) if g != FALSE]
    for value, gate in shown:
        if gate == TRUE:
            return Constant(value)
    return Choice([v for v, _ in shown], [g for _, g in shown], literal)


def field_of(problem: Problem, term: Term, literal: Literal) -> Field:
    """The field of a total term. Tuples nest no deeper than types do."""
    if isinstance(term, Const):
        return Constant(term.value)  # type: ignore[arg-type]
    if isinstance(term, App) and term.op is TUPLE:
        return Row([field_of(problem, a, literal) for a in term.args])
    encoder = problem.encoder
    universe = None if term.type == BOOL else universe_of(encoder, (term,))
    if universe is not None:
        gates = [encoder.gate(("has", term, v)) for v in universe]
        return Members(universe, gates, literal)
    values: Sequence[Value] = (False, True) if term.type == BOOL else encoder.values(term)
    return choice(values, [encoder.eq(term, v) for v in values], literal)
