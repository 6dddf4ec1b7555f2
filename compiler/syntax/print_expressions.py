"""Expressions and domains as pieces, with as few parentheses as read back the same.

Each node is written as texts, marks and parts still to be written; a part says how loosely it may
bind and whether it stands at an end, where a quantifier or an `else` may run on. So printing walks
a list and never recurses.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from hlogic.compiler import ast
from hlogic.compiler.record import record
from hlogic.compiler.source import Span
from hlogic.compiler.syntax.layout import Item, ItemEnd, Mark, Piece
from hlogic.compiler.syntax.lexer import RESERVED

# How tightly a form binds, from the loosest: the rules of the grammar in their order.
IFF, IMPLIES, XOR, OR, AND, NOT, COMPARISON, SUM, PRODUCT, UNARY, ATOM = range(11)
_BINARY = {
    "iff": (IFF, IFF, IMPLIES),
    "implies": (IMPLIES, XOR, IMPLIES),
    "xor": (XOR, XOR, OR),
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), (COMPARISON, SUM, SUM)),
    **dict.fromkeys(("+", "-"), (SUM, SUM, PRODUCT)),
    **dict.fromkeys(("*", "//", "%"), (PRODUCT, PRODUCT, UNARY)),
}


@record
class Part:
    """A node still to be written: in parentheses if it binds more loosely than `level`, or if it
    runs on to the right and does not stand `last`."""

    node: ast.Node
    level: int = IFF
    last: bool = True


Pieces = list["Piece | Part"]
Member = tuple[Span, Pieces]  # of a list: where it was read, and what is written


def broken(*pieces: Piece | Part) -> Pieces:
    """A group."""
    return [Mark.OPEN, *pieces, Mark.CLOSE]


def listed(
    open_: str, members: Sequence[Member], close: str, separator: str = ",",
    *, edge: Mark = Mark.SOFT, between: Mark = Mark.LINE, after: Iterable[Piece | Part] = (),
) -> Pieces:  # fmt: skip
    """Members between brackets, on one line or a line each."""
    after = list(after)
    if not members and not after:
        return [open_, close]
    pieces: Pieces = [open_, Mark.OPEN, Mark.INDENT]
    for at, (span, inner) in enumerate(members):
        item = Item(span.start, span.end, True)
        final = at == len(members) - 1
        pieces += [between if at else edge, item, *inner]
        if not final:
            pieces.append(separator)
        pieces.append(ItemEnd(item, final))
    if after:
        pieces += [between if members else edge, *after]
    return [*pieces, Mark.DEDENT, edge, close, Mark.CLOSE]


def parts(nodes: Iterable[ast.Node]) -> list[Member]:
    return [(n.span, [Part(n)]) for n in nodes]


def is_name(text: str) -> bool:
    """Whether a text reads back as a name with the same spelling; marks are left to quotes."""
    return (
        re.fullmatch(r"[^\W\d]\w*", text) is not None
        and not any(unicodedata.category(c) == "No" for c in text)
        and unicodedata.is_normalized("NFC", text)
        and text not in RESERVED
    )


def passage(text: str) -> str:
    """A text of the background: verbatim where it has several lines."""
    strange = r"[^\S \n　]|[\x00-\x09\x0b-\x1f\x7f]"
    if "\n" in text and '"""' not in text and not re.search(strange, text):
        return f'"""\n{text}\n"""'
    return quoted(text)


def quoted(text: str) -> str:
    """A text in its quotes, on one line."""
    out = []
    for c in text:
        if c in '"\\':
            out.append(f"\\{c}")
        elif c in "\n\t":
            out.append({"\n": "\\n", "\t": "\\t"}[c])
        elif c.isprintable() or c == "　":
            out.append(c)
        else:
            out.append(f"\\u{{{ord(c):x}}}")
    return f'"{"".join(out)}"'


class ExpressionWriter:
    """Writes the forms of section 6 and the domains of section 4."""

    def write(self, part: Part) -> Pieces:
        node = part.node
        method = getattr(self, f"write_{type(node).__name__}")
        pieces: Pieces = method(node, part.last)
        loose = _LEVELS.get(type(node), ATOM)
        if isinstance(node, ast.Binary):
            loose = _BINARY[node.op][0]
        elif isinstance(node, ast.Chain):
            loose = OR if node.op == "or" else AND
        elif isinstance(node, ast.Unary):
            loose = NOT if node.op == "not" else UNARY
        runs_on = isinstance(node, (ast.Quant, ast.If)) and not part.last
        if loose < part.level or runs_on:
            return ["(", Mark.INDENT, *method(node, True), Mark.DEDENT, ")"]
        return pieces

    # ------------------------------------------------------------------ expressions

    def write_Int(self, node: ast.Int, last: bool) -> Pieces:
        return [str(node.value)]

    def write_Bool(self, node: ast.Bool, last: bool) -> Pieces:
        return ["true" if node.value else "false"]

    def write_Name(self, node: ast.Name, last: bool) -> Pieces:
        return [node.name]

    def write_Ident(self, node: ast.Ident, last: bool) -> Pieces:
        return [node.name]

    def write_Qualified(self, node: ast.Qualified, last: bool) -> Pieces:
        return [f"{node.sort}.{node.label}"]

    def write_Call(self, node: ast.Call, last: bool) -> Pieces:
        return [node.name, *listed("(", parts(node.args), ")")]

    def write_Unary(self, node: ast.Unary, last: bool) -> Pieces:
        if node.op == "not":
            return ["not ", Part(node.arg, NOT, last)]
        return ["-", Part(node.arg, UNARY, last)]

    def write_Chain(self, node: ast.Chain, last: bool) -> Pieces:
        level = AND if node.op == "or" else NOT
        pieces: Pieces = [Mark.OPEN]
        for at, item in enumerate(node.items):
            mark = Item(item.span.start, item.span.end, at > 0)
            final = at == len(node.items) - 1
            lead: Pieces = [Mark.LINE, mark, f"{node.op} "] if at else [mark]
            pieces += [*lead, Part(item, level, last and final), ItemEnd(mark, False)]
        return [*pieces, Mark.CLOSE]

    def write_Binary(self, node: ast.Binary, last: bool) -> Pieces:
        _, left, right = _BINARY[node.op]
        return broken(
            Part(node.left, left, False), Mark.LINE, f"{node.op} ", Part(node.right, right, last)
        )

    def write_SetLit(self, node: ast.SetLit, last: bool) -> Pieces:
        return listed("{", parts(node.items), "}", edge=Mark.LINE)

    def write_RangeLit(self, node: ast.RangeLit, last: bool) -> Pieces:
        return [Part(node.low, SUM, False), "..", Part(node.high, SUM, last)]

    def write_In(self, node: ast.In, last: bool) -> Pieces:
        word = " not in " if node.negated else " in "
        return [Part(node.item, SUM, False), word, Part(node.collection, SUM, last)]

    def write_Tuple(self, node: ast.Tuple, last: bool) -> Pieces:
        return listed("(", parts(node.items), ")")

    def write_If(self, node: ast.If, last: bool) -> Pieces:
        return broken(
            "if ", Part(node.condition), Mark.LINE, "then ", Part(node.then), Mark.LINE, "else ",
            Part(node.otherwise),
        )  # fmt: skip

    def write_Match(self, node: ast.Match, last: bool) -> Pieces:
        arms: list[Member] = [
            (arm.span, [Part(arm.key), ": ", Part(arm.body)]) for arm in node.arms
        ]
        after: Pieces = [] if node.default is None else ["default ", Part(node.default)]
        # `match x in S {` would read a subset of S.
        return [
            "match ", Part(node.subject, ATOM, False), " ",
            *listed("{", arms, "}", edge=Mark.LINE, after=after),
        ]  # fmt: skip

    def binders(self, binders: Sequence[ast.Binder], where: ast.Expr | None) -> Pieces:
        pieces: Pieces = []
        for at, binder in enumerate(binders):
            names = ", ".join(n.name for n in binder.names)
            pieces += [", " if at else "", f"{names} in ", Part(binder.domain)]
        return pieces if where is None else [*pieces, " where ", Part(where)]

    def write_Quant(self, node: ast.Quant, last: bool) -> Pieces:
        head = self.binders(node.binders, node.where)
        body: Pieces = [Mark.INDENT, Mark.LINE, Part(node.body), Mark.DEDENT]
        return broken(f"{node.kind} ", *head, ":", *body)

    def _aggregator(self, kind: str, bound: ast.Expr | None) -> Pieces:
        if bound is None:
            return [kind]
        if isinstance(bound, (ast.Int, ast.Name)):
            return [f"{kind} ", Part(bound), " "]
        return [f"{kind} (", Part(bound), ") "]

    def write_Agg(self, node: ast.Agg, last: bool) -> Pieces:
        inner = self.binders(node.binders, node.where)
        if node.body is not None:
            inner += [":", Mark.LINE, Part(node.body)]
        if node.default is not None:
            inner += [Mark.LINE, "default ", Part(node.default)]
        return [
            *self._aggregator(node.kind, node.bound),
            *broken("(", Mark.INDENT, Mark.SOFT, *inner, Mark.DEDENT, Mark.SOFT, ")"),
        ]

    def write_AggOf(self, node: ast.AggOf, last: bool) -> Pieces:
        head = self._aggregator(node.kind, node.bound)
        space = "" if node.bound is not None else " "
        return [*head, f"{space}of ", *listed("{", parts(node.items), "}", edge=Mark.LINE)]

    # ------------------------------------------------------------------ domains

    def write_NamedDomain(self, node: ast.NamedDomain, last: bool) -> Pieces:
        return [node.name]

    def write_Subset(self, node: ast.Subset, last: bool) -> Pieces:
        return [f"{node.sort} ", *listed("{", parts(node.labels), "}", edge=Mark.LINE)]

    def write_Members(self, node: ast.Members, last: bool) -> Pieces:
        return listed("{", parts(node.items), "}", edge=Mark.LINE)

    def write_NewLabel(self, node: ast.NewLabel, last: bool) -> Pieces:
        return [node.name + self.aliases(node.aliases)]

    def write_Union(self, node: ast.Union, last: bool) -> Pieces:
        pieces: Pieces = []
        for at, part in enumerate(node.parts):
            pieces += [" | " if at else "", Part(part)]
        return pieces

    def aliases(self, aliases: Sequence[str]) -> str:
        return f" {' | '.join(quoted(a) for a in aliases)}" if aliases else ""


_LEVELS: dict[Any, int] = {ast.In: COMPARISON}
