"""Where a proof may split: what a premise leaves two or more ways of, the values of a place, and
the denial of the conclusion.

They come in the order in which a reader would try them, and each covers all that is possible: the
checker is told by which premise and facts.
"""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.backends.proof.reasoner import ASSUMED, Reasoner, State
from hlogic.compiler.ops import EQ, NOT, OR
from hlogic.compiler.proof.premises import Premise, literal
from hlogic.compiler.record import record
from hlogic.compiler.sorts import BOOL
from hlogic.compiler.terms import App, Term

MOST_WAYS = 6  # that a premise may leave
ALTERNATIVES, VALUES, CONDITIONS, DENIAL = range(4)  # kinds of splits, the more natural first
MOST_CASES = 12  # values of a place that are taken one by one


@record
class Choice:
    """Cases as (place, mask), exhaustive by a premise (`ASSUMED`: by the place's values alone).
    `rank` says what kind of split it is, the more natural first."""

    premise: int
    cases: tuple[tuple[int, int], ...]
    rank: int


def choices(reasoner: Reasoner, state: State) -> Iterator[Choice]:
    """The splits of a state, each once."""
    seen: set[tuple[tuple[int, int], ...]] = set()
    for choice in (*_by_premises(reasoner, state), *_by_values(reasoner, state)):
        if choice.cases not in seen:
            seen.add(choice.cases)
            yield choice
    last = denial(reasoner, state)
    if last is not None and not {last.cases, last.cases[::-1]} & seen:
        yield last


def denial(reasoner: Reasoner, state: State) -> Choice | None:
    """The split into the conclusion and its denial, where both are possible."""
    if reasoner.goal is None:
        return None
    place, mask = reasoner.goal
    left = state.masks[place]
    cases = ((place, left & mask), (place, left & ~mask))
    return Choice(ASSUMED, cases, DENIAL) if all(m for _, m in cases) else None


def _by_premises(reasoner: Reasoner, state: State) -> Iterator[Choice]:
    for number, premise in enumerate(reasoner.list):
        found = _ways(reasoner, state, premise)
        if found is not None and 2 <= len(found[0]) <= MOST_WAYS:
            yield Choice(number, tuple(found[0]), ALTERNATIVES if found[1] else CONDITIONS)


def _ways(
    reasoner: Reasoner, state: State, premise: Premise
) -> tuple[list[tuple[int, int]], bool] | None:
    """The ways in which an `or` or a `xor` can still hold, and whether each of them affirms
    something, as no condition does; None where one of them holds, or is not about one place."""
    if premise.place is not None or not isinstance(premise.term, App):
        return None
    found: dict[tuple[int, int], None] = {}
    affirms = True
    for part in _alternatives(premise.term):
        known = literal(part)
        if known is None or known[0] not in reasoner.index:
            return None
        ref, values, positive = known
        place = reasoner.index[ref]
        mask = sum(
            1 << i for i, v in enumerate(reasoner.premises.values[ref]) if (v in values) is positive
        )
        left = state.masks[place] & mask
        if left == state.masks[place]:
            return None
        if left:
            found[place, left] = None
            affirms = affirms and positive
    return list(found), affirms


def _alternatives(term: App) -> tuple[Term, ...]:
    if term.op is OR:
        return term.args
    if term.op is NOT:
        (inner,) = term.args
        if isinstance(inner, App) and inner.op is EQ and inner.args[0].type == BOOL:
            return inner.args
    return ()


def _by_values(reasoner: Reasoner, state: State) -> Iterator[Choice]:
    asked = None if reasoner.goal is None else reasoner.goal[0]
    for place, mask in enumerate(state.masks):
        if place == asked:  # to split on what is asked is a denial, which comes last
            continue
        values = [1 << i for i in range(mask.bit_length()) if mask >> i & 1]
        if 2 <= len(values) <= MOST_CASES:
            cases = tuple((place, value) for value in reversed(values))
            yield Choice(ASSUMED, cases, VALUES)
