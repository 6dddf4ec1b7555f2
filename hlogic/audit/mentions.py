"""Do a constraint and the sentences that it cites speak of the same things? Labels are looked for
in the text by their aliases: a hint where to look, as a sentence may mean what it does not name."""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ast
from hlogic.compiler.ir import Theory
from hlogic.compiler.material import Passages
from hlogic.compiler.record import record
from hlogic.compiler.sorts import Label, Root


@record
class Mentions:
    """Labels that a formula names, in their first aliases: those that no cited passage names, and
    those of a sort that the passages name in another order."""

    unnamed: tuple[str, ...]
    reordered: tuple[str, ...]


def mentions_of(theory: Theory, body: ast.Expr, passages: Passages) -> Mentions:
    """What a formula as written names beside what passages name."""
    text = "\n".join(passage for _, passage in passages)
    unnamed: list[str] = []
    found: dict[Root, list[tuple[int, str]]] = {}
    for root, label in _labels(theory, body):
        aliases = label.aliases or (label.id,)
        places = [at for at in map(text.find, aliases) if at >= 0]
        if places:
            found.setdefault(root, []).append((min(places), aliases[0]))
        else:
            unnamed.append(aliases[0])
    reordered = [name for named in found.values() if named != sorted(named) for _, name in named]
    return Mentions(tuple(unnamed) if passages else (), tuple(reordered))


def _labels(theory: Theory, body: ast.Expr) -> Iterator[tuple[Root, Label]]:
    """The labels that an expression names, each once, in the order of the text. A bare name of
    several sorts is one of the first, which has it as the others do."""
    known: dict[str, tuple[Root, Label]] = {}
    for root in theory.roots.values():
        for label in root.labels:
            known.setdefault(label.id, (root, label))
    written = [n for n in ast.walk(body) if isinstance(n, ast.Name | ast.Qualified)]
    written.sort(key=lambda n: n.span.start)
    names = [n.name if isinstance(n, ast.Name) else n.label for n in written]
    for name in dict.fromkeys(names):
        if name in known:
            yield known[name]
