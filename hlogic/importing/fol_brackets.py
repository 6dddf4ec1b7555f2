"""Brackets that fit: what closes nothing is left out, what is not closed is closed.

A bracket behind a name holds arguments, so it ends before a connective; any other ends with the
formula. Each change is reported where it is made.
"""

from __future__ import annotations

from hlogic.compiler.diagnostics import Report
from hlogic.compiler.source import Source, Span
from hlogic.importing.fol_lexer import END, QUANTIFIERS, Token
from hlogic.importing.repairs import mend

_NO_ARGUMENT = ("∧", "∨", "⊕", "→", "↔", "¬", *QUANTIFIERS)


def balanced(found: list[Token], source: Source, report: Report) -> list[Token]:
    """The tokens with brackets that pair; the end stays last."""
    out: list[Token] = []
    opened: list[tuple[Token, bool]] = []  # with whether it holds arguments

    def told(token: Token, message: str) -> None:
        end = max(token.end, min(token.start + 1, len(source.text)))
        mend(report, "bracket", Span(source, token.start, end), message)

    for token in found:
        if token.kind == "(":
            opened.append((token, bool(out) and out[-1].kind == "name"))
        elif token.kind == ")":
            if not opened:
                told(token, "a `)` that closes nothing is left out")
                continue
            opened.pop()
        elif token.kind in _NO_ARGUMENT:
            while opened and opened[-1][1] and out[-1].kind in ("name", ")"):
                told(token, f"a `)` is missing before `{token.kind}`, and is put in")
                out.append(Token(")", token.start, token.start))
                opened.pop()
        elif token.kind == END:
            for bracket, _ in reversed(opened):
                told(bracket, "this `(` is not closed; it is closed at the end")
                out.append(Token(")", token.start, token.start))
        out.append(token)
    return out


def closing(found: list[Token]) -> dict[int, int]:
    """By the index of a `(` that of its `)`, for tokens that are balanced."""
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for at, token in enumerate(found):
        if token.kind == "(":
            opened.append(at)
        elif token.kind == ")":
            pairs[opened.pop()] = at
    return pairs
