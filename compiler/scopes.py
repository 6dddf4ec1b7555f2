"""Scopes: what a counterfactual or restricted scope makes of the item (language.md section 8).

A scope is a list of operations on instances; its view is what is left when the operations of the
scopes that it extends, then its own, have been applied to the item. One scope's own operations act
in the order filters, removals, replacements, additions, wherever they stand in its text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hlogic.compiler import ast
from hlogic.compiler.declarations import Declarations
from hlogic.compiler.diagnostics import Label, Report, fail
from hlogic.compiler.domains import BASE_TABLES, instances
from hlogic.compiler.environment import NO_ENV, Env
from hlogic.compiler.expressions import Expressions
from hlogic.compiler.ir import (
    Bound,
    Family,
    Instance,
    Key,
    Parameters,
    Symbol,
    Term,
    View,
    instance_id,
)
from hlogic.compiler.names import Names
from hlogic.compiler.record import field, record
from hlogic.compiler.sorts import Value, comparable, describe, join
from hlogic.compiler.source import Span

Name = tuple[str, Key]
PHASES: tuple[tuple[type, ...], ...] = (
    (ast.Only, ast.OnlyTags),
    (ast.Retract, ast.RetractCiting, ast.RetractTags),
    (ast.Replace,),
    (ast.Assume, ast.Constraint),
)


@record(eq=False, frozen=False)
class State:
    """What holds while operations are applied one after another."""

    instances: dict[Name, Instance]
    families: dict[str, tuple[Family, Env]]
    entries: dict[Symbol, dict[Key, Value]] = field(default_factory=dict)
    derived: dict[tuple[Symbol, Key], tuple[Term, Mapping[Bound, Value]]] = field(
        default_factory=dict
    )


class Scopes:
    """The views of one item's scopes. `families` are the item's own constraints."""

    def __init__(
        self,
        names: Names,
        declarations: Declarations,
        symbols: Mapping[str, Symbol],
        families: Mapping[str, tuple[Family, Env]],
        report: Report,
    ) -> None:
        self._names = names
        self._expressions = declarations.expressions
        self._symbols = symbols
        self._families = families
        self._report = report
        self._assumed: dict[int, tuple[Family, Env]] = {}  # by identity of the operation

    def views(self) -> dict[str, View]:
        """The view of every scope, `base` first. Mistakes go to the report."""
        views = {"base": self._view("base", ())}
        if self._extends_well():
            for name in self._names.scopes:
                with self._report.collecting():
                    views[name] = self._view(name, self._order(name))
        return views

    # ------------------------------------------------------------------ extends

    def _extends_well(self) -> bool:
        """Whether every parent is a scope and none extends itself."""
        fine = True
        for scope in self._names.scopes.values():
            for parent in scope.parents:
                if parent.name != "base" and parent.name not in self._names.scopes:
                    fine = False
                    with self._report.collecting():
                        known = ["base", *self._names.scopes]
                        self._expressions.unknown(
                            "", parent.name, parent.span, known, f"no scope named {parent.name}"
                        )
        return fine and not self._cycle()

    def _cycle(self) -> bool:
        done: set[str] = set()
        for start in self._names.scopes:
            path: list[str] = []
            stack: list[tuple[str, int]] = [(start, 0)]
            while stack:
                name, turn = stack.pop()
                if turn == 0:
                    if name in path:
                        way = " -> ".join([*path[path.index(name) :], name])
                        span = self._names.scopes[path[path.index(name)]].name.span
                        self._report.error("extends-cycle", span, f"cycle of extends {way}")
                        return True
                    if name in done:
                        continue
                    path.append(name)
                parents = [p.name for p in self._names.scopes[name].parents if p.name != "base"]
                if turn < len(parents):
                    stack += [(name, turn + 1), (parents[turn], 0)]
                else:
                    done.add(name)
                    path.pop()
        return False

    def _order(self, name: str) -> tuple[ast.Scope, ...]:
        """The scope and those it extends, each once, in the order in which they are applied."""
        order: dict[str, ast.Scope] = {}
        stack: list[tuple[str, bool]] = [(name, False)]
        while stack:
            current, ready = stack.pop()
            if current == "base" or current in order:
                continue
            scope = self._names.scopes[current]
            if ready:
                order[current] = scope
            else:
                stack.append((current, True))
                stack += [(p.name, False) for p in reversed(scope.parents)]
        return tuple(order.values())

    # ------------------------------------------------------------------ views

    def _view(self, name: str, order: tuple[ast.Scope, ...]) -> View:
        state = State({}, {})
        for family, env in self._families.values():
            self._add(state, family, env)
        for scope in order:
            self._apply(scope, state)
        return View(name, tuple(state.instances.values()), state.entries, state.derived)

    @staticmethod
    def _add(state: State, family: Family, env: Env) -> None:
        state.families[family.id] = (family, env)
        variables = family.parameters.variables
        for key in family.keys:
            bound = dict(zip(variables, key, strict=True))
            state.instances[family.id, key] = Instance(family, key, family.body, bound)

    def _apply(self, scope: ast.Scope, state: State) -> None:
        filters, removals, replacements, additions = (
            [o for o in scope.operations if isinstance(o, phase)] for phase in PHASES
        )
        self._filter(filters, state)
        removed: dict[Name, Span] = {}
        for operation in removals:
            for name in self._removed(operation, state):
                removed.setdefault(name, operation.span)
        self._replace_all(replacements, removed, state)
        for name in removed:
            state.instances.pop(name, None)
        for number, operation in enumerate(additions, 1):
            assert isinstance(operation, ast.Assume | ast.Constraint)
            self._assume(operation, f"assumption {number} of {scope.name.name}", state)

    def _filter(self, operations: list[ast.Operation], state: State) -> None:
        named: set[Name] | None = None
        tags: set[str] | None = None
        for operation in operations:
            if isinstance(operation, ast.Only):
                named = named or set()
                for target in operation.targets:
                    named.update(self._targets(target, state))
            elif isinstance(operation, ast.OnlyTags):
                tags = (tags or set()) | {self._tag(t) for t in operation.tags}
        for name, instance in list(state.instances.items()):
            own = instance.family.tags
            if (named is not None and name not in named) or (
                tags is not None and own and tags.isdisjoint(own)
            ):
                del state.instances[name]

    def _removed(self, operation: ast.Operation, state: State) -> list[Name]:
        match operation:
            case ast.Retract(targets=targets):
                return [name for target in targets for name in self._targets(target, state)]
            case ast.RetractCiting(claims=claims):
                cited = {c.name for c in claims}
                return self._those(state, lambda family: not cited.isdisjoint(family.cites))
            case ast.RetractTags(tags=tags):
                tagged = {self._tag(t) for t in tags}
                return self._those(state, lambda family: not tagged.isdisjoint(family.tags))
        raise AssertionError(operation)

    @staticmethod
    def _those(state: State, chosen: Callable[[Family], bool]) -> list[Name]:
        return [name for name, i in state.instances.items() if chosen(i.family)]

    def _tag(self, tag: ast.Ident) -> str:
        known = {t.name for c in self._names.constraints.values() for t in c.trailer.tags}
        if tag.name not in known:
            self._expressions.unknown(
                "", tag.name, tag.span, sorted(known), f"no constraint is tagged {tag.name}"
            )
        return tag.name

    # ------------------------------------------------------------------ targets

    def _targets(self, target: ast.Target, state: State) -> list[Name]:
        """The instances of constraints that a target names; those already gone among them."""
        known = state.families.get(target.name)
        if known is None:
            if target.name in self._names.assumptions:
                return []  # of a scope that this one does not extend: already gone
            names = [*self._names.constraints, *self._names.assumptions]
            self._expressions.unknown(
                "", target.name, target.span, names, f"no constraint named {target.name}"
            )
        family = known[0]
        if target.args is None:
            return [(family.id, key) for key in family.keys]
        return [(family.id, self._key(target, family.parameters, family.keys))]

    def _key(self, target: ast.Target, parameters: Parameters, keys: tuple[Key, ...]) -> Key:
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

    # ------------------------------------------------------------------ replacements

    def _replace_all(
        self, operations: list[ast.Operation], removed: Mapping[Name, Span], state: State
    ) -> None:
        replaced: dict[tuple[str, str, Key], Span] = {}

        def once(kind: str, name: Name, span: Span) -> None:
            if kind == "constraint" and name in removed:
                fail(
                    "scope-conflict",
                    span,
                    f"{instance_id(*name)} is both retracted and replaced",
                    labels=(Label(removed[name], "retracted here"),),
                )
            first = replaced.setdefault((kind, *name), span)
            if first is not span:
                fail(
                    "scope-conflict",
                    span,
                    f"{instance_id(*name)} is replaced twice in one scope",
                    labels=(Label(first, "first replaced here"),),
                )

        for operation in operations:
            assert isinstance(operation, ast.Replace)
            self._replace(operation, state, once)

    def _replace(
        self, operation: ast.Replace, state: State, once: Callable[[str, Name, Span], None]
    ) -> None:
        target = operation.target
        symbol = self._symbols.get(target.name)
        if symbol is not None and symbol.kind == "var":
            symbol = None
        is_rule = target.name in self._names.constraints or target.name in self._names.assumptions
        if symbol is not None and is_rule:
            fail(
                "ambiguous-target",
                target.span,
                f"{target.name} names a constraint and a {symbol.kind}: rename one of them",
            )
        if symbol is None:
            if not is_rule and target.name in self._names.values:
                word = self._names.value_word(target.name)
                fail("not-replaceable", target.span, f"{target.name} is a {word}: only constraints, "
                     "entries of tables and derived terms can be replaced")  # fmt: skip
            self._replace_constraint(operation, state, once)
        elif symbol.kind == "table":
            self._replace_entry(operation, symbol, state, once)
        else:
            self._replace_derived(operation, symbol, state, once)

    def _replace_constraint(
        self, operation: ast.Replace, state: State, once: Callable[[str, Name, Span], None]
    ) -> None:
        names = self._targets(operation.target, state)
        known = state.families.get(operation.target.name)
        if known is None:
            return
        body = self._expressions.boolean(operation.body, known[1], "a constraint")
        for name in names:
            once("constraint", name, operation.span)
            old = state.instances.get(name)
            if old is not None:
                state.instances[name] = Instance(old.family, old.key, body, old.environment)

    def _replace_entry(
        self,
        operation: ast.Replace,
        table: Symbol,
        state: State,
        once: Callable[[str, Name, Span], None],
    ) -> None:
        target = operation.target
        if target.args is None and table.parameters.variables:
            fail("arity", target.span, f"name the entry to replace: {table.name}(…)")
        key = self._key(target, table.parameters, table.keys)
        once("table", (table.name, key), operation.span)
        term = self._expressions.term(operation.body, NO_ENV)
        value = self._expressions.constant(term, operation.body.span, "an entry")
        Declarations.check_entry(value, term.type, table, operation.body.span)
        state.entries.setdefault(table, dict(table.entries))[key] = value

    def _replace_derived(
        self,
        operation: ast.Replace,
        symbol: Symbol,
        state: State,
        once: Callable[[str, Name, Span], None],
    ) -> None:
        target = operation.target
        env = self._derived_env(symbol)
        body = self._expressions.term(operation.body, env)
        fits = comparable(body.type, symbol.type)
        if not fits or (symbol.domain is None and join(body.type, symbol.type) != symbol.type):
            fail(
                "type-mismatch",
                operation.body.span,
                f"{symbol.name} is {describe(symbol.type)}, and this is {describe(body.type)}",
            )
        keys = symbol.keys
        if target.args is not None:
            keys = (self._key(target, symbol.parameters, symbol.keys),)
        for key in keys:
            once("derived", (symbol.name, key), operation.span)
            bound = dict(zip(symbol.parameters.variables, key, strict=True))
            state.derived[symbol, key] = (body, bound)

    def _derived_env(self, symbol: Symbol) -> Env:
        env = NO_ENV
        for variable in symbol.parameters.variables:
            env = env.with_local(variable.name, variable, symbol.span)
        return env

    # ------------------------------------------------------------------ additions

    def _assume(self, operation: ast.Assume | ast.Constraint, unnamed: str, state: State) -> None:
        name = unnamed if operation.id is None else operation.id.name
        if name in state.families:
            fail("duplicate-name", operation.span, f"{name} is already a rule of this scope",
                 labels=(Label(state.families[name][0].span, "declared here"),))  # fmt: skip
        made = self._assumed.get(id(operation))
        if made is None:
            params = operation.params if isinstance(operation, ast.Constraint) else ast.NO_PARAMS
            made = make_family(self._expressions, name, params, operation)
            self._assumed[id(operation)] = made
        self._add(state, *made)


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
    keys = instances(parameters, f"the family {name}", span, BASE_TABLES)
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
