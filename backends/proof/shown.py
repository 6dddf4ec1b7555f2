"""Worlds that show what no proof can: one that meets a formula, or two that lie near each other.

What is uncertain is shown best by two worlds between which little but the answer differs. The first
is the least that meets its formula; the second is one of those that differ from it in as few
variables as can be, and then the first is sought anew from there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogic.backends.engine import Budget
from hlogic.backends.proof.open import Structure, structures
from hlogic.compiler.asks import Kept
from hlogic.compiler.evaluate import Evaluator
from hlogic.compiler.ir import Key, Symbol, Theory
from hlogic.compiler.ops import COUNT, EQ, LE, NOT
from hlogic.compiler.proof.explained import Shown, check_structure, check_world
from hlogic.compiler.session import Row, Session
from hlogic.compiler.sorts import BOOL, INT, Value
from hlogic.compiler.support import Support
from hlogic.compiler.terms import Term, Terms

NEAR = 12  # differences that are counted


def shown(
    theory: Theory,
    kept: Kept,
    given: Sequence[Term],
    term: Term,
    meeting: Sequence[Term],
    budget: Budget,
) -> Iterator[Shown]:
    """For each formula of `meeting` a kept world that meets it, with the term's value there. Raises
    NoWorld if what was found is none, Beyond where no small structure was found."""
    opened = bool(theory.open_roots)
    if opened:
        found = structures(theory, kept.view, kept.assumed, meeting, budget)
    else:
        found = [
            Structure(theory, kept.view, kept.session, (*kept.assumed, more)) for more in meeting
        ]
    for more, made, row in zip(meeting, found, _rows(theory.pool, found), strict=True):
        variables = list(made.theory.variables())
        world = dict(zip(variables, row, strict=True))
        spoken = _spoken(made, variables)
        if opened:
            one = Shown(world, more is term, spoken)
            check_structure(made.theory, made.view, one, made.meets)
        else:
            one = Shown(world, _value(made, world, term), spoken)
            check_world(theory, kept.view, one, [*given, more], term)
        yield one


def _rows(pool: Terms, found: Sequence[Structure]) -> list[Row]:
    """The least world of each; of two of one theory, two that are near each other: each is sought
    from the other in turn until they come no nearer."""
    if len(found) == 2 and found[0].theory is found[1].theory:
        fields = _fields(found[0])
        rows = [_least(found[0]), ()]
        rows[1] = nearest(pool, found[1].session, fields, rows[0], found[1].meets)
        apart, turn = _apart(*rows), 0
        while apart > 1:
            made = found[turn]
            nearer = nearest(pool, made.session, fields, rows[1 - turn], made.meets)
            now = _apart(nearer, rows[1 - turn])
            if now >= apart:
                break
            rows[turn], apart, turn = nearer, now, 1 - turn
        return rows
    return [_least(made) for made in found]


def _fields(made: Structure) -> list[Term]:
    return [made.theory.reading(symbol, key) for symbol, key in made.theory.variables()]


def _least(made: Structure) -> Row:
    row = made.session.least(_fields(made), made.meets)
    assert row is not None
    return row


def _apart(one: Row, other: Row) -> int:
    return sum(x != y for x, y in zip(one, other, strict=True))


def nearest(
    pool: Terms, session: Session, fields: Sequence[Term], row: Row, assumed: Sequence[Term]
) -> Row:
    """The row of the fields in a world that meets `assumed` (there is one) and differs from `row`
    in as few as can be, of these the least. Where more than NEAR have to differ, the first fields
    that need not do not, and the rest is least."""
    differs = [
        pool.app(NOT, (pool.made(EQ, (field, pool.const(value, field.type)), BOOL),))
        for field, value in zip(fields, row, strict=True)
    ]
    for most in range(min(NEAR, len(fields)) + 1):
        few = pool.app(LE, (pool.app(COUNT, differs), pool.const(most, INT)))
        if session.possible((*assumed, few)):
            found = session.least(fields, (*assumed, few))
            break
    else:
        found = session.least((*differs, *fields), assumed)
        found = None if found is None else found[len(fields) :]
    assert found is not None
    return found


def _spoken(
    made: Structure, variables: Sequence[tuple[Symbol, Key]]
) -> frozenset[tuple[Symbol, Key]]:
    """The variables that the question, and what is given, may read."""
    place = {name: i for i, name in enumerate(variables)}
    support = Support(made.view, place)
    return frozenset(variables[i] for term in made.meets for i in support.of(term, {}))


def _value(made: Structure, world: dict[tuple[Symbol, Key], Value], term: Term) -> Value:
    evaluator = Evaluator(made.view, {name: i for i, name in enumerate(world)})
    evaluator.world = list(world.values())
    value = evaluator.value(term)
    assert value is not None
    return value  # type: ignore[return-value]
