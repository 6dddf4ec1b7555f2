"""Unit steps to saturation: what follows premise by premise, and from what.

Everything is a mask here: a fact is a place with the values that are left to it. Saturation goes in
rounds, each premise looked at with what was known when the round began, so that a fact is found by
as short a chain as there is. Why it holds is only asked of facts that a proof needs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Literal

from hlogic.backends.engine import Budget
from hlogic.backends.proof.solved import Solved
from hlogic.backends.proof.tables import Few, Masks, Relation, table
from hlogic.backends.proof.unfounded import Rules, Unfounded
from hlogic.compiler.diagnostics import Beyond
from hlogic.compiler.proof import check
from hlogic.compiler.proof.places import Fact
from hlogic.compiler.proof.premises import Premise, Premises
from hlogic.compiler.record import record
from hlogic.compiler.terms import Ref

ASSUMED = -1  # the premise of what a case assumes
FALSE = 1  # the mask of `false`, the first value of an atom


@record(eq=False)
class Entry:
    """A fact as it was found: in which round, and by which premise."""

    place: int
    mask: int
    premise: int
    layer: int


@record(eq=False, frozen=False)
class State:
    """What is known in one case. `conflict` is the premise that cannot hold, `ASSUMED` where two
    facts exclude each other; `closed` says that nothing is left to show."""

    masks: list[int]
    entries: list[Entry]
    layer: int = 0
    conflict: int | None = None
    closed: bool = False

    def copy(self) -> State:
        return State(list(self.masks), list(self.entries), self.layer)


class Reasoner:
    """Saturates states of one theory towards one goal; `work` counts uses of premises. Those of
    which the refs are in `in_part` are used where few values of their places are left."""

    def __init__(
        self,
        premises: Premises,
        goal: Fact | None,
        budget: Budget,
        most: int,
        in_part: Collection[str] = (),
    ) -> None:
        self.premises = premises
        self._in_part = in_part
        self.list: list[Premise] = list(premises.by_ref.values())
        self.places: list[Ref] = list(premises.values)
        self.index = {place: i for i, place in enumerate(self.places)}
        self.full = [(1 << len(premises.values[p])) - 1 for p in self.places]
        self.goal = None if goal is None else (self.index[goal.place], self.mask(goal))
        self.work = 0
        self._most = most
        self._budget = budget
        self._relations: dict[int, Relation] = {}
        self._answers: dict[tuple[int, tuple[int, ...]], list[int] | Literal[False] | None] = {}
        self._rules = Rules(premises)
        self._settled: list[int] = []
        self._watching: list[list[int]] = [[] for _ in self.places]
        self._blocks: dict[tuple[Ref, ...], int] = {}
        for number, premise in enumerate(self.list):
            own = premise.place
            if premise.kind == "definition" and own and premises.places.is_constant(own):
                self._settled.append(number)
            for place in dict.fromkeys((*premise.leaves, premise.place)):
                if place is not None:
                    self._watching[self.index[place]].append(number)

    def mask(self, fact: Fact) -> int:
        """A fact's values as a mask."""
        known = self.premises.values[fact.place]
        return sum(1 << i for i, v in enumerate(known) if v in fact.values)

    def fact(self, place: int, mask: int) -> Fact:
        """A mask as a fact."""
        ref = self.places[place]
        known = self.premises.values[ref]
        return Fact(ref, tuple(v for i, v in enumerate(known) if mask >> i & 1))

    def relation(self, number: int) -> Relation:
        """What a premise leaves possible, made when it is first asked."""
        found = self._relations.get(number)
        if found is None:
            premise, values = self.list[number], self.premises.values
            if premise.kind == "unfounded":
                found = Unfounded(self._rules, self.premises, premise)
            else:
                found = table(premise, values) or Solved(
                    premise, values, self.premises.theory, self._budget
                )
            if premise.ref in self._in_part:
                found = Few(found, check.MOST_TRIES // 2)  # a try each, and those on the way there
            self._relations[number] = found
        return found

    # ------------------------------------------------------------------ saturating

    def start(self) -> State:
        """Nothing known."""
        return State(list(self.full), [])

    def assume(self, state: State, place: int, mask: int, only: Collection[int] | None) -> State:
        """A case of a state, saturated."""
        case = state.copy()
        case.layer += 1
        case.entries.append(Entry(place, mask, ASSUMED, case.layer))
        case.masks[place] &= mask
        if not case.masks[place]:
            case.layer += 1
            case.conflict, case.closed = ASSUMED, True
            return case
        self.saturate(case, self._watching[place], only)
        return case

    def saturate(
        self, state: State, first: Iterable[int] | None, only: Collection[int] | None
    ) -> None:
        """Add what follows step by step until the state is closed or nothing is added. `first` are
        the premises to begin with, `only` those that may be used; None stands for all, of which
        definitions of what has one value come first: nobody would reason about another."""
        if first is None and self._settled:
            self._round(state, self._settled, only)
        waiting = set(range(len(self.list)) if first is None else first)
        while not self._is_closed(state):
            if waiting:
                changed = self._round(state, sorted(waiting), only)
                waiting = {n for place in changed for n in self._watching[place]}
                continue
            changed = self._unfounded(state, only)
            if not changed:
                return
            waiting = {n for place in changed for n in self._watching[place]}

    def _is_closed(self, state: State) -> bool:
        if state.conflict is not None:
            state.closed = True
        elif self.goal is not None:
            place, mask = self.goal
            state.closed = not state.masks[place] & ~mask
        return state.closed

    def _round(
        self, state: State, waiting: Sequence[int], only: Collection[int] | None
    ) -> list[int]:
        """Look at each premise with what is known now; the places of which more is known then."""
        state.layer += 1
        before, changed = list(state.masks), dict[int, None]()
        conflict: int | None = None
        for number in waiting:
            if only is not None and number not in only:
                continue
            relation = self.relation(number)
            places = [self.index[p] for p in relation.places]
            left = self._narrowed(number, relation, tuple([before[p] for p in places]))
            if left is None:
                conflict = number if conflict is None else conflict
                continue
            for place, mask in zip(places, left, strict=True):
                if state.masks[place] & ~mask:
                    state.entries.append(Entry(place, mask, number, state.layer))
                    state.masks[place] &= mask
                    changed[place] = None
        if self.goal is not None and not state.masks[self.goal[0]] & ~self.goal[1]:
            return list(changed)
        if conflict is not None:
            state.conflict = conflict
        elif any(not state.masks[place] for place in changed):
            state.layer += 1
            state.conflict = ASSUMED
        return list(changed)

    def _narrowed(
        self, number: int, relation: Relation, masks: tuple[int, ...]
    ) -> list[int] | None:
        """What a premise leaves; the same is asked again and again in cases that are alike."""
        found = self._answers.get((number, masks), False)
        if found is False:
            self._spend(relation.work)
            found = self._answers[number, masks] = relation.narrowed(masks)
        else:
            self._budget.tick()
        return found

    def _unfounded(self, state: State, only: Collection[int] | None) -> list[int]:
        """Make false what has only itself to rest on; the places of which more is known then."""
        leaves = {p: self.fact(i, state.masks[i]).values for i, p in enumerate(self.places)}
        changed: dict[int, None] = {}
        before = self._rules.looked
        unfounded = list(self._rules.unfounded(leaves))
        self._spend(self._rules.looked - before)
        for atoms in unfounded:
            number = self._block(atoms)
            if only is not None and number not in only:
                continue
            state.layer += 1
            for place in (self.index[atom] for atom in atoms):
                if state.masks[place] & ~FALSE:
                    state.entries.append(Entry(place, FALSE, number, state.layer))
                    state.masks[place] &= FALSE
                    changed[place] = None
        if any(not state.masks[place] for place in changed):
            state.layer += 1
            state.conflict = ASSUMED
        return list(changed)

    def _block(self, atoms: tuple[Ref, ...]) -> int:
        """The number of the premise that some atoms are unfounded."""
        found = self._blocks.get(atoms)
        if found is None:
            found = self._blocks[atoms] = len(self.list)
            self.list.append(self.premises.unfounded(atoms))
        return found

    def _spend(self, work: int) -> None:
        self.work += work
        self._budget.tick()
        if self.work > self._most:
            raise Beyond(f"no proof was found in {self._most:,} uses of premises")

    # ------------------------------------------------------------------ explaining

    def reasons(
        self, state: State, number: int, target: tuple[int, int] | None, layer: int
    ) -> list[int]:
        """Few facts, of those found before a round, from which the premise gives the target: a
        place with the values left to it, or None for a contradiction. Indices of entries."""
        if number == ASSUMED:
            return self._clash(state, target, layer)
        known = self.relation(number)
        places = [self.index[p] for p in known.places]
        usable = [
            i for i, e in enumerate(state.entries) if e.layer < layer and e.place in set(places)
        ]

        def suffices(chosen: Collection[int]) -> bool:
            masks = {p: self.full[p] for p in places}
            for i in chosen:
                masks[state.entries[i].place] &= state.entries[i].mask
            if target is not None and target[0] in masks:
                masks[target[0]] &= ~target[1]
            values: Masks = [masks[p] for p in places]
            return not all(values) or not known.possible(values)

        return self._fewest(usable, suffices)

    def _clash(self, state: State, target: tuple[int, int] | None, layer: int) -> list[int]:
        """Facts about one place that leave it only the target, or nothing."""
        if target is None:
            place = next(p for p, mask in enumerate(state.masks) if not mask)
            wanted = 0
        else:
            place, wanted = target
        usable = [i for i, e in enumerate(state.entries) if e.place == place and e.layer < layer]

        def suffices(chosen: Collection[int]) -> bool:
            mask = self.full[place]
            for i in chosen:
                mask &= state.entries[i].mask
            return not mask & ~wanted

        return self._fewest(usable, suffices)

    def _fewest(self, usable: list[int], suffices: Callable[[Collection[int]], bool]) -> list[int]:
        """Leave out what can be left out, what was found last first."""
        chosen = list(usable)
        for i in reversed(usable):
            rest = [j for j in chosen if j != i]
            if suffices(rest):
                chosen = rest
        return chosen

    def exhaustive(
        self, state: State, number: int, cases: Sequence[tuple[int, int]]
    ) -> list[int] | None:
        """Few facts from which the premise leaves only these cases; None if it leaves more."""
        if number == ASSUMED:
            target = (cases[0][0], 0)
            for _, mask in cases:
                target = (target[0], target[1] | mask)
            left = state.masks[target[0]] & ~target[1]
            return None if left else self._clash(state, target, state.layer + 1)
        known = self.relation(number)
        places = [self.index[p] for p in known.places]
        usable = [i for i, e in enumerate(state.entries) if e.place in set(places)]

        def suffices(chosen: Collection[int]) -> bool:
            masks = {p: self.full[p] for p in places}
            for i in chosen:
                masks[state.entries[i].place] &= state.entries[i].mask
            for place, mask in cases:
                masks[place] &= ~mask
            values: Masks = [masks[p] for p in places]
            return not all(values) or not known.possible(values)

        return self._fewest(usable, suffices) if suffices(usable) else None
