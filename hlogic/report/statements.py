"""The declarations of an item as its report shows them, each under its key."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from hlogic.compiler import ast
from hlogic.compiler.reporting import Kind, Statement
from hlogic.compiler.source import Span

Declared = (
    ast.Sort | ast.Var | ast.Table | ast.Derive | ast.Macro | ast.Define | ast.Constraint
    | ast.Scope | ast.Change
)  # fmt: skip
KINDS: Mapping[type[ast.Node], Kind] = {
    ast.Sort: "sort",
    ast.Var: "var",
    ast.Table: "table",
    ast.Derive: "derive",
    ast.Macro: "def",
    ast.Define: "define",
    ast.Rule: "rule",
    ast.Constraint: "constraint",
    ast.Scope: "scope",
    ast.Change: "change",
}


class Statements:
    """All statements of a file; `key_of` tells the key of a declaration, of a rule, or of the
    scope or change that an operation belongs to."""

    def __init__(self, file: ast.File) -> None:
        self._keys: dict[int, str] = {}
        self.all = [_statement(d) for d in file.declarations if isinstance(d, Declared)]
        for declared in file.declarations:
            if isinstance(declared, ast.Ask):
                self._keys[id(declared)] = f"ask:{declared.id.name}"
            elif isinstance(declared, Declared):
                self._keys.update((id(node), key) for node, key in _keys(declared))

    def key_of(self, node: ast.Node) -> str:
        return self._keys[id(node)]


def alias_of(aliases: Sequence[str]) -> str | None:
    """What the text calls a declaration, with an ellipsis for each argument."""
    return re.sub(r"\{(?:\d+|value)\}", "…", aliases[0]) if aliases else None


def _keys(declared: Declared) -> Iterator[tuple[ast.Node, str]]:
    key = _key(declared)
    yield declared, key
    match declared:
        case ast.Define(rules=rules):
            yield from ((rule, _key(rule)) for rule in rules)
        case ast.Scope(operations=operations):
            yield from ((operation, key) for operation in operations)
        case ast.Change(operation=operation):
            yield operation, key


def _key(declared: Declared | ast.Rule) -> str:
    match declared:
        case ast.Constraint(id=ident) | ast.Rule(id=ident):
            return f"rule:{ident.name}"
        case ast.Define(predicates=predicates):
            return f"value:{predicates[0].name.name}"
        case ast.Scope(name=name):
            return f"scope:{name.name}"
        case ast.Change(name=name):
            return f"change:{name.name}"
        case _:
            return f"value:{declared.name.name}"


def _statement(declared: Declared) -> Statement:
    parts: tuple[Statement, ...] = ()
    cut = declared.trailer.span
    aliases: Sequence[str] = ()
    match declared:
        case ast.Define(predicates=predicates, rules=rules):
            name = ", ".join(p.name.name for p in predicates)
            aliases = [alias for p in predicates for alias in p.aliases[:1]]
            parts = tuple(_rule(rule) for rule in rules)
            cut = rules[0].span if rules else cut
        case ast.Constraint(id=ident, aliases=aliases):
            name = ident.name
        case ast.Macro(name=ident):
            name = ident.name
        case _:
            name, aliases = declared.name.name, declared.aliases
    return Statement(
        key=_key(declared),
        kind=KINDS[type(declared)],
        name=name,
        alias=alias_of(aliases),
        text=_written(declared.span, cut),
        line=declared.span.line,
        cites=tuple(c.name for c in declared.trailer.cites),
        parts=parts,
    )


def _rule(rule: ast.Rule) -> Statement:
    return Statement(
        key=_key(rule),
        kind="rule",
        name=rule.id.name,
        alias=alias_of(rule.aliases),
        text=_written(rule.span, rule.trailer.span),
        line=rule.span.line,
        cites=tuple(c.name for c in rule.trailer.cites),
    )


def _written(span: Span, cut: Span) -> str:
    """A declaration as it stands in its file, up to its trailer; of a `define` up to its rules.
    Lines after the first lose the margin at which it begins."""
    end = cut.start if span.start < cut.start < span.end else span.end
    first, *more = span.source.text[span.start : end].rstrip().split("\n")
    margin = span.column - 1
    return "\n".join([first, *(line[:margin].lstrip() + line[margin:] for line in more)])
