"""A world that one encoding admits and the other does not.

The values of the shared terms are settled one after another, in canonical order, as long as both
encodings still have a world with them. Where only one has, what is settled so far decides: it is
completed to a row of that encoding. So the row is the same on every engine, and rows that neither
admits cost nothing; those that both admit are counted, up to a limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogic.compiler.record import record
from hlogic.compiler.session import Session
from hlogic.compiler.terms import Term
from hlogic.diff.vocabulary import Choice


@record
class Hunt:
    """`row` is the deciding one, a choice for each shared term; `rows` how many both admit, of
    those looked at; `complete` whether all were."""

    row: tuple[Choice, ...] | None
    rows: int
    complete: bool


@record
class Party:
    """One encoding in the search: its session, and which of a choice's formulas is its own."""

    session: Session
    number: int
    assumed: tuple[Term, ...] = ()

    def admits(self, chosen: Sequence[Choice]) -> bool:
        formulas = [c.formulas[self.number] for c in chosen]
        known = [f for f in formulas if f is not None]
        return len(known) == len(formulas) and self.session.possible((*self.assumed, *known))


def hunt(admits: Party, excludes: Party, terms: Sequence[Sequence[Choice]], limit: int) -> Hunt:
    """Look for a row that the first admits and the second does not."""
    if not admits.admits(()):
        return Hunt(None, 0, True)
    if not excludes.admits(()):
        return Hunt(_completed(admits, [], terms), 0, True)
    chosen: list[Choice] = []
    stack: list[Iterator[Choice]] = [iter(terms[0])] if terms else []
    rows = 0 if terms else 1
    while stack:
        tried = next((c for c in stack[-1] if admits.admits([*chosen, c])), None)
        if tried is None:
            stack.pop()
            if chosen:
                chosen.pop()
        elif not excludes.admits([*chosen, tried]):
            return Hunt(_completed(admits, [*chosen, tried], terms), rows, True)
        elif len(stack) == len(terms):
            rows += 1
            if rows >= limit:
                return Hunt(None, rows, False)
        else:
            chosen.append(tried)
            stack.append(iter(terms[len(stack)]))
    return Hunt(None, rows, True)


def _completed(
    party: Party, chosen: list[Choice], terms: Sequence[Sequence[Choice]]
) -> tuple[Choice, ...]:
    """The least row of an encoding that begins so."""
    for options in terms[len(chosen) :]:
        chosen.append(next(c for c in options if party.admits([*chosen, c])))
    return tuple(chosen)
