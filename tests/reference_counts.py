"""Counts inside a group, of section 6 and of docs/semantics.md: strict where an element never has a
value, whatever the group turns out to be, else decided as soon as the elements decide.

`count(…) >= k` and `at_least k`; an element never has a value if it is not true with every atom of
the group and not false with none, for the group stands in positive positions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hlogic.compiler import ast
from reference_values import UNDEF, Value

if TYPE_CHECKING:
    from reference_expr import Evaluator
    from reference_names import Env, World


def written_count(
    evaluator: Evaluator, expr: ast.Binary, env: Env, world: World
) -> tuple[Any, Env, Value] | None:
    """The count of `count(…) >= k` or `k <= count(…)`, behind macros, and the value of k."""
    sides = {">=": (expr.left, expr.right), "<=": (expr.right, expr.left)}
    if expr.op not in sides:
        return None
    side, bound = sides[expr.op]
    count, inner = evaluator.unfolded(side, env)
    if not isinstance(count, ast.Agg | ast.AggOf) or count.kind != "count":
        return None
    return count, inner, evaluator.eval(bound, env, world)


def elements(
    evaluator: Evaluator, count: Any, env: Env, world: World
) -> Iterator[tuple[Any, Any, Env]]:
    """Condition, body and environment of each."""
    yes = ast.Bool(True)
    if isinstance(count, ast.AggOf):
        yield from ((yes, item, env) for item in count.items)
        return
    for _, inner in evaluator.tuples(count.binders, env, world):
        yield yes if count.where is None else count.where, count.body, inner


def growing_count(evaluator: Evaluator, count: Any, env: Env, bound: Value, world: World) -> Value:
    """Whether the count reaches the bound."""
    if bound is UNDEF:
        return UNDEF
    none, every = evaluator.item.groups.extremes(world)

    def never(expr: Any, inner: Env) -> bool:
        most, least = (evaluator.eval(expr, inner, w) for w in (every, none))
        return most is not True and least is not False

    sure = possible = 0
    for where, body, inner in elements(evaluator, count, env, world):
        needed = evaluator.eval(where, inner, none) is True
        if never(where, inner) or (needed and never(body, inner)):
            return UNDEF
        values = [evaluator.eval(part, inner, world) for part in (where, body)]
        sure += all(v is True for v in values)
        possible += all(v is not False for v in values)
    return True if sure >= bound else UNDEF if possible >= bound else False
