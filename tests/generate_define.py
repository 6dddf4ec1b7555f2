"""Random groups of rules, least and stable, and the shapes of recursion that matter."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from generate_bodies import Drawn, WithBodies, joined
from generate_domains import boolean, condition, fresh
from generate_expr import call
from generate_names import Family, Parameters
from generate_types import BOOL, Dom, State, Symbol, ident, literal, ordered_root
from hlogic.compiler import ast

ATOMS = 6  # of all stable groups together
BOTH: frozenset[Any] = frozenset({False, True})


class WithDefines(WithBodies):
    """Declares groups, each over what was declared before it."""

    drawn: tuple[Drawn, ...] = ()
    routes: tuple[Family, ...] = ()
    guessed: int = 0

    def groups(self) -> None:
        self.switches()
        for _ in range(self.state.pick((1, 1, 1, 2, 2, 3))):
            self.define()
            if self.state.chance(0.3):
                self.derive()

    def switches(self) -> None:
        """Free Booleans for the rules to depend on, where the bound on assignments leaves room."""
        state = self.state
        for _ in range(state.pick((0, 1, 1, 2))):
            params = self.params(2, 4) if state.chance(0.7) else None
            size = self.worlds * 2 ** (1 if params is None else len(params.instances))
            if size <= 2 * state.knobs.worlds:
                self.worlds = size
                self.variable(boolean(state), params)

    def define(self) -> None:
        state = self.state
        group = Drawn(state.chance(0.55), len(self.symbols_), risky=state.chance(0.4))
        shapes = group.shapes
        shapes += [self.shape(group) for _ in range(state.pick((1, 1, 2)))]
        self.admit(group, shapes)
        predicates = []
        for params in shapes:
            name = self.fresh_name("p")
            domains = tuple(params.domains)
            total = not params.partial and (group.stable or not group.risky)
            group.symbols.append(Symbol(name, BOOL, domains, BOTH, total, "predicate"))
            alias = self.aliases(len(domains))
            predicates.append(ast.Predicate(ident(name), params.tree, alias))
        rules = self.recipe(group)
        rules += [self.rule(group) for _ in range(state.pick((0, 1, 1, 2, 3)) or not rules)]
        state.rnd.shuffle(rules)
        self.declared.append(
            ast.Define(
                group.stable, len(predicates) > 1 or state.chance(0.1), tuple(predicates),
                tuple(rules), self.trailer(),
            )
        )  # fmt: skip
        self.symbols_ += group.symbols
        self.drawn = (*self.drawn, group)

    def shape(self, group: Drawn) -> Parameters:
        """No parameters, or ones with a handful of instances."""
        plain = Parameters(ast.NO_PARAMS, [], [], [()])
        if self.state.chance(0.2):
            return plain
        params = self.params(2, 4)
        return params if len(params.instances) <= 4 else plain

    def admit(self, group: Drawn, shapes: list[Parameters]) -> None:
        """A stable group with too many atoms is a least one: each atom doubles the candidates."""
        atoms = sum(len(params.instances) for params in shapes)
        size = self.worlds * 2**atoms
        if self.guessed + atoms > ATOMS or size > 6 * self.state.knobs.worlds:
            group.stable = False
        if group.stable:
            self.guessed += atoms
            self.worlds = size

    # ------------------------------------------------------------------ rules

    def rule(self, group: Drawn) -> ast.Rule:
        """A rule with a head and a body of any kind."""
        state = self.state
        target = state.pick(group.symbols)
        params = self.rule_params(target)
        ctx = self.outside(group).bind(params.symbols)
        head = self.use(replace(ctx, risky=state.chance(0.4)), target)
        body = None
        if state.chance(0.9):
            body = self.positive(ctx, group, state.knobs.depth)
        return self.declare_rule(params, head, body)

    def declare_rule(self, params: Parameters, head: Any, body: Any) -> ast.Rule:
        name = self.fresh_name("r")
        trailer = self.trailer()
        cites = tuple(c.name for c in trailer.cites)
        family = Family(name, params.tree, tuple(params.symbols), tuple(params.instances), cites)
        self.routes = (*self.routes, family)
        alias = self.aliases(len(params.domains))
        return ast.Rule(ident(name), params.tree, alias, head, body, trailer)

    def rule_params(self, target: Symbol) -> Parameters:
        """Mostly over the sorts of the head, so that rules meet."""
        state = self.state
        if state.chance(0.25) or not target.params:
            return Parameters(ast.NO_PARAMS, [], [], [()])
        if state.chance(0.25):
            return self.named_params(2, 6)
        return self.over([state.pick(target.params) for _ in range(state.pick((1, 1, 2)))])

    def over(self, domains: list[Dom]) -> Parameters:
        state = self.state
        if not domains:
            return Parameters(ast.NO_PARAMS, [], [], [()])
        names = fresh(state, self.ctx(), len(domains))
        pairs = list(zip(names, domains, strict=True))
        trees = tuple(ast.Binder((ident(n),), d.tree) for n, d in pairs)
        symbols = [Symbol(n, d.type, (), frozenset(d.values)) for n, d in pairs]
        instances, where = self.product(domains), None
        if state.chance(0.25):
            where, holds = condition(state, symbols, domains)
            instances = [i for i in instances if holds(i)]
        return Parameters(ast.Params((), trees, where), symbols, domains, instances)

    # ------------------------------------------------------------------ shapes that matter

    def recipe(self, group: Drawn) -> list[ast.Rule]:
        """Rules whose shape random ones seldom have: a closure, a ring of negations."""
        makers = [lambda g: [], self.closure, self.steps]
        if group.risky:
            makers += [self.census, self.census]
        if group.stable:
            makers += [self.ring, self.ring, self.choice]
        return self.state.pick(makers)(group)

    def closure(self, group: Drawn) -> list[ast.Rule]:
        """`p(a)`, and `p(y) if p(x) and E(x, y)`."""
        target = self.state.pick(group.symbols)
        if len(target.params) != 1:
            return []
        (dom,) = target.params
        none = Parameters(ast.NO_PARAMS, [], [], [()])
        start = call(target.name, literal(self.state, self.state.pick(dom.values)))
        params = self.over([dom, dom])
        x, y = (ast.Name(s.name) for s in params.symbols)
        ctx = self.outside(group).bind(params.symbols)
        body = joined("and", [call(target.name, x), self.plain(ctx, 2)])
        return [
            self.declare_rule(none, start, None),
            self.declare_rule(params, call(target.name, y), body),
        ]

    def census(self, group: Drawn) -> list[ast.Rule]:
        """A count whose condition, or body, has no value in some worlds, whatever the group is."""
        state = self.state
        counted = state.pick(group.symbols)
        params = self.over(list(counted.params))
        ctx = self.outside(group).bind(params.symbols)
        atom = call(counted.name, *(ast.Name(s.name) for s in params.symbols))
        varies = self.undefined_unless(self.plain(ctx.safe, 1))
        items = [atom, joined(state.pick(("and", "or")), [varies, self.plain(ctx.safe, 1)])]
        state.rnd.shuffle(items)
        where, body = items
        if state.chance(0.3):
            where, body = None, joined(state.pick(("and", "or")), items)
        bound = ast.Int(state.pick((0, 1, 1, 2)))
        if params.symbols:
            made: Any = ast.Agg("at_least", bound, params.tree.binders, where, body, None)
        else:
            made = ast.AggOf("at_least", bound, tuple(items))
        head = state.pick(self.ground(group))
        none = Parameters(ast.NO_PARAMS, [], [], [()])
        return [self.declare_rule(none, head, made), *self.closure(group)]

    def steps(self, group: Drawn) -> list[ast.Rule]:
        """Along an order, from one predicate to the next: `q(next(x)) if p(x)`."""
        one = [s for s in group.symbols if len(s.params) == 1]
        ordered = [s for s in one if ordered_root(self.state, s.params[0].type)]
        ordered = [s for s in ordered if s.params[0].type != frozenset({"int"})]
        if not ordered:
            return []
        rules = []
        for here in ordered:
            there = self.state.pick([s for s in ordered if s.params[0].type == here.params[0].type])
            params = self.over([here.params[0]])
            x = ast.Name(params.symbols[0].name)
            step = call(self.state.pick(("next", "next", "prev")), x)
            rules.append(self.declare_rule(params, call(there.name, step), call(here.name, x)))
        return rules

    def ground(self, group: Drawn) -> list[Any]:
        """The atoms of a group; where its predicates are not total some may be no atoms."""
        return [
            call(s.name, *(literal(self.state, v) for v in values))
            for s in group.symbols
            for values in self.product(list(s.params))
        ]

    def ring(self, group: Drawn) -> list[ast.Rule]:
        """Each atom unless the next one: an odd ring has no model of its own, an even one two."""
        atoms = self.ground(group)
        chosen = self.state.some(atoms, 1, 4)
        none = Parameters(ast.NO_PARAMS, [], [], [()])
        rules = []
        for here, there in zip(chosen, [*chosen[1:], chosen[0]], strict=True):
            body: Any = there if self.state.chance(0.2) else ast.Unary("not", there)
            if self.state.chance(0.3):
                body = joined("and", [body, self.plain(self.outside(group), 1)])
            rules.append(self.declare_rule(none, here, body))
        return rules

    def choice(self, group: Drawn) -> list[ast.Rule]:
        """`p(x) if not not p(x)`: each instance is free."""
        target = self.state.pick(group.symbols)
        params = self.over(list(target.params))
        atom = call(target.name, *(ast.Name(s.name) for s in params.symbols))
        return [self.declare_rule(params, atom, ast.Unary("not", ast.Unary("not", atom)))]


def define_drawn(state: State, seed: int) -> bool:
    """Whether the item has groups: drawn apart, so that items without them stay what they were."""
    return bool(type(state.rnd)(f"define {seed}").random() < state.knobs.define)
