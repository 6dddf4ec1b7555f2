"""Families that know only what a certificate shows of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Any

from hlogic.backends.certify.checking import Checker
from hlogic.backends.certify.covering import (
    complement,
    cores_cover,
    corrections_cover,
    hits,
    hitting_cover,
    listing_flaw,
    one_less,
    unkept,
    unrefuted,
)
from hlogic.backends.certify.family_evidence import with_only
from hlogic.backends.certify.folders import Failed
from hlogic.backends.certify.journals import Journal, listed_in, part, reason_of
from hlogic.backends.certify.repair_evidence import Refuted, failing_sets, goals, repairs_flaw
from hlogic.backends.engine import Permitted, Places, Selection
from hlogic.compiler.diagnostics import LimitError
from hlogic.compiler.ir import Instance, View
from hlogic.compiler.terms import Term

Entry = dict[str, Any]


class ReplayedFamilies:
    """The families of one ask, by its journal."""

    def __init__(self, journal: Journal, checker: Checker) -> None:
        self._journal = journal
        self._checker = checker

    def select(self, view: View, chosen: Sequence[Instance]) -> Selection:
        return _Selection(view, tuple(chosen), self._journal, self._checker)

    def hitting(self, sets: Sequence[Places], smallest: bool) -> Iterator[Places]:
        entry = self._journal.next("hitting", None)
        members = sorted({member for places in sets for member in places})
        place = {member: at for at, member in enumerate(members)}
        answer = _answer(entry)
        if not all(member in place for places in answer for member in places):
            raise Failed("a listed set has a strange member")
        listed = [tuple(place[m] for m in places) for places in answer]
        _require(listing_flaw(listed, len(members), smallest))
        if _claimed(entry, self._journal):
            return iter(answer)
        given = [tuple(place[m] for m in places) for places in sets]
        if not all(hits(places, given) for places in listed):
            raise Failed("a listed set meets too little, or more than is needed")
        names = [str(member) for member in members]
        cover = hitting_cover(names, listed, given, smallest)
        self._checker.proved(part(entry, "cover"), cover)
        self._journal.refutations += 1
        return iter(answer)

    def repairs(
        self, permitted: Permitted, goal: Term, necessary: bool, smallest: bool
    ) -> Iterator[Places]:
        entry = self._journal.next("repairs", None)
        answer = _answer(entry)
        _require(repairs_flaw(permitted, answer, smallest))
        if _claimed(entry, self._journal):
            return iter(answer)
        holds, denied = goals(self._checker.theory.pool, goal)
        repaired = listed_in(entry, "repaired", len(answer))
        for places, shown in zip(answer, repaired, strict=True):
            view = permitted.view(places)
            assert view is not None, "the list was looked at"
            self._world(shown, view, holds)
            if necessary:
                self._refuted(shown, view, denied)
        self._fail(entry, permitted, answer, smallest, () if necessary else holds, denied)
        return iter(answer)

    def _fail(
        self,
        entry: Entry,
        permitted: Permitted,
        answer: Sequence[Places],
        smallest: bool,
        goal: Sequence[Term],
        denied: Sequence[Term],
    ) -> None:
        """That every other set fails: no world of its view meets the goal, or, where the goal is to
        be necessary (none is given), a listed world of it denies it."""
        worlds = [] if goal else listed_in(entry, "worlds")
        refuted = [self._cause(shown, permitted, goal) for shown in listed_in(entry, "refuted")]
        self._journal.worlds += len(worlds)
        try:
            for _, view in failing_sets(permitted, answer, smallest):
                if any(cause.tells_of(view) for cause in refuted):
                    continue
                if not any(self._checker.is_world(world, view, denied) for world in worlds):
                    raise Failed("of a set of changes it is not shown that it is no repair")
                self._checker.forget(view)
        except LimitError as limit:
            raise Failed(limit.message) from None

    def _cause(self, shown: object, permitted: Permitted, goal: Sequence[Term]) -> Refuted:
        """Constraints of the view of some changes that a refutation shows to have no world."""
        (places,) = _sets([part(shown, "set")])
        _require(listing_flaw([places], len(permitted.weights), False))
        view = permitted.view(places)
        if view is None:
            raise Failed("it refutes changes that conflict")
        (blamed,) = _sets([part(shown, "constraints")])
        _require(listing_flaw([blamed], len(view.instances), False))
        instances = [view.instances[place] for place in blamed]
        self._checker.refuted(part(shown, "refutation"), view.holding(instances), goal)
        self._journal.refutations += 1
        return Refuted(view, instances)

    def _world(self, shown: Entry, view: View, assumed: Sequence[Term]) -> None:
        self._checker.world(part(shown, "world"), view, assumed)
        self._journal.worlds += 1

    def _refuted(self, shown: Entry, view: View, assumed: Sequence[Term]) -> None:
        self._checker.refuted(part(shown, "refutation"), view, assumed)
        self._journal.refutations += 1


class _Selection:
    """What the journal says of sets of the chosen constraints of a view."""

    def __init__(
        self, view: View, chosen: tuple[Instance, ...], journal: Journal, checker: Checker
    ) -> None:
        self._view = view
        self._rest = view.without(chosen)
        self._chosen = chosen
        self._names = [i.id for i in chosen]
        self._journal = journal
        self._checker = checker

    def cores(self, smallest: bool) -> Iterator[Places]:
        return self._without_world("cores", (), smallest)

    def sufficient(self, denied: Term, smallest: bool) -> Iterator[Places]:
        return self._without_world("sufficient", (denied,), smallest)

    def _without_world(
        self, question: str, denied: tuple[Term, ...], smallest: bool
    ) -> Iterator[Places]:
        entry, answer = self._listed(question, smallest)
        if _claimed(entry, self._journal):
            return iter(answer)
        refuted = self._refuted(entry, "refuted", denied)
        if refuted != [frozenset(places) for places in answer]:
            raise Failed("`refuted` is not about the listed sets")
        kept = self._kept(entry, "kept", denied)
        hopeless: list[frozenset[int]] = []
        if denied:
            hopeless = self._refuted(entry, "hopeless", ())
            possible = self._kept(entry, "possible", ())
            if any(unkept(places, possible) for places in answer):
                raise Failed("of a listed set it is not shown that it has a world")
        if any(unkept(less, kept) for places in answer for less in one_less(places)):
            raise Failed("of a listed set it is not shown that it is minimal")
        cover = cores_cover(self._names, answer, kept, hopeless, smallest)
        self._proved(entry, cover)
        return iter(answer)

    def corrections(self, smallest: bool) -> Iterator[Places]:
        entry, answer = self._listed("corrections", smallest)
        if _claimed(entry, self._journal):
            return iter(answer)
        count = len(self._chosen)
        kept = self._kept(entry, "kept", ())
        refuted = self._refuted(entry, "refuted", ())
        if any(unkept(complement(places, count), kept) for places in answer):
            raise Failed("of a listed set it is not shown that there is a world without it")
        less = [complement(less, count) for places in answer for less in one_less(places)]
        if any(unrefuted(places, refuted) for places in less):
            raise Failed("of a listed set it is not shown that it is minimal")
        self._proved(entry, corrections_cover(self._names, answer, refuted, smallest))
        return iter(answer)

    # ------------------------------------------------------------------ parts of an entry

    def _listed(self, question: str, smallest: bool) -> tuple[Entry, list[Places]]:
        entry = self._journal.next(question, self._view.scope)
        answer = _answer(entry)
        _require(listing_flaw(answer, len(self._chosen), smallest))
        return entry, answer

    def _kept(self, entry: Entry, key: str, assumed: Sequence[Term]) -> list[Set[int]]:
        """The sets that worlds show to have one."""
        found: list[Set[int]] = []
        for world in listed_in(entry, key):
            self._checker.world(world, self._rest, assumed)
            found.append(self._checker.kept(self._rest, self._chosen))
            self._journal.worlds += 1
        return found

    def _refuted(self, entry: Entry, key: str, assumed: Sequence[Term]) -> list[frozenset[int]]:
        """The sets that refutations show to have no world."""
        found = []
        for shown in listed_in(entry, key):
            if not isinstance(shown, dict):
                raise Failed(f"`{key}` holds what is no refutation")
            (places,) = _sets([part(shown, "set")])
            _require(listing_flaw([places], len(self._chosen), False))
            view = with_only(self._view, self._chosen, places)
            self._checker.refuted(part(shown, "refutation"), view, assumed)
            self._journal.refutations += 1
            found.append(frozenset(places))
        return found

    def _proved(self, entry: Entry, cover: Any) -> None:
        self._checker.proved(part(entry, "cover"), cover)
        self._journal.refutations += 1


def _claimed(entry: Entry, journal: Journal) -> bool:
    """Whether an answer is only claimed."""
    if "uncertified" not in entry:
        return False
    journal.unproved.append(reason_of(entry))
    return True


def _answer(entry: Entry) -> list[Places]:
    return _sets(entry.get("answer"))


def _sets(found: object) -> list[Places]:
    """Sets as they are written. Raises Failed where they are none."""
    good = isinstance(found, list) and all(
        isinstance(places, list) and all(type(p) is int for p in places) for places in found
    )
    if not good:
        raise Failed("what should be sets of members is not")
    return [tuple(places) for places in found]  # type: ignore[attr-defined]


def _require(wrong: str | None) -> None:
    if wrong is not None:
        raise Failed(wrong)
