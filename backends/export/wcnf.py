"""A repair as MaxSAT: a variable for each permitted change, and what weighs on making it.

The hard clauses hold in every world, whichever changes are made, and say that the target is met; a
constraint that some change takes away or brings holds where the changes that are made say so. Each
change that weighs anything is a soft clause against making it, so the optimum is the weight of the
smallest repairs, and without a model there is no repair.

That the target be *necessary* is no question for MaxSAT: it is about all worlds of each choice of
changes, not about one. Changes of tables, derived terms and rules make another theory for each
choice. Both are refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from hlogic.backends.engine import Budget, Permitted
from hlogic.backends.export.clauses import Cnf
from hlogic.backends.export.request import Question, Request, question_of
from hlogic.backends.export.subject import asked_heading
from hlogic.backends.repairs import Effects
from hlogic.compiler import query
from hlogic.compiler.diagnostics import fail
from hlogic.compiler.family_asks import permitted_by
from hlogic.compiler.ir import Instance


def text(request: Request) -> str:
    """The whole file, in the format whose hard clauses begin with `h`."""
    question = question_of(request)
    repair = _repair(question)
    permitted = permitted_by(repair, request.item.theory, request.item.changes, question.scope)
    effects = _effects(request, question, repair, permitted)
    theory, view = request.item.theory, request.item.views[question.scope]
    whole = view.holding((*effects.fixed, *effects.switched.values()))
    cnf = Cnf(theory, whole, request.budget)
    made = [cnf.fresh() for _ in repair.changes]
    cnf.require(_guards(cnf, effects, made))
    cnf.meet(repair.goal.term)
    for places in _conflicts(permitted, request.budget):
        cnf.add([-made[p] for p in places])
    _, clauses = cnf.finished()
    lines = [f"c {remark}" for remark in asked_heading(request, question)]
    lines.append("c the optimum is the weight of the smallest repairs; no model: no repair")
    lines += cnf.meanings()
    changes = list(zip(made, repair.changes, permitted.weights, strict=True))
    lines += [f"c change {x} {name.name} weight {weight}" for x, name, weight in changes]
    lines += [" ".join(["h", *map(str, clause), "0"]) for clause in clauses]
    lines += [f"{weight} {-x} 0" for x, _, weight in changes if weight]
    return "\n".join(lines) + "\n"


def _repair(question: Question) -> query.Repair:
    """The ask's query, which has to be a repair to make something possible."""
    id, span = question.ask.id, question.ask.query.span
    repair = question.query
    if not isinstance(repair, query.Repair):
        fail("not-exportable", span, f"the ask {id} is no repair, and MaxSAT is for repairs")
    if repair.modality == "necessary":
        fail(
            "not-exportable",
            span,
            f"the repair {id} makes its target necessary, which is no MaxSAT problem: it is about "
            "all worlds of each choice of changes",
        )
    return repair


def _effects(
    request: Request, question: Question, repair: query.Repair, permitted: Permitted
) -> Effects:
    """What the changes do, which may not be to change what is defined."""
    effects = Effects(request.item.views[question.scope], permitted)
    if effects.defining:
        names = ", ".join(repair.changes[p].name for p in sorted(effects.defining))
        fail(
            "not-exportable",
            question.ask.query.span,
            f"the repair {question.ask.id} has changes of definitions, which make a theory of "
            f"their own for each choice: {names}",
        )
    return effects


def _guards(cnf: Cnf, effects: Effects, made: list[int]) -> dict[Instance, int]:
    """For each constraint that is not always there, a variable that is true where it is: none of
    the changes that take it away is made, or one that brings it is."""
    guards: dict[Instance, int] = {}
    for formula, instance in effects.switched.items():
        guard = guards[instance] = cnf.fresh()
        taken, brought = effects.taken.get(formula), effects.brought.get(formula, ())
        if taken is not None:
            cnf.add([guard, *(made[p] for p in taken)])
        for place in brought:
            cnf.add([guard, -made[place]])
    return guards


def _conflicts(permitted: Permitted, budget: Budget) -> Iterator[tuple[int, ...]]:
    """The changes that cannot be made in this scope, and the pairs that cannot be made together.
    Larger sets conflict only if two of their members do: what is refused of a scope's operations
    is always one thing said twice, or retracted and replaced."""
    alone = []
    for place in range(len(permitted.weights)):
        if permitted.view((place,)) is None:
            yield (place,)
        else:
            alone.append(place)
    for pair in combinations(alone, 2):
        budget.check_time()
        if permitted.view(pair) is None:
            yield pair
