"""A name that answers or worlds show and that has no words of the background's: a reader of the
answer has to guess what it stands for.

What is shown are labels, variables, derived terms and predicates, and what answers name: scopes,
changes, cases. A name that stands in the background as it is needs no other.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.lint.rule import Finding, Subject


def check(subject: Subject) -> Iterator[Finding]:
    """Names without an alias; without a background there are no words to take."""
    if subject.census.background is None:
        return
    said = _folded(subject.census.text)
    for id, word in _shown(subject.file):
        if not _stands(_folded(id.name), said):
            yield Finding(
                f"the {word} {id.name} has no alias",
                id.span,
                f'put the background\'s words behind it: `{id.name} "…"`',
            )


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().replace("_", " ").split())


def _stands(name: str, said: str) -> bool:
    """Whether a name stands in the text, as a word where its script has word boundaries."""
    edge = r"\b" if name.isascii() else ""
    return re.search(edge + re.escape(name) + edge, said) is not None


def _shown(file: ast.File) -> Iterator[tuple[ast.Ident, str]]:
    """What has no alias and can be shown, with what it is."""
    for declared in file.declarations:
        match declared:
            case ast.Var(aliases=()):
                yield declared.name, "variable"
            case ast.Derive(aliases=()):
                yield declared.name, "derived term"
            case ast.Scope(aliases=()):
                yield declared.name, "scope"
            case ast.Change(aliases=()):
                yield declared.name, "change"
            case ast.Define(predicates=predicates):
                yield from ((p.name, "predicate") for p in predicates if not p.aliases)
            case ast.Ask():
                yield from _cases(declared)
    for node in ast.walk(file):
        if isinstance(node, ast.NewLabel) and not node.aliases:
            yield ast.Ident(node.name, span=node.span), "label"


def _cases(ask: ast.Ask) -> Iterator[tuple[ast.Ident, str]]:
    for node in ast.walk(ask.query):
        if isinstance(node, ast.FormulaCase | ast.QueryCase) and not node.text:
            yield node.name, "case"
