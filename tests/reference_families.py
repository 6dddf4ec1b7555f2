"""Section 9 of language.md, the families: by the definitions, over every subset."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from hlogic.compiler import ast
from hlogic.compiler.syntax.printer import print_expr
from reference_asks import Answer, Asker, Place, answer_json, value_json
from reference_names import World
from reference_theory import Instance, Item, Theory
from reference_values import in_order


@dataclass(frozen=True)
class Member:
    """A name in a set of a family, and its place in the canonical order."""

    name: str
    order: int = field(compare=False)


def subsets(members: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    for size in range(len(members) + 1):
        yield from itertools.combinations(members, size)


def minimal(
    members: Sequence[Any], works: Callable[[tuple[Any, ...]], bool]
) -> list[tuple[Any, ...]]:
    """The sets that work of which no proper subset does."""
    found: list[tuple[Any, ...]] = []
    for chosen in subsets(members):
        if not any(set(f) <= set(chosen) for f in found) and works(chosen):
            found.append(chosen)
    return found


class FamilyAsker(Asker):
    """Answers families too."""

    def __init__(self, item: Item) -> None:
        super().__init__(item)
        self.free: dict[str, list[World]] = {}  # by scope, the worlds without any constraint

    # ------------------------------------------------------------------ constraints

    def chosen(self, targets: Any, scope: str) -> list[Instance]:
        """The named constraints of a scope that are meant, in canonical order."""
        rules = self.item.theory(scope).rules
        if targets is None:
            named = {i for i in rules if not i[0].startswith(" ")}
        else:
            named = self.item.named(targets, rules)
        names = list(dict.fromkeys(name for name, _ in rules))
        args = {name: list(in_order({a for n, a in rules if n == name})) for name in names}
        return [(n, a) for n in names for a in args[n] if (n, a) in named and (n, a) in rules]

    def kept_by(self, chosen: list[Instance], scope: str) -> list[tuple[World, set[Instance]]]:
        """The worlds of the rest, each with the chosen constraints that hold in it."""
        theory = self.item.theory(scope)
        if scope not in self.free:
            bare = theory.copy()
            bare.rules = {}
            self.free[scope] = self.item.mod(bare)
        rest = [r for i, r in theory.rules.items() if i not in chosen]
        return [
            (w, {i for i in chosen if self.true(theory.rules[i].body, theory.rules[i].env, w)})
            for w in self.free[scope]
            if all(self.true(r.body, r.env, w) for r in rest)
        ]

    def true(self, expr: Any, env: Any, world: World) -> bool:
        return self.evaluator.eval(expr, env, world) is True

    def family(self, sets: Any, order: list[Any], smallest: bool, weights: Any = None) -> Answer:
        """The sets in names; of the least weight, each member 1 unless said, if `smallest`."""
        found = list(sets)
        if smallest and found:
            weight = {s: sum(weights[m] if weights else 1 for m in s) for s in found}
            found = [s for s in found if weight[s] == min(weight.values())]
        names = {m: Member(self.name(m), i) for i, m in enumerate(order)}
        return Answer("family", frozenset(frozenset(names[m] for m in s) for s in found))

    def name(self, member: Any) -> str:
        if isinstance(member, str):
            return member
        name, args = member
        inside = ", ".join(self.shown(a) for a in args)
        return f"{name}({inside})" if args else name

    def shown(self, value: Any) -> str:
        json = value_json(value, self.item)
        return str(json).lower() if isinstance(json, bool) else str(json)

    def cores(self, chosen: list[Instance], scope: str) -> list[tuple[Any, ...]]:
        worlds = self.kept_by(chosen, scope)
        return minimal(chosen, lambda e: not any(set(e) <= held for _, held in worlds))

    def query_core(self, query: ast.Core, place: Place) -> Answer:
        chosen = self.chosen(query.members, place.scope)
        return self.family(self.cores(chosen, place.scope), chosen, query.smallest)

    def query_sufficient(self, query: ast.Sufficient, place: Place) -> Answer:
        chosen = self.chosen(query.members, place.scope)
        worlds = [
            (held, self.true(query.goal, place.env, w))
            for w, held in self.kept_by(chosen, place.scope)
        ]

        def enough(e: tuple[Any, ...]) -> bool:
            left = [true for held, true in worlds if set(e) <= held]
            return bool(left) and all(left)

        return self.family(minimal(chosen, enough), chosen, query.smallest)

    # ------------------------------------------------------------------ hitting

    def query_hitting(self, query: ast.Hitting, place: Place) -> Answer:
        sets: list[tuple[Any, ...]]
        if query.cores_of is not None:
            chosen: list[Any] = self.chosen(query.cores_of, place.scope)
            sets = self.cores(chosen, place.scope)
        else:
            sets = [tuple(self.written(t) for t in targets) for targets in query.sets or ()]
            chosen = list(dict.fromkeys(name for s in sets for name in s))
        met = minimal(chosen, lambda h: all(set(h) & set(s) for s in sets))
        return self.family(met, chosen, query.smallest)

    def written(self, target: ast.Target) -> str:
        inside = ", ".join(print_expr(a) for a in target.args or ())
        return f"{target.name}({inside})" if target.args else target.name

    # ------------------------------------------------------------------ repairs

    def query_repair(self, query: ast.Repair, place: Place) -> Answer:
        names = [change.name for change in query.changes]
        changes = {c.name.name: c for c in self.item.of(ast.Change)}

        def works(chosen: tuple[Any, ...]) -> bool:
            theory = changed(self.item, place.scope, [changes[n].operation for n in chosen])
            if theory is None:
                return False
            try:
                true = [self.true(query.goal, place.env, w) for w in self.item.mod(theory)]
            except RecursionError:
                return False  # changes that only together define something through itself
            return any(true) if query.modality == "possible" else bool(true) and all(true)

        weights = {n: 1 if changes[n].weight is None else changes[n].weight for n in names}
        return self.family(minimal(names, works), names, query.smallest, weights)


def changed(item: Item, scope: str, operations: list[Any]) -> Theory | None:
    """The theory of a scope under the operations of some changes, as one child scope; None where
    these could not stand in one scope."""
    theory = item.theory(scope).copy()
    ever = dict(item.base.rules)
    routes = set(item.base.routes)
    for name in item.ancestry(scope, []):
        for o in item.scopes[name].operations:
            if isinstance(o, ast.Constraint):
                ever.update(item.asserted(o))
            elif isinstance(o, ast.Assume) and o.id is not None:
                ever.update(
                    item.asserted(ast.Constraint(o.id, ast.NO_PARAMS, (), o.body, o.trailer))
                )
            elif isinstance(o, ast.Rule):
                routes |= set(item.groups.routes(o))
    if conflict(item, theory, operations, ever, {name for name, _ in routes}):
        return None
    item.apply(ast.Scope(ast.Ident("child"), (), (), tuple(operations), ast.NO_TRAILER), theory)
    return theory


def conflict(
    item: Item, theory: Theory, operations: list[Any], ever: dict[Instance, Any], routes: set[str]
) -> bool:
    """Whether an instance is both removed and replaced, or replaced twice, or a name used twice."""
    removed: set[Instance] = set()
    replaced: list[tuple[str, Instance]] = []
    added: list[str] = []
    for o in operations:
        if isinstance(o, ast.Retract):
            removed |= {i for i in item.named(o.targets, ever) if i in ever}
        elif isinstance(o, ast.RetractCiting):
            claims = {c.name for c in o.claims}
            removed |= {i for i, r in theory.rules.items() if r.cites & claims}
        elif isinstance(o, ast.RetractTags):
            tags = {t.name for t in o.tags}
            removed |= {i for i, r in theory.rules.items() if r.tags & tags}
        elif isinstance(o, ast.Replace):
            known: Any = ever
            if o.target.name in item.tables:
                args = () if o.target.args is None else item.arguments(o.target)
                known = {(o.target.name, args): None}
            elif o.target.name in item.derives:
                known = theory.derived
            kind = "constraint" if known is ever else "value"
            replaced += [(kind, i) for i in item.named([o.target], known) if i in known]
        elif isinstance(o, ast.Assume | ast.Constraint | ast.Rule) and o.id is not None:
            added.append(o.id.name)
    taken = {name for name, _ in ever} | routes
    return (
        any(("constraint", i) in replaced for i in removed)
        or len(set(replaced)) < len(replaced)
        or len(set(added)) < len(added)
        or not taken.isdisjoint(added)
    )


def family_json(answer: Answer, item: Item) -> Any:
    """An answer in JSON form, families and those inside cases too."""
    if answer.shape == "cases":
        return [
            {"case": value_json(k, item), "result": family_json(a, item)} for k, a in answer.value
        ]
    if answer.shape != "family":
        return answer_json(answer, item)
    sets = [sorted(s, key=lambda m: m.order) for s in answer.value]
    sets.sort(key=lambda s: (len(s), [m.order for m in s]))
    return [[m.name for m in s] for s in sets]
