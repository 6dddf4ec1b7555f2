"""Are definitions as the text has them? Values of derived terms with the alternatives that they
reject, and what the rules of a `define` do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Literal

from hlogic.audit.bench import Bench, Limited, first_alias
from hlogic.compiler import ast, ops
from hlogic.compiler.evaluate import Evaluator
from hlogic.compiler.ir import Key, RuleInstance, Symbol, View, instance_id
from hlogic.compiler.listing import World, in_order, least_world
from hlogic.compiler.material import (
    DerivedMaterial,
    DerivedValue,
    RuleLoad,
    RuleMaterial,
)
from hlogic.compiler.sorts import UNDEFINED, Maybe, Value
from hlogic.compiler.sorts import in_order as sorted_values
from hlogic.compiler.source import Span
from hlogic.compiler.terms import Term, bind
from hlogic.compiler.words import formula_text, instance_text, sentence, witness_text

INSTANCES = 4  # of a derived term
VALUES = 6  # alternatives of a kind
SEARCHED = 40  # worlds looked at for one that a rule changes

# ---------------------------------------------------------------------------- derived terms


def derived_materials(bench: Bench, scopes: Sequence[str]) -> tuple[DerivedMaterial, ...]:
    """Every derived term of the item, in the first of the scopes that has a world."""
    at = _first_world(bench, scopes)
    return tuple(
        _derived(bench, declared, at)
        for declared in bench.item.file.declarations
        if isinstance(declared, ast.Derive)
    )


def _first_world(bench: Bench, scopes: Sequence[str]) -> tuple[str, World] | None:
    for scope in scopes:
        found = bench.within(partial(_least, bench, scope))
        if found is not None and not isinstance(found, Limited):
            return scope, found
    return None


def _least(bench: Bench, scope: str) -> World | None:
    return least_world(bench.theory, bench.worlds.session(scope), ())


def _derived(bench: Bench, declared: ast.Derive, at: tuple[str, World] | None) -> DerivedMaterial:
    symbol = bench.theory.symbols[declared.name.name]
    keys = symbol.keys if at is not None else ()
    values = []
    for key in keys[:INSTANCES]:
        assert at is not None
        values.append(_value(bench, symbol, key, *at))
    return DerivedMaterial(
        id=symbol.name,
        alias=first_alias(symbol.aliases),
        formula=formula_text(_text(declared.body.span), {}),
        cites=bench.passages(symbol.cites),
        world=None if at is None else bench.name(*at),
        values=tuple(values),
        left_out=len(keys[INSTANCES:]),
    )


def _value(bench: Bench, symbol: Symbol, key: Key, scope: str, world: World) -> DerivedValue:
    id = instance_id(symbol.name, key)
    found = bench.within(lambda: _alternatives(bench, symbol, key, scope, world))
    if isinstance(found, Limited):
        return DerivedValue(id, id, None, (), (), 0, None, found.message)
    value, elsewhere, never, undefined = found
    text = instance_text(symbol.name, key)
    if value is not UNDEFINED:
        text = sentence(symbol, key, value, bench.theory.meta.get("lang", ""))  # type: ignore[arg-type]
    return DerivedValue(
        id=id,
        text=text,
        value=None if value is UNDEFINED else witness_text(value),  # type: ignore[arg-type]
        elsewhere=tuple(map(witness_text, elsewhere[:VALUES])),
        never=tuple(map(witness_text, never[:VALUES])),
        left_out=len(elsewhere[VALUES:]) + len(never[VALUES:]),
        sometimes_undefined=undefined,
    )


def _alternatives(
    bench: Bench, symbol: Symbol, key: Key, scope: str, world: World
) -> tuple[Maybe, list[Value], list[Value], bool]:
    """The value in a world, those in other worlds of the scope, those of the domain that it never
    takes, and whether it has no value in some world."""
    session, pool = bench.worlds.session(scope), bench.theory.pool
    reading = bench.theory.reading(symbol, key)
    value = bench.evaluator(bench.views[scope], world).value(reading)
    known = pool.app(ops.DEFINED, (reading,))
    taken = {row[0] for row in session.project((reading,), (known,))}
    undefined = session.possible((pool.app(ops.NOT, (known,)),))
    elsewhere = [v for v in sorted_values(frozenset(taken)) if v != value]
    domain = [] if symbol.domain is None else list(symbol.domain)
    return value, elsewhere, [v for v in domain if v not in taken], undefined


# ---------------------------------------------------------------------------- rules


def rule_materials(bench: Bench, scopes: Sequence[str]) -> tuple[RuleMaterial, ...]:
    """Every rule of the scopes, in the order in which they declare it."""
    texts = {
        rule.id.span.start: rule for rule in ast.walk(bench.item.file) if isinstance(rule, ast.Rule)
    }
    loads: dict[object, list[RuleLoad]] = {}
    rules = {}
    for scope in scopes:
        for name, group in _rules_of(bench.views[scope]).items():
            rules[name] = group[0].rule
            loads.setdefault(name, []).append(_rule_load(bench, scope, group))
    found = []
    for name, rule in rules.items():
        declared = texts[rule.span.start]
        end = declared.head.span if declared.body is None else declared.body.span
        span = Span(rule.span.source, declared.head.span.start, end.end)
        found.append(
            RuleMaterial(
                id=rule.id,
                formula=formula_text(_text(span), {}),
                cites=bench.passages(rule.cites),
                loads=tuple(loads[name]),
            )
        )
    return tuple(found)


def _rules_of(view: View) -> dict[object, tuple[RuleInstance, ...]]:
    """The instances of each rule that a view holds."""
    found: dict[object, list[RuleInstance]] = {}
    for instances in view.rules.values():
        for instance in instances:
            found.setdefault(instance.rule, []).append(instance)
    return {rule: tuple(group) for rule, group in found.items()}


def _rule_load(bench: Bench, scope: str, group: tuple[RuleInstance, ...]) -> RuleLoad:
    found = bench.within(lambda: _changed(bench, scope, group))
    if isinstance(found, Limited):
        return RuleLoad(scope, "unknown", (), (), None, found.message)
    return found


def _changed(bench: Bench, scope: str, group: tuple[RuleInstance, ...]) -> RuleLoad:
    """A world that differs where the rule is disabled. Only worlds in which it may fire can, with
    it or without it; of these the first in canonical order are looked at."""
    view = bench.views[scope]
    less = _without(view, group)
    fires = _may_fire(bench, group)
    searched, fired = 0, False
    for with_rule in (True, False):
        here, there = (view, less) if with_rule else (less, view)
        session = bench.worlds.session(scope) if with_rule else bench.worlds.open(less)
        looked = 0
        for world in islice(in_order(bench.theory, session, (fires,)), SEARCHED):
            fired = True
            looked += 1
            load = _difference(bench, scope, world, here, there, with_rule, group)
            if load is not None:
                return load
        searched = max(searched, looked)
    if searched == SEARCHED:
        limit = f"none of the first {SEARCHED} worlds in which it fires changes without it"
        return RuleLoad(scope, "unknown", (), (), None, limit)
    state: Literal["idle", "silent", "vacuous"] = "idle" if fired else "silent"
    if not fired and not bench.loads(scope).has_world():
        state = "vacuous"
    return RuleLoad(scope, state, (), (), None)


def _without(view: View, group: Sequence[RuleInstance]) -> View:
    """The view without some rules."""
    gone = set(group)
    rules = {g: tuple(r for r in held if r not in gone) for g, held in view.rules.items()}
    return View(view.scope, view.instances, view.entries, view.derived, rules, view.places)


def _may_fire(bench: Bench, group: Sequence[RuleInstance]) -> Term:
    """That the body of one of the rules is not false: an undefined one counts for the upper of the
    two fixed points."""
    pool = bench.theory.pool
    bodies = (bind(pool, r.rule.body, r.environment) for r in group)
    silent = (pool.holds(pool.app(ops.NOT, (body,))) for body in bodies)
    return pool.app(ops.OR, [pool.app(ops.NOT, (term,)) for term in silent])


def _difference(
    bench: Bench,
    scope: str,
    world: World,
    here: View,
    there: View,
    with_rule: bool,
    group: Sequence[RuleInstance],
) -> RuleLoad | None:
    """What is otherwise in a world of one view, read in the other; None where nothing is."""
    symbols = group[0].rule.head.group
    assert symbols is not None
    old, new = bench.evaluator(here, world), bench.evaluator(there, world)
    stays = all(new.is_stable(g) for g in bench.theory.groups if g.stable)
    admitted = stays and all(new.value(i.body, i.environment) is True for i in there.instances)
    pair = (old, new) if with_rule else (new, old)
    changes = [] if symbols.stable else list(_atoms(bench, symbols.symbols, *pair))
    if admitted and not changes:
        return None
    return RuleLoad(
        scope=scope,
        state="carries",
        facts=bench.facts(world),
        changes=tuple(changes),
        admitted="both" if admitted else "with" if with_rule else "without",
    )


def _atoms(
    bench: Bench, symbols: Sequence[Symbol], holding: Evaluator, less: Evaluator
) -> Iterator[tuple[str, str]]:
    """The atoms of a group that have another value without the rule, as sentences."""
    for symbol in symbols:
        for key in symbol.keys:
            reading = bench.theory.reading(symbol, key)
            both = [evaluator.value(reading) for evaluator in (holding, less)]
            if both[0] is not both[1]:
                before, after = (_atom_text(bench, symbol, key, value) for value in both)
                yield before, after


def _atom_text(bench: Bench, symbol: Symbol, key: Key, value: Maybe) -> str:
    if value is UNDEFINED:
        return f"{instance_text(symbol.name, key)} = ?"
    return sentence(symbol, key, value, bench.theory.meta.get("lang", ""))  # type: ignore[arg-type]


def _text(span: Span) -> str:
    return span.source.text[span.start : span.end]
