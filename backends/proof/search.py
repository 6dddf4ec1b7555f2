"""The search for a proof: a chain of unit steps, else the fewest cases and the shallowest.

Every split is tried at depth one; deeper, the splits that leave least open are, a few at each
level, level by level. Where that comes to nothing within its share of the work, the split that
leaves least open is taken again and again. The work is counted in uses of premises, so that what is
found does not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Collection

from hlogic.backends.proof.reasoner import ASSUMED, Reasoner, State
from hlogic.backends.proof.splits import Choice, choices, denial
from hlogic.compiler.record import record

DEPTHS = (0, 1, 2, 3, 4)
BREADTH = {1: 10_000, 2: 24, 3: 8, 4: 4}  # splits that are looked into with so many levels left
WIDTH = 12  # splits that are tried at any rate, those of fewest cases first
DEEPEST = 40
MOST_LEAVES = 400


@record(eq=False)
class Tree:
    """A state that is closed, or split into cases that are."""

    state: State
    choice: Choice | None = None
    cases: tuple[Tree, ...] = ()

    @property
    def leaves(self) -> int:
        """How many cases there are at the end; 1 without a split."""
        return sum(c.leaves for c in self.cases) or 1

    @property
    def depth(self) -> int:
        return 1 + max(c.depth for c in self.cases) if self.cases else 0

    @property
    def cost(self) -> tuple[int, ...]:
        """Fewest cases first, then depth, the kind of split, cases that cannot be, facts found."""
        contradictory, facts = _counted(self)
        rank = 0 if self.choice is None else self.choice.rank
        return (self.leaves, self.depth, rank, contradictory, facts)


def _counted(tree: Tree) -> tuple[int, int]:
    if tree.cases:
        counts = [_counted(c) for c in tree.cases]
        return sum(c for c, _ in counts), sum(f for _, f in counts)
    return int(tree.state.conflict is not None), len(tree.state.entries)


class Search:
    """Looks for a tree of closed states."""

    def __init__(self, reasoner: Reasoner, share: int) -> None:
        self._reasoner = reasoner
        self._share = share  # of the work, for the search level by level

    def run(self) -> list[Tree]:
        """The trees found of fewest cases, and of these the shallowest, the most natural first;
        none where the search gave up."""
        state = self._reasoner.start()
        self._reasoner.saturate(state, None, None)
        for depth in DEPTHS:
            found = self._found(state, depth, MOST_LEAVES)
            if found:
                found.sort(key=lambda t: t.cost)
                return [t for t in found if t.cost[:2] == found[0].cost[:2]]
            if self._reasoner.work > self._share:
                break
        tree = self._greedy(state, DEEPEST, MOST_LEAVES)
        return [] if tree is None else [tree]

    def refutation(self) -> Tree | None:
        """The split into the conclusion and its denial, where unit steps alone lead from the denial
        to a contradiction, and not without it."""
        state = self._reasoner.start()
        self._reasoner.saturate(state, None, None)
        choice = None if state.closed else denial(self._reasoner, state)
        if choice is None:
            return None
        cases = [self._case(state, case, {}) for case in choice.cases]
        if not all(case.closed for case in cases):
            return None
        return Tree(state, choice, tuple(map(Tree, cases)))

    # ------------------------------------------------------------------ level by level

    def _closed(self, state: State, depth: int, most: int) -> Tree | None:
        """The best tree of a state with at most so many levels and leaves."""
        return min(self._found(state, depth, most), key=lambda t: t.cost, default=None)

    def _found(self, state: State, depth: int, most: int) -> list[Tree]:
        """The trees of a state, each with no more leaves than those before it."""
        if state.closed:
            return [Tree(state)]
        found: list[Tree] = []
        if depth == 0 or most < 2:
            return found
        for choice, cases in self._promising(state, depth):
            tree = self._all_closed(state, choice, cases, depth - 1, most)
            if tree is not None:
                most = tree.leaves
                found.append(tree)
            if self._reasoner.work > self._share:
                break
        return found

    def _all_closed(
        self, state: State, choice: Choice, cases: list[State], depth: int, most: int
    ) -> Tree | None:
        if len(cases) > most or (depth == 0 and not all(c.closed for c in cases)):
            return None
        trees: list[Tree] = []
        left = most - len(cases)
        for case in sorted(cases, key=lambda c: c.closed):
            found = self._closed(case, depth, left + 1)
            if found is None:
                return None
            left -= found.leaves - 1
            trees.append(found)
        order = {id(case): i for i, case in enumerate(cases)}
        trees.sort(key=lambda t: order[id(t.state)])
        return Tree(state, choice, tuple(trees))

    def _promising(self, state: State, depth: int) -> list[tuple[Choice, list[State]]]:
        """The splits that leave least open, with their cases."""
        made: dict[tuple[int, int], State] = {}
        found: list[tuple[tuple[int, int, int], Choice, list[State]]] = []
        for number, choice in enumerate(choices(self._reasoner, state)):
            if self._reasoner.work > self._share:
                break
            cases = [self._case(state, case, made) for case in choice.cases]
            if depth == 1 and not all(c.closed for c in cases):
                continue
            left = [c for c in cases if not c.closed]
            values = sum(m.bit_count() for c in left for m in c.masks)
            found.append(((len(left), values, number), choice, cases))
        if depth > 1:
            found.sort(key=lambda f: f[0])
        return [(choice, cases) for _, choice, cases in found[: BREADTH[depth]]]

    def _case(
        self, state: State, case: tuple[int, int], made: dict[tuple[int, int], State]
    ) -> State:
        found = made.get(case)
        if found is None:
            found = made[case] = self._reasoner.assume(state, *case, None)
        return found

    # ------------------------------------------------------------------ at any rate

    def _greedy(self, state: State, depth: int, most: int) -> Tree | None:
        """The split that leaves least open, as deep as it takes."""
        if state.closed:
            return Tree(state)
        if depth == 0 or most < 2:
            return None
        best: tuple[tuple[int, ...], Choice, list[State]] | None = None
        made: dict[tuple[int, int], State] = {}
        few = sorted(choices(self._reasoner, state), key=lambda c: len(c.cases))[:WIDTH]
        for number, choice in enumerate(few):
            cases = [self._case(state, case, made) for case in choice.cases]
            left = [c for c in cases if not c.closed]
            score = (sum(m.bit_count() for c in left for m in c.masks), number)
            if best is None or score < best[0]:
                best = (score, choice, cases)
        if best is None:
            return None
        _, choice, cases = best
        trees: list[Tree] = []
        for case in cases:
            found = self._greedy(case, depth - 1, most - len(cases) + 1)
            if found is None:
                return None
            most -= found.leaves
            trees.append(found)
        return Tree(state, choice, tuple(trees))

    # ------------------------------------------------------------------ once more

    def again(self, tree: Tree, only: Collection[int]) -> Tree | None:
        """The same splits with only some premises; None where a case is then left open. A state
        that is closed without its split keeps none."""
        state = self._reasoner.start()
        self._reasoner.saturate(state, None, only)
        return self._again(state, tree, only)

    def _again(self, state: State, tree: Tree, only: Collection[int]) -> Tree | None:
        if state.closed:
            return Tree(state)
        choice = tree.choice
        if choice is None or not (choice.premise == ASSUMED or choice.premise in only):
            return None
        if self._reasoner.exhaustive(state, choice.premise, choice.cases) is None:
            return None
        trees: list[Tree] = []
        for (place, mask), case in zip(choice.cases, tree.cases, strict=True):
            found = self._again(self._reasoner.assume(state, place, mask, only), case, only)
            if found is None:
                return None
            trees.append(found)
        return Tree(state, choice, tuple(trees))
