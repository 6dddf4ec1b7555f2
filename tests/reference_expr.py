"""Section 6 of language.md, one function a form, over the syntax tree and with an UNDEF value."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hlogic.compiler import ast
from reference_counts import growing_count, written_count
from reference_names import Env, Naming, World
from reference_ops import binary, conclude, kleene_or, negate
from reference_values import UNDEF, Label, Value, equal, height, is_int


class Evaluator(Naming):
    """Evaluates expressions and domains of one item."""

    def eval(self, expr: Any, env: Env, world: World) -> Value:
        method = getattr(self, "eval_" + type(expr).__name__.lower())
        return method(expr, env, world)

    def all(self, exprs: Any, env: Env, world: World) -> list[Value]:
        return [self.eval(e, env, world) for e in exprs]

    def eval_int(self, expr: ast.Int, env: Env, world: World) -> Value:
        return expr.value

    def eval_bool(self, expr: ast.Bool, env: Env, world: World) -> Value:
        return expr.value

    def eval_name(self, expr: ast.Name, env: Env, world: World) -> Value:
        return self.name(expr.name, env, world)

    def eval_qualified(self, expr: ast.Qualified, env: Env, world: World) -> Value:
        values = self.sort_of(expr.sort, env)
        assert values is not None
        return next(v for v in values if isinstance(v, Label) and v.name == expr.label)

    def eval_call(self, expr: ast.Call, env: Env, world: World) -> Value:
        if expr.name == "defined":
            return self.eval(expr.args[0], env, world) is not UNDEF
        if expr.name in ("first", "last", "size"):
            return self.of_sort(expr, env, world)
        if expr.name not in ("rank", "next", "prev", "abs", "subset"):
            return self.apply(expr.name, expr.args, env, world)
        args = self.all(expr.args, env, world)
        if any(a is UNDEF for a in args):
            return UNDEF
        if expr.name == "subset":
            return args[0] <= args[1]
        if expr.name == "abs":
            return abs(args[0]) if is_int(args[0]) else UNDEF
        return self.ranked(expr.name, args[0])

    def ranked(self, name: str, value: Value) -> Value:
        if not isinstance(value, Label) or not value.ordered:
            return UNDEF
        if name == "rank":
            return value.rank
        wanted = value.rank + (1 if name == "next" else -1)
        labels = self.item.sorts[value.root]
        return next((v for v in labels if v.rank == wanted), UNDEF)

    def of_sort(self, expr: ast.Call, env: Env, world: World) -> Value:
        argument = expr.args[0]
        values = self.sort_of(argument.name, env) if isinstance(argument, ast.Name) else None
        if values is None:
            value = self.eval(argument, env, world)
            return UNDEF if value is UNDEF else len(value)
        if expr.name == "size":
            return len(values)
        return (min if expr.name == "first" else max)(values, key=height)

    def eval_unary(self, expr: ast.Unary, env: Env, world: World) -> Value:
        if expr.op == "not" and world.reading and world.reading.candidate is not None:
            taken = replace(world.reading, atoms=world.reading.candidate, fixed=True)
            world = replace(world, reading=taken)
        value = self.eval(expr.arg, env, world)
        if expr.op == "not":
            return negate(value)
        return -value if is_int(value) else UNDEF

    def eval_chain(self, expr: ast.Chain, env: Env, world: World) -> Value:
        """Strong Kleene; what is settled already is not looked at further."""
        settled = expr.op == "or"
        found: Value = not settled
        for item in expr.items:
            value = self.eval(item, env, world)
            if value is settled:
                return settled
            found = UNDEF if value is UNDEF else found
        return found

    def eval_binary(self, expr: ast.Binary, env: Env, world: World) -> Value:
        if world.grows:
            count = written_count(self, expr, env, world)
            if count is not None:
                return growing_count(self, *count, world)
        a = self.eval(expr.left, env, world)
        if expr.op == "implies" and a is False:
            return True
        b = self.eval(expr.right, env, world)
        if expr.op == "implies":
            return kleene_or([negate(a), b])
        return UNDEF if a is UNDEF or b is UNDEF else binary(expr.op, a, b)

    def eval_in(self, expr: ast.In, env: Env, world: World) -> Value:
        found = self.contains(expr.collection, self.eval(expr.item, env, world), env, world)
        return negate(found) if expr.negated else found

    def contains(self, collection: Any, value: Value, env: Env, world: World) -> Value:
        if value is UNDEF:
            return UNDEF
        if isinstance(collection, ast.SetLit):
            members = self.all(collection.items, env, world)
            return kleene_or([UNDEF if m is UNDEF else equal(value, m) for m in members])
        if isinstance(collection, ast.RangeLit | ast.Subset):
            return any(equal(value, v) for v in self.domain(collection, env, world))
        if isinstance(collection, ast.Name):
            values = self.sort_of(collection.name, env)
            if values is not None:
                return any(equal(value, v) for v in values)
        found = self.eval(collection, env, world)
        return UNDEF if found is UNDEF else any(equal(value, v) for v in found)

    def eval_tuple(self, expr: ast.Tuple, env: Env, world: World) -> Value:
        values = tuple(self.all(expr.items, env, world))
        return UNDEF if any(v is UNDEF for v in values) else values

    def eval_if(self, expr: ast.If, env: Env, world: World) -> Value:
        condition = self.eval(expr.condition, env, world)
        if condition is UNDEF:
            return UNDEF
        return self.eval(expr.then if condition else expr.otherwise, env, world)

    def eval_match(self, expr: ast.Match, env: Env, world: World) -> Value:
        subject = self.eval(expr.subject, env, world)
        if subject is UNDEF:
            return UNDEF
        for arm in expr.arms:
            if equal(self.eval(arm.key, {}, world), subject):
                return self.eval(arm.body, env, world)
        return UNDEF if expr.default is None else self.eval(expr.default, env, world)

    # ------------------------------------------------------------------ binders

    def tuples(
        self, binders: Any, env: Env, world: World
    ) -> Iterator[tuple[tuple[Value, ...], Env]]:
        """Every tuple of values that the binders take, with the names bound to them."""
        names = [ident.name for binder in binders for ident in binder.names]
        domains = [self.domain(b.domain, env, world) for b in binders for _ in b.names]
        for values in itertools.product(*domains):
            yield values, {**env, **dict(zip(names, values, strict=True))}

    def eval_quant(self, expr: ast.Quant, env: Env, world: World) -> Value:
        """The `or` of C and P, the `and` of C implies P."""
        settled = expr.kind == "exists"
        found: Value = not settled
        for _, inner in self.tuples(expr.binders, env, world):
            where = True if expr.where is None else self.eval(expr.where, inner, world)
            if where is False:
                continue
            value = self.eval(expr.body, inner, world)
            if value is settled and where is True:
                return settled
            if value is UNDEF or value is settled:
                found = UNDEF
        return found

    def chosen(self, expr: ast.Agg, env: Env, world: World) -> list[tuple[Value, Env]] | None:
        """The tuples where the condition is true; None if it is undefined somewhere."""
        found = []
        for values, inner in self.tuples(expr.binders, env, world):
            where = True if expr.where is None else self.eval(expr.where, inner, world)
            if where is UNDEF:
                return None
            if where:
                found.append((values[0] if len(values) == 1 else values, inner))
        return found

    def eval_agg(self, expr: ast.Agg, env: Env, world: World) -> Value:
        bound = None if expr.bound is None else self.eval(expr.bound, env, world)
        if expr.kind == "at_least" and world.grows:
            return growing_count(self, expr, env, bound, world)
        found = self.chosen(expr, env, world)
        if found is None or bound is UNDEF:
            return UNDEF
        if expr.kind == "select_unique":
            if len(found) == 1:
                return found[0][0]
            if found or expr.default is None:
                return UNDEF
            return self.eval(expr.default, env, world)
        body = ast.Bool(True) if expr.body is None else expr.body
        values = [self.eval(body, inner, world) for _, inner in found]
        if any(v is UNDEF for v in values):
            return UNDEF
        if expr.kind == "set":
            return frozenset(m for (m, _), v in zip(found, values, strict=True) if v is True)
        if not values and expr.kind in ("min", "max") and expr.default is not None:
            return self.eval(expr.default, env, world)
        return conclude(expr.kind, values, bound)

    def eval_aggof(self, expr: ast.AggOf, env: Env, world: World) -> Value:
        bound = None if expr.bound is None else self.eval(expr.bound, env, world)
        if expr.kind == "at_least" and world.grows:
            return growing_count(self, expr, env, bound, world)
        values = self.all(expr.items, env, world)
        if bound is UNDEF or any(v is UNDEF for v in values):
            return UNDEF
        return conclude(expr.kind, values, bound)
