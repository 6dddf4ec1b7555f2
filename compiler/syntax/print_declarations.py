"""Declarations, scopes and the header as pieces."""

from __future__ import annotations

from collections.abc import Sequence

from hlogic.compiler import ast
from hlogic.compiler.syntax.layout import Mark
from hlogic.compiler.syntax.print_expressions import (
    Member,
    Part,
    Pieces,
    broken,
    is_name,
    listed,
    parts,
    passage,
    quoted,
)
from hlogic.compiler.syntax.print_queries import QueryWriter


def names(idents: Sequence[ast.Ident]) -> str:
    return ", ".join(i.name for i in idents)


class DeclarationWriter(QueryWriter):
    """Writes sections 1 to 3, 5 and 8."""

    def write_Header(self, node: ast.Header, last: bool) -> Pieces:
        title = "" if node.title is None else f" {quoted(node.title)}"
        head = f"{node.kind} {node.name.name}{title}"
        if not node.meta:
            return [head]
        # The values have no place of their own in the tree, so comments find none among them.
        pieces: Pieces = []
        for key, value in node.meta:
            pieces += [",", Mark.LINE] if pieces else []
            pieces.append(f"{key.name}: {_meta_value(value)}")
        return [f"{head} {{", *broken(Mark.INDENT, Mark.LINE, *pieces, Mark.DEDENT, Mark.LINE, "}")]

    def write_Use(self, node: ast.Use, last: bool) -> Pieces:
        chosen = "" if node.names is None else f" ({names(node.names)})"
        return [f"use {node.module if node.path is None else quoted(node.path)}{chosen}"]

    def write_Background(self, node: ast.Background, last: bool) -> Pieces:
        if node.file is not None:
            return [f"background from {quoted(node.file)}"]
        return [f"background {passage(node.text or '')}"]

    def write_Claim(self, node: ast.Claim, last: bool) -> Pieces:
        place = ""
        if node.occurrence is not None:
            place = f" @{node.occurrence}"
        elif node.place is not None:
            place = f" [{node.place[0]}:{node.place[1]}]"
        word = "inert" if node.status == "inert" else "claim"
        text = passage(node.text) if node.ending is None else (
            f"{passage(node.text)} .. {passage(node.ending)}"
        )  # fmt: skip
        pieces: Pieces = [f"{word} {node.id.name}{place} {text}"]
        if node.restated is not None:
            pieces.append(f" restates {node.restated.name}")
        elif node.because is not None:
            unmodelled = "unmodelled " if node.status == "unmodelled" else ""
            reason = f"{unmodelled}because {quoted(node.because)}"
            pieces += [Mark.INDENT, Mark.LINE, reason, Mark.DEDENT]
        return broken(*pieces)

    # ------------------------------------------------------------------ shared

    def params(self, node: ast.Params) -> Pieces:
        if node.binders is not None:
            return ["(", *self.binders(node.binders, node.where), ")"]
        return listed("(", parts(node.domains), ")") if node.domains else []

    def trailer(self, node: ast.Trailer) -> Pieces:
        said = []
        if node.cites:
            said.append(f"cites {names(node.cites)}")
        if node.note is not None:
            said.append(f"note {quoted(node.note)}")
        if node.tags:
            said.append(f"tags {names(node.tags)}")
        pieces: Pieces = [Mark.INDENT]
        for text in said:
            pieces += [Mark.WIDE, text]
        return [*pieces, Mark.DEDENT] if said else []

    def head(
        self, word: str, name: ast.Ident, params: ast.Params, aliases: Sequence[str]
    ) -> Pieces:
        return [f"{word}{name.name}", *self.params(params), self.aliases(aliases)]

    def stated(self, head: Pieces, body: Pieces, trailer: ast.Trailer) -> Pieces:
        """`head body  trailer`; the trailer moves to its own line before the body does."""
        inner = broken(*head, Mark.INDENT, Mark.LINE, *body, Mark.DEDENT)
        return broken(*inner, *self.trailer(trailer))

    # ------------------------------------------------------------------ the declarations

    def write_Sort(self, node: ast.Sort, last: bool) -> Pieces:
        head = f"sort {node.name.name}{self.aliases(node.aliases)}"
        if node.domain is not None:
            return broken(f"{head} = ", Part(node.domain), *self.trailer(node.trailer))
        head += " ordered" if node.ordered else ""
        head += " open" if node.open else ""
        head += " distinct" if node.distinct else ""
        labels = listed("{", parts(node.labels or ()), "}", edge=Mark.LINE)
        return broken(f"{head} ", *labels, *self.trailer(node.trailer))

    def write_Var(self, node: ast.Var, last: bool) -> Pieces:
        head = self.head("var ", node.name, node.params, node.aliases)
        return broken(*head, ": ", Part(node.domain), *self.trailer(node.trailer))

    def write_Table(self, node: ast.Table, last: bool) -> Pieces:
        entries: list[Member] = []
        for entry in node.entries:
            key = listed("(", parts(entry.key), ")") if len(entry.key) > 1 else [Part(entry.key[0])]
            value: Pieces = [] if entry.value is None else [": ", Part(entry.value)]
            entries.append((entry.span, [*key, *value]))
        default: Pieces = [] if node.default is None else [" default ", Part(node.default)]
        return broken(
            *self.head("table ", node.name, node.params, node.aliases), ": ", Part(node.domain),
            " = ", *listed("{", entries, "}", edge=Mark.LINE), *default,
            *self.trailer(node.trailer),
        )  # fmt: skip

    def write_Derive(self, node: ast.Derive, last: bool) -> Pieces:
        head = self.head("derive ", node.name, node.params, node.aliases)
        domain: Pieces = [] if node.domain is None else [": ", Part(node.domain)]
        return self.stated([*head, *domain, " ="], [Part(node.body)], node.trailer)

    def write_Macro(self, node: ast.Macro, last: bool) -> Pieces:
        params = listed("(", parts(node.params), ")") if node.params else []
        result: Pieces = [] if node.result is None else [": ", Part(node.result)]
        head = [f"def {node.name.name}", *params, *result, " ="]
        return self.stated(head, [Part(node.body)], node.trailer)

    def write_MacroParam(self, node: ast.MacroParam, last: bool) -> Pieces:
        return [node.name] if node.type is None else [f"{node.name}: ", Part(node.type)]

    def write_Predicate(self, node: ast.Predicate, last: bool) -> Pieces:
        return self.head("", node.name, node.params, node.aliases)

    def write_Define(self, node: ast.Define, last: bool) -> Pieces:
        head: Pieces = ["define stable " if node.stable else "define "]
        if node.grouped:
            head += [*listed("{", parts(node.predicates), "}", edge=Mark.LINE), " "]
        else:
            head += [Part(node.predicates[0]), " "]
        return broken(*head, *self._block(node.rules), *self.trailer(node.trailer))

    def _block(self, members: Sequence[ast.Operation]) -> Pieces:
        """`{ … }` of rules or operations: one may stand on the line, several have a line each."""
        if not members:
            return ["{ }"]
        between = Mark.HARD if len(members) > 1 else Mark.LINE
        edge = Mark.HARD if len(members) > 1 else Mark.LINE
        return listed("{", parts(members), "}", "", edge=edge, between=between)

    def write_Rule(self, node: ast.Rule, last: bool) -> Pieces:
        head = self.head("rule ", node.id, node.params, node.aliases)
        body: Pieces = [Part(node.head)]
        if node.body is not None:
            body += [" if ", Part(node.body)]
        return self.stated([*head, ":"], body, node.trailer)

    def write_Constraint(self, node: ast.Constraint, last: bool) -> Pieces:
        head = self.head("constraint ", node.id, node.params, node.aliases)
        return self.stated([*head, ":"], [Part(node.body)], node.trailer)

    # ------------------------------------------------------------------ scopes

    def write_Scope(self, node: ast.Scope, last: bool) -> Pieces:
        parents = f" extends {names(node.parents)}" if node.parents else ""
        head = f"scope {node.name.name}{self.aliases(node.aliases)}{parents} "
        return broken(head, *self._block(node.operations), *self.trailer(node.trailer))

    def _operation(self, word: str, rest: Pieces, trailer: ast.Trailer) -> Pieces:
        return broken(word, *rest, *self.trailer(trailer))

    def _targets(self, word: str, targets: Sequence[ast.Target], trailer: ast.Trailer) -> Pieces:
        pieces: Pieces = []
        for at, target in enumerate(targets):
            pieces += [", " if at else " ", Part(target)]
        return self._operation(word, pieces, trailer)

    def write_Only(self, node: ast.Only, last: bool) -> Pieces:
        return self._targets("only", node.targets, node.trailer)

    def write_OnlyTags(self, node: ast.OnlyTags, last: bool) -> Pieces:
        return self._operation("only tags ", [names(node.tags)], node.trailer)

    def write_Retract(self, node: ast.Retract, last: bool) -> Pieces:
        return self._targets("retract", node.targets, node.trailer)

    def write_RetractCiting(self, node: ast.RetractCiting, last: bool) -> Pieces:
        return self._operation("retract citing ", [names(node.claims)], node.trailer)

    def write_RetractTags(self, node: ast.RetractTags, last: bool) -> Pieces:
        return self._operation("retract tags ", [names(node.tags)], node.trailer)

    def write_Disable(self, node: ast.Disable, last: bool) -> Pieces:
        return self._targets("disable", node.rules, node.trailer)

    def write_Replace(self, node: ast.Replace, last: bool) -> Pieces:
        head: Pieces = ["replace ", Part(node.target), " with"]
        return self.stated(head, [Part(node.body)], node.trailer)

    def write_Assume(self, node: ast.Assume, last: bool) -> Pieces:
        head = "assume" if node.id is None else f"assume {node.id.name}:"
        return self.stated([head], [Part(node.body)], node.trailer)

    def write_Change(self, node: ast.Change, last: bool) -> Pieces:
        weight = "" if node.weight is None else f" weight {node.weight}"
        head = f"change {node.name.name}{self.aliases(node.aliases)}{weight}:"
        return self.stated([head], [Part(node.operation)], node.trailer)

    # ------------------------------------------------------------------ asks

    def write_Ask(self, node: ast.Ask, last: bool) -> Pieces:
        head = f"{node.kind} {node.id.name}"
        head += "" if node.question is None else f" {quoted(node.question)}"
        head += "" if node.under is None else f" under {node.under.name}"
        parts_: Pieces = [head, Mark.INDENT]
        if node.cites:
            parts_ += [Mark.LINE, f"cites {names(node.cites)}"]
        if node.strategies:
            parts_ += [Mark.LINE, f"strategies {names(node.strategies)}"]
        if node.note is not None:
            parts_ += [Mark.LINE, f"note {quoted(node.note)}"]
        inner = [*broken(*parts_, ":", Mark.DEDENT), Mark.INDENT, Mark.LINE]
        if isinstance(node.query, (ast.CaseQuery, ast.Incompatible)):
            inner = [*broken(*parts_, ":", Mark.DEDENT), Mark.INDENT, " "]
        expect: Pieces = []
        if node.expect is not None:
            expect = [Mark.LINE, "expect ", Part(node.expect)]
        return broken(*inner, Part(node.query), *expect, Mark.DEDENT)


def _meta_value(value: str) -> str:
    """Bare where it reads back as the same text."""
    number = value.isascii() and value.isdecimal() and len(value) < 20 and str(int(value)) == value
    return value if number or is_name(value) else quoted(value)
