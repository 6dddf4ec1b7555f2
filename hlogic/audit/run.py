"""An audit from end to end: the parts that are asked for, in order, over one engine."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from hlogic.api import Item
from hlogic.audit.bench import Bench
from hlogic.audit.claims import claim_materials
from hlogic.audit.definitions import derived_materials, rule_materials
from hlogic.audit.findings import findings
from hlogic.audit.necessity import constraint_materials, scope_material
from hlogic.audit.sufficiency import ask_material
from hlogic.backends.budget import Budget
from hlogic.backends.engines import make_engine
from hlogic.backends.route import Router
from hlogic.compiler.material import Audit
from hlogic.compiler.record import field, record

PARTS = ("sufficiency", "necessity", "claims")
SECONDS = 10.0
ROWS = 20_000


@record
class Options:
    """What to audit. None stands for all. `timeout` is seconds for each question; an enumeration
    has `rows` rows at most, as answers without some claim may be far longer than the item's own."""

    parts: Sequence[str] = PARTS
    asks: Sequence[str] | None = None
    scopes: Sequence[str] | None = None
    worlds: int = 2
    engine: str | None = None
    timeout: float = SECONDS
    rows: int = ROWS
    on_progress: Callable[[float, int], None] | None = field(default=None, compare=False)


def audit(item: Item, options: Options | None = None) -> Audit:
    """The material of an item. Raises HlogicError for a name that the item does not have."""
    wanted = options or Options()
    item.check_listed("what an audit compares")
    for id in wanted.asks or ():
        item.check_ask(id)
    for scope in wanted.scopes or ():
        item.check_scope(scope)
    budget = Budget(wanted.timeout, wanted.rows, wanted.on_progress)
    engine = make_engine(wanted.engine or Router(item.compiled).lasting("base")[0])
    bench = Bench(item.compiled, engine, budget, wanted.worlds)
    asks = list(dict.fromkeys(item.asks if wanted.asks is None else wanted.asks))
    scopes = list(dict.fromkeys(item.scopes if wanted.scopes is None else wanted.scopes))
    return _audited(item, bench, wanted.parts, asks, scopes)


def _audited(
    item: Item, bench: Bench, parts: Sequence[str], asks: Sequence[str], scopes: Sequence[str]
) -> Audit:
    compiled = item.compiled
    answers = {}
    if "sufficiency" in parts or "claims" in parts:
        answers = {id: bench.answered(compiled.asks[id]) for id in asks}
    strata = [
        ask_material(bench, compiled.asks[id], answers[id], scopes)
        for id in (asks if "sufficiency" in parts else ())
    ]
    necessity = "necessity" in parts
    constraints = constraint_materials(bench, scopes) if necessity else ()
    derived = derived_materials(bench, scopes) if necessity else ()
    rules = rule_materials(bench, scopes) if necessity else ()
    claims = claim_materials(bench, asks, answers) if "claims" in parts else ()
    found = Audit(
        item=item.name,
        title=item.title,
        language=item.language,
        parts=tuple(p for p in PARTS if p in parts),
        scopes=tuple(scope_material(bench, scope) for scope in scopes),
        asks=tuple(strata),
        constraints=constraints,
        derived=derived,
        rules=rules,
        claims=claims,
        findings=(),
        limited=bench.limited,
    )
    return dataclasses.replace(found, findings=findings(found))
