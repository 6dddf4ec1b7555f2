"""Random bodies of rules: a group's predicates in the positions that its kind allows.

They are put into positive positions by hand; what stands beside them is an ordinary expression over
what was declared before the group. In a stable group any formula may stand under `not`, so there
the group's predicates are ordinary names.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from generate_domains import binders, fresh
from generate_expr import call
from generate_macros import WithMacros
from generate_names import Parameters
from generate_types import BOOL, Ctx, Symbol, ident
from hlogic.compiler import ast


@dataclass
class Drawn:
    """A group as it is drawn; `before` says how many symbols were declared before it."""

    stable: bool
    before: int
    symbols: list[Symbol] = field(default_factory=list)
    shapes: list[Parameters] = field(default_factory=list)  # of each symbol
    risky: bool = False


def joined(op: Any, items: list[Any]) -> Any:
    """A chain whose items are no chain of the same operator."""
    flat: list[Any] = []
    for item in items:
        same = isinstance(item, ast.Chain) and item.op == op
        flat.extend(item.items if same else (item,))
    return ast.Chain(op, tuple(flat))


class WithBodies(WithMacros):
    """Makes bodies of rules."""

    def outside(self, group: Drawn) -> Ctx:
        return Ctx(tuple(self.symbols_[: group.before]), (), group.risky)

    def positive(self, ctx: Ctx, group: Drawn, depth: int) -> Any:
        """A formula where the group stands in positive positions (and under `not`, if stable)."""
        if depth <= 0:
            return self.atom(ctx, group)
        options = [
            (5, lambda: self.atom(ctx, group)),
            (4, lambda: self.beside(ctx, group)),
            (4, lambda: self.positive_chain(ctx, group, depth)),
            (3, lambda: self.positive_quantified(ctx, group, depth)),
            (2, lambda: self.positive_count(ctx, group, depth)),
            (1, lambda: self.positive_count_of(ctx, group, depth)),
            (2, lambda: self.positive_branch(ctx, group, depth)),
            (2, lambda: self.positive_implies(ctx, group, depth)),
            (1, lambda: self.positive_macro(ctx, group)),
        ]
        return self.state.weigh(options)

    def plain(self, ctx: Ctx, depth: int) -> Any:
        """Any formula over what was declared before, more often than not one that varies."""
        state = self.state
        free = [s for s in ctx.symbols if s.type == BOOL and s.kind in ("var", "predicate")]
        free = [s for s in free if self.usable(ctx, s)]
        if not free or state.chance(0.4):
            return self.bool_expr(ctx, depth)
        made = self.use(ctx.safe, state.pick(free))
        if ctx.risky and state.chance(0.4):
            return self.undefined_unless(made)
        return ast.Unary("not", made) if state.chance(0.3) else made

    def undefined_unless(self, holds: Any) -> Any:
        """A formula without a value where another does not hold."""
        switch = ast.If(holds, ast.Int(1), ast.Int(0))
        quotient = ast.Binary("//", ast.Int(1), switch)
        return ast.Binary(self.state.pick(("==", "!=")), quotient, ast.Int(1))

    def atom(self, ctx: Ctx, group: Drawn) -> Any:
        return self.use(ctx, self.state.pick(group.symbols))

    def beside(self, ctx: Ctx, group: Drawn) -> Any:
        """What stands beside the group's predicates: of a stable group they may be in it."""
        state = self.state
        if not group.stable or state.chance(0.4):
            return self.plain(ctx, 2)
        everything = replace(ctx, symbols=ctx.symbols + tuple(group.symbols) * 2)
        inner = self.bool_expr(everything, state.pick((0, 0, 1, 2)))
        if state.chance(0.5):
            inner = self.atom(ctx, group)
        denied = ast.Unary("not", inner)
        if state.chance(0.15):
            return ast.Binary(state.pick(("iff", "xor", "==")), denied, self.plain(ctx, 1))
        return denied

    def positive_chain(self, ctx: Ctx, group: Drawn, depth: int) -> Any:
        items = [self.positive(ctx, group, depth - 1)]
        for _ in range(self.state.pick((1, 1, 2))):
            either = self.state.pick((self.positive_less, self.beside_less))
            items.append(either(ctx, group, depth))
        self.state.rnd.shuffle(items)
        return joined(self.state.pick(("and", "and", "or")), items)

    def positive_less(self, ctx: Ctx, group: Drawn, depth: int) -> Any:
        return self.positive(ctx, group, depth - 1)

    def beside_less(self, ctx: Ctx, group: Drawn, depth: int) -> Any:
        return self.beside(ctx, group)

    def positive_quantified(self, ctx: Ctx, group: Drawn, depth: int) -> Any:
        trees, inner = self.group_binders(ctx, group)
        kind = self.state.pick(("forall", "exists", "exists"))
        where = None
        if self.state.chance(0.5):
            made = self.beside if kind == "forall" or self.state.chance(0.5) else self.atom
            where = made(inner, group)
        return ast.Quant(kind, trees, where, self.positive(inner, group, depth - 1))

    def group_binders(self, ctx: Ctx, group: Drawn) -> tuple[Any, Ctx]:
        """Binders over any domain, or over that of one of the predicates."""
        state = self.state
        domains = [d for s in group.symbols for d in s.params]
        if not domains or state.chance(0.3):
            trees, symbols, _ = binders(state, ctx)
            return trees, ctx.bind(symbols)
        dom = state.pick(domains)
        (name,) = fresh(state, ctx, 1)
        local = Symbol(name, dom.type, (), frozenset(dom.values))
        return (ast.Binder((ident(name),), dom.tree),), ctx.bind([local])

    def positive_count(self, ctx: Ctx, group: Drawn, depth: int) -> Any:
        """Also of what is undefined, here and there or whatever the group is."""
        trees, inner = self.group_binders(ctx if self.state.chance(0.6) else ctx.safe, group)
        where = None
        if self.state.chance(0.4):
            where = self.state.pick((self.beside, self.atom))(inner, group)
        body = self.positive(inner, group, depth - 1)
        bound = self.state.pick((ast.Int(1), ast.Int(2), ast.Int(2), self.bound(ctx)))
        if self.state.chance(0.5):
            return ast.Agg("at_least", bound, trees, where, body, None)
        count = ast.Agg("count", None, trees, where, body, None)
        return ast.Binary(">=", count, bound)

    def positive_count_of(self, ctx: Ctx, group: Drawn, depth: int) -> Any:
        items = tuple(
            self.positive(ctx, group, depth - 1) for _ in range(self.state.pick((1, 2, 3)))
        )
        bound = self.state.pick((ast.Int(1), ast.Int(2), self.bound(ctx)))
        if self.state.chance(0.6):
            return ast.AggOf("at_least", bound, items)
        return ast.Binary(">=", ast.AggOf("count", None, items), bound)

    def positive_branch(self, ctx: Ctx, group: Drawn, depth: int) -> Any:
        then, otherwise = (self.positive(ctx, group, depth - 1) for _ in range(2))
        if self.state.chance(0.3):
            then, otherwise = ast.Bool(False), then
        return ast.If(self.beside(ctx, group), then, otherwise)

    def positive_implies(self, ctx: Ctx, group: Drawn, depth: int) -> Any:
        return ast.Binary("implies", self.beside(ctx, group), self.positive(ctx, group, depth - 1))

    def positive_macro(self, ctx: Ctx, group: Drawn) -> Any:
        """`any_(p, S)` or `many_(p, S) >= k`, whose body reads the predicate."""
        visible = {s.name for s in ctx.symbols}
        names = [n for n in ("any_", "many_") if n in visible]
        fits = [
            (s, name)
            for s in group.symbols
            for name, dom in self.state.named.items()
            if len(s.params) == 1
            and dom.type == s.params[0].type
            and set(dom.values) <= set(s.params[0].values)
        ]
        if not names or not fits:
            return None
        macro = self.state.pick(names)
        symbol, sort = self.state.pick(fits)
        used = call(macro, ast.Name(symbol.name), ast.Name(sort))
        return used if macro == "any_" else ast.Binary(">=", used, ast.Int(1))
