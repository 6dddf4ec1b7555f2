"""What holds while a scope's operations are applied, and what their targets name."""

from __future__ import annotations

from collections.abc import Mapping

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import HlogicError, fail
from hlogic.compiler.elaborate.domains import BASE_TABLES, instances
from hlogic.compiler.elaborate.environment import NO_ENV, Env
from hlogic.compiler.elaborate.expressions import Expressions
from hlogic.compiler.elaborate.names import Names
from hlogic.compiler.ir import Bound, Family, Instance, Key, Parameters, Symbol, Term, instance_id
from hlogic.compiler.record import field, record
from hlogic.compiler.sorts import Value, comparable, describe

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

    def add(self, family: Family, env: Env) -> None:
        """Every instance of a family comes to hold."""
        self.families[family.id] = (family, env)
        variables = family.parameters.variables
        for key in family.keys:
            bound = dict(zip(variables, key, strict=True))
            self.instances[family.id, key] = Instance(family, key, family.body, bound)


class Targets:
    """Finds what the operations of scopes name."""

    def __init__(self, names: Names, expressions: Expressions) -> None:
        self._names = names
        self._expressions = expressions

    def constraints(self, target: ast.Target, state: State) -> list[Name]:
        """The instances of constraints that a target names; those already gone among them."""
        known = state.families.get(target.name)
        if known is None:
            if target.name in self._names.constraints:
                raise HlogicError(())  # its declaration is wrong, as was said there
            if target.name in self._names.assumptions:
                return []  # of a scope that this one does not extend: already gone
            names = [*self._names.constraints, *self._names.assumptions]
            self._expressions.unknown(
                "", target.name, target.span, names, f"no constraint named {target.name}"
            )
        family = known[0]
        if target.args is None:
            return [(family.id, key) for key in family.keys]
        return [(family.id, self.key(target, family.parameters, family.keys))]

    def key(self, target: ast.Target, parameters: Parameters, keys: tuple[Key, ...]) -> Key:
        args = target.args or ()
        wanted = len(parameters.variables)
        if len(args) != wanted:
            fail("arity", target.span, f"{target.name} takes {wanted} arguments, {len(args)} given")
        values: list[Value] = []
        for arg, domain in zip(args, parameters.domains, strict=True):
            term = self._expressions.term(arg, NO_ENV)
            if not comparable(term.type, domain.type):
                fail("type-mismatch", arg.span, f"{describe(term.type)} is not in {domain.name}")
            values.append(self._expressions.constant(term, arg.span, "an argument of an instance"))
        key = tuple(values)
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
    parameters, env = expressions.parameters(params)
    body = expressions.boolean(declared.body, env, "a constraint")
    if parameters.where is not None:
        expressions.symbols.prepare(parameters.where)
    span = declared.span if declared.id is None else declared.id.span
    what, limit = f"the family {name}", expressions.max_instances
    keys = instances(parameters, what, span, BASE_TABLES, limit)
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
    )
    return family, env
