"""The oracle's families: every subset is tried, the small ones first, by the definition.

For the sets of constraints of a view, the worlds of its rest are enumerated once; of each it is
noted which of the chosen constraints it breaks. Nothing here is shared with the search of the other
engines, so that a mistake there shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from hlogic.backends.engine import Budget, Permitted, Places, Selection
from hlogic.backends.oracle import MAX_TRIES, OracleSession
from hlogic.compiler import ops
from hlogic.compiler.diagnostics import Beyond
from hlogic.compiler.ir import Instance, Theory, View
from hlogic.compiler.terms import Term

Works = Callable[[Places], bool]


def minimal(count: int, works: Works, budget: Budget) -> Iterator[Places]:
    """The sets of some of the first numbers that work while no proper subset does."""
    found: list[frozenset[int]] = []
    tries = 0
    for size in range(count + 1):
        for places in combinations(range(count), size):
            tries += 1
            if tries > MAX_TRIES:
                raise Beyond(
                    f"the oracle tried {MAX_TRIES:,} sets, its limit; {count} members make "
                    f"2^{count}. The engine sat has no such limit"
                )
            budget.tick()
            if not any(f.issubset(places) for f in found) and works(places):
                found.append(frozenset(places))
                yield places


def least(found: Iterator[Places], weigh: Callable[[Places], int]) -> Iterator[Places]:
    """Those of the sets that weigh least."""
    sets = list(found)
    best = min(map(weigh, sets), default=0)
    return (places for places in sets if weigh(places) == best)


def minimal_hitting(sets: Sequence[Places], smallest: bool, budget: Budget) -> Iterator[Places]:
    """The minimal sets that meet every given one."""
    members = sorted({member for places in sets for member in places})

    def meets(places: Places) -> bool:
        taken = {members[place] for place in places}
        return all(not taken.isdisjoint(wanted) for wanted in sets)

    found = (
        tuple(members[place] for place in places) for places in minimal(len(members), meets, budget)
    )
    return least(found, len) if smallest else found


class SubsetSelection:
    """A selection among some constraints of a view."""

    def __init__(
        self, theory: Theory, view: View, chosen: Sequence[Instance], budget: Budget
    ) -> None:
        self._session = OracleSession(theory, view.without(chosen), budget)
        self._chosen = chosen
        self._budget = budget

    def cores(self, smallest: bool) -> Iterator[Places]:
        """The minimal sets that every world of the rest breaks."""
        broken = self._session.broken(self._chosen, ())

        def no_world(places: Places) -> bool:
            return all(not b.isdisjoint(places) for b in broken)

        return self._minimal(no_world, smallest)

    def sufficient(self, denied: Term, smallest: bool) -> Iterator[Places]:
        """The minimal sets that some world of the rest keeps, and none that meets `denied`."""
        broken = self._session.broken(self._chosen, ())
        broken_denied = self._session.broken(self._chosen, (denied,))

        def enough(places: Places) -> bool:
            possible = any(b.isdisjoint(places) for b in broken)
            return possible and all(not b.isdisjoint(places) for b in broken_denied)

        return self._minimal(enough, smallest)

    def corrections(self, smallest: bool) -> Iterator[Places]:
        """What meets every core."""
        return minimal_hitting(list(self.cores(False)), smallest, self._budget)

    def _minimal(self, works: Works, smallest: bool) -> Iterator[Places]:
        found = minimal(len(self._chosen), works, self._budget)
        return least(found, len) if smallest else found


class SubsetFamilies:
    """The `Families` of the oracle."""

    def __init__(self, theory: Theory, budget: Budget) -> None:
        self._theory = theory
        self._budget = budget

    def select(self, view: View, chosen: Sequence[Instance]) -> Selection:
        return SubsetSelection(self._theory, view, chosen, self._budget)

    def hitting(self, sets: Sequence[Places], smallest: bool) -> Iterator[Places]:
        return minimal_hitting(sets, smallest, self._budget)

    def repairs(
        self, permitted: Permitted, goal: Term, necessary: bool, smallest: bool
    ) -> Iterator[Places]:
        pool = self._theory.pool
        holds = pool.holds(goal)

        def works(places: Places) -> bool:
            view = permitted.view(places)
            if view is None:
                return False
            session = OracleSession(self._theory, view, self._budget)
            if not necessary:
                return session.possible((holds,))
            return session.possible(()) and not session.possible((pool.app(ops.NOT, (holds,)),))

        found = minimal(len(permitted.weights), works, self._budget)
        if not smallest:
            return found
        return least(found, lambda places: sum(permitted.weights[place] for place in places))
