"""Expressions as text, with what is shared written once.

A shared expression is a `define-fun` without arguments, which solvers read as an abbreviation: it
is in no core and adds no freedom. The engine, which does not know what will come, defines all that
is not a leaf; the export, which others read, what occurs several times or nests too deep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from hlogic.backends.smt.expressions import Expr, below

DEEP = 40  # levels of nesting that are written out


class Definitions:
    """The names of what was defined so far. `name` makes names that nothing else has."""

    def __init__(self, name: Callable[[int], str]) -> None:
        self._name = name
        self._texts: dict[Expr, str] = {}
        self._defined = 0

    def text(self, expr: Expr) -> str:
        """How to refer to an expression that was written before."""
        return expr.head if not expr.args else self._texts[expr]

    def every(self, roots: Iterable[Expr]) -> Iterator[str]:
        """Definitions of all that the roots are made of and that has none."""
        texts = self._texts
        stack = [r for r in roots if r.args and r not in texts]
        while stack:
            expr = stack[-1]
            if expr in texts:
                stack.pop()
                continue
            missing = [a for a in expr.args if a.args and a not in texts]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            yield self._define(expr, self._written(expr))

    def shared(self, roots: Iterable[Expr]) -> Iterator[str]:
        """Definitions of what occurs several times in the roots; the rest is written out."""
        roots = list(roots)
        uses: dict[Expr, int] = {}
        whole = list(below(roots))
        for expr in (*roots, *(a for e in whole for a in e.args)):
            uses[expr] = uses.get(expr, 0) + 1
        depths: dict[Expr, int] = {}
        for expr in whole:
            if not expr.args:
                continue
            depth = 1 + max(depths.get(a, 0) for a in expr.args)
            text = self._written(expr)
            if depth > DEEP or (uses[expr] > 1 and not _short(expr)):
                yield self._define(expr, text)
            else:
                depths[expr] = depth
                self._texts[expr] = text

    def _written(self, expr: Expr) -> str:
        return f"({expr.head} {' '.join([self.text(a) for a in expr.args])})"

    def _define(self, expr: Expr, text: str) -> str:
        self._defined += 1
        name = self._texts[expr] = self._name(self._defined)
        return f"(define-fun {name} () {expr.sort} {text})"


def _short(expr: Expr) -> bool:
    """Nothing but leaves, and few of them: a definition would save nothing."""
    return len(expr.args) <= 2 and not any(a.args for a in expr.args)
