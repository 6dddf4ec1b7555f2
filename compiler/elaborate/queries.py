"""Queries: from the tree to typed queries, with the type of each result.

An ask's name stands for that ask's query; it is read anew under the asking ask's scope.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from hlogic.compiler import ast, query
from hlogic.compiler.diagnostics import HlogicError, fail
from hlogic.compiler.elaborate.algebra_types import united
from hlogic.compiler.elaborate.domains import BASE_TABLES
from hlogic.compiler.elaborate.environment import NO_ENV, Env
from hlogic.compiler.elaborate.expressions import Expressions
from hlogic.compiler.elaborate.families import Families
from hlogic.compiler.elaborate.mistakes import Mistakes, each
from hlogic.compiler.elaborate.names import Names
from hlogic.compiler.elaborate.open_sorts import refuse_open_members
from hlogic.compiler.elaborate.query_fits import changes, need_boolean, need_restrictable
from hlogic.compiler.query import (
    BOOLEAN,
    INTEGER,
    TRUTH,
    AFamily,
    ARow,
    ASet,
    Asked,
    MemberCases,
    NamedCases,
    OneValue,
    OneWord,
    ResultType,
    SomeRows,
    describe_result,
)
from hlogic.compiler.sorts import NAMES, CaseName, TupleType, Type
from hlogic.compiler.source import Span
from hlogic.compiler.suggest import listed
from hlogic.compiler.support import Support
from hlogic.compiler.terms import Bound


class Queries:
    """Elaborates the queries of one item."""

    def __init__(self, names: Names, expressions: Expressions, families: Families) -> None:
        self._names = names
        self._expressions = expressions
        self._families = families
        self._asking: list[str] = []  # asks whose queries are being read
        self._circular: set[str] = set()  # asks of circles that were reported

    def ask(self, name: str, span: Span) -> query.Query:
        """The query of a declared ask."""
        if name in self._asking:
            cycle = self._asking[self._asking.index(name) :]
            if not self._circular.isdisjoint(cycle):
                raise HlogicError(())  # said already, from another ask of the circle
            self._circular.update(cycle)
            way = " -> ".join([*cycle, name])
            fail("ask-cycle", span, f"the asks stand for one another: {way}")
        self._asking.append(name)
        try:
            return self.read(self._names.asks[name].query, NO_ENV)
        finally:
            self._asking.pop()

    def read(self, q: ast.Query, env: Env) -> query.Query:
        """One query, and all that it is made of."""
        match q:
            case ast.ExprQuery():
                return self._expr(q, env)
            case ast.MemberQuery():
                return self._members(q, env)
            case ast.Rows() | ast.Count():
                return self._rows(q, env)
            case ast.Incompatible() | ast.CaseQuery():
                return self._cases(q, env)
            case ast.ScopesQuery():
                return self._scopes(q, env)
            case ast.ForEach():
                return self._for_each(q, env)
            case ast.Algebra():
                return self._algebra(q, env)
            case ast.Wrapped() | ast.Together():
                return self._combination(q, env)
            case ast.AskRef(name=name):
                return self._reference(name, q.span)
            case ast.Ended():
                return self._ended(q, env)
            case ast.Sufficient() | ast.Core() | ast.Hitting() | ast.Repair():
                return self._families.read(q, env)
            case _:
                assert_never(q)

    # ------------------------------------------------------------------ expressions

    def _asked(self, expr: ast.Expr, env: Env) -> Asked:
        return Asked(self._expressions.term(expr, env), _text(expr))

    def _formula(self, expr: ast.Expr, env: Env, what: str) -> Asked:
        return Asked(self._expressions.boolean(expr, env, what), _text(expr))

    def _ordered(self, expr: ast.Expr, env: Env) -> Asked:
        """An expression with an order, narrowed to it."""
        term = self._expressions.term(expr, env)
        return Asked(self._expressions.ordered([term], expr.span)[0], _text(expr))

    def _expr(self, q: ast.ExprQuery, env: Env) -> query.Query:
        if q.kind in ("possible", "necessary", "truth"):
            asked = self._formula(q.expr, env, f"what is {q.kind}" if q.kind != "truth" else "this")
            return query.ExprQuery(TRUTH if q.kind == "truth" else BOOLEAN, q.span, q.kind, asked)
        if q.kind == "bounds":
            asked = self._ordered(q.expr, env)
            return query.ExprQuery(ARow(asked.term.type), q.span, q.kind, asked)
        asked, *keys = each(lambda e: self._asked(e, env), (q.expr, *(q.by or ())))
        type = asked.term.type
        if q.by is not None:
            if not keys:
                fail("syntax", q.span, "`by` needs at least one key")
            key = (
                keys[0].term.type if len(keys) == 1 else TupleType(tuple(k.term.type for k in keys))
            )
            return query.GroupedValues(MemberCases(key, ASet(type)), q.span, asked, tuple(keys))
        result: Mapping[str, ResultType] = {
            "unique": BOOLEAN, "value": OneValue(type), "values": ASet(type),
        }  # fmt: skip
        return query.ExprQuery(result[q.kind], q.span, q.kind, asked)

    # ------------------------------------------------------------------ members, rows

    def _bind(
        self,
        binders: Sequence[ast.Binder],
        where: ast.Expr | None,
        env: Env,
        mistakes: Mistakes,
    ) -> tuple[tuple[Bound, ...], Asked | None, Env, Type]:
        """The members of a query; their condition must be constant."""
        variables, inner = self._expressions.bind(binders, env, mistakes)
        with mistakes:
            refuse_open_members(variables, binders[0].span.to(binders[-1].span))
        condition = None
        if where is not None:
            with mistakes:
                condition = self._member_condition(where, inner)
        types = tuple(v.type for v in variables)
        return variables, condition, inner, types[0] if len(types) == 1 else TupleType(types)

    def _member_condition(self, where: ast.Expr, env: Env) -> Asked:
        condition = self._formula(where, env, "the condition")
        self._expressions.symbols.prepare(condition.term)
        if Support(BASE_TABLES, {}).reads_variable(condition.term, {}):
            fail(
                "not-constant",
                where.span,
                "the condition of a member must be constant",
                "move what depends on variables into the formula",
            )
        return condition

    def _members(self, q: ast.MemberQuery, env: Env) -> query.Query:
        mistakes = Mistakes()
        variables, where, inner, type = self._bind(q.binders, q.where, env, mistakes)
        with mistakes:
            body = self._formula(q.body, inner, "what is asked of each member")
        mistakes.raise_all()
        result: ResultType = MemberCases(type, TRUTH) if q.kind == "truth_of" else ASet(type)
        return query.MemberQuery(result, q.span, q.kind, variables, where, body)

    def _rows(self, q: ast.Rows | ast.Count, env: Env) -> query.Query:
        if isinstance(q, ast.Count) and q.fields is None:
            return query.CountQuery(INTEGER, q.span, None)
        assert q.fields is not None
        asked = tuple(each(lambda f: self._asked(f.expr, env), q.fields))
        names: list[str] = []
        for field in q.fields:
            name = field.name if field.name is not None else _printed(field.expr)
            if field.name is not None and name in names:
                fail("duplicate-name", field.span, f"the field {name} is named twice")
            names.append(name)
        if isinstance(q, ast.Count):
            return query.CountQuery(INTEGER, q.span, asked)
        fields = tuple((n, a.term.type) for n, a in zip(names, asked, strict=True))
        return query.RowsQuery(SomeRows(fields, q.distinct), q.span, asked)

    # ------------------------------------------------------------------ cases

    def _cases(self, q: ast.Incompatible | ast.CaseQuery, env: Env) -> query.Query:
        names: list[CaseName] = []
        for case in q.cases:
            if any(n.name == case.name.name for n in names):
                fail("duplicate-name", case.name.span, f"the case {case.name.name} is named twice")
            names.append(CaseName(case.name.name, len(names), case.text))
        words = tuple(n.name for n in names)
        if isinstance(q, ast.Incompatible):
            formulas = each(lambda c: self._formula(c.body, env, "a case"), q.cases)
            pairs = tuple(zip(names, formulas, strict=True))
            return query.Incompatible(ASet(NAMES, words), q.span, pairs)
        queries = each(lambda c: self.read(c.body, env), q.cases)
        result: ResultType
        if q.kind == "cases":
            result = NamedCases(tuple((n, b.result) for n, b in zip(names, queries, strict=True)))
        else:
            for body in queries:
                need_boolean(body, f"a case of `{q.kind}`")
            result = ASet(NAMES, words) if q.kind == "select" else OneWord(words, truth=False)
        return query.CaseQuery(result, q.span, q.kind, tuple(zip(names, queries, strict=True)))

    def _scopes(self, q: ast.ScopesQuery, env: Env) -> query.Query:
        names: list[CaseName] = []
        mistakes = Mistakes()
        for ident in q.scopes:
            with mistakes:
                self.scope(ident)
                if any(n.name == ident.name for n in names):
                    fail("duplicate-name", ident.span, f"the scope {ident.name} stands twice here")
                declared = self._names.scopes.get(ident.name)
                text = declared.aliases[0] if declared is not None and declared.aliases else None
                names.append(CaseName(ident.name, len(names), text))
        with mistakes:
            inner = self.read(q.query, env)
        mistakes.raise_all()
        result: ResultType = BOOLEAN
        if q.kind == "for_scopes":
            result = NamedCases(tuple((n, inner.result) for n in names))
        elif q.kind == "changed":
            if len(names) != 2:
                fail("two-scopes", q.span, f"`changed` compares two scopes, not {len(names)}")
            result = changes(inner)
        elif len(names) < 2:
            fail("two-scopes", q.span, "`same` compares two scopes or more")
        return query.ScopesQuery(result, q.span, q.kind, tuple(names), inner)

    def scope(self, ident: ast.Ident) -> str:
        """The name of a declared scope, or of the item itself, `base`."""
        if ident.name != "base" and ident.name not in self._names.scopes:
            self._names.unknown(
                "", ident.name, ident.span, ["base", *self._names.scopes],
                f"no scope named {ident.name}", listed(["base", *self._names.scopes], "scope"),
            )  # fmt: skip
        return ident.name

    def _for_each(self, q: ast.ForEach, env: Env) -> query.Query:
        mistakes = Mistakes()
        variables, where, inner, type = self._bind(q.binders, q.where, env, mistakes)
        with mistakes:
            body = self.read(q.query, inner)
        mistakes.raise_all()
        return query.ForEach(MemberCases(type, body.result), q.span, variables, where, body)

    # ------------------------------------------------------------------ combinations

    def _algebra(self, q: ast.Algebra, env: Env) -> query.Query:
        left, right = each(lambda side: self.read(side, env), (q.left, q.right))
        result = united(left.result, right.result, q)
        return query.Algebra(result, q.span, q.op, left, right)

    def _combination(self, q: ast.Wrapped | ast.Together, env: Env) -> query.Query:
        if isinstance(q, ast.Together):
            parts = tuple(each(lambda p: self.read(p, env), q.queries))
            for part in parts:
                need_boolean(part, f"what `{q.kind}` takes")
            return query.Together(BOOLEAN, q.span, q.kind, parts)
        inner = self.read(q.query, env)
        if q.kind == "not":
            need_boolean(inner, "what `not` denies")
            return query.Wrapped(BOOLEAN, q.span, q.kind, inner)
        if not isinstance(inner.result, ASet | SomeRows | AFamily):
            fail("shape-mismatch", inner.span, "`size of` counts members, rows or sets, "
                 f"and this gives {describe_result(inner.result)}")  # fmt: skip
        return query.Wrapped(INTEGER, q.span, q.kind, inner)

    def _reference(self, name: str, span: Span) -> query.Query:
        if name not in self._names.asks:
            asks = [ask for ask in self._names.asks if ask not in self._asking]
            hint = listed(asks, "ask")
            if name in self._names.values:
                word = self._names.value_word(name)
                begin = f"`truth {name}`, `possible {name}`, `value {name}`"
                hint = f"{name} is a {word}: a query of it begins with a word, as in {begin}"
                fail("unknown-name", span, f"no ask named `{name}`", hint)
            self._names.unknown("no ask named", name, span, asks, hint=hint)
        meant = self.ask(name, span)
        return query.Ended(meant.result, span, meant, (), None)  # errors belong where it is named

    def _ended(self, q: ast.Ended, env: Env) -> query.Query:
        mistakes = Mistakes()
        inner: query.Query | None = None
        with mistakes:
            inner = self.read(q.query, env)
        endings: list[query.Ending] = []
        scope: str | None = None
        for ending in q.endings:
            with mistakes:
                if isinstance(ending, ast.Under):
                    named = self.scope(ending.scope)
                    scope = named if scope is None else scope  # the innermost wins
                else:
                    endings.append(self._ending(inner, ending, env))
        mistakes.raise_all()
        assert inner is not None
        return query.Ended(inner.result, q.span, inner, tuple(endings), scope)

    def _ending(self, inner: query.Query | None, ending: ast.Ending, env: Env) -> query.Ending:
        if inner is not None:
            need_restrictable(inner, ending)
        if ending.kind == "where":
            return query.Ending(ending.kind, self._formula(ending.expr, env, "the condition"))
        return query.Ending(ending.kind, self._ordered(ending.expr, env))


def _text(expr: ast.Expr) -> str:
    """The expression as the author wrote it, on one line."""
    return " ".join(expr.span.text.split())


def _printed(expr: ast.Expr) -> str:
    """The expression as the formatter prints it: the name of a field without one."""
    if isinstance(expr, ast.Name):
        return expr.name
    from hlogic.compiler.syntax.printer import print_expr  # late: most items name their fields

    return print_expr(expr)
