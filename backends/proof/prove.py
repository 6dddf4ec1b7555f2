"""From a question about one view to a checked proof, as short as some effort makes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hlogic.backends.engine import Budget
from hlogic.backends.proof.extract import extracted
from hlogic.backends.proof.reasoner import Reasoner
from hlogic.backends.proof.search import Search, Tree
from hlogic.compiler.diagnostics import Beyond
from hlogic.compiler.ir import Instance, Theory, View
from hlogic.compiler.proof.check import Unproved, check
from hlogic.compiler.proof.explained import Proved
from hlogic.compiler.proof.measures import measured, own_steps
from hlogic.compiler.proof.places import Fact
from hlogic.compiler.proof.premises import Premises
from hlogic.compiler.proof.proof import Proof, nodes
from hlogic.compiler.sorts import Value
from hlogic.compiler.terms import Bound, Term

MOST_USES = 200_000  # of premises, by one search
SHARE = 60_000  # of these, for the search level by level
SHORTENING = 200  # proofs that are tried in the place of a longer one

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
    tree = search.run()
    if tree is None:
        raise Beyond("no proof was found within the limits of cases")
    proof = _shortened(reasoner, search, tree, target)
    # The checker reads the theory for itself.
    own = Premises(theory, view, given, asked, bound)
    try:
        check(proof, own, None if goal is None else own.target(goal[1]))
    except Unproved as problem:
        raise Beyond(f"the proof that was found was not checked: {problem}") from None
    return Proved(proof, own, measured(proof, own))


def _shortened(reasoner: Reasoner, search: Search, tree: Tree, target: Fact | None) -> Proof:
    """Do without each premise in turn where that makes the proof no longer."""
    proof, used = extracted(reasoner, tree, target)
    tries, smaller = 0, True
    while smaller and tries < SHORTENING:
        smaller = False
        for number in sorted(used, reverse=True):
            tries += 1
            if tries > SHORTENING:
                break
            found = search.again(tree, used - {number})
            if found is None:
                continue
            other, others = extracted(reasoner, found, target)
            if _length(other) < _length(proof):
                tree, proof, used, smaller = found, other, others, True
                break
    return proof


def _length(proof: Proof) -> tuple[int, int]:
    found = list(nodes(proof.root))
    return len(found), sum(map(own_steps, found))
