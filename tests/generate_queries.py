"""Random queries that give booleans, sets and rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from generate_domains import binders, condition
from generate_scopes import WithScopes
from generate_types import BOOL, INT, Ctx, SetOf, TupleOf, Type, ident, ordered_root
from hlogic.compiler import ast


@dataclass(frozen=True)
class Asked:
    """An ask that others may name: what shape its answer has, and for sets and rows of what."""

    name: str
    shape: str
    of: Any = None


class WithQueries(WithScopes):
    """Queries by the shape of their answers: boolean, set of a type, rows of fields, other."""

    asked: tuple[Asked, ...] = ()

    def some_subject(self, shape: str) -> Any:
        if shape == "set":
            type_: Type = self.some_scalar()
            if self.state.chance(0.3):
                type_ = self.state.pick((self.some_tuple(), self.some_set(), self.some_set()))
            return type_
        if shape == "rows":
            types = [self.some_scalar() for _ in range(self.state.pick((1, 1, 2, 3)))]
            if self.state.chance(0.15):
                types.append(self.state.pick((self.some_tuple(), self.some_set())))
            return tuple((type_, f"f{i}") for i, type_ in enumerate(types))
        return None

    # ------------------------------------------------------------------ by shape

    def other(self, ctx: Ctx, depth: int) -> Any:
        raise NotImplementedError

    def query(self, ctx: Ctx, shape: str, of: Any, depth: int) -> Any:
        if self.state.chance(0.12):
            fits = [a for a in self.asked if a.shape == shape and a.of == of and shape != "other"]
            if fits:
                return self.under(ast.AskRef(self.state.pick(fits).name))
        if shape == "boolean":
            return self.boolean(ctx, depth)
        if shape == "set":
            return self.set_query(ctx, of, depth)
        if shape == "rows":
            return self.rows_query(ctx, of, depth)
        return self.other(ctx, depth)

    def under(self, query: Any) -> Any:
        if not self.state.chance(0.3):
            return query
        ending = ast.Under(ident(self.state.pick(self.scope_names)))
        if isinstance(query, ast.Ended):
            return ast.Ended(query.query, (*query.endings, ending))
        return ast.Ended(query, (ending,))

    def ended(self, ctx: Ctx, query: Any) -> Any:
        """With some of `where`, `minimizing`, `maximizing` and `under`."""
        state = self.state
        if query is None:
            return None
        endings: list[Any] = []
        for _ in range(state.pick((0, 0, 0, 1, 1, 2, 3))):
            kind = state.pick(("where", "where", "minimizing", "maximizing"))
            if kind == "where":
                endings.append(ast.Ending(kind, self.bool_expr(ctx, 2)))
            else:
                types = [t for t in (INT, INT, *state.types) if ordered_root(state, t)]
                endings.append(ast.Ending(kind, self.loose(ctx, state.pick(types), 2)))
        if state.chance(0.15):
            endings.append(ast.Under(ident(state.pick(self.scope_names))))
        state.rnd.shuffle(endings)
        return ast.Ended(query, tuple(endings)) if endings else query

    # ------------------------------------------------------------------ boolean

    def boolean(self, ctx: Ctx, depth: int) -> Any:
        options = [
            (6, lambda: self.ended(ctx, self.modal(ctx))),
            (1, lambda: self.same(ctx, depth)),
            (1, lambda: self.negated(ctx, depth)),
            (1, lambda: self.together(ctx, depth)),
        ]
        return self.state.weigh(options if depth > 0 else options[:1])

    def modal(self, ctx: Ctx) -> Any:
        depth = self.state.knobs.depth
        kind = self.state.pick(("possible", "necessary", "unique"))
        if kind == "unique":
            type_ = self.state.pick((BOOL, INT, self.some_scalar(), self.some_tuple()))
            return ast.ExprQuery("unique", self.expr(ctx, type_, depth))
        return ast.ExprQuery(kind, self.bool_expr(ctx, depth))

    def same(self, ctx: Ctx, depth: int) -> Any:
        if len(self.scope_names) < 2:
            return None
        shape = self.state.pick(("boolean", "set", "rows", "other"))
        query = self.query(ctx, shape, self.some_subject(shape), depth - 1)
        return ast.ScopesQuery("same", self.scopes(2, 3), query)

    def scopes(self, least: int, most: int) -> tuple[ast.Ident, ...]:
        chosen = self.state.some(self.scope_names, least, most)
        self.state.rnd.shuffle(chosen)
        return tuple(map(ident, chosen))

    def negated(self, ctx: Ctx, depth: int) -> Any:
        return ast.Wrapped("not", self.boolean(ctx, depth - 1))

    def together(self, ctx: Ctx, depth: int) -> Any:
        count = self.state.rnd.randint(0 if self.state.chance(0.1) else 1, 3)
        queries = tuple(self.query(ctx, "boolean", None, depth - 1) for _ in range(count))
        return ast.Together(self.state.pick(("all_of", "any_of")), queries)

    # ------------------------------------------------------------------ sets

    def set_query(self, ctx: Ctx, of: Type, depth: int) -> Any:
        options = [
            (3, lambda: self.ended(ctx, self.values(ctx, of))),
            (3, lambda: self.ended(ctx, self.member_set(ctx, of))),
            (2, lambda: self.algebra(ctx, "set", of, depth)),
        ]
        return self.state.weigh(options if depth > 0 else options[:2])

    def values(self, ctx: Ctx, of: Type) -> Any:
        return ast.ExprQuery("values", self.related(ctx, of, self.state.knobs.depth, of))

    def member_set(self, ctx: Ctx, of: Type) -> Any:
        """`possible_set` and its kin over a domain of the type, None if there is none."""
        kind = self.state.pick(("possible_set", "necessary_set", "contingent_set"))
        return self.members(ctx, kind, of)

    def members(self, ctx: Ctx, kind: Any, of: Type | None) -> Any:
        for _ in range(6):
            trees, symbols, domains = binders(self.state, ctx)
            found: Type = TupleOf(tuple(s.type for s in symbols))
            if len(symbols) == 1:
                found = symbols[0].type
            if of is None or found == of:
                break
        else:
            return None
        where = condition(self.state, symbols, domains)[0] if self.state.chance(0.3) else None
        body = self.bool_expr(ctx.bind(symbols), self.state.knobs.depth)
        return ast.MemberQuery(kind, trees, where, body)

    def algebra(self, ctx: Ctx, shape: str, of: Any, depth: int) -> Any:
        """Of two queries; where their types could be apart, of one under two scopes."""
        op = self.state.pick(("minus", "union", "intersect", "symdiff"))
        left = self.query(ctx, shape, of, depth - 1)
        right = self.query(ctx, shape, of, depth - 1)
        types = [of] if shape == "set" else [type_ for type_, _ in of]
        if self.state.chance(0.3) or not all(one_root(type_) for type_ in types):
            right = self.under(left)
        return self.under(ast.Algebra(op, left, right))

    # ------------------------------------------------------------------ rows

    def rows_query(self, ctx: Ctx, of: Any, depth: int) -> Any:
        options = [
            (3, lambda: self.ended(ctx, ast.Rows(self.state.chance(0.4), self.fields(ctx, of)))),
            (2, lambda: self.algebra(ctx, "rows", of, depth)),
        ]
        return self.state.weigh(options if depth > 0 else options[:1])

    def fields(self, ctx: Ctx, of: Any) -> tuple[ast.Field, ...]:
        return tuple(ast.Field(self.related(ctx, t, 2, t), name) for t, name in of)

    def unnamed_fields(self, ctx: Ctx) -> tuple[ast.Field, ...]:
        """Fields that are named by their text, which is therefore not said twice."""
        least = 0 if self.state.chance(0.1) else 1
        types = [self.some_scalar() for _ in range(self.state.rnd.randint(least, 3))]
        exprs = [self.expr(ctx, t, 2) for t in types]
        return tuple(ast.Field(e, None) for i, e in enumerate(exprs) if e not in exprs[:i])


def one_root(type_: Type) -> bool:
    """Whether every value of the type has one root in each place."""
    if isinstance(type_, TupleOf):
        return all(one_root(t) for t in type_.items)
    return one_root(type_.member) if isinstance(type_, SetOf) else len(type_) == 1
