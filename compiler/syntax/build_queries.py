"""Builders of asks: queries, expectations, and the parts that asks share with declarations."""

from __future__ import annotations

from typing import Any

from hlogic.compiler import ast
from hlogic.compiler.source import Span
from hlogic.compiler.syntax.build_expressions import Children, ExpressionBuilder
from hlogic.compiler.syntax.lexer import Token


class QueryBuilder(ExpressionBuilder):
    """What the productions of asks build."""

    def text(self, token: Token | None) -> str | None:
        return None if token is None else str(token.value)

    # ------------------------------------------------------------------ trailers

    def on_aliases(self, at: Span, c: Children) -> tuple[str, ...]:
        return tuple(t.value for t in c)

    def on_cites(self, at: Span, c: Children) -> tuple[str, Span, Any]:
        return "cites", at, self.idents(c)

    def on_tags(self, at: Span, c: Children) -> tuple[str, Span, Any]:
        return "tags", at, self.idents(c)

    def on_strategies(self, at: Span, c: Children) -> tuple[str, Span, Any]:
        return "strategies", at, self.idents(c)

    def on_note(self, at: Span, c: Children) -> tuple[str, Span, Any]:
        return "note", at, c[0].value

    def on_trailer(self, at: Span, c: Children) -> ast.Trailer:
        parts = self._gathered(c)
        return ast.Trailer(
            parts.get("cites", ()), parts.get("note"), parts.get("tags", ()), span=at
        )

    def on_ask_parts(self, at: Span, c: Children) -> Children:
        return c

    def _gathered(self, parts: Children) -> dict[str, Any]:
        """Parts in any order; lists of names are joined, a second text is an error."""
        found: dict[str, Any] = {}
        for part in parts:
            word, at, value = ("under", part.span, part.scope) if _is_under(part) else part
            if word not in found:
                found[word] = value
            elif isinstance(value, tuple):
                found[word] += value
            else:
                self.report.error("syntax", at, f"`{word}` is said twice")
        return found

    # ------------------------------------------------------------------ asks

    def on_ask(self, at: Span, c: Children) -> ast.Ask:
        kind, id, question, header, query, expect, trailer = c
        parts = self._gathered(header or [])
        cites, note = parts.get("cites", ()), parts.get("note")
        if trailer is not None:
            cites += trailer.cites
            if trailer.note is not None and note is not None:
                self.report.error("syntax", trailer.span, "`note` is said twice")
            note = note or trailer.note
            for tag in trailer.tags[:1]:
                self.report.error("tags", tag.span, "only constraints take tags")
        return ast.Ask(
            kind, self.ident(id), self.text(question), parts.get("under"), cites,
            parts.get("strategies", ()), query, expect, note, span=at,
        )  # fmt: skip

    on_ask_word = on_ending_word = on_expr_modality = ExpressionBuilder.on_word
    on_member_modality = on_case_modality = on_scopes_modality = ExpressionBuilder.on_word
    on_together_word = on_modality = on_family = ExpressionBuilder.on_word

    def on_under(self, at: Span, c: Children) -> ast.Under:
        return ast.Under(self.ident(c[0]), span=at)

    def on_expect(self, at: Span, c: Children) -> ast.Expect:
        value: ast.Expect = c[0]
        return value

    def on_algebra(self, at: Span, c: Children) -> ast.Algebra:
        left, op, right = c
        return ast.Algebra(op.kind, left, right, span=at, op_span=self.span(op))

    def on_ended(self, at: Span, c: Children) -> ast.Ended:
        return ast.Ended(c[0], tuple(c[1:]), span=at)

    def on_ending(self, at: Span, c: Children) -> ast.Ending:
        return ast.Ending(*c, span=at)

    def on_query_parenthesised(self, at: Span, c: Children) -> ast.Query:
        inner: ast.Query = c[0]
        object.__setattr__(inner, "span", at)  # just built, and only ours
        return inner

    def on_expr_query(self, at: Span, c: Children) -> ast.ExprQuery:
        return ast.ExprQuery(*c, span=at)

    def on_values(self, at: Span, c: Children) -> ast.ExprQuery:
        return ast.ExprQuery("values", c[0], c[1], span=at)

    def on_member_query(self, at: Span, c: Children) -> ast.MemberQuery:
        return ast.MemberQuery(*c, span=at)

    def on_rows(self, at: Span, c: Children) -> ast.Rows:
        return ast.Rows(bool(c[0]), c[1], span=at)

    def on_fields(self, at: Span, c: Children) -> tuple[Any, ...]:
        return tuple(c)

    on_keys = on_fields

    def on_field(self, at: Span, c: Children) -> ast.Field:
        return ast.Field(c[0], self.text(c[1]), span=at)

    def on_count_worlds(self, at: Span, c: Children) -> ast.Count:
        return ast.Count(None, span=at)

    def on_count_rows(self, at: Span, c: Children) -> ast.Count:
        return ast.Count(c[0], span=at)

    def on_incompatible(self, at: Span, c: Children) -> ast.Incompatible:
        return ast.Incompatible(tuple(c), span=at)

    def on_formula_case(self, at: Span, c: Children) -> ast.FormulaCase:
        return ast.FormulaCase(self.ident(c[0]), self.text(c[1]), c[2], span=at)

    def on_case_query(self, at: Span, c: Children) -> ast.CaseQuery:
        return ast.CaseQuery(c[0], tuple(c[1:]), span=at)

    def on_query_case(self, at: Span, c: Children) -> ast.QueryCase:
        return ast.QueryCase(self.ident(c[0]), self.text(c[1]), c[2], span=at)

    def on_scopes_query(self, at: Span, c: Children) -> ast.ScopesQuery:
        return ast.ScopesQuery(*c, span=at)

    def on_for_each(self, at: Span, c: Children) -> ast.ForEach:
        return ast.ForEach(*c, span=at)

    def on_size_of(self, at: Span, c: Children) -> ast.Wrapped:
        return ast.Wrapped("size_of", c[0], span=at)

    def on_not_query(self, at: Span, c: Children) -> ast.Wrapped:
        return ast.Wrapped("not", c[0], span=at)

    def on_together(self, at: Span, c: Children) -> ast.Together:
        return ast.Together(c[0], tuple(c[1:]), span=at)

    def on_ask_name(self, at: Span, c: Children) -> ast.AskRef:
        return ast.AskRef(c[0].value, span=at)

    # ------------------------------------------------------------------ families

    def on_sufficient(self, at: Span, c: Children) -> ast.Sufficient:
        family, members, goal = c
        return ast.Sufficient(family == "smallest", members, goal, family == "all", span=at)

    def on_core(self, at: Span, c: Children) -> ast.Core:
        family, members = c
        return ast.Core(family == "smallest", members, family == "all", span=at)

    def on_member_set(self, at: Span, c: Children) -> tuple[ast.Target, ...]:
        targets: tuple[ast.Target, ...] = c[0]
        return targets

    def on_hitting_sets(self, at: Span, c: Children) -> ast.Hitting:
        family, *sets = c
        return ast.Hitting(family == "smallest", tuple(sets), None, family == "all", span=at)

    def on_hitting_cores(self, at: Span, c: Children) -> ast.Hitting:
        family, members = c
        return ast.Hitting(family == "smallest", None, members, family == "all", span=at)

    def on_repair(self, at: Span, c: Children) -> ast.Repair:
        family, changes, modality, goal = c
        return ast.Repair(family == "smallest", changes, modality, goal, family == "all", span=at)

    # ------------------------------------------------------------------ expectations

    def on_expect_atom(self, at: Span, c: Children) -> ast.ExpectAtom:
        return ast.ExpectAtom(c[0], span=at)

    on_expect_name = ExpressionBuilder.on_name
    on_expect_call = ExpressionBuilder.on_call

    def on_expect_braces(self, at: Span, c: Children) -> ast.ExpectSet | ast.ExpectMap:
        """A set or a map, which the entries tell apart."""
        pairs = [entry for entry in c if isinstance(entry, tuple)]
        if not pairs:
            return ast.ExpectSet(tuple(c), span=at)
        for entry in c:
            if not isinstance(entry, tuple):
                message = "either every member has a value after `:`, or none"
                self.report.error("syntax", entry.span, message)
        return ast.ExpectMap(tuple(pairs), span=at)

    def on_expect_entry(self, at: Span, c: Children) -> Any:
        key, value = c
        return key if value is None else (key, value)

    def on_expect_rows(self, at: Span, c: Children) -> ast.ExpectRows:
        return ast.ExpectRows(tuple(c), span=at)

    def on_expect_tuple(self, at: Span, c: Children) -> ast.ExpectTuple:
        return ast.ExpectTuple(tuple(c), span=at)


def _is_under(part: Any) -> bool:
    return isinstance(part, ast.Under)
