"""Why a family has just the sets that it has.

Worlds and refutations tell of sets of constraints: a world shows that the constraints which hold in
it, and every set inside, have one (a *kept* set); a refutation that a set, and every set around
it, has none (a *refuted* set). From the two it can be seen of each listed set that it is right and
minimal. That none is missing is one more CNF, over one variable a constraint: some set is inside no
kept set, around no refuted set, and has no listed set where it would have to. Its refutation is the
*cover*. The same serves for sets that meet others, without worlds.

What is shown of a set may be about worlds that meet a formula besides (`sufficient` denies its
goal); sets that have no world whatever they meet are then *hopeless*.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from hlogic.backends.certify.refuting import Refutation, written
from hlogic.backends.circuit import Circuit
from hlogic.backends.cnf import Clause, Emitter
from hlogic.backends.engine import Places

Sets = Sequence[Set[int]]


def cover(
    names: Sequence[str], clauses: Iterable[Sequence[int]], at_most: tuple[int, int] | None = None
) -> Refutation:
    """Clauses about a set of some named members, where n says that the n-th, from 1, is in it, and
    -n that it is not. `at_most` (sign, k): at most k members are in it, with sign -1 out of it."""
    found: list[Clause] = []
    circuit = Circuit()
    emitter = Emitter(circuit, found.append)
    members = [circuit.input() for _ in names]
    variables = [emitter.literal(member) for member in members]
    assert variables == list(range(1, len(names) + 1))
    found += [list(clause) for clause in clauses]
    if at_most is not None:
        sign, k = at_most
        emitter.require([-circuit.at_least([sign * m for m in members], k + 1)])
    top = emitter.top
    if [] in found:
        top, found = top + 1, [[top + 1], [-top - 1]]
    remarks = ["c a set that would be missing from a family"]
    remarks += [f"c member {x} {name}" for x, name in zip(variables, names, strict=True)]
    return written(remarks, top, found)


def around(inner: Iterable[int]) -> list[int]:
    """The clause of sets that do not lie around one."""
    return [-(place + 1) for place in sorted(inner)]


def inside(outer: Set[int], count: int) -> list[int]:
    """The clause of sets, of so many members, that do not lie inside one."""
    return [place + 1 for place in range(count) if place not in outer]


def cores_cover(
    names: Sequence[str], listed: Sequence[Places], kept: Sets, hopeless: Sets, smallest: bool
) -> Refutation:
    """That a set is around no listed one, inside no kept one, and not hopeless; with `smallest`,
    that it is no larger than the listed ones."""
    clauses = [around(places) for places in listed]
    clauses += [around(places) for places in hopeless]
    clauses += [inside(places, len(names)) for places in kept]
    return cover(names, clauses, _limit(listed, smallest, 1))


def corrections_cover(
    names: Sequence[str], listed: Sequence[Places], refuted: Sets, smallest: bool
) -> Refutation:
    """That a set has a member of each listed one, so that what it leaves out is around none, and is
    around no refuted one; with `smallest`, that it leaves out no more than the listed ones have."""
    clauses = [[place + 1 for place in places] for places in listed]
    clauses += [around(places) for places in refuted]
    return cover(names, clauses, _limit(listed, smallest, -1))


def hitting_cover(
    names: Sequence[str], listed: Sequence[Places], sets: Sequence[Places], smallest: bool
) -> Refutation:
    """That a set meets every given one and is around no listed one."""
    clauses = [[place + 1 for place in places] for places in sets]
    clauses += [around(places) for places in listed]
    return cover(names, clauses, _limit(listed, smallest, 1))


def _limit(listed: Sequence[Places], smallest: bool, sign: int) -> tuple[int, int] | None:
    return (sign, len(listed[0])) if smallest and listed else None


# ---------------------------------------------------------------------------- listed sets


def listing_flaw(listed: Sequence[Places], count: int, smallest: bool) -> str | None:
    """What is wrong with a list of sets as such; None if nothing is."""
    for places in listed:
        if list(places) != sorted(set(places)) or not all(0 <= p < count for p in places):
            return f"{list(places)} is no set of members"
    if list(listed) != sorted(set(listed)):
        return "the sets are not listed once each, in order"
    if smallest and len({len(places) for places in listed}) > 1:
        return "the sets differ in size, and only the smallest are asked for"
    return None


def unkept(places: Iterable[int], kept: Sets) -> bool:
    """Whether no kept set lies around this one."""
    wanted = set(places)
    return not any(wanted <= other for other in kept)


def unrefuted(places: Iterable[int], refuted: Sets) -> bool:
    """Whether no refuted set lies inside this one."""
    wanted = set(places)
    return not any(other <= wanted for other in refuted)


def one_less(places: Places) -> Iterable[Places]:
    """The set without each of its members."""
    return (tuple(p for p in places if p != gone) for gone in places)


def complement(places: Iterable[int], count: int) -> Places:
    """All other members."""
    gone = set(places)
    return tuple(p for p in range(count) if p not in gone)


def hits(places: Places, sets: Sequence[Places]) -> bool:
    """Whether a set meets every given one, and each of its members is needed for that."""
    met = [set(places).intersection(other) for other in sets]
    return all(met) and all({place} in met for place in places)
