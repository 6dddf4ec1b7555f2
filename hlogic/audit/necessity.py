"""Are rules invented? What each constraint excludes that nothing else does, scope by scope."""

from __future__ import annotations

from collections.abc import Sequence

from hlogic.audit.bench import Bench, Limited, first_alias
from hlogic.audit.mentions import Mentions, mentions_of
from hlogic.compiler import ast, ops
from hlogic.compiler.ir import Family, Instance, instance_id
from hlogic.compiler.listing import World
from hlogic.compiler.load import Loads, by_family
from hlogic.compiler.material import ConstraintMaterial, Excluded, Load, ScopeMaterial
from hlogic.compiler.sorts import UNDEFINED
from hlogic.compiler.spread import spread
from hlogic.compiler.support import Support
from hlogic.compiler.words import formula_text


def constraint_materials(bench: Bench, scopes: Sequence[str]) -> tuple[ConstraintMaterial, ...]:
    """Every constraint of the scopes, in the order in which they declare it."""
    found: dict[Family, list[Load]] = {}
    for scope in scopes:
        for family, group in by_family(bench.views[scope].instances).items():
            found.setdefault(family, []).append(_load(bench, scope, group))
    return tuple(_constraint(bench, family, loads) for family, loads in found.items())


def _constraint(bench: Bench, family: Family, loads: Sequence[Load]) -> ConstraintMaterial:
    cites = bench.passages(family.cites)
    mentions = Mentions((), ())
    for declared in bench.item.file.declarations:
        if isinstance(declared, ast.Constraint) and declared.id.name == family.id:
            mentions = mentions_of(bench.theory, declared.body, cites)
    return ConstraintMaterial(
        id=family.id,
        alias=first_alias(family.aliases),
        formula=formula_text(family.text, {}),
        cites=cites,
        unnamed=mentions.unnamed,
        reordered=mentions.reordered,
        loads=tuple(loads),
    )


def scope_material(bench: Bench, scope: str) -> ScopeMaterial:
    """A scope with the worlds that were named in it. What leaves it without a world is looked for
    by the constraints alone."""
    admits = bench.within(lambda: bench.loads(scope).has_world())
    conflict: tuple[str, ...] | Limited = ()
    if admits is False:
        conflict = bench.within(lambda: tuple(i.id for i in bench.loads(scope).forbidding(())))
    limits = [found.message for found in (admits, conflict) if isinstance(found, Limited)]
    return ScopeMaterial(
        name=scope,
        alias=_scope_alias(bench, scope),
        admits=None if isinstance(admits, Limited) else admits,
        conflict=() if isinstance(conflict, Limited) else conflict,
        worlds=bench.gallery(scope),
        limit=limits[0] if limits else None,
    )


def _scope_alias(bench: Bench, scope: str) -> str | None:
    for declared in bench.item.file.declarations:
        if isinstance(declared, ast.Scope) and declared.name.name == scope:
            return first_alias(declared.aliases)
    return None


# ---------------------------------------------------------------------------- one constraint


def _load(bench: Bench, scope: str, group: tuple[Instance, ...]) -> Load:
    """What the instances of one declaration do in a scope together."""
    wanted = bench.worlds_wanted if scope == "base" else 1
    found = bench.within(lambda: _excluded(bench, bench.loads(scope), group, wanted))
    replaced = [i.text for i in group if i.text is not None]
    formula = formula_text(replaced[0], {}) if replaced else None
    if isinstance(found, Limited):
        return Load(scope, "unknown", formula, (), (), found.message)
    if found:
        return Load(scope, "carries", formula, found, ())
    implied = bench.within(lambda: _implied_by(bench.loads(scope), group))
    if isinstance(implied, Limited):
        return Load(scope, "idle", formula, (), (), implied.message)
    if implied is None:
        return Load(scope, "vacuous", formula, (), ())
    return Load(scope, "idle", formula, (), implied)


def _implied_by(loads: Loads, group: Sequence[Instance]) -> tuple[str, ...] | None:
    if not loads.has_world():
        return None
    return tuple(i.id for i in loads.implying(group))


def _excluded(
    bench: Bench, loads: Loads, group: Sequence[Instance], wanted: int
) -> tuple[Excluded, ...]:
    """Worlds that only the group excludes: some where one of it is false, and one where it has no
    value and none is false."""
    false, undefined = loads.is_false(group), loads.is_undefined(group)
    others = loads.others(group)
    worlds = spread(bench.theory, loads.free, (*others, false), wanted)
    not_false = bench.theory.pool.app(ops.NOT, (false,))
    worlds += spread(bench.theory, loads.free, (*others, undefined, not_false), 1)
    return tuple(_shown(bench, loads, group, world) for world in worlds)


def _shown(bench: Bench, loads: Loads, group: Sequence[Instance], world: World) -> Excluded:
    evaluator = bench.evaluator(loads.view, world)
    values = [(i, evaluator.value(i.body, i.environment)) for i in group]
    unmet = [(i, value) for i, value in values if value is not True]
    first, value = next(((i, v) for i, v in unmet if v is not UNDEFINED), unmet[0])
    places = {at: place for place, at in enumerate(world)}
    read = Support(loads.view, places).of(first.body, first.environment)
    names = [instance_id(symbol.name, key) for symbol, key in world]
    return Excluded(
        facts=bench.facts(world),
        by=tuple(i.id for i, _ in unmet),
        how="undefined" if value is UNDEFINED else "false",
        reads=tuple(names[place] for place in sorted(read)),
    )
