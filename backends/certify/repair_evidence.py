"""Evidence for repairs: each listed set of changes does what it is to do, and every other set that
could have been listed fails.

Changes are not monotone, so every set is looked at, which is cheap; what is dear, a world or a
refutation, tells of many sets at once. A world in which the goal fails is one of every view that it
keeps; a refutation of some constraints is one of every view that has them and the same definitions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from hlogic.backends.certify.covering import listing_flaw
from hlogic.backends.certify.finding import Disproved, Finder
from hlogic.backends.certify.recording import Repaired
from hlogic.backends.engine import Permitted, Places
from hlogic.backends.repairs import definitions_of, formula_of
from hlogic.backends.sat_switches import SatSwitches
from hlogic.backends.switches import shrunk
from hlogic.compiler import ops
from hlogic.compiler.diagnostics import LimitError
from hlogic.compiler.ir import Instance, View
from hlogic.compiler.sorts import Value
from hlogic.compiler.terms import Term, Terms

MOST_CHANGES = 12  # of one repair whose sets are all looked at
Entry = dict[str, Any]


class Refuted:
    """Some constraints of a view that have no world with its definitions."""

    def __init__(self, view: View, instances: Sequence[Instance]) -> None:
        self._definitions = definitions_of(view)
        self._formulas = {formula_of(i) for i in instances}

    def tells_of(self, view: View) -> bool:
        """Whether another view has no world for the same reason."""
        has = {formula_of(i) for i in view.instances}
        return self._formulas <= has and self._definitions == definitions_of(view)


def show_repaired(asked: Repaired, finder: Finder, entry: Entry) -> None:
    """Fill the entry of a question about sets of changes. Raises Disproved where the answer is
    wrong, LimitError where there is too much to show."""
    wrong = repairs_flaw(asked.permitted, asked.answer, asked.smallest)
    if wrong is not None:
        raise Disproved(wrong)
    holds, denied = goals(finder.theory.pool, asked.goal)
    entry["repaired"], entry["worlds"], entry["refuted"] = [], [], []
    for places in asked.answer:
        view = asked.permitted.view(places)
        assert view is not None, "the list was looked at"
        world = finder.world(view, holds)
        shown: Entry = {"world": finder.judged(view, world, holds)}
        if asked.necessary:
            shown["refutation"] = finder.refuted(view, denied)
        entry["repaired"].append(shown)
    failing = _Failing(finder, entry, () if asked.necessary else holds)
    for places, view in failing_sets(asked.permitted, asked.answer, asked.smallest):
        failing.show(places, view, denied if asked.necessary else None)
        finder.forget()


class _Failing:
    """What is shown so far of the sets that fail. `goal` is met by no world of theirs; a set may
    also fail by a world that meets what is `denied`."""

    def __init__(self, finder: Finder, entry: Entry, goal: Sequence[Term]) -> None:
        self._finder = finder
        self._entry = entry
        self._goal = goal
        self._worlds: list[Sequence[Value]] = []
        self._refuted: list[Refuted] = []

    def show(self, places: Places, view: View, denied: Sequence[Term] | None) -> None:
        """Add what shows that a set fails, unless something does already."""
        finder = self._finder
        if any(refuted.tells_of(view) for refuted in self._refuted):
            return
        if denied is not None:
            if any(finder.is_world(view, world, denied) for world in self._worlds):
                return
            if finder.possible(view, denied):
                world = finder.world(view, denied)
                self._entry["worlds"].append(finder.judged(view, world, denied))
                self._worlds.append(world)
                return
        everything = list(view.instances)
        switches = SatSwitches(finder.theory, view, everything, finder.budget)
        if switches.world(range(len(everything)), self._goal) is not None:
            raise Disproved("a set is missing from the family")
        blamed = shrunk(switches, switches.blamed(), self._goal)
        instances = [everything[place] for place in blamed]
        self._refuted.append(Refuted(view, instances))
        name = finder.refuted(view.holding(instances), self._goal)
        shown = {"set": list(places), "constraints": list(blamed), "refutation": name}
        self._entry["refuted"].append(shown)


def goals(pool: Terms, goal: Term) -> tuple[tuple[Term], tuple[Term]]:
    """The formulas that the goal is met, and that it is not."""
    holds = pool.holds(goal)
    return (holds,), (pool.app(ops.NOT, (holds,)),)


def repairs_flaw(permitted: Permitted, listed: Sequence[Places], smallest: bool) -> str | None:
    """What is wrong with a list of repairs as such; None if nothing is."""
    wrong = listing_flaw(listed, len(permitted.weights), False)
    if wrong is not None:
        return wrong
    if any(permitted.view(places) is None for places in listed):
        return "the changes of a repair conflict"
    if any(set(a) < set(b) for a in listed for b in listed):
        return "a repair lies inside another"
    if smallest and len({_weight(permitted, places) for places in listed}) > 1:
        return "the repairs differ in weight, and only the smallest are asked for"
    return None


def failing_sets(
    permitted: Permitted, listed: Sequence[Places], smallest: bool
) -> Iterator[tuple[Places, View]]:
    """All sets of changes that have to fail, if just the listed ones are repairs, each with its
    view: with none of those inside, and, with `smallest`, no heavier than they are. Sets that
    conflict fail by themselves. Raises LimitError where there are too many."""
    count = len(permitted.weights)
    if count > MOST_CHANGES:
        raise LimitError(
            f"{count} changes make 2^{count} sets, each of which would have to be shown to fail; "
            f"the limit is {MOST_CHANGES} changes"
        )
    best = _weight(permitted, listed[0]) if smallest and listed else None
    for size in range(count + 1):
        for places in combinations(range(count), size):
            if best is not None and _weight(permitted, places) > best:
                continue
            if any(set(other) <= set(places) for other in listed):
                continue
            view = permitted.view(places)
            if view is not None:
                yield places, view


def _weight(permitted: Permitted, places: Places) -> int:
    return sum(permitted.weights[place] for place in places)
