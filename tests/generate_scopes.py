"""Random scopes: every operation of section 8, without conflicts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from generate_define import WithDefines
from generate_names import Derived, Family, Parameters, Table
from generate_types import Ctx, Literal, ident, literal
from hlogic.compiler import ast


@dataclass
class Drafted:
    """A scope as it grows; `removed` and `replaced` are instances, kept apart."""

    operations: list[Any] = field(default_factory=list)
    removed: set[str] = field(default_factory=set)
    replaced: set[str] = field(default_factory=set)
    own: set[str] = field(default_factory=set)


class WithScopes(WithDefines):
    """Declares scopes over the families, tables and derived terms of the item."""

    assumed: tuple[Family, ...] = ()  # in scopes declared so far
    scope_names: tuple[str, ...] = ("base",)

    def scope(self) -> None:
        state = self.state
        draft = Drafted()
        makers = [
            (3, self.retract), (2, self.retract_citing), (2, self.retract_tags),
            (2, self.only), (3, self.only_tags), (4, self.replace_rule),
            (2, self.override_table), (2, self.override_derived), (4, self.assume),
            (1, self.assume_family),
        ]  # fmt: skip
        if self.drawn:
            makers += [(5, self.disable), (5, self.add_rule), (4, self.retract_citing)]
            makers += [(6, self.override_predicate)]
        for _ in range(state.pick((0, 1, 1, 2, 2, 3, 4))):
            (maker,) = state.rnd.choices([m for _, m in makers], [w for w, _ in makers])
            maker(draft)
        state.rnd.shuffle(draft.operations)
        name = self.fresh_name("s")
        parents = [s for s in self.scope_names if s != "base"]
        chosen = state.some(parents, 1, 3) if parents and state.chance(0.55) else []
        state.rnd.shuffle(chosen)
        self.declared.append(
            ast.Scope(
                ident(name), ("假设",) if state.chance(0.2) else (), tuple(map(ident, chosen)),
                tuple(draft.operations), ast.NO_TRAILER,
            )
        )  # fmt: skip
        self.scope_names = (*self.scope_names, name)

    def known(self, draft: Drafted) -> list[Family]:
        return [f for f in (*self.families, *self.assumed) if f.name not in draft.own]

    def target(self, family: Family) -> ast.Target:
        """A family by its name, or one of its instances."""
        if family.symbols and family.instances and self.state.chance(0.5):
            instance = self.state.pick(family.instances)
            return ast.Target(family.name, self.key(instance))
        return ast.Target(family.name, None)

    def key(self, values: tuple[Literal, ...]) -> tuple[Any, ...]:
        return tuple(literal(self.state, v) for v in values)

    def remark(self) -> ast.Trailer:
        return replace(self.trailer(), tags=()) if self.state.chance(0.3) else ast.NO_TRAILER

    # ------------------------------------------------------------------ operations

    def retract(self, draft: Drafted) -> None:
        families = [f for f in self.known(draft) if f.name not in draft.replaced]
        if not families:
            return
        chosen = self.state.some(families, 1, 2)
        draft.removed |= {f.name for f in chosen}
        targets = tuple(self.target(f) for f in chosen)
        draft.operations.append(ast.Retract(targets, self.remark()))

    def retract_citing(self, draft: Drafted) -> None:
        if not self.claims:
            return
        claim = self.state.pick(self.claims)
        hit = {f.name for f in self.known(draft) if claim in f.cites}
        if not hit & draft.replaced:
            draft.removed |= hit
            draft.operations.append(ast.RetractCiting((ident(claim),), ast.NO_TRAILER))

    def retract_tags(self, draft: Drafted) -> None:
        tags = sorted({t for f in self.families for t in f.tags})
        if not tags:
            return
        tag = self.state.pick(tags)
        hit = {f.name for f in self.families if tag in f.tags}
        if not hit & draft.replaced:
            draft.removed |= hit
            draft.operations.append(ast.RetractTags((ident(tag),), ast.NO_TRAILER))

    def only(self, draft: Drafted) -> None:
        for _ in range(self.state.pick((1, 1, 2)) if self.known(draft) else 0):
            targets = tuple(self.target(f) for f in self.state.some(self.known(draft), 1, 2))
            draft.operations.append(ast.Only(targets, self.remark()))

    def only_tags(self, draft: Drafted) -> None:
        tags = sorted({t for f in self.families for t in f.tags})
        if tags:
            chosen = self.state.some(tags, 1, 2)
            draft.operations.append(ast.OnlyTags(tuple(map(ident, chosen)), ast.NO_TRAILER))

    def replace_rule(self, draft: Drafted) -> None:
        taken = draft.removed | draft.replaced
        families = [f for f in self.known(draft) if f.name not in taken]
        if not families:
            return
        # Scopes that replace the same one show in which order they are applied.
        family = families[0] if self.state.chance(0.5) else self.state.pick(families)
        draft.replaced.add(family.name)
        ctx = self.ctx(self.state.chance(0.2)).bind(family.symbols)
        body = self.assertion(ctx)
        draft.operations.append(ast.Replace(self.target(family), body, self.remark()))

    def override_table(self, draft: Drafted) -> None:
        usable = [t for t in self.tables if t.symbol.name not in draft.replaced and t.keys]
        if not usable:
            return
        table: Table = self.state.pick(usable)
        draft.replaced.add(table.symbol.name)
        for keys in self.state.some(table.keys, 1, 2):
            target = ast.Target(table.symbol.name, self.key(keys))
            draft.operations.append(ast.Replace(target, self.entry(table.dom), self.remark()))

    def override_derived(self, draft: Drafted) -> None:
        usable = [d for d in self.derived if d.symbol.name not in draft.replaced]
        if not usable:
            return
        derived: Derived = usable[-1] if self.state.chance(0.5) else self.state.pick(usable)
        draft.replaced.add(derived.symbol.name)
        params: Parameters = derived.params
        ctx = Ctx(tuple(self.symbols_[: derived.before]), tuple(params.symbols))
        if derived.dom is not None:
            body, _ = self.stated_body(ctx, derived.dom)
        else:
            body = self.related(ctx, derived.symbol.type, 2, derived.symbol.type)
            if self.static(ctx, body) != derived.symbol.type:
                return
        args = None
        if params.domains and params.instances and self.state.chance(0.5):
            args = self.key(self.state.pick(params.instances))
        target = ast.Target(derived.symbol.name, args)
        draft.operations.append(ast.Replace(target, body, self.remark()))

    def override_predicate(self, draft: Drafted) -> None:
        """All atoms, or one or two; with what was declared before the group, so that no cycle
        leaves it."""
        usable = [
            (group, symbol, params)
            for group in self.drawn
            for symbol, params in zip(group.symbols, group.shapes, strict=True)
            if not group.stable and symbol.name not in draft.replaced and params.instances
        ]
        if not usable:
            return
        group, symbol, params = self.state.pick(usable)
        draft.replaced.add(symbol.name)
        ctx = self.outside(group)
        if self.state.chance(0.5) or not params.domains:
            body = self.plain(ctx.bind(params.symbols), 2)
            target = ast.Target(symbol.name, None)
            draft.operations.append(ast.Replace(target, body, self.remark()))
            return
        for values in self.state.some(params.instances, 1, 2):
            target = ast.Target(symbol.name, self.key(values))
            body = self.plain(ctx.bind(params.symbols), 2)
            draft.operations.append(ast.Replace(target, body, self.remark()))

    def assume(self, draft: Drafted) -> None:
        ctx = self.ctx(self.state.chance(0.2))
        name = None
        trailer = self.remark()
        if self.state.chance(0.5):
            name = self.fresh_name("a")
            cites = tuple(c.name for c in trailer.cites)
            family = Family(name, ast.NO_PARAMS, (), ((),), cites)
            self.assumed = (*self.assumed, family)
            draft.own.add(name)
        body = self.bool_expr(ctx, 2)
        draft.operations.append(ast.Assume(ident(name) if name else None, body, trailer))

    def assume_family(self, draft: Drafted) -> None:
        params = self.named_params(1, 4)
        ctx = self.ctx(self.state.chance(0.2)).bind(params.symbols)
        name = self.fresh_name("c")
        trailer = self.remark()
        draft.operations.append(
            ast.Constraint(ident(name), params.tree, (), self.assertion(ctx), trailer)
        )
        cites = tuple(c.name for c in trailer.cites)
        family = Family(name, params.tree, tuple(params.symbols), tuple(params.instances), cites)
        self.assumed = (*self.assumed, family)
        draft.own.add(name)

    def disable(self, draft: Drafted) -> None:
        routes = [r for r in self.routes if r.name not in draft.own]
        for _ in range(self.state.pick((1, 1, 2)) if routes else 0):
            targets = tuple(self.target(r) for r in self.state.some(routes, 1, 2))
            draft.operations.append(ast.Disable(targets, self.remark()))

    def add_rule(self, draft: Drafted) -> None:
        rule = self.rule(self.state.pick(self.drawn))
        draft.own.add(rule.id.name)
        draft.operations.append(rule)
