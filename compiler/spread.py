"""A few worlds that lie far apart, the same on every engine.

The first is the least in canonical order; each next one is, of those whose nearest chosen world is
furthest from them, the least (farthest-first choice, Gonzalez, "Clustering to minimize the maximum
intercluster distance", Theoretical Computer Science 38, 1985). Two worlds are as far apart as there
are variables, and atoms of stable groups, in which they differ.
"""

from __future__ import annotations

from collections.abc import Sequence

from hlogic.compiler import ops
from hlogic.compiler.ir import Theory
from hlogic.compiler.listing import World, least_world
from hlogic.compiler.session import Session
from hlogic.compiler.sorts import INT
from hlogic.compiler.terms import Term


def spread(
    theory: Theory,
    session: Session,
    assumed: Sequence[Term],
    limit: int,
    known: Sequence[World] = (),
) -> list[World]:
    """At most `limit` of the worlds that meet `assumed`, in the order of the choice: far also from
    those that are `known`, which are not chosen again. Raises LimitError where the engine stops."""
    chosen: list[World] = []
    apart = [_distance(theory, world) for world in known]
    while len(chosen) < limit:
        far: tuple[Term, ...] = ()
        if apart:
            nearest = _least_of(theory, apart)
            found = session.least((nearest,), assumed, greatest=True)
            if found is None or found[0] == 0:
                break
            pool = theory.pool
            far = (pool.app(ops.LE, (pool.const(found[0], INT), nearest)),)
        world = least_world(theory, session, (*assumed, *far))
        if world is None:
            break
        chosen.append(world)
        apart.append(_distance(theory, world))
    return chosen


def unlike(theory: Theory, world: World) -> Term:
    """That a world is another than this one."""
    pool = theory.pool
    return pool.app(ops.OR, _differences(theory, world))


def _differences(theory: Theory, world: World) -> list[Term]:
    pool = theory.pool
    found: list[Term] = []
    for at, value in world.items():
        reading = theory.reading(*at)
        same = pool.app(ops.EQ, (reading, pool.const(value, reading.type)))
        found.append(pool.app(ops.NOT, (same,)))
    return found


def _distance(theory: Theory, world: World) -> Term:
    """In how many places a world differs from a given one."""
    return theory.pool.app(ops.COUNT, _differences(theory, world))


def _least_of(theory: Theory, distances: Sequence[Term]) -> Term:
    if len(distances) == 1:
        return distances[0]
    pool = theory.pool
    pairs = [t for d in distances for t in (pool.bool(True), d)]
    return pool.app(ops.MIN, (pool.const(0, INT), *pairs))
