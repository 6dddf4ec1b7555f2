"""`hlogic audit`: what it shows is so, by the oracle; the same on every engine; limits are said."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import agree
import generate
import hlogic
from cli_runs import LONG, run
from hlogic.audit import PARTS, audit
from hlogic.audit.run import Options
from hlogic.backends.budget import Budget
from hlogic.backends.engines import ENGINES, make_engine
from hlogic.backends.worlds import EngineWorlds
from hlogic.compiler.listing import World, in_order
from hlogic.compiler.load import Loads, by_family, loads_of
from hlogic.compiler.material import Audit, ConstraintMaterial, Fact, RuleMaterial
from hlogic.compiler.spread import spread, unlike
from hlogic.render.audit_json import audit_json
from hlogic.render.audit_text import audit_markdown, audit_text

ITEMS = Path(__file__).resolve().parent.parent / "items"
CASES = sorted((ITEMS.parent / "tests" / "cases").glob("*.hlogic"))
SMALL = ("night_shift", "statement_quota_small", "minimal_hitting_small")

# One of everything that stands out.
PARTIAL = """\
item days "Three days" { lang: en }
background "Ann goes second at the latest. Bob follows Ann. Nobody knows Carl. A bell rings."
claim c1 "Ann goes second at the latest."
claim c2 "Bob follows Ann."
claim c3 "Nobody knows Carl." unmodelled because "no question is about it"
claim c4 "A bell rings."
sort Person { ann "Ann", bob "Bob", carl "Carl" }
sort Day ordered { mon "Monday", tue "Tuesday", wed "Wednesday" }
var day(Person) "{1}'s day": Day cites c1
var rung "the bell rings": bool
derive after "the day after Ann's": Day = next(day(ann))
constraint early: rank(day(ann)) <= 2 cites c1
constraint follows: day(bob) == next(day(ann)) cites c2
constraint carl_apart: day(carl) != day(bob) cites c2
define stable lamp(Person) "{1} has a lamp" {
  rule one: lamp(ann) if not lamp(bob) cites c2
  rule two: lamp(bob) if not lamp(ann) cites c2
  rule three: lamp(carl) if lamp(carl) cites c2
}
define reached(Day) "{1} is reached" {
  rule start: reached(mon) cites c1
  rule on(x in Day): reached(next(x)) if reached(x) and rung cites c1
  rule twice: reached(tue) if reached(mon) and rung cites c1
}
scope late { retract early }
scope never { retract early  assume day(ann) == wed }
ask q1 "When does Ann go?": values day(ann)
ask q2 "Can Bob go on Monday?": possible day(bob) == mon
ask q3 "And what is after?" under late: value after
"""


def audited(text: str, **more: Any) -> Audit:
    return audit(hlogic.loads(text), Options(**more))


def constraint(found: Audit, id: str) -> ConstraintMaterial:
    return next(c for c in found.constraints if c.id == id)


def rule(found: Audit, id: str) -> RuleMaterial:
    return next(r for r in found.rules if r.id == id)


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


# ---------------------------------------------------------------------------- each part


def test_what_implies_an_idle_constraint_depends_on_the_scope() -> None:
    found = audited(PARTIAL)
    early, follows = constraint(found, "early"), constraint(found, "follows")
    assert [(i.scope, i.state, i.implied_by) for i in early.loads] == [
        ("base", "idle", ("follows",))
    ]
    assert early.cites == (("c1", "Ann goes second at the latest."),)
    # Where Ann goes last nobody can follow: the formula has no value there.
    assert [[w.how for w in load.worlds] for load in follows.loads] == [
        ["false", "false"],
        ["false", "undefined"],
        ["undefined"],
    ]
    assert found.scopes[2].admits is False
    assert set(found.scopes[2].conflict) == {"follows", "assumption 1 of never"}


@pytest.mark.parametrize(
    ("constraints", "english", "chinese"),
    [
        ("constraint a: n > 2", "no world: a cannot hold", "没有可能的情形：a 不能成立"),
        (
            "constraint a: n > 1\nconstraint b: n < 1",
            "no world: a, b cannot hold together",
            "没有可能的情形：a、b 不能同时成立",
        ),
    ],
)
def test_a_scope_without_a_world(constraints: str, english: str, chinese: str) -> None:
    for language, said in (("en", english), ("zh", chinese)):
        text = f"item a {{ lang: {language} }}\nvar n: 0..2\n{constraints}\nask q: value n\n"
        assert f"  {said}\n" in audit_text(audited(text))


def test_rules_of_a_define() -> None:
    found = audited(PARTIAL, scopes=["base"], parts=("necessity",))
    loads = {r.id: r.loads[0] for r in found.rules}
    states = {id: load.state for id, load in loads.items()}
    assert states == {
        "one": "carries", "two": "carries", "three": "silent",
        "start": "carries", "on": "carries", "twice": "idle",
    }  # fmt: skip
    assert loads["one"].admitted == "with"
    assert loads["on"].changes == (("Wednesday is reached: yes", "Wednesday is reached: no"),)
    assert loads["start"].changes == (("Monday is reached: yes", "Monday is reached: no"),)
    assert rule(found, "on").formula == "reached(next(x)) if reached(x) and rung"


def test_derived_terms_and_their_alternatives() -> None:
    found = audited(PARTIAL, scopes=["base"], parts=("necessity",))
    (after,) = found.derived
    (value,) = after.values
    assert (value.value, value.elsewhere, value.never) == ("Tuesday", ("Wednesday",), ("Monday",))
    assert value.text == "the day after Ann's is Tuesday"
    assert value.sometimes_undefined is False


def test_a_derived_term_without_a_value_in_some_world() -> None:
    text = PARTIAL.replace("constraint follows:", "constraint apart:").replace(
        "day(bob) == next(day(ann))", "day(bob) != day(ann)"
    )
    (late,) = audited(text, scopes=["late"], parts=("necessity",)).derived
    assert late.values[0].sometimes_undefined is True


def test_answers_that_rest_on_a_claim() -> None:
    found = audited(PARTIAL, parts=("claims",))
    claims = {c.id: c for c in found.claims}
    assert claims["c1"].removed == ("early", "start", "on", "twice")
    assert claims["c1"].changes == ()
    changed = {change.ask: (change.before, change.after) for change in claims["c2"].changes}
    assert set(changed) == {"q2"}
    assert (changed["q2"][0].display, changed["q2"][1].display) == (False, True)
    assert (claims["c3"].status, claims["c3"].removed) == ("unmodelled", ())
    assert claims["c1"].cited_by[:2] == (("var", "day"), ("constraint", "early"))


def test_findings() -> None:
    found = {(f.code, f.about) for f in audited(PARTIAL).findings}
    assert found == {
        ("scope-without-world", "never"),
        ("ask-without-answer", "q3"),
        ("idle-constraint", "early"),
        ("undefined-excludes", "follows"),
        ("idle-rule", "three"),
        ("idle-rule", "twice"),
        ("unnamed-label", "carl_apart"),
        ("uncited-claim", "c4"),
        ("claim-without-effect", "c1"),
    }


def test_an_empty_stratum_names_what_leaves_it_empty() -> None:
    found = audited(PARTIAL, asks=["q2"], parts=("sufficiency",))
    holds, denied = found.asks[0].strata
    assert (holds.outcome, holds.worlds, holds.because) == ("true", (), ("follows",))
    assert denied.worlds == ("base.1", "base.2")


def test_labels_in_another_order_than_the_sentence() -> None:
    text = (ITEMS / "night_shift.hlogic").read_text(encoding="utf-8")
    swapped = text.replace("== li implies duty(wed) != wang ", "== wang implies duty(wed) != li ")
    assert swapped != text
    assert ("label-order", "li_wang") in {(f.code, f.about) for f in audited(swapped).findings}


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


# ---------------------------------------------------------------------------- the command


def schema() -> Any:
    return json.loads(files("hlogic").joinpath("audit.schema.json").read_text("utf-8"))


@pytest.mark.parametrize("name", SMALL)
def test_json_holds_to_its_schema(name: str) -> None:
    result = run("audit", str(ITEMS / f"{name}.hlogic"), "--format", "json", "--worlds", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    document = json.loads(result.stdout)
    jsonschema.Draft202012Validator(schema()).validate(document)
    assert document["item"] == name
    assert document["parts"] == list(PARTS)
    assert not document["limited"]


def test_json_on_failure(folder: Path) -> None:
    for args in (
        ["gone.hlogic"],
        ["duty.hlogic", "--ask", "whom"],
        ["duty.hlogic", "--scope", "x"],
    ):
        result = run("audit", *args, "--format", "json")
        assert result.exit_code == 2
        jsonschema.Draft202012Validator(schema()).validate(json.loads(result.stdout))
        assert json.loads(result.stdout)["item"] is None


def test_parts_asks_and_scopes(folder: Path) -> None:
    result = run(
        "audit", "duty.hlogic", "--part", "sufficiency", "--ask", "many", "--scope", "base"
    )
    assert (result.exit_code, result.stderr) == (0, "")
    assert "q1" not in result.stdout
    assert "many" in result.stdout
    assert "必要性" not in result.stdout
    document = json.loads(run("audit", "duty.hlogic", "--scope", "free", "--format", "json").stdout)
    assert [s["name"] for s in document["scopes"]] == ["free"]
    # What lies in another scope is counted, not silently dropped.
    assert [a["left_out"] for a in document["asks"]] == [6, 1]


def test_number_of_worlds(folder: Path) -> None:
    found = json.loads(run("audit", "duty.hlogic", "--worlds", "5", "--format", "json").stdout)
    many = next(a for a in found["asks"] if a["id"] == "many")
    assert len(many["strata"][0]["worlds"]) == 2  # all there are
    assert not many["strata"][0]["more"]


def test_a_limit_is_said_in_its_place(folder: Path) -> None:
    (folder / "long.hlogic").write_text(LONG, encoding="utf-8")
    result = run("audit", "long.hlogic", "--limit", "100")
    assert result.exit_code == 3
    limit = "more than 100 rows to enumerate; --limit N allows more"
    assert f"answer: {limit}\n  - NOT COMPUTED: {limit}\n" in result.stdout
    found = json.loads(run("audit", "long.hlogic", "--limit", "100", "--format", "json").stdout)
    jsonschema.Draft202012Validator(schema()).validate(found)
    assert found["limited"]
    assert [ask["limit"] for ask in found["asks"]] == [None, limit, None]


def test_time_is_a_limit_too(folder: Path) -> None:
    """Nineteen pigeons in eighteen holes, two by two."""
    (folder / "hard.hlogic").write_text(
        "item hard\nvar at(1..19): 1..18\n"
        "constraint apart: forall p, q in 1..19 where p < q: at(p) != at(q)\n",
        encoding="utf-8",
    )
    result = run("audit", "hard.hlogic", "--timeout", "0.2")
    assert result.exit_code == 3
    assert result.stdout.count("NOT COMPUTED: not answered within 0.2 s (--timeout)") >= 1


def test_an_item_without_background(folder: Path) -> None:
    (folder / "bare.hlogic").write_text("item bare\nvar n: 0..3\nconstraint c: n > 1\n", "utf-8")
    result = run("audit", "bare.hlogic")
    assert result.exit_code == 0
    assert "Nothing here that a machine could see." in result.stdout
    assert "it looks at: n = 0." in result.stdout


def test_wide_integers() -> None:
    """Left to choose, the audit takes an engine that has room for the products of such integers."""
    text = "item wide\nvar a: 0..9999\nvar b: 0..9999\nconstraint c: a * b == 999 and a < b\n"
    found = audited(text + "ask q: values a\n")
    assert not found.limited
    assert [s.value for s in found.asks[0].strata] == ["1", "3", "9", "27"]
    assert constraint(found, "c").loads[0].state == "carries"


def test_markdown_escapes_what_is_no_markup() -> None:
    text = audit_markdown(audited('item a "stars *" { lang: en }\nvar b: bool\nask q: truth b\n'))
    assert text.startswith("# Audit of stars \\* (a)\n")
    assert "\n### `q`\n" in text
    assert "\n- `b` holds: worlds a.1" not in text
    assert "\n- `b` holds: worlds base.1\n" in text


def test_text_ends_in_one_line_break_and_has_no_blank_ends() -> None:
    text = audit_text(audited(PARTIAL))
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert [line for line in text.splitlines() if line != line.rstrip()] == []


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_case_on_two_engines(path: Path) -> None:
    item = hlogic.load(path)
    found = audit(item, Options(worlds=1))
    text = audit_json(found)
    jsonschema.Draft202012Validator(schema()).validate(json.loads(text))
    assert not found.limited
    assert audit_json(audit(item, Options(worlds=1, engine="bdd"))) == text


@pytest.mark.parametrize("seed", range(5))
def test_random_items_on_two_engines(seed: int) -> None:
    item = hlogic.loads(agree.printed(generate.item(seed)))
    text = audit_json(audit(item))
    assert audit_json(audit(item, Options(engine="oracle"))) == text
