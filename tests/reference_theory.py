"""An item's declarations, and the theory of a scope: sections 4, 5, 7 and 8 of language.md."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from hlogic.compiler import ast
from reference_define import Groups, Route
from reference_expr import Evaluator
from reference_names import Env, World
from reference_values import UNDEF, Label, Value

Instance = tuple[str, tuple[Value, ...]]


def walk(node: Any) -> Iterator[Any]:
    """Every node of a tree, in the order of the fields, which is that of the text."""
    if isinstance(node, tuple):
        for child in node:
            yield from walk(child)
    elif isinstance(node, ast.Node):
        yield node
        for f in dataclasses.fields(node):
            if f.name not in ("span", "name_span", "op_span", "text_span"):
                yield from walk(getattr(node, f.name))


@dataclass
class Asserted:
    """One instance of a constraint, or an assumption."""

    body: Any
    env: Env
    cites: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()


@dataclass
class Theory:
    """The item under a scope."""

    tables: dict[Instance, Value] = field(default_factory=dict)
    defaults: dict[str, Value] = field(default_factory=dict)
    keys: dict[str, set[tuple[Value, ...]]] = field(default_factory=dict)
    derived: dict[Instance, tuple[Any, Env]] = field(default_factory=dict)
    rules: dict[Instance, Asserted] = field(default_factory=dict)
    routes: dict[Instance, Route] = field(default_factory=dict)
    worlds: list[World] | None = None

    def copy(self) -> Theory:
        return dataclasses.replace(
            self,
            tables=dict(self.tables),
            derived=dict(self.derived),
            rules=dict(self.rules),
            routes=dict(self.routes),
            worlds=None,
        )

    def table(self, name: str, args: tuple[Value, ...]) -> Value:
        if args not in self.keys[name]:
            return UNDEF
        return self.tables.get((name, args), self.defaults[name])


class Item:
    """What a file declares, with every family spelled out."""

    def __init__(self, file: ast.File) -> None:
        self.declarations = file.declarations
        self.labels: dict[str, list[Label]] = {}
        self.inline: dict[str, Label] = {}
        self.sorts: dict[str, list[Value]] = {}
        self.macros = {d.name.name: d for d in self.of(ast.Macro)}
        self.derives = {d.name.name: d for d in self.of(ast.Derive)}
        self.scopes = {d.name.name: d for d in self.of(ast.Scope)}
        self.asks = {d.id.name: d for d in self.of(ast.Ask)}
        self.variables: dict[str, list[tuple[Value, ...]]] = {}
        self.spaces: list[tuple[Instance, list[Value]]] = []
        self.stated: dict[str, list[Value]] = {}
        self.tables: set[str] = {d.name.name for d in self.of(ast.Table)}
        self.evaluator = Evaluator(self)
        self.constant = World(Theory(), {})
        self.declare_labels()
        self.declare_sorts()
        self.declare_tables(self.constant.theory)
        self.declare_variables()
        self.groups = Groups(self)
        self.base = self.constant.theory.copy()
        self.declare_rules(self.base)
        self.theories: dict[str, Theory] = {"base": self.base}
        self.unnamed = itertools.count()

    def of(self, kind: Any) -> list[Any]:
        return [d for d in self.declarations if isinstance(d, kind)]

    # ------------------------------------------------------------------ declarations

    def declare_labels(self) -> None:
        order = itertools.count()
        for node in walk(self.declarations):
            if isinstance(node, ast.Sort) and node.labels is not None:
                labels = [
                    Label(node.name.name, new.name, rank, next(order), node.ordered)
                    for rank, new in enumerate(node.labels, 1)
                ]
                self.sorts[node.name.name] = list(labels)
                for label in labels:
                    self.labels.setdefault(label.name, []).append(label)
            elif isinstance(node, ast.Members):
                for new in node.items:
                    if isinstance(new, ast.NewLabel) and new.name not in self.inline:
                        self.inline[new.name] = Label("", new.name, 0, next(order))
        for label in self.inline.values():
            assert label.name not in self.labels, f"{label.name} is a label of a sort"
            self.labels[label.name] = [label]

    def declare_sorts(self) -> None:
        waiting = [d for d in self.of(ast.Sort) if d.domain is not None]
        while waiting:
            for sort in list(waiting):
                needed = {
                    n.name if isinstance(n, ast.NamedDomain) else n.sort
                    for n in walk(sort.domain)
                    if isinstance(n, ast.NamedDomain | ast.Subset)
                }
                if not needed & {d.name.name for d in waiting}:
                    self.sorts[sort.name.name] = self.domain(sort.domain)
                    waiting.remove(sort)

    def domain(self, domain: Any) -> list[Value]:
        return self.evaluator.domain(domain, {}, self.constant)

    def constant_value(self, expr: Any, env: Env) -> Value:
        return self.evaluator.eval(expr, env, self.constant)

    def instances(self, params: ast.Params) -> list[tuple[tuple[Value, ...], Env]]:
        """The argument tuples of a declaration, with its parameters bound."""
        if params.binders is None:
            domains = [self.domain(d) for d in params.domains]
            return [(args, {}) for args in itertools.product(*domains)]
        return [
            (args, env)
            for args, env in self.evaluator.tuples(params.binders, {}, self.constant)
            if params.where is None or self.constant_value(params.where, env) is True
        ]

    def declare_tables(self, theory: Theory) -> None:
        for table in self.of(ast.Table):
            name = table.name.name
            theory.keys[name] = set()
            theory.defaults[name] = UNDEF
            boolean = table.domain == ast.NamedDomain("bool")
            if table.default is not None:
                theory.defaults[name] = self.constant_value(table.default, {})
            elif boolean:
                theory.defaults[name] = False
            for entry in table.entries:
                args = tuple(self.constant_value(k, {}) for k in entry.key)
                value = True if entry.value is None else self.constant_value(entry.value, {})
                theory.tables[name, args] = value
        for table in self.of(ast.Table):
            theory.keys[table.name.name] = {args for args, _ in self.instances(table.params)}

    def declare_variables(self) -> None:
        for var in self.of(ast.Var):
            name = var.name.name
            self.variables[name] = [args for args, _ in self.instances(var.params)]
            values = self.domain(var.domain)
            self.spaces.extend(((name, args), values) for args in self.variables[name])

    def declare_rules(self, theory: Theory) -> None:
        for derive in self.of(ast.Derive):
            if derive.domain is not None:
                self.stated[derive.name.name] = self.domain(derive.domain)
            for args, env in self.instances(derive.params):
                theory.derived[derive.name.name, args] = (derive.body, env)
        for constraint in self.of(ast.Constraint):
            theory.rules.update(self.asserted(constraint))
        for define in self.of(ast.Define):
            for rule in define.rules:
                theory.routes.update(self.groups.routes(rule))

    def asserted(self, constraint: ast.Constraint) -> dict[Instance, Asserted]:
        cites = frozenset(c.name for c in constraint.trailer.cites)
        tags = frozenset(t.name for t in constraint.trailer.tags)
        return {
            (constraint.id.name, args): Asserted(constraint.body, env, cites, tags)
            for args, env in self.instances(constraint.params)
        }

    # ------------------------------------------------------------------ scopes

    def ancestry(self, name: str, found: list[str]) -> list[str]:
        """The scopes to apply, in order, each at its first place."""
        if name != "base" and name not in found:
            for parent in self.scopes[name].parents:
                self.ancestry(parent.name, found)
            found.append(name)
        return found

    def theory(self, scope: str) -> Theory:
        if scope not in self.theories:
            theory = self.base.copy()
            for name in self.ancestry(scope, []):
                self.apply(self.scopes[name], theory)
            self.theories[scope] = theory
        return self.theories[scope]

    def targets(self, operations: list[Any], known: Any) -> set[Instance]:
        """The instances that some operations name, of those that are known."""
        return {i for operation in operations for i in self.named(operation.targets, known)}

    def named(self, targets: Any, known: Any) -> set[Instance]:
        found: set[Instance] = set()
        for target in targets:
            if target.args is None:
                found |= {i for i in known if i[0] == target.name}
            else:
                found.add((target.name, self.arguments(target)))
        return found

    def arguments(self, target: ast.Target) -> tuple[Value, ...]:
        return tuple(self.constant_value(a, {}) for a in target.args or ())

    def apply(self, scope: ast.Scope, theory: Theory) -> None:
        self.filter(scope, theory)
        self.remove(scope, theory)
        for operation in scope.operations:
            if isinstance(operation, ast.Replace):
                self.replace(operation, theory)
        for operation in scope.operations:
            cites = frozenset(c.name for c in operation.trailer.cites)
            if isinstance(operation, ast.Constraint):
                theory.rules.update(self.asserted(operation))
            elif isinstance(operation, ast.Rule):
                theory.routes.update(self.groups.routes(operation))
            elif isinstance(operation, ast.Assume):
                name = operation.id.name if operation.id else f" {next(self.unnamed)}"
                theory.rules[name, ()] = Asserted(operation.body, {}, cites)

    def filter(self, scope: ast.Scope, theory: Theory) -> None:
        only = [o for o in scope.operations if isinstance(o, ast.Only)]
        tagged = [o for o in scope.operations if isinstance(o, ast.OnlyTags)]
        if only:
            kept = self.targets(only, theory.rules)
            theory.rules = {i: r for i, r in theory.rules.items() if i in kept}
        if tagged:
            tags = {t.name for o in tagged for t in o.tags}
            theory.rules = {i: r for i, r in theory.rules.items() if not r.tags or r.tags & tags}

    def remove(self, scope: ast.Scope, theory: Theory) -> None:
        for operation in scope.operations:
            gone: set[Instance] = set()
            if isinstance(operation, ast.Retract):
                gone = self.targets([operation], theory.rules)
            elif isinstance(operation, ast.RetractCiting):
                claims = {c.name for c in operation.claims}
                known: Any = {**theory.rules, **theory.routes}
                gone = {i for i, r in known.items() if r.cites & claims}
            elif isinstance(operation, ast.Disable):
                gone = self.named(operation.rules, theory.routes)
            elif isinstance(operation, ast.RetractTags):
                tags = {t.name for t in operation.tags}
                gone = {i for i, r in theory.rules.items() if r.tags & tags}
            theory.rules = {i: r for i, r in theory.rules.items() if i not in gone}
            theory.routes = {i: r for i, r in theory.routes.items() if i not in gone}

    def replace(self, operation: ast.Replace, theory: Theory) -> None:
        target = operation.target
        args = None if target.args is None else self.arguments(target)
        if target.name in self.tables:
            theory.tables[target.name, args or ()] = self.constant_value(operation.body, {})
        elif target.name in self.derives:
            for (name, at), (_, env) in theory.derived.items():
                if name == target.name and args in (None, at):
                    theory.derived[name, at] = (operation.body, env)
        elif target.name in self.groups.of:
            for at, env in self.groups.instances[target.name]:
                if args in (None, at):
                    theory.derived[target.name, at] = (operation.body, env)
        else:
            for (name, at), rule in theory.rules.items():
                if name == target.name and args in (None, at):
                    theory.rules[name, at] = dataclasses.replace(rule, body=operation.body)

    # ------------------------------------------------------------------ worlds

    def worlds(self, scope: str) -> list[World]:
        """Mod(T): the assignments, each with the stable models under it, where every constraint is
        defined and true."""
        theory = self.theory(scope)
        if theory.worlds is None:
            theory.worlds = self.mod(theory)
        return theory.worlds

    def mod(self, theory: Theory) -> list[World]:
        """The worlds of a theory."""
        return [
            world
            for world in self.assignments(theory)
            if self.groups.supported(world)
            and all(
                self.evaluator.eval(r.body, r.env, world) is True for r in theory.rules.values()
            )
        ]

    def assignments(self, theory: Theory) -> Iterator[World]:
        places = [place for place, _ in self.spaces]
        for chosen in itertools.product(*(values for _, values in self.spaces)):
            for guess in self.groups.guesses():
                yield World(theory, dict(zip(places, chosen, strict=True)), stable=guess)
