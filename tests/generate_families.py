"""Random changes, and asks of families: few enough members that every subset can be tried."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from generate_asks import WithAsks
from generate_names import Family
from generate_scopes import Drafted
from generate_types import Ctx, ident
from hlogic.compiler import ast

MOST = 9  # members of one family


class WithFamilies(WithAsks):
    """Declares changes, and asks the queries whose answers are sets of names."""

    changes: tuple[str, ...] = ()

    def families_and_changes(self) -> None:
        """A scope that clashes more often than not, changes, and a few asks of families."""
        state = self.state
        if not state.chance(0.5):
            return
        if state.chance(0.6):
            self.clash()
        before = self.assumed, self.routes
        for _ in range(state.pick((0, 1, 2, 3, 4))):
            self.change()
            self.assumed, self.routes = before  # what a change adds is no scope's
        for _ in range(state.pick((1, 2, 3))):
            query = self.family_query()
            if query is not None:
                self.declare_ask(query, "other", None)

    def clash(self) -> None:
        """A scope with some named assumptions."""
        state = self.state
        draft = Drafted()
        for _ in range(state.pick((1, 2, 3, 4))):
            state.pick((self.assume, self.assume, self.assume_family))(draft)
        name = self.fresh_name("s")
        parents = [s for s in self.scope_names if s != "base"]
        chosen = [ident(state.pick(parents))] if parents and state.chance(0.4) else []
        self.declared.append(
            ast.Scope(ident(name), (), tuple(chosen), tuple(draft.operations), ast.NO_TRAILER)
        )
        self.scope_names = (*self.scope_names, name)

    # ------------------------------------------------------------------ changes

    def change(self) -> None:
        state = self.state
        makers = [
            self.retract, self.retract, self.retract_citing, self.retract_tags, self.replace_rule,
            self.replace_rule, self.override_table, self.override_derived, self.assume,
            self.assume_family,
        ]  # fmt: skip
        if self.drawn:
            makers += [self.disable, self.disable, self.add_rule, self.add_rule]
        draft = Drafted()
        state.pick(makers)(draft)
        if not draft.operations:
            return
        operation = self.renamed(draft.operations[0])
        name = self.fresh_name("k")
        weight = state.pick((0, 1, 2, 3)) if state.chance(0.4) else None
        trailer = replace(operation.trailer, tags=())
        bare = replace(operation, trailer=ast.NO_TRAILER)
        aliases = ("改一改",) if state.chance(0.3) else ()
        self.declared.append(ast.Change(ident(name), aliases, weight, bare, trailer))
        self.changes = (*self.changes, name)

    def renamed(self, operation: Any) -> Any:
        """An addition now and then bears the name of another change's or scope's."""
        others = [
            d.operation.id for d in self.declared
            if isinstance(d, ast.Change) and getattr(d.operation, "id", None) is not None
        ]  # fmt: skip
        others += [ident(f.name) for f in self.assumed]
        if isinstance(operation, ast.Assume | ast.Constraint) and others and self.state.chance(0.2):
            return replace(operation, id=self.state.pick(others))
        return operation

    # ------------------------------------------------------------------ queries

    def family_query(self) -> Any:
        state = self.state
        ctx = self.ctx(state.chance(state.knobs.risk))
        makers = [
            (4, self.core), (3, lambda: self.hitting_cores()), (2, self.hitting),
            (4, lambda: self.sufficient(ctx)), (5, lambda: self.repair(ctx)),
        ]  # fmt: skip
        query = state.weigh(makers)
        if query is None:
            return None
        shape = state.pick(("plain", "plain", "plain", "scopes", "same", "size", "cases"))
        if shape == "scopes":
            return ast.ScopesQuery("for_scopes", self.scopes(1, 3), query)
        if shape == "same" and len(self.scope_names) > 1:
            return ast.ScopesQuery("same", self.scopes(2, 3), query)
        if shape == "size":
            return ast.Wrapped("size_of", self.under(query))
        if shape == "cases":
            return self.case_query("cases", [query, self.under(query)])
        return self.under(query)

    def how(self) -> tuple[bool, bool]:
        """`smallest`, `all`, or neither."""
        return self.state.pick(((True, False), (False, False), (False, False), (False, True)))

    def some_members(self) -> tuple[ast.Target, ...]:
        """Constraints and assumptions, whole families or instances, each once."""
        state = self.state
        room = MOST
        chosen: list[ast.Target] = []
        known: list[Family] = [*self.families, *self.assumed]
        for family in state.some(known, 1, 7) if known else []:
            size = len(family.instances)
            if size <= room and state.chance(0.6):
                chosen.append(ast.Target(family.name, None))
                room -= size
            elif family.symbols and size:
                for instance in state.some(family.instances, 1, min(3, size)):
                    if room > 0:
                        chosen.append(ast.Target(family.name, self.key(instance)))
                        room -= 1
        state.rnd.shuffle(chosen)
        return tuple(chosen)

    def core(self) -> Any:
        smallest, all_ = self.how()
        every = sum(len(f.instances) for f in (*self.families, *self.assumed))
        members = None if every <= MOST and self.state.chance(0.6) else self.some_members()
        return ast.Core(smallest, members, all_)

    def hitting_cores(self) -> Any:
        smallest, all_ = self.how()
        return ast.Hitting(smallest, None, self.some_members(), all_)

    def hitting(self) -> Any:
        state = self.state
        smallest, all_ = self.how()
        names = [*(f.name for f in self.families[:3]), "甲", "乙", "丙", "丁"]
        targets = [ast.Target(n, None) for n in dict.fromkeys(names)]
        targets.append(ast.Target("甲", (ast.Int(1),)))
        sets = tuple(
            tuple(state.some(targets, 0 if state.chance(0.05) else 1, 4))
            for _ in range(state.rnd.randint(0, 4))
        )
        return ast.Hitting(smallest, sets, None, all_)

    def sufficient(self, ctx: Ctx) -> Any:
        smallest, all_ = self.how()
        return ast.Sufficient(smallest, self.some_members(), self.bool_expr(ctx, 2), all_)

    def repair(self, ctx: Ctx) -> Any:
        if not self.changes:
            return None
        smallest, all_ = self.how()
        chosen = self.state.some(self.changes, 1, 4)
        self.state.rnd.shuffle(chosen)
        goal = self.bool_expr(ctx, 2)
        modality = self.state.pick(("possible", "necessary", "necessary"))
        return ast.Repair(smallest, tuple(map(ident, chosen)), modality, goal, all_)
