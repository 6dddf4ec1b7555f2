"""What deep rules of lint claim, worked out from the definitions by the reference: every assignment
of every scope is looked at, and every constraint judged in it.

`Truth` gives, by the code of a rule, where it has to find something: the offsets of names in the
item's text.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import reference
from hlogic.compiler import ast
from hlogic.compiler.elaborate.item import CompiledItem
from reference_names import World
from reference_theory import Item, Theory, walk
from reference_values import UNDEF, Value

Name = str | int  # of a constraint; of an assumption without one, where its formula stands
Judged = list[tuple[World, dict[Name, list[Value]]]]


class Truth:
    """The reference's view of one item."""

    def __init__(self, compiled: CompiledItem) -> None:
        self.compiled = compiled
        self.file = compiled.file
        self.item = Item(self.file)
        self.judged = {name: self._judged(self.item.theory(name)) for name in compiled.views}

    def _judged(self, theory: Theory) -> Judged:
        """Every assignment, with what each constraint comes to in it, instance by instance."""
        found: Judged = []
        for world in self.item.assignments(theory):
            if self.item.groups.supported(world):
                values: dict[Name, list[Value]] = {}
                for (name, _), rule in theory.rules.items():
                    at = rule.body.span.start if name.startswith(" ") else name
                    value = self.item.evaluator.eval(rule.body, rule.env, world)
                    values.setdefault(at, []).append(value)
                found.append((world, values))
        return found

    def worlds(self, scope: str) -> list[World]:
        return [w for w, values in self.judged[scope] if all(map(_all_true, values.values()))]

    def _spans(self) -> dict[Name, set[int]]:
        """Where constraints are declared, by their names."""
        found: dict[Name, set[int]] = {}
        for node in walk(self.file.declarations):
            if isinstance(node, ast.Constraint) or (
                isinstance(node, ast.Assume) and node.id is not None
            ):
                found.setdefault(node.id.name, set()).add(node.id.span.start)
            elif isinstance(node, ast.Assume):
                found.setdefault(node.body.span.start, set()).add(node.span.start)
        return found

    def _places(self, names: set[Name]) -> set[int]:
        """The places of some constraints."""
        return {place for name in names for place in self._spans()[name]}

    @property
    def ambiguous(self) -> bool:
        """Whether two scopes declare constraints of one name: it then does not tell which."""
        return any(len(places) > 1 for places in self._spans().values())

    # ------------------------------------------------------------------ constraints

    def theory_without_world(self) -> set[int]:
        return set() if self.worlds("base") else {self.file.header.name.span.start}

    def scope_without_world(self) -> set[int]:
        scopes = self.item.scopes.values()
        return {s.name.span.start for s in scopes if not self.worlds(s.name.name)}

    def idle_constraint(self) -> set[int]:
        """What is met wherever all else is, in every scope, one of which has a world."""
        carrying: set[Name] = set()
        judged: set[Name] = set()
        for scope, found in self.judged.items():
            for _, values in found:
                unmet = [name for name, each in values.items() if not _all_true(each)]
                if len(unmet) == 1:
                    carrying.add(unmet[0])
            if self.worlds(scope):
                judged |= {name for _, values in found for name in values}
        return self._places(judged - carrying)

    def undefined_constraint(self) -> set[int]:
        """What has no value where nothing is false."""
        names: set[Name] = set()
        for found in self.judged.values():
            for _, values in found:
                if not any(v is False for each in values.values() for v in each):
                    names |= {name for name, each in values.items() if UNDEF in each}
        return self._places(names)

    # ------------------------------------------------------------------ terms

    def undefined_derivation(self) -> set[int]:
        declared = {d.name.name: d.name.span.start for d in self.item.of(ast.Derive)}
        for define in self.item.of(ast.Define):
            if not define.stable:
                declared |= {p.name.name: p.name.span.start for p in define.predicates}
        return {
            place
            for name, place in declared.items()
            for scope in self.judged
            for world in self.worlds(scope)
            if any(self.reading(name, key, world) is UNDEF for key in self._keys(name))
        }

    def _keys(self, name: str) -> list[tuple[Value, ...]]:
        if name in self.item.derives:
            return [key for n, key in self.item.base.derived if n == name and key is not None]
        return [key for key, _ in self.item.groups.instances[name]]

    def reading(self, name: str, key: tuple[Value, ...], world: World) -> Value:
        """The value of an instance of a derived term or predicate."""
        names = [ast.Name(f"${place}") for place in range(len(key))]
        env = {n.name: value for n, value in zip(names, key, strict=True)}
        expr = ast.Call(name, tuple(names)) if key else ast.Name(name)
        return self.item.evaluator.eval(expr, env, world)

    # ------------------------------------------------------------------ variables

    def _taken(self) -> dict[str, dict[tuple[Value, ...], set[Value]]]:
        found: dict[str, dict[tuple[Value, ...], set[Value]]] = {}
        for scope in self.judged:
            for world in self.worlds(scope):
                for (name, key), value in world.values.items():
                    found.setdefault(name, {}).setdefault(key, set()).add(_marked(value))
        return found

    def _open(self) -> dict[str, set[Value]]:
        return {
            name: set(map(_marked, values))
            for (name, _), values in self.item.spaces
            if len(set(map(_marked, values))) > 1
        }

    def _fixed(self) -> set[str]:
        taken = self._taken()
        return {
            name
            for name in self._open()
            if name in taken and all(len(values) == 1 for values in taken[name].values())
        }

    def fixed_variable(self) -> set[int]:
        fixed = self._fixed()
        if len(fixed) > 1 and fixed == set(self._open()):
            return {self.file.header.name.span.start}
        return {d.name.span.start for d in self.item.of(ast.Var) if d.name.name in fixed}

    def untaken_value(self) -> set[int]:
        taken = self._taken()
        open_ = self._open()
        return {
            d.name.span.start
            for d in self.item.of(ast.Var)
            if (name := d.name.name) in open_
            and name in taken
            and name not in self._fixed()
            and open_[name] - set().union(*taken[name].values())
        }


def _marked(value: Value) -> Any:
    """A value that is equal to no other: `1 == True` in Python."""
    return type(value), value


def _all_true(values: list[Value]) -> bool:
    return all(v is True for v in values)


RULES: dict[str, Callable[[Truth], set[int]]] = {
    name.replace("_", "-"): getattr(Truth, name)
    for name in (
        "theory_without_world", "scope_without_world", "idle_constraint", "undefined_constraint",
        "undefined_derivation", "fixed_variable", "untaken_value",
    )
}  # fmt: skip


# ---------------------------------------------------------------------------- scopes


def as_base(file: ast.File, scopes: set[str]) -> ast.File:
    """The file with some scopes emptied; what extends them extends copies that are not."""

    def other(id: ast.Ident) -> ast.Ident:
        return dataclasses.replace(id, name=f"{id.name}_as_it_was") if id.name in scopes else id

    declared: list[Any] = []
    for d in file.declarations:
        if isinstance(d, ast.Scope):
            d = dataclasses.replace(d, parents=tuple(map(other, d.parents)))
            if d.name.name in scopes:
                declared.append(dataclasses.replace(d, name=other(d.name)))
                d = dataclasses.replace(d, parents=(), operations=())
        declared.append(d)
    return dataclasses.replace(file, declarations=tuple(declared))


class Answers:
    """The reference's answers, also where some scopes are as `base`."""

    def __init__(self, file: ast.File) -> None:
        self._file = file
        self._found: dict[frozenset[str], dict[str, Any]] = {}

    def same(self, ask: str, *scopes: str) -> bool:
        """Whether an ask answers the same where these scopes are as `base`."""
        return bool(self._where(scopes)[ask] == self._where(())[ask])

    def _where(self, scopes: tuple[str, ...]) -> dict[str, Any]:
        key = frozenset(scopes)
        if key not in self._found:
            self._found[key] = reference.answers(as_base(self._file, set(scopes)))
        return self._found[key]
