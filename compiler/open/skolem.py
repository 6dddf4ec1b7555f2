"""Existential quantifiers over open sorts become names: constants, and functions of what varies.

A witness may depend only on the universal variables that the quantified formula speaks of
(`quantified` has left outside what it does not need), so `forall x: P(x) implies exists y: Q(y)`
takes a constant. Under an `exists` over a finite sort one witness serves all its cases.

Skolem, T. (1920); Nonnengart & Weidenbach, "Computing small clause normal forms" (2001).
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from hlogic.compiler.ir import Parameters, Symbol
from hlogic.compiler.open.derived import substituted
from hlogic.compiler.open.formulas import All, Any, Exists, Forall, Formula, Leaf, all_, any_
from hlogic.compiler.open.speech import Speech
from hlogic.compiler.record import record
from hlogic.compiler.sorts import open_root
from hlogic.compiler.terms import Bound, Term, Terms

QUESTION = "question"  # the origin of what is asked


@record
class Witness:
    """What a sentence says there is: the name of its variable there, the sentence's, and which of
    the sentence's variables of this name it is."""

    variable: str
    origin: str
    number: int = 1


def witness(symbol: Symbol) -> Witness | None:
    """What a symbol names if `Skolem` has made it, by its name."""
    variable, at, rest = symbol.name.partition("@")
    origin, _, number = rest.partition("#")
    return Witness(variable, origin, int(number or 1)) if at else None


class Skolem:
    """Makes the witnesses of one problem; `origin` names the sentence that they are of."""

    def __init__(self, pool: Terms, speech: Speech) -> None:
        self._pool = pool
        self._speech = speech
        self._names: dict[str, int] = {}

    def witnessed(self, formula: Formula, origin: str) -> Formula:
        """The formula without `exists` over open sorts: it has a model just where the given one
        has."""
        return self._run(formula, origin, (), {})

    def _run(
        self,
        formula: Formula,
        origin: str,
        universal: tuple[Bound, ...],
        values: Mapping[Bound, Term],
    ) -> Formula:
        match formula:
            case Leaf(term=term):
                if values.keys().isdisjoint(formula.free):
                    return formula
                made = substituted(self._pool, term, values)
                return Leaf(made, self._speech.free(made))
            case All(parts=parts):
                return all_([self._run(p, origin, universal, values) for p in parts])
            case Any(parts=parts):
                return any_([self._run(p, origin, universal, values) for p in parts])
            case Forall(variable=variable, body=body):
                inner = self._run(body, origin, (*universal, variable), values)
                return Forall(variable, inner, inner.free - {variable})
            case Exists(variable=variable, body=body):
                if open_root(variable.type) is None:
                    inner = self._run(body, origin, universal, values)
                    return Exists(variable, inner, inner.free - {variable})
                needs = self._needed(formula, universal, values)
                symbol = self._symbol(variable, needs, origin)
                witness = self._pool.ref(symbol, needs)
                return self._run(body, origin, universal, {**values, variable: witness})

    def _needed(
        self, formula: Exists, universal: tuple[Bound, ...], values: Mapping[Bound, Term]
    ) -> tuple[Bound, ...]:
        """The universal variables that a formula speaks of, itself or through a witness."""
        spoken = set(formula.free)
        for variable in formula.free:
            if variable in values:
                spoken |= self._speech.free(values[variable])
        return tuple(v for v in universal if v in spoken)

    def _symbol(self, variable: Bound, needs: tuple[Bound, ...], origin: str) -> Symbol:
        over_open = any(open_root(v.type) is not None for v in needs)
        keys = () if over_open else tuple(product(*(v.domain for v in needs)))
        name = f"{variable.name}@{origin}"
        self._names[name] = again = self._names.get(name, 0) + 1
        return Symbol(
            "var",
            name if again == 1 else f"{name}#{again}",
            Parameters(tuple(self._pool.bound(v.name, v.domain) for v in needs)),
            variable.domain,
            variable.type,
            keys=keys,
            key_set=frozenset(keys),
            open=over_open,
        )
