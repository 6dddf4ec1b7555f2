"""`replace`: another formula for a constraint, another entry of a table, another derived term.

A predicate of a least group is a derived term too. The atoms of a stable one belong to the world:
nothing can be put in their place."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Label, fail
from hlogic.compiler.elaborate.declarations import Declarations
from hlogic.compiler.elaborate.environment import NO_ENV, Env
from hlogic.compiler.elaborate.expressions import Expressions
from hlogic.compiler.elaborate.mistakes import each
from hlogic.compiler.elaborate.names import Names
from hlogic.compiler.elaborate.scope_state import Name, State, Targets
from hlogic.compiler.ir import Instance, Key, Symbol, instance_id
from hlogic.compiler.sorts import comparable, describe, join
from hlogic.compiler.source import Span
from hlogic.compiler.terms import Term


class Replacements:
    """Applies the replacements of one item's scopes."""

    def __init__(
        self,
        names: Names,
        expressions: Expressions,
        symbols: Mapping[str, Symbol],
        targets: Targets,
    ) -> None:
        self._names = names
        self._expressions = expressions
        self._symbols = symbols
        self._targets = targets
        self._bodies: dict[
            tuple[int, object], Term
        ] = {}  # by the operation's identity, and of what

    def apply(
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

        each(lambda o: self._replace(o, state, once), operations)

    def _replace(
        self, operation: ast.Operation, state: State, once: Callable[[str, Name, Span], None]
    ) -> None:
        assert isinstance(operation, ast.Replace)
        target = operation.target
        symbol = self._symbols.get(target.name)
        if symbol is not None and symbol.kind == "var":
            symbol = None
        assumed = self._names.assumptions.get(target.name, [])
        added = any(not isinstance(a, ast.Rule) for a in assumed)
        is_rule = target.name in self._names.constraints or added
        if symbol is not None and is_rule:
            word = self._names.value_word(target.name)
            fail(
                "ambiguous-target",
                target.span,
                f"{target.name} names a constraint and a {word}; rename one",
            )
        if symbol is None:
            if not is_rule and target.name in self._names.values:
                word = self._names.value_word(target.name)
                fail(
                    "not-replaceable",
                    target.span,
                    f"{target.name} is a {word}",
                    "constraints, entries of tables, derived terms and predicates of a `define` "
                    "that is not stable can be replaced",
                )
            self._replace_constraint(operation, state, once)
        elif symbol.group is not None and symbol.group.stable:
            fail(
                "not-replaceable",
                target.span,
                f"{symbol.name} is a predicate of a stable `define`: its atoms belong to the world",
                "take rules away with `disable`, add some with `rule`, or `assume` what holds",
                (Label(symbol.group.span, "the `define stable`"),),
            )
        elif symbol.kind == "table":
            self._replace_entry(operation, symbol, state, once)
        else:
            self._replace_derived(operation, symbol, state, once)

    def _replace_constraint(
        self, operation: ast.Replace, state: State, once: Callable[[str, Name, Span], None]
    ) -> None:
        names = self._targets.constraints(operation.target, state)
        known = state.families.get(operation.target.name)
        if known is None:
            return
        family, env = known
        body = self._bodies.get((id(operation), family))
        if body is None:
            body = self._expressions.boolean(operation.body, env, "a constraint")
            self._bodies[id(operation), family] = body
        for name in names:
            once("constraint", name, operation.span)
            old = state.instances.get(name)
            if old is not None:
                text = operation.body.span.text
                state.instances[name] = Instance(old.family, old.key, body, old.environment, text)

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
        key = self._targets.key(target, table.parameters, table.keys, table.span)
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
        if symbol.open:
            hint = "`replace` the constraints that use it"
            message = f"{symbol.name} is over an open sort and has no list of instances to replace"
            fail("not-replaceable", target.span, message, hint)
        body = self._bodies.get((id(operation), symbol))
        if body is None:
            body = self._expressions.term(operation.body, self._derived_env(symbol))
            self._bodies[id(operation), symbol] = body
        fits = comparable(body.type, symbol.type)
        if not fits or (symbol.domain is None and join(body.type, symbol.type) != symbol.type):
            fail(
                "type-mismatch",
                operation.body.span,
                f"{symbol.name} is {describe(symbol.type)}, and this is {describe(body.type)}",
            )
        keys = symbol.keys
        if target.args is not None:
            keys = (self._targets.key(target, symbol.parameters, symbol.keys, symbol.span),)
        for key in keys:
            once("derived", (symbol.name, key), operation.span)
            bound = dict(zip(symbol.parameters.variables, key, strict=True))
            state.derived[symbol, key] = (body, bound)
            state.places[symbol, key] = operation.span

    def _derived_env(self, symbol: Symbol) -> Env:
        env = NO_ENV
        declared = self._names.values[symbol.name]
        if isinstance(declared, ast.Predicate) and declared.params.binders is None:
            return env  # its parameters have no names
        for variable in symbol.parameters.variables:
            env = env.with_local(variable.name, variable, symbol.span)
        return env
