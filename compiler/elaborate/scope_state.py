"""What holds while a scope's operations are applied, and what their targets name."""

from __future__ import annotations

from collections.abc import Mapping

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import HlogicError, fail
from hlogic.compiler.elaborate.calls import check_arity
from hlogic.compiler.elaborate.domains import BASE_TABLES, instances
from hlogic.compiler.elaborate.environment import NO_ENV, Env
from hlogic.compiler.elaborate.expressions import Expressions
from hlogic.compiler.elaborate.mistakes import Mistakes, each
from hlogic.compiler.elaborate.names import Names
from hlogic.compiler.ir import (
    Family,
    Group,
    Instance,
    Key,
    Parameters,
    Rule,
    RuleInstance,
    Symbol,
    View,
    instance_id,
    keys_by_symbol,
)
from hlogic.compiler.record import field, record
from hlogic.compiler.sorts import Domain, Value, comparable, describe
from hlogic.compiler.source import Span
from hlogic.compiler.suggest import listed
from hlogic.compiler.support import keys_named
from hlogic.compiler.terms import Bound, Term

Name = tuple[str, Key]


@record(eq=False, frozen=False)
class State:
    """What holds while operations are applied one after another."""

    instances: dict[Name, Instance]
    families: dict[str, tuple[Family, Env]]
    entries: dict[Symbol, dict[Key, Value]] = field(default_factory=dict)
    derived: dict[tuple[Symbol, Key], tuple[Term, Mapping[Bound, Value]]] = field(
        default_factory=dict
    )
    places: dict[tuple[Symbol, Key], Span] = field(default_factory=dict)  # of what is in `derived`
    rules: dict[Name, RuleInstance] = field(default_factory=dict)
    rule_families: dict[str, Rule] = field(default_factory=dict)

    def add(self, family: Family, env: Env) -> None:
        """Every instance of a family comes to hold."""
        self.families[family.id] = (family, env)
        variables = family.parameters.variables
        for key in family.keys:
            bound = dict(zip(variables, key, strict=True))
            self.instances[family.id, key] = Instance(family, key, family.body, bound)

    def span(self, name: str) -> Span | None:
        """Where what holds under a name was declared."""
        if name in self.families:
            return self.families[name][0].span
        return self.rule_families[name].span if name in self.rule_families else None

    def add_rule(self, rule: Rule) -> None:
        """Every instance of a rule comes to hold."""
        self.rule_families[rule.id] = rule
        for key in rule.keys:
            bound = dict(zip(rule.parameters.variables, key, strict=True))
            self.rules[rule.id, key] = RuleInstance(rule, key, bound)

    def view(self, scope: str) -> View:
        """What holds in the end: a rule does not whose head only names replaced atoms."""
        found: dict[Group, list[RuleInstance]] = {}
        replaced = keys_by_symbol(self.derived)
        for instance in self.rules.values():
            rule = instance.rule
            assert rule.head.group is not None
            gone = replaced.get(rule.head)
            if gone is None or not gone.issuperset(
                keys_named(rule.head, rule.args, instance.environment)
            ):
                found.setdefault(rule.head.group, []).append(instance)
        return View(
            scope=scope,
            instances=tuple(self.instances.values()),
            entries=self.entries,
            derived=self.derived,
            rules={group: tuple(rules) for group, rules in found.items()},
            places=self.places,
        )


class Targets:
    """Finds what the operations of scopes name."""

    def __init__(self, names: Names, expressions: Expressions) -> None:
        self._names = names
        self._expressions = expressions

    def constraints(self, target: ast.Target, state: State) -> list[Name]:
        """The instances of constraints that a target names; those already gone among them."""
        known = state.families.get(target.name)
        if known is None:
            added = self._names.assumptions.get(target.name, [])
            own = target.name in self._names.rules
            if own or (added and all(isinstance(a, ast.Rule) for a in added)):
                fail("not-a-constraint", target.span, f"{target.name} is a rule of a `define`",
                     f"write `disable {target.name}`")  # fmt: skip
            if target.name in self._names.constraints:
                raise HlogicError(())  # its declaration is wrong, as was said there
            if added:
                return []  # of a scope that this one does not extend: already gone
            names = [*self._names.constraints, *self._names.assumptions]
            message, hint = f"no constraint named {target.name}", listed(names, "constraint")
            self._names.unknown("", target.name, target.span, names, message, hint)
        family = known[0]
        if target.args is None:
            return [(family.id, key) for key in family.keys]
        return [(family.id, self.key(target, family.parameters, family.keys, family.span))]

    def rules(self, target: ast.Target, state: State) -> list[Name]:
        """The instances of a rule that a target names; those already gone among them."""
        rule = state.rule_families.get(target.name)
        if rule is None:
            if target.name in self._names.rules:
                raise HlogicError(())  # its declaration is wrong, as was said there
            added = self._names.assumptions.get(target.name, [])
            if any(isinstance(a, ast.Rule) for a in added):
                return []  # of a scope that this one does not extend: already gone
            if target.name in self._names.constraints or added:
                fail("not-a-rule", target.span, f"{target.name} is a constraint",
                     f"write `retract {target.name}`")  # fmt: skip
            self._refuse_predicate(target)
            known = list(self._names.rules)
            message, hint = f"no rule named {target.name}", listed(known, "rule")
            self._names.unknown("", target.name, target.span, known, message, hint)
        if target.args is None:
            return [(rule.id, key) for key in rule.keys]
        return [(rule.id, self.key(target, rule.parameters, rule.keys, rule.span))]

    def _refuse_predicate(self, target: ast.Target) -> None:
        """Say which rules a predicate has that was named instead of one."""
        define = self._names.defines.get(target.name)
        if define is None:
            return
        rules = [r.id.name for r in define.rules if r.head.name == target.name]
        hint = f"its rules are {', '.join(rules)}" if rules else "no rule of the item gives it"
        if len(rules) == 1:
            hint = f"write `disable {rules[0]}`"
        message = f"{target.name} is a predicate, and `disable` takes rules"
        fail("not-a-rule", target.span, message, hint)

    def key(
        self, target: ast.Target, parameters: Parameters, keys: tuple[Key, ...], declared: Span
    ) -> Key:
        args = target.args or ()
        check_arity(target.name, len(parameters.variables), len(args), target.span, declared)

        def value(place: tuple[ast.Expr, Domain]) -> Value:
            arg, domain = place
            term = self._expressions.term(arg, NO_ENV)
            if not comparable(term.type, domain.type):
                fail("type-mismatch", arg.span, f"{describe(term.type)} is not in {domain.name}")
            return self._expressions.constant(term, arg.span, "an argument of an instance")

        key = tuple(each(value, zip(args, parameters.domains, strict=True)))
        if key not in keys:
            fail("no-instance", target.span, f"{instance_id(target.name, key)} is no instance")
        return key


def make_family(
    expressions: Expressions,
    name: str,
    params: ast.Params,
    declared: ast.Assume | ast.Constraint,
) -> tuple[Family, Env]:
    """A constraint, or a family of them, with its instances; and the environment of its body."""
    mistakes = Mistakes()
    parameters, env = expressions.parameters(params, mistakes)
    with mistakes:
        body = expressions.boolean(declared.body, env, "a constraint")
    mistakes.raise_all()
    if parameters.where is not None:
        expressions.symbols.prepare(parameters.where)
    span = declared.span if declared.id is None else declared.id.span
    what, limit = f"the family {name}", expressions.max_instances
    place = params.span if params.binders else None
    keys = instances(parameters, what, span, BASE_TABLES, limit, place)
    family = Family(
        id=name,
        parameters=parameters,
        body=body,
        keys=keys,
        aliases=declared.aliases if isinstance(declared, ast.Constraint) else (),
        cites=tuple(c.name for c in declared.trailer.cites),
        tags=tuple(t.name for t in declared.trailer.tags),
        span=span,
        text=declared.body.span.text,
        named=declared.id is not None,
    )
    return family, env
