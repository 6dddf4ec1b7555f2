"""How large a finite theory would become, before it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hlogic.compiler.diagnostics import Beyond
from hlogic.compiler.open.formulas import All, Any, Exists, Forall, Formula, Leaf
from hlogic.compiler.terms import Bound

MAX_INSTANCES = 400_000  # of one finite theory


def check_size(
    formulas: Iterable[Formula], size: Callable[[Bound], int], limit: int = MAX_INSTANCES
) -> None:
    """Refuse what has more leaves than the limit with its quantifiers written out; `size` says how
    many values a variable has. Raises Beyond."""
    known: dict[int, int] = {}
    number = sum(_leaves(f, size, known) for f in formulas)
    if number > limit:
        raise Beyond(f"{number:,} instances of the sentences, over the limit of {limit:,}")


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
