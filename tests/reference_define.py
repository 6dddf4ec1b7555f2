"""Section 5's `define`: groups of predicates, their rules under a scope, and what they mean in a
world.

A least group is two sets found by iteration, each from nothing. The stable groups are guessed at
all together, one guess a world; a guess stays if each group's reduct gives back its own atoms.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from hlogic.compiler import ast
from reference_values import UNDEF, Value

if TYPE_CHECKING:
    from reference_names import Env, World
    from reference_theory import Item

Atom = tuple[str, tuple[Value, ...]]


@dataclass(frozen=True)
class Group:
    """The predicates of one `define`."""

    names: frozenset[str]
    stable: bool


@dataclass(frozen=True)
class Route:
    """One instance of a rule."""

    head: Any
    body: Any
    env: Env
    cites: frozenset[str]


@dataclass(frozen=True)
class Reading:
    """How a group's own predicates are read while it is worked out: as membership in `atoms`, and
    in a stable group under `not` as membership in the candidate. Where they are `fixed` so, counts
    are counts as everywhere."""

    names: frozenset[str]
    atoms: frozenset[Atom]
    candidate: frozenset[Atom] | None = None
    fixed: bool = False


class Groups:
    """The groups of one item."""

    def __init__(self, item: Item) -> None:
        self.item = item
        self.of: dict[str, Group] = {}
        self.instances: dict[str, list[tuple[tuple[Value, ...], Env]]] = {}
        self.extents: dict[str, set[tuple[Value, ...]]] = {}
        self.guessed: list[Atom] = []
        for define in item.of(ast.Define):
            names = [p.name.name for p in define.predicates]
            group = Group(frozenset(names), define.stable)
            for predicate in define.predicates:
                name = predicate.name.name
                instances = item.instances(predicate.params)
                self.of[name] = group
                self.instances[name] = instances
                self.extents[name] = {args for args, _ in instances}
                if group.stable:
                    self.guessed.extend((name, args) for args, _ in instances)

    def routes(self, rule: ast.Rule) -> dict[Atom, Route]:
        """The instances of a rule, under their names."""
        cites = frozenset(c.name for c in rule.trailer.cites)
        return {
            (rule.id.name, args): Route(rule.head, rule.body, env, cites)
            for args, env in self.item.instances(rule.params)
        }

    # ------------------------------------------------------------------ values

    def value(self, atom: Atom, world: World) -> Value:
        """The value of an atom, wherever it stands."""
        name, args = atom
        if args not in self.extents[name]:
            return UNDEF
        if atom in world.theory.derived:  # a scope replaces it: no rule has a say
            return self.item.evaluator.derived(name, args, world)
        group = self.of[name]
        if world.reading is not None and name in world.reading.names:
            return atom in world.reading.atoms
        if group.stable:
            return atom in world.stable
        if group not in world.least:
            world.least[group] = (
                self.closure(group, world, lambda body: body is True),
                self.closure(group, world, lambda body: body is not False),
            )
        low, high = world.least[group]
        return True if atom in low else UNDEF if atom in high else False

    def extremes(self, world: World) -> tuple[World, World]:
        """The world with none of the atoms of the group that is being worked out, and with all."""
        reading = world.reading
        assert reading is not None
        every = frozenset((name, args) for name in reading.names for args in self.extents[name])
        none: frozenset[Atom] = frozenset()
        least, most = (
            replace(world, reading=replace(reading, atoms=atoms)) for atoms in (none, every)
        )
        return least, most

    def closure(
        self,
        group: Group,
        world: World,
        accepts: Callable[[Value], bool],
        candidate: frozenset[Atom] | None = None,
    ) -> frozenset[Atom]:
        """The least set that the rules whose body is accepted do not lead out of."""
        atoms: frozenset[Atom] = frozenset()
        while True:
            inside = replace(world, reading=Reading(group.names, atoms, candidate))
            more = atoms | set(self.fired(group, inside, accepts))
            if more == atoms:
                return atoms
            atoms = more

    def fired(self, group: Group, world: World, accepts: Callable[[Value], bool]) -> Iterator[Atom]:
        """The heads of the rules that fire: `p(e) if B` fires for y where e is defined, y is e,
        and B is accepted."""
        for route in world.theory.routes.values():
            name = route.head.name
            if name not in group.names:
                continue
            written = route.head.args if isinstance(route.head, ast.Call) else ()
            args = tuple(self.item.evaluator.all(written, route.env, world))
            if args not in self.extents[name]:
                continue
            body = ast.Bool(True) if route.body is None else route.body
            if accepts(self.item.evaluator.eval(body, route.env, world)):
                yield (name, args)

    # ------------------------------------------------------------------ stable groups

    def guesses(self) -> Iterator[frozenset[Atom]]:
        """Every set of atoms of stable groups."""
        for chosen in itertools.product((False, True), repeat=len(self.guessed)):
            yield frozenset(itertools.compress(self.guessed, chosen))

    def supported(self, world: World) -> bool:
        """Whether each stable group's atoms are the least set of its reduct."""
        for group in set(self.of.values()):
            candidate = frozenset(a for a in world.stable if a[0] in group.names)
            if group.stable and candidate != self.closure(
                group, world, lambda body: body is True, candidate
            ):
                return False
        return True
