"""Of the trees that a search found, the proof of fewest steps.

How many steps a tree takes only shows once its facts have their reasons. So trees are drawn as
proofs and compared, and then premises are left out, the shortest proof's first: a detour often goes
through one that is not needed. What is tried is counted, so that what is found does not depend on
the machine.
"""

from __future__ import annotations

from collections.abc import Sequence

from hlogic.backends.proof.extract import extracted
from hlogic.backends.proof.reasoner import Reasoner
from hlogic.backends.proof.search import Search, Tree
from hlogic.compiler.diagnostics import Beyond
from hlogic.compiler.proof.measures import own_steps
from hlogic.compiler.proof.places import Fact
from hlogic.compiler.proof.proof import Proof, nodes
from hlogic.compiler.record import record

MOST_DRAWN = 64  # trees that are compared as proofs
SHORTENING = 200  # proofs that are tried in the place of a longer one


@record(eq=False)
class Drawn:
    """A tree as a proof, with the premises that it uses and its place among the trees."""

    tree: Tree
    proof: Proof
    premises: frozenset[int]
    place: int

    @property
    def length(self) -> tuple[int, int]:
        """Fewest cases first, then fewest steps, those in cases that cannot be too."""
        found = list(nodes(self.proof.root))
        return len(found), sum(map(own_steps, found))


class Shortest:
    """Makes short proofs of one conclusion."""

    def __init__(self, reasoner: Reasoner, search: Search, goal: Fact | None) -> None:
        self._reasoner = reasoner
        self._search = search
        self._goal = goal

    def of(self, trees: Sequence[Tree]) -> Proof:
        """The shortest proof; of proofs of one length that of the first tree."""
        drawn = [self._drawn(tree, i) for i, tree in enumerate(trees[:MOST_DRAWN])]
        tries = SHORTENING
        shorter: list[Drawn] = []
        for one in sorted(drawn, key=lambda d: (d.length, d.place)):
            found, tries = self._shortened(one, tries)
            shorter.append(found)
        return min(shorter, key=lambda d: (d.length, d.place)).proof

    def shortened(self, tree: Tree) -> Proof:
        """A tree's proof without the premises that make it longer."""
        return self._shortened(self._drawn(tree, 0), SHORTENING)[0].proof

    def _drawn(self, tree: Tree, place: int) -> Drawn:
        proof, premises = extracted(self._reasoner, tree, self._goal)
        return Drawn(tree, proof, premises, place)

    def _shortened(self, drawn: Drawn, tries: int) -> tuple[Drawn, int]:
        """Do without each premise in turn where that makes the proof shorter; how many of the tries
        are then left."""
        smaller = True
        while smaller:
            smaller = False
            for number in sorted(drawn.premises, reverse=True):
                if not tries:
                    return drawn, tries
                tries -= 1
                try:
                    found = self._search.again(drawn.tree, drawn.premises - {number})
                except Beyond:  # the work is used up: what was found stands
                    return drawn, 0
                if found is None:
                    continue
                other = self._drawn(found, drawn.place)
                if other.length < drawn.length:
                    drawn, smaller = other, True
                    break
        return drawn, tries
