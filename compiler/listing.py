"""Some worlds of a view, one after another, the same on every engine.

Without a seed they come in canonical order. With one they are drawn: variables are settled in a
random order, each to a random value among those that still leave a world. So drawn worlds differ in
many places, as a reader who looks for what is wrong wants them to; they are no uniform sample.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from hlogic.compiler import ops
from hlogic.compiler.ir import Key, Symbol, Theory
from hlogic.compiler.session import Session
from hlogic.compiler.sorts import Value
from hlogic.compiler.terms import Term

World = dict[tuple[Symbol, Key], Value]


def worlds(theory: Theory, session: Session, seed: int | None = None) -> Iterator[World]:
    """The worlds of a session's view; with a seed, distinct ones drawn by it until none is left."""
    return in_order(theory, session) if seed is None else _drawn(theory, session, seed)


def least_world(theory: Theory, session: Session, assumed: Sequence[Term]) -> World | None:
    """The first of the worlds that meet `assumed`, in canonical order; None if there is none."""
    variables = list(theory.variables())
    row = session.least([theory.reading(*at) for at in variables], assumed)
    return None if row is None else dict(zip(variables, row, strict=True))


def _equals(theory: Theory, at: tuple[Symbol, Key], value: Value) -> Term:
    reading = theory.reading(*at)
    return theory.pool.app(ops.EQ, (reading, theory.pool.const(value, reading.type)))


def _values(at: tuple[Symbol, Key]) -> list[Value]:
    domain = at[0].domain
    assert domain is not None
    return list(domain)


def in_order(theory: Theory, session: Session, meeting: Sequence[Term] = ()) -> Iterator[World]:
    """The worlds that meet some formulas, in canonical order."""
    variables = list(theory.variables())
    assumed = list(meeting)
    if not session.possible(assumed):
        return
    if not variables:
        yield {}
        return
    row: list[Value] = []
    stack = [iter(_values(variables[0]))]
    while stack:
        at = variables[len(stack) - 1]
        found = next((v for v in stack[-1] if _fits(theory, session, assumed, at, v)), None)
        if found is None:
            stack.pop()
            if row:
                assumed.pop()
                row.pop()
        elif len(stack) == len(variables):
            yield dict(zip(variables, [*row, found], strict=True))
        else:
            row.append(found)
            assumed.append(_equals(theory, at, found))
            stack.append(iter(_values(variables[len(stack)])))


def _fits(
    theory: Theory, session: Session, assumed: Sequence[Term], at: tuple[Symbol, Key], value: Value
) -> bool:
    return session.possible((*assumed, _equals(theory, at, value)))


def _drawn(theory: Theory, session: Session, seed: int) -> Iterator[World]:
    rng = random.Random(seed)
    variables = list(theory.variables())
    pool = theory.pool
    others: list[Term] = []  # than each world drawn so far
    while session.possible(others):
        assumed = list(others)
        world: World = {}
        for at in rng.sample(variables, len(variables)):
            values = _values(at)
            rng.shuffle(values)
            value = next(v for v in values if _fits(theory, session, assumed, at, v))
            world[at] = value
            assumed.append(_equals(theory, at, value))
        yield {at: world[at] for at in variables}
        others.append(pool.app(ops.NOT, (pool.app(ops.AND, assumed[len(others) :]),)))
