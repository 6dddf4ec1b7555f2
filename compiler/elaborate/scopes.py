"""Scopes: what a counterfactual or restricted scope makes of the item (language.md section 8).

A scope is a list of operations on instances; its view is what is left when the operations of the
scopes that it extends, then its own, have been applied to the item. One scope's own operations act
in the order filters, removals, replacements, additions, wherever they stand in its text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, chain

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Label, Report, fail
from hlogic.compiler.elaborate.declarations import Declarations
from hlogic.compiler.elaborate.define import make_rule
from hlogic.compiler.elaborate.environment import Env
from hlogic.compiler.elaborate.mistakes import Mistakes, each
from hlogic.compiler.elaborate.names import AddedRule, Names
from hlogic.compiler.elaborate.replacements import Replacements
from hlogic.compiler.elaborate.scope_state import Name, State, Targets, make_family
from hlogic.compiler.ir import Family, Group, Rule, Symbol, View
from hlogic.compiler.source import NOWHERE, Span

PHASES: tuple[tuple[type, ...], ...] = (
    (ast.Only, ast.OnlyTags),
    (ast.Retract, ast.RetractCiting, ast.RetractTags, ast.Disable),
    (ast.Replace,),
    (ast.Assume, ast.Constraint, ast.Rule),
)


class Scopes:
    """The views of one item's scopes. `families` are the item's own constraints."""

    def __init__(
        self,
        names: Names,
        declarations: Declarations,
        symbols: Mapping[str, Symbol],
        families: Mapping[str, tuple[Family, Env]],
        groups: Sequence[Group],
        report: Report,
    ) -> None:
        self._names = names
        self._expressions = declarations.expressions
        self._targets = Targets(names, self._expressions)
        self._replacements = Replacements(names, self._expressions, symbols, self._targets)
        self._families = families
        self._groups = groups
        self._report = report
        self._made: dict[int, tuple[Family, Env] | Rule] = {}  # by identity of the operation

    def views(self) -> dict[str, View]:
        """The view of every scope, `base` first. Mistakes go to the report."""
        views = {"base": self._view("base", ())}
        if self._extends_well():
            for name in self._names.scopes:
                with self._report.collecting():
                    views[name] = self._view(name, self._order(name))
        return views

    def without(self, name: str, operation: ast.Operation) -> View:
        """The view that a scope would have if one of its own operations, which adds nothing, were
        not there."""
        *above, own = self._order(name)
        rest = tuple(o for o in own.operations if o is not operation)
        return self._view(
            name,
            (
                *above,
                ast.Scope(own.name, own.aliases, own.parents, rest, own.trailer, span=own.span),
            ),
        )

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
                        self._names.unknown(
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

    # ------------------------------------------------------------------ changes

    def changed(self, scope: str, changes: Sequence[ast.Change]) -> View:
        """The view of a scope under some changes, which act together as the operations of one
        child scope. Raises HlogicError where they conflict."""
        span = changes[0].name.span if changes else NOWHERE
        child = ast.Scope(
            ast.Ident(scope, span=span), (), (), tuple(c.operation for c in changes), ast.NO_TRAILER
        )
        state = self._state(self._order(scope))
        self._apply(child, [f"assumption of {c.name.name}" for c in changes], state, child)
        return state.view(scope)

    def families(self) -> dict[str, list[Family]]:
        """By name, the item's constraints and the assumptions of its scopes."""
        found = {name: [family] for name, (family, _) in self._families.items()}
        for name, added in self._names.assumptions.items():
            made = [self._made.get(id(operation)) for operation in added]
            found[name] = [m[0] for m in made if isinstance(m, tuple)]
        return found

    # ------------------------------------------------------------------ views

    def _view(self, name: str, order: tuple[ast.Scope, ...]) -> View:
        return self._state(order).view(name)

    def _state(self, order: tuple[ast.Scope, ...]) -> State:
        """What holds when some scopes have been applied to the item."""
        state = State({}, {})
        for family, env in self._families.values():
            state.add(family, env)
        for group in self._groups:
            for rule in group.rules:
                state.add_rule(rule)
        for scope in order:
            self._apply(scope, self._unnamed(scope), state, order[-1])
        return state

    @staticmethod
    def _unnamed(scope: ast.Scope) -> list[str]:
        """For each operation the name that it gives to an assumption without one."""
        numbers = accumulate(int(isinstance(o, AddedRule)) for o in scope.operations)
        return [f"assumption {number} of {scope.name.name}" for number in numbers]

    def _apply(
        self, scope: ast.Scope, unnamed: Sequence[str], state: State, viewed: ast.Scope
    ) -> None:
        filters, removals, replacements, _ = (
            [o for o in scope.operations if isinstance(o, phase)] for phase in PHASES
        )
        mistakes = Mistakes()
        with mistakes:
            self._filter(filters, state)
        removed: dict[Name, Span] = {}
        for operation in removals:
            with mistakes:
                for name in self._removed(operation, state):
                    removed.setdefault(name, operation.span)
        with mistakes:
            self._replacements.apply(replacements, removed, state)
        for name in removed:
            state.instances.pop(name, None)
            state.rules.pop(name, None)
        for operation, name_of_unnamed in zip(scope.operations, unnamed, strict=True):
            if isinstance(operation, AddedRule):
                with mistakes:
                    self._add(operation, name_of_unnamed, state, viewed)
        mistakes.raise_all()

    def _filter(self, operations: list[ast.Operation], state: State) -> None:
        named: set[Name] | None = None
        tags: set[str] | None = None
        for operation in operations:
            if isinstance(operation, ast.Only):
                kept = each(lambda t: self._targets.constraints(t, state), operation.targets)
                named = (named or set()).union(*kept)
            elif isinstance(operation, ast.OnlyTags):
                tags = (tags or set()) | set(each(self._tag, operation.tags))
        for name, instance in list(state.instances.items()):
            own = instance.family.tags
            if (named is not None and name not in named) or (
                tags is not None and own and tags.isdisjoint(own)
            ):
                del state.instances[name]

    def _removed(self, operation: ast.Operation, state: State) -> list[Name]:
        match operation:
            case ast.Retract(targets=targets):
                found = each(lambda t: self._targets.constraints(t, state), targets)
                return list(chain.from_iterable(found))
            case ast.RetractCiting(claims=claims):
                cited = {c.name for c in claims}
                rules = [n for n, i in state.rules.items() if not cited.isdisjoint(i.rule.cites)]
                return self._those(state, lambda f: not cited.isdisjoint(f.cites)) + rules
            case ast.Disable(rules=disabled):
                found = each(lambda t: self._targets.rules(t, state), disabled)
                return list(chain.from_iterable(found))
            case ast.RetractTags(tags=tags):
                tagged = set(each(self._tag, tags))
                return self._those(state, lambda family: not tagged.isdisjoint(family.tags))
        raise AssertionError(operation)

    @staticmethod
    def _those(state: State, chosen: Callable[[Family], bool]) -> list[Name]:
        return [name for name, i in state.instances.items() if chosen(i.family)]

    def _tag(self, tag: ast.Ident) -> str:
        known = {t.name for c in self._names.constraints.values() for t in c.trailer.tags}
        if tag.name not in known:
            self._names.unknown(
                "", tag.name, tag.span, sorted(known), f"no constraint is tagged {tag.name}"
            )
        return tag.name

    # ------------------------------------------------------------------ additions

    def _add(self, operation: AddedRule, unnamed: str, state: State, viewed: ast.Scope) -> None:
        name = unnamed if operation.id is None else operation.id.name
        taken = state.span(name)
        if taken is not None:
            # Two scopes may use one name, each for its own; a scope that extends both may not.
            own = any(operation is o for o in viewed.operations)
            span = operation.span if own else viewed.name.span
            places = [Label(taken, "declared here")]
            if not own:
                places.append(Label(operation.span, "and here"))
            message = f"{name} would be two rules of the scope {viewed.name.name}"
            fail("duplicate-name", span, message, labels=tuple(places))
        made = self._made.get(id(operation))
        if made is None:
            made = self._made[id(operation)] = self._make(operation, name)
        if isinstance(made, Rule):
            state.add_rule(made)
        else:
            state.add(*made)

    def _make(self, operation: AddedRule, name: str) -> tuple[Family, Env] | Rule:
        if isinstance(operation, ast.Rule):
            return make_rule(self._expressions, operation, None)
        params = operation.params if isinstance(operation, ast.Constraint) else ast.NO_PARAMS
        return make_family(self._expressions, name, params, operation)
