"""Syntax tree to canonical text; parsing the text gives the same tree.

    print_file(tree)     a whole file
    print_expr(expr)     one expression, on one line
    print_query(query)   one query, on one line

The forms are in print_expressions, print_queries and print_declarations, line breaks in layout.
"""

from __future__ import annotations

from collections.abc import Sequence

from hlogic.compiler import ast
from hlogic.compiler.syntax.layout import Mark, Piece, lay_out
from hlogic.compiler.syntax.lexer import Comment
from hlogic.compiler.syntax.print_declarations import DeclarationWriter
from hlogic.compiler.syntax.print_expressions import Part

_ONE_LINE = 10**8


def pieces_of(node: ast.Node) -> list[Piece]:
    """All pieces of a node, in the order of the text."""
    writer = DeclarationWriter()
    out: list[Piece] = []
    waiting: list[Piece | Part] = [Part(node)]
    while waiting:
        piece = waiting.pop()
        if isinstance(piece, Part):
            waiting.extend(reversed(writer.write(piece)))
        elif piece != "":
            out.append(piece)
    return out


def _flat(node: ast.Node) -> str:
    """On one line: every break of a list or a case is a space."""
    pieces = [Mark.LINE if p is Mark.HARD else p for p in pieces_of(node)]
    return lay_out([Mark.OPEN, *pieces, Mark.CLOSE], _ONE_LINE)


def print_expr(expr: ast.Expr | ast.Domain) -> str:
    return _flat(expr)


def print_query(query: ast.Query) -> str:
    return _flat(query)


def print_declaration(declaration: ast.Node) -> str:
    return lay_out(pieces_of(declaration))


def print_file(file: ast.File, comments: Sequence[Comment] = ()) -> str:
    """The canonical text. Comments need the spans of a parsed tree; without them the kinds of
    declarations are set apart by blank lines."""
    if comments:
        from hlogic.compiler.syntax.format import print_with_comments

        return print_with_comments(file, comments)
    blocks = [print_declaration(file.header)]
    before: ast.Node = file.header
    for declaration in file.declarations:
        text = print_declaration(declaration)
        if type(declaration) is not type(before):
            blocks.append("")
        blocks.append(text)
        before = declaration
    return "\n".join(blocks) + "\n"
