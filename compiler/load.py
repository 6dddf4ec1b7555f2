"""What single constraints of a view exclude, and what implies those that exclude nothing.

Some constraints *carry load* together if there are worlds that only they exclude: all others are
met, and one of them is false or undefined. All is asked of a session on the view's definitions
alone, where constraints are assumptions: one encoding serves every question.

A minimal set is found by letting constraints go one by one, the last first, whole families before
instances (deletion, as in Bakker et al., "Diagnosing and solving over-determined constraint
satisfaction problems", IJCAI 1993). What is found so depends on the theory alone, not on an engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hlogic.compiler import ops
from hlogic.compiler.ir import Family, Instance, Theory, View
from hlogic.compiler.listing import World, least_world
from hlogic.compiler.session import Session, Worlds
from hlogic.compiler.terms import Term, bind


def loads_of(theory: Theory, view: View, worlds: Worlds) -> Loads:
    """The loads of a view's constraints, by an engine at work on the item."""
    return Loads(theory, view, worlds.open(view.holding(())))


def by_family(instances: Iterable[Instance]) -> dict[Family, tuple[Instance, ...]]:
    """The instances of each declaration, in the order of the view."""
    found: dict[Family, list[Instance]] = {}
    for instance in instances:
        found.setdefault(instance.family, []).append(instance)
    return {family: tuple(members) for family, members in found.items()}


class Loads:
    """Questions about what the constraints of one view do. `free` is a session on the view's
    definitions without its constraints. Each question may raise LimitError."""

    def __init__(self, theory: Theory, view: View, free: Session) -> None:
        self.theory = theory
        self.view = view
        self.free = free
        self._has_world: bool | None = None

    def formula(self, instance: Instance) -> Term:
        """What an instance asserts, its parameters bound."""
        return bind(self.theory.pool, instance.body, instance.environment)

    def others(self, apart: Iterable[Instance]) -> tuple[Term, ...]:
        """What all other constraints of the view assert."""
        gone = set(apart)
        return tuple(self.formula(i) for i in self.view.instances if i not in gone)

    def is_false(self, group: Sequence[Instance]) -> Term:
        """That one of the group is false."""
        pool = self.theory.pool
        denied = (pool.app(ops.NOT, (self.formula(i),)) for i in group)
        return pool.app(ops.OR, [pool.holds(term) for term in denied])

    def is_undefined(self, group: Sequence[Instance]) -> Term:
        """That one of the group has no value."""
        pool = self.theory.pool
        known = (pool.app(ops.DEFINED, (self.formula(i),)) for i in group)
        return pool.app(ops.OR, [pool.app(ops.NOT, (term,)) for term in known])

    def is_violated(self, group: Sequence[Instance]) -> Term:
        """That one of the group is not met: false, or without a value."""
        return self.theory.pool.app(ops.OR, (self.is_false(group), self.is_undefined(group)))

    # ------------------------------------------------------------------ questions

    def has_world(self) -> bool:
        """Whether the view has a world; asked once."""
        if self._has_world is None:
            self._has_world = self.free.possible(self.others(()))
        return self._has_world

    def excludes(self, group: Sequence[Instance]) -> bool:
        """Whether the group excludes a world that all others admit."""
        return self.free.possible((*self.others(group), self.is_violated(group)))

    def least_excluded(self, group: Sequence[Instance], how: Term | None = None) -> World | None:
        """The least world that only the group excludes, by canonical order; with `how`, the least
        of those that meet this too (`is_false` or `is_undefined` of the group)."""
        assumed = (*self.others(group), self.is_violated(group) if how is None else how)
        return least_world(self.theory, self.free, assumed)

    def implying(self, group: Sequence[Instance]) -> tuple[Instance, ...]:
        """Of a group that excludes no world by itself: a minimal set of other constraints with
        which every world meets it. Of a view without a world, one that has none with its denial."""
        gone = set(group)
        others = [i for i in self.view.instances if i not in gone]
        return self._minimal(others, (self.is_violated(group),))

    def forbidding(self, assumed: Sequence[Term]) -> tuple[Instance, ...]:
        """Of formulas that no world of the view meets: a minimal set of constraints with which none
        does. Of no formulas, and a view without a world: a minimal set that has none. It is empty
        where the definitions are enough."""
        return self._minimal(self.view.instances, tuple(assumed))

    def _minimal(
        self, members: Sequence[Instance], assumed: tuple[Term, ...]
    ) -> tuple[Instance, ...]:
        """Members that no world meets together with `assumed`, none of which can be let go."""
        kept = list(members)
        for families in (True, False):
            groups = by_family(kept).values() if families else [(i,) for i in kept]
            for group in reversed(list(groups)):
                fewer = [i for i in kept if i not in group]
                if not self.free.possible((*map(self.formula, fewer), *assumed)):
                    kept = fewer
        return tuple(kept)
