"""Builders of expressions and domains: one method a production of `grammar/hlogic.lark`.

Each gets the span of what was read and the children that the production keeps, and is called from
the leaves up, so nothing here recurses. `on_x` is the method of production `x`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Report
from hlogic.compiler.source import Source, Span
from hlogic.compiler.syntax.lexer import Token, word_set

Children = list[Any]

# Builders whose nodes nest in one another: each is one level of depth.
NESTING = word_set(
    "binary or_chain and_chain not_expr chained in not_in set_literal minus call word_call"
    " parenthesised tuple if match quantified aggregate cardinality aggregate_of cardinality_of"
    " algebra ended expr_query member_query case_query scopes_query for_each size_of not_query"
    " together query_parenthesised expect_braces expect_rows expect_tuple"
)


class ExpressionBuilder:
    """What the productions of expressions and domains build."""

    def __init__(self, source: Source, report: Report) -> None:
        self.source = source
        self.report = report

    def span(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)

    def ident(self, token: Token) -> ast.Ident:
        return ast.Ident(str(token.value), span=self.span(token))

    def idents(self, tokens: Children) -> tuple[ast.Ident, ...]:
        return tuple(self.ident(t) for t in tokens)

    # ------------------------------------------------------------------ leaves

    def on_int(self, at: Span, c: Children) -> ast.Int:
        return ast.Int(c[0].value, span=at)

    def on_negative(self, at: Span, c: Children) -> ast.Unary:
        return ast.Unary("-", ast.Int(c[0].value, span=self.span(c[0])), span=at)

    def on_true(self, at: Span, c: Children) -> ast.Bool:
        return ast.Bool(True, span=at)

    def on_false(self, at: Span, c: Children) -> ast.Bool:
        return ast.Bool(False, span=at)

    def on_name(self, at: Span, c: Children) -> ast.Name:
        return ast.Name(c[0].value, span=at)

    on_bare_name = on_name

    def on_qualified(self, at: Span, c: Children) -> ast.Qualified:
        return ast.Qualified(c[0].value, c[1].value, span=at)

    def on_names(self, at: Span, c: Children) -> tuple[ast.Ident, ...]:
        return self.idents(c)

    on_names_in_list = on_ids = on_ids_in_list = on_names

    # ------------------------------------------------------------------ operators

    def on_binary(self, at: Span, c: Children) -> ast.Binary:
        left, op, right = c
        return ast.Binary(op.kind, left, right, span=at, op_span=self.span(op))

    def on_compare(self, at: Span, c: Children) -> Token:
        token: Token = c[0]
        return token

    def on_chained(self, at: Span, c: Children) -> ast.Binary:
        """Read as the conjunction that was meant, after saying that it must be written."""
        before, op, right = c
        joint = self.source.text[before.right.span.start : before.right.span.end]
        first = self.source.text[before.left.span.start : before.right.span.end]
        second = self.source.text[op.start : at.end]
        meant = f"{first} and {joint} {second}"
        if self.source.text[: before.left.span.start].rstrip().endswith(("not", "¬", "!")):
            meant = f"({meant})"  # which binds tighter than `and`
        message = f"comparisons do not chain; write {meant}"
        self.report.error("chained-comparison", self.span(op), message)
        return ast.Binary(op.kind, before.right, right, span=at, op_span=self.span(op))

    def on_or_chain(self, at: Span, c: Children) -> ast.Chain:
        return ast.Chain("or", tuple(c), span=at)

    def on_and_chain(self, at: Span, c: Children) -> ast.Chain:
        return ast.Chain("and", tuple(c), span=at)

    def on_not_expr(self, at: Span, c: Children) -> ast.Unary:
        return ast.Unary("not", c[0], span=at)

    def on_minus(self, at: Span, c: Children) -> ast.Unary:
        return ast.Unary("-", c[0], span=at)

    def on_in(self, at: Span, c: Children) -> ast.In:
        return ast.In(c[0], c[1], False, span=at)

    def on_not_in(self, at: Span, c: Children) -> ast.In:
        return ast.In(c[0], c[1], True, span=at)

    def on_set_literal(self, at: Span, c: Children) -> ast.SetLit:
        return ast.SetLit(tuple(c), span=at)

    # ------------------------------------------------------------------ calls, branches

    def on_call(self, at: Span, c: Children) -> ast.Call:
        return ast.Call(c[0].value, tuple(c[1:]), span=at, name_span=self.span(c[0]))

    def on_word_function(self, at: Span, c: Children) -> Token:
        token: Token = c[0]
        return token

    on_word_call = on_call

    def on_parenthesised(self, at: Span, c: Children) -> ast.Expr:
        """No node of its own, but the node's place takes in the parentheses."""
        inner: ast.Expr = c[0]
        object.__setattr__(inner, "span", at)  # just built, and only ours
        return inner

    def on_tuple(self, at: Span, c: Children) -> ast.Tuple:
        return ast.Tuple(tuple(c), span=at)

    def on_if(self, at: Span, c: Children) -> ast.If:
        return ast.If(*c, span=at)

    def on_match(self, at: Span, c: Children) -> ast.Match:
        return ast.Match(*c, span=at)

    def on_arms(self, at: Span, c: Children) -> tuple[ast.Arm, ...]:
        return tuple(c)

    def on_arm(self, at: Span, c: Children) -> ast.Arm:
        return ast.Arm(*c, span=at)

    def on_default(self, at: Span, c: Children) -> ast.Expr:
        inner: ast.Expr = c[0]
        return inner

    # ------------------------------------------------------------------ binders

    def on_binders(self, at: Span, c: Children) -> tuple[ast.Binder, ...]:
        return tuple(c)

    def on_binder(self, at: Span, c: Children) -> ast.Binder:
        return ast.Binder(*c, span=at)

    def on_quantified(self, at: Span, c: Children) -> ast.Quant:
        return ast.Quant(*c, span=at)

    def on_word(self, at: Span, c: Children) -> str:
        """A rule that only lists words: which one it was."""
        kind: str = c[0].kind
        return kind

    on_quantifier = on_aggregator = on_aggregator_of = on_cardinal = on_word

    def on_body(self, at: Span, c: Children) -> ast.Expr:
        inner: ast.Expr = c[0]
        return inner

    def on_aggregate(self, at: Span, c: Children) -> ast.Agg:
        kind, binders, where, body, default = c
        if body is None and kind not in ("set", "select_unique"):
            message = f"{kind} needs `:` and a body; write {kind}({_with_body(binders, where)})"
            self.report.error("syntax", at, message)
        if body is not None and kind == "select_unique":
            message = "select_unique has no body; its condition stands after `where`"
            self.report.error("syntax", body.span, message)
        if default is not None and kind not in ("min", "max", "select_unique"):
            self.report.error("syntax", default.span, f"{kind} takes no default: it is never empty")
        return ast.Agg(kind, None, binders, where, body, default, span=at)

    def on_bound(self, at: Span, c: Children) -> ast.Expr:
        inner: ast.Expr = c[0]
        return inner

    def on_cardinality(self, at: Span, c: Children) -> ast.Agg:
        kind, bound, binders, where, body = c
        return ast.Agg(kind, bound, binders, where, body, None, span=at)

    def on_aggregate_of(self, at: Span, c: Children) -> ast.AggOf:
        return ast.AggOf(c[0], None, tuple(c[1:]), span=at)

    def on_cardinality_of(self, at: Span, c: Children) -> ast.AggOf:
        return ast.AggOf(c[0], c[1], tuple(c[2:]), span=at)

    # ------------------------------------------------------------------ domains

    def on_named_domain(self, at: Span, c: Children) -> ast.NamedDomain:
        return ast.NamedDomain(c[0].value, span=at)

    def on_subset(self, at: Span, c: Children) -> ast.Subset:
        return ast.Subset(c[0].value, self.idents(c[1:]), span=at)

    def on_range(self, at: Span, c: Children) -> ast.RangeLit:
        return ast.RangeLit(*c, span=at)

    def on_members(self, at: Span, c: Children) -> ast.Members:
        return ast.Members(tuple(c), span=at)

    def on_new_label(self, at: Span, c: Children) -> ast.NewLabel:
        return ast.NewLabel(c[0].value, c[1] or (), span=at)

    def on_union(self, at: Span, c: Children) -> ast.Union:
        return ast.Union(tuple(c), span=at)


def _with_body(binders: Sequence[ast.Binder], where: ast.Expr | None) -> str:
    """How `x in S where p` is written if p is what is counted; `…` for what is not there."""
    bound = " ".join(binders[0].span.to(binders[-1].span).text.split())
    return f"{bound}: {'…' if where is None else ' '.join(where.span.text.split())}"
