"""The queries whose answers are families of sets: `core`, `sufficient`, `hitting`, `repair`.

Their members are named here: instances of constraints and of named assumptions, changes, and for
`hitting` names that stand for nothing but themselves. Which of them the theory of a scope holds is
known when the query is answered; what no scope can have is an error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn

from hlogic.compiler import ast, query
from hlogic.compiler.diagnostics import HlogicError, fail
from hlogic.compiler.elaborate.environment import NO_ENV, Env
from hlogic.compiler.elaborate.expressions import Expressions
from hlogic.compiler.elaborate.mistakes import Mistakes, each
from hlogic.compiler.elaborate.names import Names
from hlogic.compiler.ir import Change, Family, Key, instance_id
from hlogic.compiler.query import AFamily, Asked, Chosen
from hlogic.compiler.sorts import CaseName, Value, comparable, describe
from hlogic.compiler.source import Span
from hlogic.compiler.suggest import listed, suggest

FamilyQuery = ast.Sufficient | ast.Core | ast.Hitting | ast.Repair
ALL = Chosen(None)


class Families:
    """Elaborates the families of one item. `constraints` are by name the families of instances
    that the item or any of its scopes declares."""

    def __init__(
        self,
        names: Names,
        expressions: Expressions,
        constraints: Mapping[str, Sequence[Family]],
        changes: Mapping[str, Change],
    ) -> None:
        self._names = names
        self._expressions = expressions
        self._constraints = constraints
        self._changes = changes

    def read(self, q: FamilyQuery, env: Env) -> query.Query:
        """One query of a family."""
        match q:
            case ast.Core(members=members):
                chosen = ALL if members is None else self.chosen(members)
                return query.Cores(AFamily((), chosen), q.span, "core", q.smallest, chosen)
            case ast.Hitting(cores_of=members) if members is not None:
                chosen = self.chosen(members)
                return query.Cores(AFamily((), chosen), q.span, "hitting_cores", q.smallest, chosen)
            case ast.Hitting():
                return self._hitting(q)
            case ast.Sufficient():
                mistakes = Mistakes()
                with mistakes:
                    chosen = self.chosen(q.members)
                with mistakes:
                    goal = self._goal(q.goal, env)
                mistakes.raise_all()
                return query.Sufficient(AFamily((), chosen), q.span, q.smallest, chosen, goal)
            case ast.Repair():
                return self._repair(q, env)

    def _goal(self, expr: ast.Expr, env: Env) -> Asked:
        term = self._expressions.boolean(expr, env, "what is to hold")
        return Asked(term, " ".join(expr.span.text.split()))

    # ------------------------------------------------------------------ constraints

    def chosen(self, targets: Sequence[ast.Target]) -> Chosen:
        """The instances that a list of members names, each once."""
        found: dict[str, set[Key] | None] = {}
        members = each(self.member, targets)
        for target, (name, key) in zip(targets, members, strict=True):
            before = found.get(name, set())
            if before is None or (key is None and before) or (key is not None and key in before):
                text = name if key is None else instance_id(name, key)
                fail("duplicate-name", target.span, f"{text} stands twice here")
            found[name] = None if key is None else before | {key}
        return Chosen({n: None if k is None else frozenset(k) for n, k in found.items()})

    def member(self, target: ast.Target) -> tuple[str, Key | None]:
        """What one member names: a name, and the arguments of one instance where they are given."""
        families = self._constraints.get(target.name)
        if not families:
            self._no_constraint(target)
        if target.args is None:
            return target.name, None
        return target.name, self._key(target.name, target.args, target.span, families)

    def _key(
        self, name: str, args: Sequence[ast.Expr], span: Span, families: Sequence[Family]
    ) -> Key:
        terms = each(lambda a: self._expressions.term(a, NO_ENV), args)
        what = "an argument of an instance"
        values: list[Value] = [
            self._expressions.constant(t, a.span, what) for t, a in zip(terms, args, strict=True)
        ]
        fits = [f for f in families if len(f.parameters.variables) == len(args)]
        if not fits:
            wanted = len(families[0].parameters.variables)
            fail("arity", span, f"{name} takes {wanted} arguments, {len(args)} given")
        for term, arg, domain in zip(terms, args, fits[0].parameters.domains, strict=True):
            if len(fits) == 1 and not comparable(term.type, domain.type):
                fail("type-mismatch", arg.span, f"{describe(term.type)} is not in {domain.name}")
        key = tuple(values)
        if not any(key in f.keys for f in fits):
            fail("no-instance", span, f"{instance_id(name, key)} is no instance")
        return key

    def _no_constraint(self, target: ast.Target) -> NoReturn:
        name, span = target.name, target.span
        if name in self._names.constraints:
            raise HlogicError(())  # its declaration is wrong, as was said there
        added = self._names.assumptions.get(name, [])
        if name in self._names.rules or any(isinstance(a, ast.Rule) for a in added):
            fail("not-a-constraint", span, f"{name} is a rule of a `define`",
                 "definitions belong to no set; a `change` may disable a rule")  # fmt: skip
        if added:
            raise HlogicError(())  # so is this one's
        if name in self._changes:
            fail("not-a-constraint", span, f"{name} is a change", "changes are for `repair`")
        known = list(self._constraints)
        hint = listed(known, "constraint")
        self._names.unknown("", name, span, known, f"no constraint named {name}", hint)

    # ------------------------------------------------------------------ names

    def _hitting(self, q: ast.Hitting) -> query.Query:
        names: dict[str, CaseName] = {}
        sets: list[tuple[CaseName, ...]] = []
        for targets in q.sets or ():
            members: dict[str, CaseName] = {}
            for target in targets:
                text = written(target)
                if text in members:
                    fail("duplicate-name", target.span, f"{text} stands twice here")
                members[text] = names.setdefault(text, CaseName(text, len(names)))
            sets.append(tuple(members.values()))
        return query.HittingSets(AFamily(tuple(names)), q.span, q.smallest, tuple(sets))

    def _repair(self, q: ast.Repair, env: Env) -> query.Query:
        changes: dict[str, CaseName] = {}
        mistakes = Mistakes()
        for ident in q.changes:
            with mistakes:
                changes[ident.name] = self._change(ident, changes)
        with mistakes:
            goal = self._goal(q.goal, env)
        mistakes.raise_all()
        result = AFamily(tuple(changes))
        return query.Repair(result, q.span, q.smallest, tuple(changes.values()), q.modality, goal)

    def _change(self, ident: ast.Ident, named: Mapping[str, CaseName]) -> CaseName:
        """One more change of a `repair`."""
        change = self._changes.get(ident.name)
        if change is None:
            hint = "" if ident.name not in self._constraints else "; it is a constraint"
            self._names.unknown(
                "", ident.name, ident.span, list(self._changes),
                f"no change named {ident.name}{hint}",
            )  # fmt: skip
        if ident.name in named:
            fail("duplicate-name", ident.span, f"the change {ident.name} stands twice here")
        return CaseName(ident.name, len(named), change.aliases[0] if change.aliases else None)

    # ------------------------------------------------------------------ expectations

    def expected(self, expect: ast.Expect, type: AFamily) -> CaseName:
        """A member of a set that an `expect` names: one that the query may give."""
        match expect:
            case ast.ExpectAtom(value=ast.Name(name=name)):
                target = ast.Target(name, None, span=expect.span)
            case ast.ExpectAtom(value=ast.Call(name=name, args=args)):
                target = ast.Target(name, args, span=expect.span)
            case _:
                fail("shape-mismatch", expect.span, "a name is expected here")
        if type.constraints is None:
            text = written(target)
            if text not in type.names:
                near = suggest(text, type.names)
                hint = f"did you mean {near}?" if near else ""
                fail("unknown-name", expect.span, f"nothing here is named {text}", hint)
            return CaseName(text, type.names.index(text))
        name, key = self.member(ast.Target(target.name, target.args or (), span=expect.span))
        assert key is not None
        if (name, key) not in type.constraints:
            text = instance_id(name, key)
            fail("unknown-name", expect.span, f"{text} is none of the constraints asked about")
        return CaseName(instance_id(name, key))


def written(target: ast.Target) -> str:
    """A name of `hitting` as the formatter prints it: it is compared as a text."""
    if not target.args:
        return target.name
    from hlogic.compiler.syntax.printer import print_expr  # late: most names are bare

    return f"{target.name}({', '.join(map(print_expr, target.args))})"
