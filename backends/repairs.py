"""Repairs by search: candidates that agree with what failures taught.

A candidate set of changes is verified on the view that it makes. If it fails, the solver says why,
and that is a clause for the next candidates:

- there is no world (with the goal): some constraints of the view are to blame. Every repair has a
  change more that takes one of them away, or lacks the change that brought one;
- a world has not the goal: in it, grown, a largest set of constraints holds. Every repair has a
  constraint outside that set: it has the change that brings one, or lacks one that took it away.

This holds for views with the same definitions; changes of tables, derived terms and rules make
others. So a clause also lets through every set with other changes of these. Neither kind of change
is monotone, and none needs to be: a repair agrees with all clauses, so a candidate that works and
is minimal among the sets that agree has no repair inside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogic.backends.candidates import Candidates, LeastSets, MinimalSets
from hlogic.backends.engine import Budget, Permitted, Places
from hlogic.backends.switches import Opened, Switches, left_out
from hlogic.compiler import ops
from hlogic.compiler.ir import Instance, Key, Theory, View
from hlogic.compiler.terms import Term

Formula = tuple[str, Key, Term]  # a constraint as some view has it: two changes may bring the same


class Repairs:
    """The repairs of one scope by some permitted changes, for one goal."""

    def __init__(
        self,
        theory: Theory,
        permitted: Permitted,
        goal: Term,
        necessary: bool,
        opened: Opened,
        budget: Budget,
    ) -> None:
        pool = theory.pool
        self._opened = opened
        self._theory = theory
        self._permitted = permitted
        self._necessary = necessary
        self._budget = budget
        self._holds = pool.holds(goal)
        self._denied = pool.app(ops.NOT, (self._holds,))
        before = permitted.view(())
        assert before is not None, "no change, no conflict"
        self._effects = Effects(before, permitted)
        self._solved: dict[Places, Solved] = {}  # by the changes of definitions

    def found(self, smallest: bool) -> Iterator[Places]:
        """The minimal sets of changes; with `smallest`, those of least weight."""
        weights = self._permitted.weights
        candidates: Candidates
        if smallest:  # of the same weight the smaller set first, as a change may weigh nothing
            scaled = [w * (len(weights) + 1) + 1 for w in weights]
            candidates = LeastSets(scaled, self._budget)
        else:
            candidates = MinimalSets(len(weights), self._budget)
        best: int | None = None
        while (places := candidates.next()) is not None:
            self._budget.check_time()
            weight = sum(weights[p] for p in places)
            if smallest and best is not None and weight > best:
                return
            view = self._permitted.view(places)
            if view is None:
                candidates.learn((), self._conflict(places))
            elif (why := self._failure(places, view)) is not None:
                candidates.learn(*why)
            else:
                best = weight
                candidates.learn((), places)
                yield places

    def _conflict(self, places: Places) -> Places:
        """A smallest set inside one whose changes conflict: with one less they do not."""
        kept = list(places)
        for place in places:
            less = tuple(p for p in kept if p != place)
            if self._permitted.view(less) is None:
                kept.remove(place)
        return tuple(kept)

    # ------------------------------------------------------------------ one candidate

    def _failure(self, places: Places, view: View) -> tuple[list[int], list[int]] | None:
        """None if the set is a repair; else of what every repair has one inside, or one out."""
        effects = self._effects
        solved = self._solver(places)
        on = solved.places(view)
        goal = () if self._necessary else (self._holds,)
        if solved.switches.world(on, goal) is None:
            blamed = [solved.formulas[p] for p in sorted(solved.switches.blamed())]
            inside, outside = effects.without(blamed, places)
        elif not self._necessary:
            return None
        else:
            world = solved.switches.world(on, (self._denied,))
            if world is None:
                return None
            broken = left_out(solved.switches, world, (self._denied,))
            inside, outside = effects.having([solved.formulas[p] for p in broken], places)
        more, fewer = effects.otherdefinitions_of(places)
        return sorted({*inside, *more}), sorted({*outside, *fewer})

    def _solver(self, places: Places) -> Solved:
        """A solver for the definitions that a candidate makes, with every formula in it."""
        defining = tuple(p for p in places if p in self._effects.defining)
        solved = self._solved.get(defining)
        if solved is None:
            view = self._permitted.view(defining)
            assert view is not None, "part of a set without a conflict"
            switched = self._effects.switched
            every = (*self._effects.fixed, *switched.values())
            whole = view.holding(every)
            switches = self._opened(self._theory, whole, list(switched.values()), self._budget)
            solved = self._solved[defining] = Solved(list(switched), switches)
        return solved


class Solved:
    """The formulas of a scope and of all changes, switched; the definitions are those of one
    view."""

    def __init__(self, formulas: list[Formula], switches: Switches) -> None:
        self.formulas = formulas
        self.switches = switches
        self._place = {formula: place for place, formula in enumerate(formulas)}

    def places(self, view: View) -> list[int]:
        """The switched formulas that a view has."""
        found = (self._place.get(formula_of(i)) for i in view.instances)
        return [place for place in found if place is not None]


class Effects:
    """What each change does to a scope. `switched` are the formulas that some change takes away or
    brings, each with an instance that has it, and `taken` and `brought` say by which changes;
    `fixed` are the instances that stay whatever is done; `defining` the changes that touch
    definitions."""

    def __init__(self, before: View, permitted: Permitted) -> None:
        had = {formula_of(i): i for i in before.instances}
        self.defining: set[int] = set()
        self.taken: dict[Formula, list[int]] = {}
        self.brought: dict[Formula, list[int]] = {}
        self.switched: dict[Formula, Instance] = {}
        for place in range(len(permitted.weights)):
            view = permitted.view((place,))
            if view is None:
                continue
            has = {formula_of(i): i for i in view.instances}
            for formula in [f for f in had if f not in has]:
                self.taken.setdefault(formula, []).append(place)
            for formula in [f for f in has if f not in had]:
                self.brought.setdefault(formula, []).append(place)
                self.switched.setdefault(formula, has[formula])
            if definitions_of(view) != definitions_of(before):
                self.defining.add(place)
        for formula, instance in had.items():
            if formula in self.taken:
                self.switched[formula] = instance
        self.fixed = tuple(i for f, i in had.items() if f not in self.taken)

    def without(self, formulas: Sequence[Formula], places: Places) -> tuple[list[int], list[int]]:
        """The changes of which a set has one more, or one less than `places`, if its view lacks
        one of some formulas that the view of `places` has."""
        inside = [p for f in formulas for p in self.taken.get(f, ()) if p not in places]
        outside = [p for f in formulas for p in self.brought.get(f, ()) if p in places]
        return inside, outside

    def having(self, formulas: Sequence[Formula], places: Places) -> tuple[list[int], list[int]]:
        """The same if its view has one of some formulas that the view of `places` lacks."""
        inside = [p for f in formulas for p in self.brought.get(f, ()) if p not in places]
        outside = []
        for formula in formulas:
            outside += [p for p in self.taken.get(formula, ()) if p in places][:1]
        return inside, outside

    def otherdefinitions_of(self, places: Places) -> tuple[list[int], list[int]]:
        """The same if the definitions differ."""
        inside = [p for p in sorted(self.defining) if p not in places]
        return inside, [p for p in places if p in self.defining]


def formula_of(instance: Instance) -> Formula:
    """What a constraint says, and under what name."""
    return instance.family.id, instance.key, instance.body


def definitions_of(view: View) -> tuple[object, ...]:
    """What is compared to see whether two views define the same."""
    rules = {g: [(i.rule, i.key) for i in instances] for g, instances in view.rules.items()}
    derived = {name: body for name, (body, _) in view.derived.items()}
    return view.entries, derived, {g: r for g, r in rules.items() if r}
