"""Evidence for repairs: each listed set of changes does what it is to do, and every other set that
could have been listed fails. Changes are not monotone, so each is shown to fail by itself; where
there are too many, the answer stays uncertified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from hlogic.backends.certify.covering import listing_flaw
from hlogic.backends.certify.finding import Disproved, Finder
from hlogic.backends.certify.recording import Repaired
from hlogic.backends.engine import Permitted, Places
from hlogic.compiler import ops
from hlogic.compiler.diagnostics import LimitError
from hlogic.compiler.ir import View
from hlogic.compiler.terms import Term, Terms

MOST_CHANGES = 10  # of one repair whose sets are all looked at
Entry = dict[str, Any]


def show_repaired(asked: Repaired, finder: Finder, entry: Entry) -> None:
    """Fill the entry of a question about sets of changes. Raises Disproved where the answer is
    wrong, LimitError where there is too much to show."""
    failing = list(failing_sets(asked.permitted, asked.answer, asked.smallest))
    wrong = repairs_flaw(asked.permitted, asked.answer, asked.smallest)
    if wrong is not None:
        raise Disproved(wrong)
    holds, denied = goals(finder.theory.pool, asked.goal)
    entry["repaired"], entry["failing"] = [], []
    for places in asked.answer:
        view = asked.permitted.view(places)
        assert view is not None, "the list was looked at"
        shown: Entry = {"world": _world(finder, view, holds)}
        if asked.necessary:
            shown["refutation"] = finder.refuted(view, denied)
        entry["repaired"].append(shown)
    for view in failing:
        if not asked.necessary:
            shown = {"refutation": finder.refuted(view, holds)}
        elif finder.possible(view, denied):
            shown = {"world": _world(finder, view, denied)}
        else:
            shown = {"refutation": finder.refuted(view, ())}
        entry["failing"].append(shown)
        finder.forget()


def _world(finder: Finder, view: View, assumed: Sequence[Term]) -> object:
    return finder.judged(view, finder.world(view, assumed), assumed)


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


def failing_sets(permitted: Permitted, listed: Sequence[Places], smallest: bool) -> Iterator[View]:
    """The views of all sets of changes that have to fail, if just the listed ones are repairs: with
    none of those inside, and, with `smallest`, no heavier than they are. Sets that conflict fail by
    themselves. Raises LimitError where there are too many."""
    count = len(permitted.weights)
    if count > MOST_CHANGES:
        raise LimitError(
            f"{count} changes make 2^{count} sets, of which each would have to be shown to fail: "
            f"more than those of {MOST_CHANGES} changes are not"
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
                yield view


def _weight(permitted: Permitted, places: Places) -> int:
    return sum(permitted.weights[place] for place in places)
