"""Builders of declarations and of the file; expressions and queries are in the two files beside."""

from __future__ import annotations

from typing import Any

from hlogic.compiler import ast
from hlogic.compiler.source import NOWHERE, Span
from hlogic.compiler.syntax.build_expressions import Children
from hlogic.compiler.syntax.build_queries import QueryBuilder
from hlogic.compiler.syntax.lexer import Token


class Builder(QueryBuilder):
    """What the productions of a file, its declarations and scopes build."""

    def on_file(self, at: Span, c: Children) -> ast.File:
        return ast.File(c[0], tuple(c[1:]), span=at)

    def on_item_header(self, at: Span, c: Children) -> ast.Header:
        name, title, meta = c
        return ast.Header("item", self.ident(name), self.text(title), meta or (), span=at)

    def on_module_header(self, at: Span, c: Children) -> ast.Header:
        return ast.Header("module", self.ident(c[0]), None, (), span=at)

    def on_meta(self, at: Span, c: Children) -> tuple[tuple[ast.Ident, str], ...]:
        return tuple(c)

    def on_meta_entry(self, at: Span, c: Children) -> tuple[ast.Ident, str]:
        return self.ident(c[0]), c[1]

    def on_meta_value(self, at: Span, c: Children) -> str:
        return str(c[0].value)

    def on_use_module(self, at: Span, c: Children) -> ast.Use:
        return ast.Use(c[0], None, c[1], span=at)

    def on_use_path(self, at: Span, c: Children) -> ast.Use:
        return ast.Use(None, c[0].value, c[1], span=at)

    def on_dotted(self, at: Span, c: Children) -> str:
        return ".".join(t.value for t in c)

    def on_background_text(self, at: Span, c: Children) -> ast.Background:
        return ast.Background(c[0].value, None, span=at)

    def on_background_file(self, at: Span, c: Children) -> ast.Background:
        return ast.Background(None, c[0].value, span=at)

    # ------------------------------------------------------------------ claims

    def on_claim(self, at: Span, c: Children) -> ast.Claim:
        id, place, text, ending, status = c
        return self._claim(at, id, place, text, ending, status or ("claim", None, None))

    def on_inert(self, at: Span, c: Children) -> ast.Claim:
        id, place, text, ending, because = c
        return self._claim(at, id, place, text, ending, ("inert", None, because))

    def _claim(
        self, at: Span, id: Token, place: Any, text: Token, ending: Token | None, status: Any
    ) -> ast.Claim:
        occurrence, points, placed = place or (None, None, NOWHERE)
        kind, restated, because = status
        return ast.Claim(
            self.ident(id), occurrence, points, str(text.value), self.text(ending),
            kind, restated, self.text(because), span=at, place_span=placed,
            text_span=self.span(text), ending_span=self.span(ending or text),
            because_span=self.span(because or text),
        )  # fmt: skip

    def on_occurrence(self, at: Span, c: Children) -> tuple[int, None, Span]:
        return c[0].value, None, at

    def on_code_points(self, at: Span, c: Children) -> tuple[None, tuple[int, int], Span]:
        return None, (c[0].value, c[1].value), at

    def on_restates(self, at: Span, c: Children) -> tuple[str, ast.Ident, None]:
        return "restates", self.ident(c[0]), None

    def on_unmodelled(self, at: Span, c: Children) -> tuple[str, None, Token]:
        return "unmodelled", None, c[0]

    # ------------------------------------------------------------------ what declarations share

    def on_params(self, at: Span, c: Children) -> ast.Params:
        where = c.pop()
        if not any(isinstance(p, ast.Binder) for p in c):
            if where is not None:
                message = "`where` needs named parameters, as in (x in S where …)"
                self.report.error("syntax", where.span, message)
            return ast.Params(tuple(c), span=at)
        return ast.Params((), self._named_params(c), where, span=at)

    def _named_params(self, parts: Children) -> tuple[ast.Binder, ...]:
        """`(x, y in S)`: the bare names before an `in` are names too, which the grammar can't know
        when it meets them."""
        binders: list[ast.Binder] = []
        bare: list[ast.Ident] = []
        for part in parts:
            if isinstance(part, ast.Binder):
                joined = (*bare, *part.names)
                span = joined[0].span.to(part.span)
                binders.append(ast.Binder(joined, part.domain, span=span))
                bare = []
            elif isinstance(part, ast.NamedDomain):
                bare.append(ast.Ident(part.name, span=part.span))
            else:
                self.report.error("syntax", part.span, "a named parameter is `x in S`")
        for ident in bare:
            message = f"say what {ident.name} ranges over: `{ident.name} in S`"
            self.report.error("syntax", ident.span, message)
        return tuple(binders)

    def on_param(self, at: Span, c: Children) -> ast.Binder | ast.Domain:
        if len(c) == 1:
            domain: ast.Domain = c[0]
            return domain
        return ast.Binder((self.ident(c[0]),), c[1], span=at)

    # ------------------------------------------------------------------ sorts, variables, tables

    def on_sort_of_labels(self, at: Span, c: Children) -> ast.Sort:
        name, aliases, ordered, open, labels, trailer = c
        return ast.Sort(
            self.ident(name), aliases or (), ordered is not None, open is not None, bool(open),
            labels, None, trailer or ast.NO_TRAILER, span=at,
        )  # fmt: skip

    def on_sort_of_domain(self, at: Span, c: Children) -> ast.Sort:
        name, aliases, domain, trailer = c
        return ast.Sort(
            self.ident(name), aliases or (), False, False, False, None, domain,
            trailer or ast.NO_TRAILER, span=at,
        )  # fmt: skip

    def on_ordered(self, at: Span, c: Children) -> bool:
        return True

    on_stable = on_distinct = on_ordered

    def on_open(self, at: Span, c: Children) -> bool:
        """Whether `distinct` follows."""
        return len(c) > 1

    def on_labels(self, at: Span, c: Children) -> tuple[Any, ...]:
        return tuple(c)

    on_entries = on_macro_params = on_predicates = on_rules = on_operations = on_labels
    on_targets = on_targets_in_list = on_arguments = on_labels

    def on_var(self, at: Span, c: Children) -> ast.Var:
        name, params, aliases, domain, trailer = c
        return ast.Var(
            self.ident(name), params or ast.NO_PARAMS, aliases or (), domain,
            trailer or ast.NO_TRAILER, span=at,
        )  # fmt: skip

    def on_table(self, at: Span, c: Children) -> ast.Table:
        name, params, aliases, domain, entries, default, trailer = c
        self._refuse_arrows(entries)
        return ast.Table(
            self.ident(name), params or ast.NO_PARAMS, aliases or (), domain, entries, default,
            trailer or ast.NO_TRAILER, span=at,
        )  # fmt: skip

    def _refuse_arrows(self, entries: tuple[ast.Entry, ...]) -> None:
        """`mei -> 3` is no key: say so at the first of them, and nothing else of their signs."""
        arrows = [
            key
            for entry in entries
            if entry.value is None and isinstance(key := entry.key[0], ast.Binary)
            if key.op == "implies" and key.op_span.text != "implies"
        ]
        if not arrows:
            return
        signs = {(arrow.op_span.start, arrow.op_span.end) for arrow in arrows}
        found = self.report.diagnostics
        found[:] = [d for d in found if (d.span.start, d.span.end) not in signs]
        left, right = arrows[0].left.span, arrows[0].right.span
        message = f"an entry has a colon; write {left.text}: {right.text}"
        self.report.error("arrow-for-colon", arrows[0].op_span, message)

    def on_entry(self, at: Span, c: Children) -> ast.Entry:
        key, value = c
        return ast.Entry(key.items if isinstance(key, ast.Tuple) else (key,), value, span=at)

    def on_derive(self, at: Span, c: Children) -> ast.Derive:
        name, params, aliases, domain, body, trailer = c
        return ast.Derive(
            self.ident(name), params or ast.NO_PARAMS, aliases or (), domain, body,
            trailer or ast.NO_TRAILER, span=at,
        )  # fmt: skip

    def on_result(self, at: Span, c: Children) -> ast.Domain:
        domain: ast.Domain = c[0]
        return domain

    def on_macro(self, at: Span, c: Children) -> ast.Macro:
        name, params, result, body, trailer = c
        return ast.Macro(
            self.ident(name), params or (), result, body, trailer or ast.NO_TRAILER, span=at
        )

    def on_macro_param(self, at: Span, c: Children) -> ast.MacroParam:
        return ast.MacroParam(c[0].value, c[1], span=at)

    # ------------------------------------------------------------------ definitions, constraints

    def on_define_one(self, at: Span, c: Children) -> ast.Define:
        stable, predicate, rules, trailer = c
        return ast.Define(
            bool(stable), False, (predicate,), rules, trailer or ast.NO_TRAILER, span=at
        )

    def on_define_group(self, at: Span, c: Children) -> ast.Define:
        stable, predicates, rules, trailer = c
        return ast.Define(bool(stable), True, predicates, rules, trailer or ast.NO_TRAILER, span=at)

    def on_predicate(self, at: Span, c: Children) -> ast.Predicate:
        name, params, aliases = c
        return ast.Predicate(self.ident(name), params or ast.NO_PARAMS, aliases or (), span=at)

    def on_rule(self, at: Span, c: Children) -> ast.Rule:
        id, params, aliases, head, body, trailer = c
        return ast.Rule(
            self.ident(id), params or ast.NO_PARAMS, aliases or (), head, body,
            trailer or ast.NO_TRAILER, span=at,
        )  # fmt: skip

    def on_constraint(self, at: Span, c: Children) -> ast.Constraint:
        id, params, aliases, body, trailer = c
        return ast.Constraint(
            self.ident(id), params or ast.NO_PARAMS, aliases or (), body,
            trailer or ast.NO_TRAILER, span=at,
        )  # fmt: skip

    # ------------------------------------------------------------------ scopes

    def on_scope(self, at: Span, c: Children) -> ast.Scope:
        name, aliases, parents, operations, trailer = c
        return ast.Scope(
            self.ident(name), aliases or (), parents or (), operations,
            trailer or ast.NO_TRAILER, span=at,
        )  # fmt: skip

    def on_target(self, at: Span, c: Children) -> ast.Target:
        return ast.Target(c[0].value, c[1] or None, span=at)

    def on_only(self, at: Span, c: Children) -> ast.Only:
        return ast.Only(c[0], c[1] or ast.NO_TRAILER, span=at)

    def on_only_tags(self, at: Span, c: Children) -> ast.OnlyTags:
        return ast.OnlyTags(c[0], c[1] or ast.NO_TRAILER, span=at)

    def on_retract(self, at: Span, c: Children) -> ast.Retract:
        return ast.Retract(c[0], c[1] or ast.NO_TRAILER, span=at)

    def on_retract_citing(self, at: Span, c: Children) -> ast.RetractCiting:
        return ast.RetractCiting(c[0], c[1] or ast.NO_TRAILER, span=at)

    def on_retract_tags(self, at: Span, c: Children) -> ast.RetractTags:
        return ast.RetractTags(c[0], c[1] or ast.NO_TRAILER, span=at)

    def on_disable(self, at: Span, c: Children) -> ast.Disable:
        return ast.Disable(c[0], c[1] or ast.NO_TRAILER, span=at)

    def on_replace(self, at: Span, c: Children) -> ast.Replace:
        return ast.Replace(c[0], c[1], c[2] or ast.NO_TRAILER, span=at)

    def on_assume_unnamed(self, at: Span, c: Children) -> ast.Assume:
        return ast.Assume(None, c[0], c[1] or ast.NO_TRAILER, span=at)

    def on_assume_named(self, at: Span, c: Children) -> ast.Assume:
        return ast.Assume(self.ident(c[0]), c[1], c[2] or ast.NO_TRAILER, span=at)

    def on_change(self, at: Span, c: Children) -> ast.Change:
        """What ends the operation ends the change: its citations are the change's."""
        name, aliases, weight, operation = c
        trailer = operation.trailer
        object.__setattr__(operation, "trailer", ast.NO_TRAILER)  # just built, and only ours
        value = None if weight is None else weight.value
        return ast.Change(self.ident(name), aliases or (), value, operation, trailer, span=at)
