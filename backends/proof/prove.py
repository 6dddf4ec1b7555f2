"""From a question about one view to a checked proof, as short as some effort makes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hlogic.backends.engine import Budget
from hlogic.backends.proof.reasoner import Reasoner
from hlogic.backends.proof.search import Search
from hlogic.backends.proof.shortest import Shortest
from hlogic.compiler.diagnostics import Beyond
from hlogic.compiler.ir import Instance, Theory, View
from hlogic.compiler.proof.check import Unproved, check
from hlogic.compiler.proof.explained import Proved
from hlogic.compiler.proof.measures import measured
from hlogic.compiler.proof.premises import Premises
from hlogic.compiler.sorts import Value
from hlogic.compiler.terms import Bound, Term

MOST_USES = 200_000  # of premises, by one search
SHARE = 60_000  # of these, for the search level by level

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

    Raises Beyond where none is found, or none can be checked, within the limits."""
    asked = None if goal is None else goal[0]
    premises = Premises(theory, view, given, asked, bound)
    target = None if goal is None else premises.target(goal[1])
    reasoner = Reasoner(premises, target, budget, MOST_USES)
    search = Search(reasoner, SHARE)
    denied = search.refutation()
    trees = search.run()
    if not trees:
        raise Beyond("no proof was found within the limits of cases")
    shortest = Shortest(reasoner, search, target)
    proof = shortest.of(trees)
    refutation = None if denied is None else shortest.shortened(denied)
    # The checker reads the theory for itself.
    own = Premises(theory, view, given, asked, bound)
    conclusion = None if goal is None else own.target(goal[1])
    try:
        check(proof, own, conclusion)
    except Unproved as problem:
        raise Beyond(f"the proof that was found was not checked: {problem}") from None
    if refutation is not None:
        try:
            check(refutation, own, conclusion)
        except Unproved:  # it only counts beside the proof, which stands without it
            refutation = None
    return Proved(proof, own, measured(proof, own, refutation))
