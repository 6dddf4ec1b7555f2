"""How the value of a term is read off a model of SMT."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hlogic.backends.rules_basic import universe_of
from hlogic.backends.smt.codes import BOOLEAN, Code, integers
from hlogic.backends.smt.expressions import Expr
from hlogic.backends.smt.translate import Translator
from hlogic.backends.smt.vectors import Vectors
from hlogic.compiler.ops import TUPLE
from hlogic.compiler.sorts import Value
from hlogic.compiler.terms import App, Const, Term

Numbers = Mapping[Expr, int]  # what was read off a model


class Constant:
    """A field with one value."""

    def __init__(self, value: Value) -> None:
        self._value = value

    def value(self, numbers: Numbers) -> Value:
        return self._value


class Plain:
    """A Boolean, an integer or a label: its places are in canonical order."""

    def __init__(self, expr: Expr, code: Code, vectors: Vectors) -> None:
        self.expr = expr
        self.code = code
        self.vectors = vectors

    def value(self, numbers: Numbers) -> Value:
        return self.vectors.value(numbers[self.expr], self.code)


class Listed(Plain):
    """What has no vector, or none in canonical order: its place among its possible values."""

    def __init__(self, expr: Expr, values: Sequence[Value], vectors: Vectors) -> None:
        super().__init__(expr, integers(0, len(values) - 1), vectors)
        self._values = values

    def value(self, numbers: Numbers) -> Value:
        return self._values[numbers[self.expr]]


class Members:
    """A set, by its possible members in canonical order."""

    def __init__(self, universe: Sequence[Value], parts: Sequence[Plain], size: Plain) -> None:
        self.universe = universe
        self.parts = parts
        self.size = size

    def value(self, numbers: Numbers) -> Value:
        pairs = zip(self.universe, self.parts, strict=True)
        return frozenset(v for v, part in pairs if numbers[part.expr])


class Row:
    """A tuple, by its components."""

    def __init__(self, parts: Sequence[Field]) -> None:
        self.parts = parts

    def value(self, numbers: Numbers) -> Value:
        return tuple(part.value(numbers) for part in self.parts)


Field = Constant | Plain | Members | Row


def plains(field: Field, sizes: bool = False) -> list[Plain]:
    """What a field's value rests on; with `sizes`, of a set also how many members it has."""
    match field:
        case Constant():
            return []
        case Plain():
            return [field]
        case Members():
            return [field.size, *field.parts] if sizes else list(field.parts)
        case Row():
            return [p for part in field.parts for p in plains(part, sizes)]


def field_of(translator: Translator, term: Term) -> Field:
    """The field of a total term. Tuples nest no deeper than types do."""
    if isinstance(term, Const):
        return Constant(term.value)  # type: ignore[arg-type]
    if isinstance(term, App) and term.op is TUPLE:
        return Row([field_of(translator, a) for a in term.args])
    vectors = translator.dialect
    assert isinstance(vectors, Vectors)
    scalar = translator.scalar(term)
    if scalar is not None and scalar[1].kind != "union":
        return Plain(*scalar, vectors)
    universe = None if scalar is not None else universe_of(translator, (term,))
    if universe is None:
        return _listed(translator, term, vectors)
    has = [translator.of_gate(translator.gate(("has", term, v))) for v in universe]
    return _members(universe, has, vectors)


def _members(universe: Sequence[Value], has: Sequence[Expr], vectors: Vectors) -> Members:
    code = integers(0, len(universe))
    one, zero = vectors.const(1, code), vectors.const(0, code)
    parts = [zero, *[vectors.exprs.ite(h, one, zero) for h in has]]
    size = Plain(vectors.add([zero, *parts], code), code, vectors)
    return Members(universe, [Plain(h, BOOLEAN, vectors) for h in has], size)


def _listed(translator: Translator, term: Term, vectors: Vectors) -> Field:
    values = translator.values(term)
    code = integers(0, len(values) - 1)
    place = vectors.const(len(values) - 1, code)
    for i in range(len(values) - 2, -1, -1):
        is_value = translator.of_gate(translator.eq(term, values[i]))
        place = translator.exprs.ite(is_value, vectors.const(i, code), place)
    return Listed(place, values, vectors)
