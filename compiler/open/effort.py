"""How large a finite theory would become, before it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hlogic.compiler.open.formulas import All, Any, Exists, Forall, Formula, Leaf
from hlogic.compiler.terms import Bound


def instances(formulas: Iterable[Formula], size: Callable[[Bound], int]) -> int:
    """How many leaves the formulas have with their quantifiers written out; `size` says how many
    values a variable has."""
    known: dict[int, int] = {}
    return sum(_leaves(f, size, known) for f in formulas)


def _leaves(formula: Formula, size: Callable[[Bound], int], known: dict[int, int]) -> int:
    found = known.get(id(formula))
    if found is None:
        match formula:
            case Leaf():
                found = 1
            case All(parts=parts) | Any(parts=parts):
                found = sum(_leaves(p, size, known) for p in parts)
            case Forall(variable=v, body=body) | Exists(variable=v, body=body):
                found = size(v) * _leaves(body, size, known)
        known[id(formula)] = found
    return found
