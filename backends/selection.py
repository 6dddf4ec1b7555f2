"""Families of constraints by search: minimal sets without a world, and what meets them all.

The two are dual: a set has no world just if it meets the complement of every largest set that has
one (a *correction*), and a correction is what meets every core. So each side is searched with what
is known of the other. A candidate core is a minimal set that meets the corrections found so far: if
it has no world it is a core, because each smaller set lies in a largest one that was found to have
a world; if it has one, growing it gives a new correction. With candidates of least size the first
core is a smallest one: these are *implicit hitting sets*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogic.backends.candidates import Candidates, LeastSets, MinimalSets
from hlogic.backends.engine import Budget, Places
from hlogic.backends.switches import Assumed, Switches, left_out, shrunk
from hlogic.compiler.terms import Term


class SearchedSelection:
    """A selection among the constraints that some switches hold."""

    def __init__(self, switches: Switches, budget: Budget) -> None:
        self._switches = switches
        self._budget = budget

    def cores(self, smallest: bool) -> Iterator[Places]:
        """The minimal sets without a world."""
        return self._found(smallest, (), False)

    def sufficient(self, denied: Term, smallest: bool) -> Iterator[Places]:
        """The minimal sets with a world, and none that meets `denied`."""
        return self._found(smallest, (denied,), True)

    # ------------------------------------------------------------------ cores

    def _candidates(self, smallest: bool) -> Candidates:
        count = self._switches.count
        return (
            LeastSets([1] * count, self._budget) if smallest else MinimalSets(count, self._budget)
        )

    def _found(self, smallest: bool, denied: Assumed, with_world: bool) -> Iterator[Places]:
        """The minimal sets with which no world meets `denied`; of these, `with_world`, those that
        have a world at all."""
        switches, candidates = self._switches, self._candidates(smallest)
        corrections: list[frozenset[int]] = []
        best: int | None = None
        while (places := candidates.next()) is not None:
            if best is not None and len(places) > best:
                return
            if self._corrected(places, denied, candidates, corrections, smallest):
                continue
            if with_world and switches.world(places, ()) is None:
                candidates.learn((), shrunk(switches, switches.blamed(), ()))
                continue
            self._confirm(places, denied, corrections)
            if smallest:
                best = len(places)
            candidates.learn((), places)
            yield places

    def _corrected(
        self,
        places: Places,
        denied: Assumed,
        candidates: Candidates,
        corrections: list[frozenset[int]],
        smallest: bool,
    ) -> bool:
        """Whether the set has a world, so that it misses a correction, which is learnt; where the
        next candidate is dear, several at once that have nothing in common."""
        switches = self._switches
        on, missed = set(places), False
        while (world := switches.world(sorted(on), denied)) is not None:
            correction = left_out(switches, world, denied)
            candidates.learn(correction)
            corrections.append(frozenset(correction))
            missed = True
            if not smallest or not correction:
                break
            on.update(correction)
        return missed

    def _confirm(
        self, places: Places, denied: Assumed, corrections: Sequence[frozenset[int]]
    ) -> None:
        """That the set is minimal. It has just one member of some correction, as a rule: without
        that member there is the world that showed the correction. Else the solver is asked."""
        doubtful = set(places)
        for correction in corrections:
            met = correction.intersection(places)
            if len(met) == 1:
                doubtful -= met
        for place in sorted(doubtful):
            less = [p for p in places if p != place]
            assert self._switches.world(less, denied) is not None, "a set was not minimal"

    # ------------------------------------------------------------------ corrections

    def corrections(self, smallest: bool) -> Iterator[Places]:
        """The minimal sets without which there is a world."""
        return self._least_corrections() if smallest else self._all_corrections()

    def _all_corrections(self) -> Iterator[Places]:
        """The complements of the largest sets that have a world: none of them lies in another, so
        each world that is asked for has a constraint that all found so far leave out."""
        switches = self._switches
        while (world := switches.parted()) is not None:
            correction = left_out(switches, world, ())
            yield correction
            switches.part(correction)

    def _least_corrections(self) -> Iterator[Places]:
        """As for cores, the other way round: candidates meet the cores found so far."""
        switches, candidates = self._switches, self._candidates(True)
        everything = range(switches.count)
        best: int | None = None
        while (places := candidates.next()) is not None:
            if best is not None and len(places) > best:
                return
            gone = set(places)
            missed = False
            while switches.world([p for p in everything if p not in gone], ()) is None:
                core = shrunk(switches, switches.blamed(), ())
                candidates.learn(core)
                missed = True
                gone.update(core)
                if not core:
                    return  # the rest itself has no world
            if not missed:
                best = len(places)
                candidates.learn((), places)
                yield places


def minimal_hitting(sets: Sequence[Places], smallest: bool, budget: Budget) -> Iterator[Places]:
    """The minimal sets that meet every given one."""
    members = sorted({member for places in sets for member in places})
    place = {member: at for at, member in enumerate(members)}
    candidates: Candidates
    if smallest:
        candidates = LeastSets([1] * len(members), budget)
    else:
        candidates = MinimalSets(len(members), budget)
    for places in sets:
        candidates.learn(place[member] for member in places)
    best: int | None = None
    while (found := candidates.next()) is not None:
        if smallest and best is not None and len(found) > best:
            return
        best = len(found)
        candidates.learn((), found)
        yield tuple(members[at] for at in found)
