"""Evidence for families: what shows that each listed set is right and minimal, and that none is
missing (`covering`).

What the cover lacks is found as the engines find cores: a set that the cover still allows either
has a world, which is made to keep as much as possible, or has none, and is made as small as
possible. The sets themselves are the engine's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hlogic.backends.certify.covering import (
    complement,
    cores_cover,
    corrections_cover,
    hits,
    hitting_cover,
    one_less,
    unkept,
    unrefuted,
)
from hlogic.backends.certify.finding import Disproved, Finder
from hlogic.backends.certify.recording import Hit, Selected
from hlogic.backends.certify.refuting import Refutation
from hlogic.backends.engine import Budget, Places
from hlogic.compiler.ir import Instance, View
from hlogic.compiler.terms import Term, bind

Entry = dict[str, Any]


class Known:
    """What is known of the sets of chosen constraints of one view, and the entry that says so."""

    def __init__(self, asked: Selected, finder: Finder, entry: Entry) -> None:
        pool = finder.theory.pool
        self.asked = asked
        self._finder = finder
        self._rest = asked.view.without(asked.chosen)
        self._bodies = [bind(pool, i.body, i.environment) for i in asked.chosen]
        self.count = len(asked.chosen)
        self.kept: list[frozenset[int]] = []
        self.refuted: list[frozenset[int]] = []
        self._entry = entry

    def has_world(self, places: Places, more: Sequence[Term]) -> bool:
        """Whether the set has a world that meets the formulas."""
        assumed = [*(self._bodies[p] for p in places), *more]
        return self._finder.possible(self._rest, assumed)

    def keep(self, places: Places, more: Sequence[Term], key: str = "kept") -> frozenset[int]:
        """Add a world of the set; which constraints it keeps."""
        assumed = [*(self._bodies[p] for p in places), *more]
        world = self._finder.world(self._rest, assumed)
        self._entry[key].append(self._finder.judged(self._rest, world, assumed))
        return self._finder.kept(self._rest, self.asked.chosen)

    def refute(self, places: Places, more: Sequence[Term], key: str = "refuted") -> None:
        """Add a refutation of the set."""
        view = with_only(self.asked.view, self.asked.chosen, places)
        name = self._finder.refuted(view, more)
        self._entry[key].append({"set": list(places), "refutation": name})

    def grown(self, places: Places, more: Sequence[Term]) -> Places:
        """A largest set around one that has a world, the first members first."""
        inside = set(places)
        for place in range(self.count):
            if place not in inside and self.has_world(tuple(sorted({*inside, place})), more):
                inside.add(place)
        return tuple(sorted(inside))

    def shrunk(self, places: Places, more: Sequence[Term]) -> Places:
        """A smallest set inside one that has no world."""
        left = places
        for place in places:
            less = tuple(p for p in left if p != place)
            if not self.has_world(less, more):
                left = less
        return left


def with_only(view: View, chosen: Sequence[Instance], places: Sequence[int]) -> View:
    """A view with only some of the chosen constraints, and all others."""
    on = {chosen[p] for p in places}
    return view.without(i for i in chosen if i not in on)


def show_selected(asked: Selected, finder: Finder, entry: Entry) -> None:
    """Fill the entry of a question about sets of constraints. Raises Disproved where the answer is
    wrong."""
    known = Known(asked, finder, entry)
    entry["refuted"], entry["kept"] = [], []
    if asked.kind == "corrections":
        _show_corrections(known, finder, entry)
    else:
        _show_cores(known, finder, entry)


def _show_cores(known: Known, finder: Finder, entry: Entry) -> None:
    """`core` and `sufficient`: sets that have no world (that meets what is denied)."""
    asked = known.asked
    denied = () if asked.denied is None else (asked.denied,)
    names = [i.id for i in asked.chosen]
    hopeless: list[frozenset[int]] = []
    if denied:
        entry["possible"], entry["hopeless"] = [], []
    for places in asked.answer:
        known.refute(places, denied)
        if denied:
            known.keep(places, (), "possible")
        for less in one_less(places):
            if unkept(less, known.kept):
                known.kept.append(known.keep(known.grown(less, denied), denied))

    def refutation() -> Refutation:
        return cores_cover(names, asked.answer, known.kept, hopeless, asked.smallest)

    while (left := missing(refutation(), known.count, finder.budget)) is not None:
        if known.has_world(left, denied):
            known.kept.append(known.keep(known.grown(left, denied), denied))
        elif denied and not known.has_world(left, ()):
            least = known.shrunk(left, ())
            known.refute(least, (), "hopeless")
            hopeless.append(frozenset(least))
        else:
            raise Disproved("a set is missing from the family")
    entry["cover"] = finder.proved(refutation())


def _show_corrections(known: Known, finder: Finder, entry: Entry) -> None:
    """`hitting cores`: sets without which there is a world."""
    asked = known.asked
    names = [i.id for i in asked.chosen]

    def refute(places: Places) -> None:
        least = known.shrunk(places, ())
        known.refute(least, ())
        known.refuted.append(frozenset(least))

    for places in asked.answer:
        rest = complement(places, known.count)
        known.kept.append(known.keep(rest, ()))
        for less in one_less(places):
            more = complement(less, known.count)
            if unrefuted(more, known.refuted):
                refute(more)

    def refutation() -> Refutation:
        return corrections_cover(names, asked.answer, known.refuted, asked.smallest)

    while (left := missing(refutation(), known.count, finder.budget)) is not None:
        if known.has_world(left, ()):
            raise Disproved("a set is missing from the family")
        refute(left)
    entry["cover"] = finder.proved(refutation())


def show_hit(asked: Hit, finder: Finder, entry: Entry) -> None:
    """Fill the entry of a question about what meets some sets."""
    members = sorted({member for places in asked.sets for member in places})
    place = {member: at for at, member in enumerate(members)}
    sets = [tuple(place[m] for m in places) for places in asked.sets]
    listed = [tuple(place[m] for m in places) for places in asked.answer]
    if not all(hits(places, sets) for places in listed):
        raise Disproved("a set of the family meets too little, or more than is needed")
    names = [str(member) for member in members]
    entry["cover"] = finder.proved(hitting_cover(names, listed, sets, asked.smallest))


def missing(refutation: Refutation, count: int, budget: Budget) -> Places | None:
    """A set that a cover still allows; None if there is none."""
    from pysat.solvers import Cadical195

    with Cadical195(bootstrap_with=refutation.clauses) as solver:
        budget.check_time()
        if not solver.solve():
            return None
        model = solver.get_model()
        true = {x for x in model if x > 0}
    return tuple(place for place in range(count) if place + 1 in true)
