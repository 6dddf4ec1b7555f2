"""What an audit shows is so, by the oracle; and it is the same on every engine and hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

import agree
import generate
import hlogic
from audit_made import PARTIAL, audited
from cli_runs import document
from hlogic.audit import audit
from hlogic.audit.run import Options
from hlogic.backends.budget import Budget
from hlogic.backends.engines import ENGINES, make_engine
from hlogic.backends.worlds import EngineWorlds
from hlogic.compiler.listing import World, in_order
from hlogic.compiler.load import Loads, by_family, loads_of
from hlogic.compiler.material import Fact
from hlogic.compiler.spread import spread, unlike
from hlogic.render.audit_json import audit_json

ITEMS = Path(__file__).resolve().parent.parent / "items"
CASES = sorted((ITEMS.parent / "tests" / "cases").glob("*.hlogic"))


def oracle_loads(item: hlogic.Item, scope: str) -> Loads:
    compiled = item.compiled
    worlds = EngineWorlds(make_engine("oracle"), compiled.theory, compiled.views, Budget())
    return loads_of(compiled.theory, compiled.views[scope], worlds)


def world_of(item: hlogic.Item, facts: tuple[Fact, ...]) -> World:
    """The world that facts tell, read by ids."""
    from hlogic.compiler.answer import by_id, value_json

    theory = item.compiled.theory
    world: World = {}
    for (symbol, key), fact in zip(theory.variables(), facts, strict=True):
        assert symbol.domain is not None
        world[symbol, key] = next(v for v in symbol.domain if value_json(v, by_id) == fact.value)
    return world


def met(item: hlogic.Item, scope: str, world: World) -> set[str]:
    """The ids of the constraints that are true in a world, asked one by one."""
    loads = oracle_loads(item, scope)
    pool = item.compiled.theory.pool
    here = pool.app(hlogic.compiler.ops.NOT, (unlike(item.compiled.theory, world),))
    return {i.id for i in loads.view.instances if loads.free.possible((here, loads.formula(i)))}


# ---------------------------------------------------------------------------- what is shown is so


@pytest.mark.parametrize("text", [PARTIAL, (ITEMS / "night_shift.hlogic").read_text("utf-8")])
def test_worlds_are_what_they_are_said_to_be(text: str) -> None:
    """Named worlds meet every constraint; an excluded one all but those of one declaration."""
    item = hlogic.loads(text)
    found = audit(item)
    for scope in found.scopes:
        everything = {i.id for i in item.compiled.views[scope.name].instances}
        for shown in scope.worlds:
            assert met(item, scope.name, world_of(item, shown.facts)) == everything
    checked = 0
    for material in found.constraints:
        for load in material.loads:
            everything = {i.id for i in item.compiled.views[load.scope].instances}
            for excluded in load.worlds:
                unmet = everything - met(item, load.scope, world_of(item, excluded.facts))
                assert unmet == set(excluded.by)
                assert {id.partition("(")[0] for id in unmet} == {material.id}
                checked += 1
    assert checked >= 4


@pytest.mark.parametrize("name", ["night_shift", "global_core_small", "minimal_sufficient_small"])
def test_loads_by_the_oracle(name: str) -> None:
    """What SAT says of loads is so when every assignment is tried; what implies an idle constraint
    does, and nothing of it can be let go."""
    item = hlogic.load(ITEMS / f"{name}.hlogic")
    found = audit(item, Options(parts=("necessity",), scopes=["base"]))
    loads = oracle_loads(item, "base")
    groups = {family.id: group for family, group in by_family(loads.view.instances).items()}
    instances = {i.id: i for i in loads.view.instances}
    for material in found.constraints:
        (load,) = material.loads
        group = groups[material.id]
        assert loads.excludes(group) == (load.state == "carries")
        denied = loads.is_violated(group)
        if load.state == "idle":
            implying = [loads.formula(instances[id]) for id in load.implied_by]
            assert not loads.free.possible((*implying, denied))
            for fewer in combinations(implying, len(implying) - 1):
                assert loads.free.possible((*fewer, denied))


def test_strata_hold_the_worlds_that_they_name() -> None:
    """The strata of a formula by its truth part the worlds that they show."""
    item = hlogic.load(ITEMS / "night_shift.hlogic")
    found = audit(item, Options(asks=["q1"], parts=("sufficiency",)))
    (ask,) = found.asks
    worlds = {w.id: {f.variable: f.value for f in w.facts} for w in found.scopes[0].worlds}
    doctors = {"李明": "li", "王芳": "wang", "赵强": "zhao"}
    assert len(ask.strata) == 6
    for stratum in ask.strata:
        assert stratum.worlds
        assert stratum.more
        for id in stratum.worlds:
            on_monday = worlds[id]["duty(mon)"] == doctors[stratum.path[0]]
            assert on_monday == (stratum.outcome == "true")


def test_worlds_lie_apart() -> None:
    """Farthest-first, by trying every world."""
    compiled = hlogic.load(ITEMS / "night_shift.hlogic").compiled
    session = make_engine("oracle").open(compiled.theory, compiled.views["base"], Budget())
    everything = list(in_order(compiled.theory, session))
    assert len(everything) == 21
    chosen = [everything[0]]

    def apart(world: World) -> int:
        return min(sum(world[at] != other[at] for at in world) for other in chosen)

    for _ in range(5):
        chosen.append(max(everything, key=apart))  # the first of the furthest
    assert spread(compiled.theory, session, (), 6) == chosen
    assert len(spread(compiled.theory, session, (), 50)) == 21


# ---------------------------------------------------------------------------- the same everywhere


def test_every_engine_gives_the_same_bytes() -> None:
    item = hlogic.load(ITEMS / "night_shift.hlogic")
    given = {engine: audit_json(audit(item, Options(engine=engine))) for engine in ENGINES}
    assert {engine for engine, text in given.items() if text != given["sat"]} == set()


def test_every_engine_gives_the_same_bytes_where_terms_are_partial() -> None:
    given = {engine: audit_json(audited(PARTIAL, engine=engine)) for engine in ENGINES}
    assert {engine for engine, text in given.items() if text != given["sat"]} == set()


def test_every_hash_seed_gives_the_same_bytes() -> None:
    printed = set()
    for seed in ("1", "77"):
        command = [sys.executable, "-m", "hlogic", "audit", str(ITEMS / "night_shift.hlogic")]
        given = os.environ | {"PYTHONHASHSEED": seed}
        printed.add(subprocess.run(command, capture_output=True, env=given, check=True).stdout)
    assert len(printed) == 1


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_case_on_two_engines(path: Path) -> None:
    item = hlogic.load(path)
    found = audit(item, Options(worlds=1))
    text = audit_json(found)
    document(text, "audit")
    assert not found.limited
    assert audit_json(audit(item, Options(worlds=1, engine="bdd"))) == text


@pytest.mark.parametrize("seed", range(5))
def test_random_items_on_two_engines(seed: int) -> None:
    item = hlogic.loads(agree.printed(generate.item(seed)))
    text = audit_json(audit(item))
    assert audit_json(audit(item, Options(engine="oracle"))) == text
