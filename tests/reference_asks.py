"""Section 9 of language.md: every query but the families, which are in `reference_families.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hlogic.compiler import ast
from reference_names import Env, World
from reference_theory import Item
from reference_values import (
    UNDEF,
    CaseName,
    Label,
    Value,
    comparable,
    height,
    in_order,
    is_int,
)


class QueryError(Exception):
    """The answer is an error: something undefined, or no single value or case."""


@dataclass
class Answer:
    """`shape` is value, set, row, rows, cases or family; the value is a Python value, a frozenset,
    a list, a Counter of rows, a list of pairs of a key and an answer, a frozenset of sets."""

    shape: str
    value: Any


@dataclass(frozen=True)
class Place:
    """Where a query stands: its scope, the names bound around it, the endings applied after its
    own."""

    scope: str
    env: Env
    endings: tuple[ast.Ending, ...] = ()


def single(values: tuple[Value, ...]) -> Value:
    return values[0] if len(values) == 1 else values


class Asker:
    """Answers the queries of one item."""

    def __init__(self, item: Item) -> None:
        self.item = item
        self.evaluator = item.evaluator

    def ask(self, ask: ast.Ask) -> Answer:
        scope = ask.under.name if ask.under else "base"
        return self.query(ask.query, Place(scope, {}))

    def query(self, query: Any, place: Place) -> Answer:
        method: Callable[[Any, Place], Answer]
        method = getattr(self, "query_" + type(query).__name__.lower())
        return method(query, place)

    # ------------------------------------------------------------------ worlds

    def value(self, expr: Any, env: Env, world: World) -> Value:
        value = self.evaluator.eval(expr, env, world)
        if value is UNDEF:
            raise QueryError("undefined")
        return value

    def kept(self, place: Place) -> list[World]:
        worlds = self.item.worlds(place.scope)
        for ending in place.endings:
            values = [self.value(ending.expr, place.env, w) for w in worlds]
            if ending.kind == "where":
                worlds = [w for w, v in zip(worlds, values, strict=True) if v]
            elif worlds:
                if not all(comparable(v, values[0]) for v in values):
                    raise QueryError("outside the operator's type")
                heights = [height(v) for v in values]
                best = min(heights) if ending.kind == "minimizing" else max(heights)
                worlds = [w for w, h in zip(worlds, heights, strict=True) if h == best]
        return worlds

    def taken(self, expr: Any, place: Place) -> list[Value]:
        """The value of an expression in each world that is kept."""
        return [self.value(expr, place.env, w) for w in self.kept(place)]

    def projected(self, fields: tuple[ast.Field, ...], place: Place) -> list[tuple[Value, ...]]:
        return [tuple(self.value(f.expr, place.env, w) for f in fields) for w in self.kept(place)]

    def members(self, binders: Any, where: Any, place: Place) -> list[tuple[Value, Env]]:
        constant = World(self.item.theory(place.scope), {})
        return [
            (single(values), env)
            for values, env in self.evaluator.tuples(binders, place.env, constant)
            if where is None or self.value(where, env, constant)
        ]

    # ------------------------------------------------------------------ one expression

    def query_exprquery(self, query: ast.ExprQuery, place: Place) -> Answer:
        if query.by is not None:
            return self.values_by(query, place)
        values = self.taken(query.expr, place)
        if query.kind == "bounds":
            return Answer("row", self.bounds(values))
        if query.kind == "values":
            return Answer("set", frozenset(values))
        return Answer("value", self.judge(query.kind, values))

    def judge(self, kind: str, values: list[Value]) -> Value:
        if kind == "possible":
            return any(values)
        if kind == "necessary":
            return bool(values) and all(values)
        if kind == "unique":
            return len(set(values)) == 1
        if kind == "truth":
            if not values:
                return "inconsistent"
            return "true" if all(values) else "uncertain" if any(values) else "false"
        assert kind == "value"
        if len(set(values)) != 1:
            raise QueryError("not one value")
        return values[0]

    def bounds(self, values: list[Value]) -> list[Value]:
        if not values:
            return []
        if not all(comparable(v, values[0]) for v in values):
            raise QueryError("outside the operator's type")
        return [min(values, key=height), max(values, key=height)]

    def values_by(self, query: ast.ExprQuery, place: Place) -> Answer:
        found: dict[tuple[Value, ...], set[Value]] = {}
        for world in self.kept(place):
            keys = tuple(self.value(k, place.env, world) for k in query.by or ())
            found.setdefault(keys, set()).add(self.value(query.expr, place.env, world))
        return Answer(
            "cases",
            [(single(k), Answer("set", frozenset(found[k]))) for k in in_order(found)],
        )

    def query_memberquery(self, query: ast.MemberQuery, place: Place) -> Answer:
        self.kept(place)  # an ending that is undefined is an error even where nothing is asked
        verdicts = {}
        for member, env in self.members(query.binders, query.where, place):
            inner = Place(place.scope, {**place.env, **env}, place.endings)
            # An ending does not see the query's own binders; no name hides another.
            verdicts[member] = self.judge("truth", self.taken(query.body, inner))
        if query.kind == "truth_of":
            return Answer("cases", [(m, Answer("value", verdicts[m])) for m in in_order(verdicts)])
        wanted = {
            "possible_set": ("true", "uncertain"),
            "necessary_set": ("true",),
            "contingent_set": ("uncertain",),
        }[query.kind]
        return Answer("set", frozenset(m for m, v in verdicts.items() if v in wanted))

    # ------------------------------------------------------------------ rows, counts, cases

    def query_rows(self, query: ast.Rows, place: Place) -> Answer:
        rows = self.projected(query.fields, place)
        return Answer("rows", Counter(set(rows) if query.distinct else rows))

    def query_count(self, query: ast.Count, place: Place) -> Answer:
        if query.fields is None:
            return Answer("value", len(self.kept(place)))
        return Answer("value", len(set(self.projected(query.fields, place))))

    def query_incompatible(self, query: ast.Incompatible, place: Place) -> Answer:
        self.kept(place)
        return Answer(
            "set",
            frozenset(
                CaseName(case.name.name, i)
                for i, case in enumerate(query.cases)
                if not any(self.taken(case.body, place))
            ),
        )

    def query_casequery(self, query: ast.CaseQuery, place: Place) -> Answer:
        answers = [
            (CaseName(case.name.name, i), self.query(case.body, place))
            for i, case in enumerate(query.cases)
        ]
        if query.kind == "cases":
            return Answer("cases", answers)
        true = [name for name, answer in answers if answer.value is True]
        if query.kind == "select":
            return Answer("set", frozenset(true))
        if len(true) != 1:
            raise QueryError("not one case")
        return Answer("value", true[0].name)

    def query_scopesquery(self, query: ast.ScopesQuery, place: Place) -> Answer:
        answers = [
            (CaseName(scope.name, i), self.query(query.query, Place(scope.name, place.env)))
            for i, scope in enumerate(query.scopes)
        ]
        if query.kind == "for_scopes":
            return Answer("cases", answers)
        if query.kind == "same":
            return Answer("value", all(a == answers[0][1] for _, a in answers))
        return Answer("set", self.changed(answers[0][1], answers[1][1]))

    def changed(self, left: Answer, right: Answer) -> frozenset[Value]:
        if left.shape == "set":
            return frozenset(left.value ^ right.value)
        a, b = dict(left.value), dict(right.value)
        return frozenset(k for k in {**a, **b} if k not in a or k not in b or a[k] != b[k])

    def query_foreach(self, query: ast.ForEach, place: Place) -> Answer:
        members = dict(self.members(query.binders, query.where, place))
        return Answer(
            "cases",
            [
                (m, self.query(query.query, Place(place.scope, members[m])))
                for m in in_order(members)
            ],
        )

    # ------------------------------------------------------------------ combinations

    def query_algebra(self, query: ast.Algebra, place: Place) -> Answer:
        left, right = self.query(query.left, place), self.query(query.right, place)
        if left.shape == "set":
            a, b = left.value, right.value
            sets = {"minus": a - b, "union": a | b, "intersect": a & b, "symdiff": a ^ b}
            return Answer("set", sets[query.op])
        m, n = left.value, right.value
        rows = {
            "minus": lambda x, y: max(0, x - y),
            "union": max,
            "intersect": min,
            "symdiff": lambda x, y: abs(x - y),
        }
        counts = {row: rows[query.op](m[row], n[row]) for row in {**m, **n}}
        return Answer("rows", Counter({row: count for row, count in counts.items() if count}))

    def query_wrapped(self, query: ast.Wrapped, place: Place) -> Answer:
        answer = self.query(query.query, place)
        if query.kind == "not":
            return Answer("value", not answer.value)
        size = answer.value.total() if answer.shape == "rows" else len(answer.value)
        return Answer("value", size)

    def query_together(self, query: ast.Together, place: Place) -> Answer:
        values = [self.query(q, place).value for q in query.queries]
        return Answer("value", all(values) if query.kind == "all_of" else any(values))

    def query_askref(self, query: ast.AskRef, place: Place) -> Answer:
        return self.query(self.item.asks[query.name].query, Place(place.scope, {}, place.endings))

    def query_ended(self, query: ast.Ended, place: Place) -> Answer:
        """The innermost `under` wins; the endings inside apply first."""
        scopes = [e.scope.name for e in query.endings if isinstance(e, ast.Under)]
        endings = tuple(e for e in query.endings if isinstance(e, ast.Ending))
        scope = scopes[0] if scopes else place.scope
        return self.query(query.query, Place(scope, place.env, endings + place.endings))


# ---------------------------------------------------------------------- JSON form


def value_json(value: Value, item: Item) -> Any:
    if isinstance(value, Label):
        shared = len(item.labels[value.name]) > 1
        return f"{value.root}.{value.name}" if shared else value.name
    if isinstance(value, CaseName):
        return value.name
    if isinstance(value, frozenset):
        return [value_json(v, item) for v in in_order(value)]
    if isinstance(value, tuple | list):
        return [value_json(v, item) for v in value]
    assert isinstance(value, bool | str) or is_int(value)
    return value


def answer_json(answer: Answer, item: Item) -> Any:
    if answer.shape == "rows":
        rows = in_order(answer.value.elements())
        return [value_json(row, item) for row in rows]
    if answer.shape == "cases":
        return [
            {"case": value_json(k, item), "result": answer_json(a, item)} for k, a in answer.value
        ]
    return value_json(answer.value, item)
