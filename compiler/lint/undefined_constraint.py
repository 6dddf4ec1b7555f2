"""A constraint that excludes worlds merely by having no value in them: no constraint is false
there, and this one is not true either. Authors who write `not next(d) == e` mean to allow the last
day, and exclude it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogic.compiler import ops
from hlogic.compiler.ir import Family, Instance
from hlogic.compiler.lint.members import family_text, shortened
from hlogic.compiler.lint.outcomes import total
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.lint.undefined import cause, world_evaluator
from hlogic.compiler.listing import least_world
from hlogic.compiler.load import Loads, by_family
from hlogic.compiler.sorts import UNDEFINED
from hlogic.compiler.terms import Term
from hlogic.compiler.words import facts_text, instance_text

Group = Sequence[Instance]


def check(subject: Subject) -> Iterator[Finding]:
    """Each declaration of constraints, in the order of the scopes, in the first scope where it
    does so."""
    found: dict[Family, Finding] = {}
    for scope, view in subject.item.views.items():
        partial = {
            family: group
            for family, group in by_family(view.instances).items()
            if family not in found and not all(total(i.body) for i in group)
        }
        if not partial:
            continue
        loads = subject.loads(scope)
        allowed = none_false(loads)
        undefined = {family: loads.is_undefined(group) for family, group in partial.items()}
        if loads.free.possible((*allowed, loads.theory.pool.app(ops.OR, list(undefined.values())))):
            for family, lacking in undefined.items():
                if loads.free.possible((*allowed, lacking)):
                    assumed = (*allowed, lacking)
                    found[family] = _finding(loads, family, partial[family], assumed)
    yield from found.values()


def none_false(loads: Loads) -> tuple[Term, ...]:
    """That no constraint of the view is false, one formula for each."""
    pool = loads.theory.pool
    formulas = ((i, loads.formula(i)) for i in loads.view.instances)
    return tuple(
        formula if total(i.body)
        else pool.app(ops.NOT, (pool.holds(pool.app(ops.NOT, (formula,))),))
        for i, formula in formulas
    )  # fmt: skip


def _finding(loads: Loads, family: Family, group: Group, assumed: tuple[Term, ...]) -> Finding:
    scope = loads.view.scope
    world = least_world(loads.theory, loads.free, assumed)
    assert world is not None
    evaluator = world_evaluator(loads.view, world)
    lacking = [i for i in group if evaluator.value(i.body, i.environment) is UNDEFINED]
    first = lacking[0]
    formula = loads.formula(first)
    facts = facts_text(world, loads.view, formula)
    why = cause(evaluator, first.body, first.environment)
    what = instance_text(family.id, first.key) if family.named else family_text(family)
    others = shortened([instance_text(family.id, i.key) for i in lacking[1:]])
    where = f"the world of {scope} where {facts}" if facts else f"all worlds of {scope}"
    return Finding(
        f"{what} excludes {where} only because it is undefined there: {why.text}"
        + (f"; so it is with {others}" if others else ""),
        family.span,
        _DENIED if why.denied else _PLAIN,
    )


_PLAIN = "say what should hold there: `defined(…) and …` to exclude it, `defined(…) implies …` not"
_DENIED = (
    "`not` and `!=` of what has no value have none either: write `not (defined(…) and …)` if such "
    "worlds are allowed"
)
