"""From a question about one view to a checked proof, as short as some effort makes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hlogic.backends.engine import Budget
from hlogic.backends.proof.reasoner import Reasoner
from hlogic.backends.proof.search import Search
from hlogic.backends.proof.shortest import Shortest
from hlogic.compiler.diagnostics import Beyond
from hlogic.compiler.ir import Instance, Theory, View
from hlogic.compiler.proof.check import Unchecked, Unproved, check
from hlogic.compiler.proof.explained import Proved
from hlogic.compiler.proof.measures import measured
from hlogic.compiler.proof.places import Fact
from hlogic.compiler.proof.premises import Premises
from hlogic.compiler.proof.proof import Proof
from hlogic.compiler.sorts import Value
from hlogic.compiler.terms import Bound, Term

MOST_USES = 200_000  # of premises, by one search
SHARE = 60_000  # of these, for the search level by level
ANEW = 3  # premises of which uses could not be checked, after which the search is given up

Given = Sequence[tuple[str, Term]]


def prove(
    theory: Theory,
    view: View,
    given: Given,
    goal: tuple[Term, bool] | None,
    budget: Budget,
    bound: Mapping[Instance, Mapping[Bound, Value]] | None = None,
) -> Proved:
    """A proof that in every world that meets what is given the formula has this truth; without a
    goal, that there is no such world. The caller knows that it is so. `bound` is as in `Premises`.

    A premise of which a use takes too much to check is used from then on where less is open, so
    that what is found can be checked. Raises Beyond where nothing is found, or what is found cannot
    be checked, within the limits."""
    asked = None if goal is None else goal[0]
    premises = Premises(theory, view, given, asked, bound)
    target = None if goal is None else premises.target(goal[1])
    # The checker reads the theory for itself.
    own = Premises(theory, view, given, asked, bound)
    conclusion = None if goal is None else own.target(goal[1])
    in_part: set[str] = set()
    problem: Unproved | None = None
    work = 0
    while len(in_part) <= ANEW:
        reasoner = Reasoner(premises, target, budget, MOST_USES, in_part)
        reasoner.work = work
        found = _found(reasoner, target, work + SHARE)
        if found is None:
            break
        try:
            check(found[0], own, conclusion)
        except Unchecked as limit:
            problem = limit
            if not limit.premise or limit.premise in in_part:
                break
            in_part.add(limit.premise)
            work = reasoner.work
            continue
        except Unproved as wrong:
            problem = wrong
            break
        return Proved(found[0], own, measured(found[0], own, _checked(found[1], own, conclusion)))
    if problem is None:
        raise Beyond("no proof was found within the limits of cases")
    raise Beyond(f"the proof that was found was not checked: {problem}")


def _found(
    reasoner: Reasoner, target: Fact | None, share: int
) -> tuple[Proof, Proof | None] | None:
    """A proof as short as some effort makes it, and one by contradiction, if it is as simple."""
    search = Search(reasoner, share)
    denied = search.refutation()
    trees = search.run()
    if not trees:
        return None
    shortest = Shortest(reasoner, search, target)
    return shortest.of(trees), None if denied is None else shortest.shortened(denied)


def _checked(refutation: Proof | None, own: Premises, conclusion: Fact | None) -> Proof | None:
    """It only counts beside the proof, which stands without it."""
    if refutation is None:
        return None
    try:
        check(refutation, own, conclusion)
    except Unproved:
        return None
    return refutation
