"""Text to syntax tree: a table-driven LALR(1) parser that goes on after a mistake.

The tables come from `grammar/hlogic.lark` (tables.py), tokens from lexer.py, nodes from build.py.
What is special to this language stands here: a word that is not reserved is a keyword where the
grammar expects it and what follows it fits, a name otherwise. Nothing recurses; depth is counted as
nodes are built, and a declaration that nests deeper than `MAX_DEPTH` is an error.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from operator import itemgetter
from typing import Any

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import Report
from hlogic.compiler.record import record
from hlogic.compiler.source import Source, Span
from hlogic.compiler.syntax.build import Builder
from hlogic.compiler.syntax.build_expressions import NESTING
from hlogic.compiler.syntax.lexer import RESERVED, Comment, Lexer, Token
from hlogic.compiler.syntax.recover import MAX_ERRORS, Recovery
from hlogic.compiler.syntax.tables import END, Production, Tables, tables

MAX_DEPTH = 1000

Entry = tuple[Any, int, int, int]  # what was built, where it starts and ends, how deep it nests
DEPTH = itemgetter(3)


def parse_file(source: Source) -> tuple[ast.File, tuple[Comment, ...]]:
    """The tree of a file and its comments; raises HlogicError with all syntax errors."""
    report = Report()
    with _no_collection():
        lexer = Lexer(source, report).run()
        tree = Parser(source, lexer.tokens, report).run()
    if len(report.diagnostics) > MAX_ERRORS:
        del report.diagnostics[MAX_ERRORS:]
    report.raise_errors()
    assert tree is not None, "a file without a tree has an error"
    return tree, tuple(lexer.comments)


@contextmanager
def _no_collection() -> Iterator[None]:
    """A tree only grows and holds no cycles: collecting while it is built costs a third of the time
    and finds nothing."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@cache
def keywords(tables: Tables) -> frozenset[str]:
    """The terminals that are spelt with letters."""
    return frozenset(t for t in tables.terminals if t.isidentifier() and t.islower())


@record
class Doing:
    """What reducing by each production does: the builder's method, if any; whether it nests, or
    only passes a child on."""

    builders: tuple[str | None, ...]
    nests: tuple[bool, ...]
    passes: tuple[bool, ...]


@cache
def doing(tables: Tables) -> Doing:
    """Worked out once: a process may read a thousand small texts."""
    found = tables.productions
    return Doing(
        tuple(None if p.spliced or p.passes else f"on_{p.builder}" for p in found),
        tuple(p.builder in NESTING for p in found),
        tuple(p.passes for p in found),
    )


class Spliced(list[Any]):
    """Children on their way to the rule that uses them."""


class Parser:
    """One run over the tokens of a source. `states` has one more than `stack`."""

    def __init__(self, source: Source, tokens: list[Token], report: Report) -> None:
        self.source = source
        self.tokens = tokens
        self.report = report
        self.tables: Tables = tables()
        self.builder = Builder(source, report)
        self.doing = doing(self.tables)
        self.words = keywords(self.tables)
        self.states: list[int] = [self.tables.start]
        self.stack: list[Entry] = []
        self.deepest: tuple[int, int, int] = (0, 0, 0)  # depth, start, end

    def run(self) -> ast.File | None:
        rows, row, ascent = self.tables.rows, self.tables.row, self.tables.ascent
        passes = self.doing.passes
        states, stack, tokens = self.states, self.stack, self.tokens
        recovery = Recovery(self)
        words = self.words
        at = 0
        while at < len(tokens):
            token = tokens[at]
            kind = token.kind
            if kind in words:
                kind = self.word_kind(at)
            while True:
                state = states[-1]
                action = (rows[state] or row(state)).get(kind)
                if action is None or action >= 0:
                    break
                if passes[~action]:
                    states[-1] = ascent(states[-2], state, kind)
                else:
                    self._reduce(~action)
            if action is None:
                if states[-1] == self.tables.end and kind == END:
                    return self._finished()
                at = recovery.at_error(at)
                continue
            if states[-1] in recovery.between:
                recovery.begin(at)
                self._check_depth()
            states.append(action)
            stack.append((token, token.start, token.end, 0))
            at += 1
        return None

    def _finished(self) -> ast.File:
        self._check_depth()
        tree: ast.File = self.stack[-1][0]
        return tree

    def _reduce(self, number: int) -> None:
        production = self.tables.productions[number]
        size = production.size
        states, stack = self.states, self.stack
        builder = self.doing.builders[number]
        if size == 1:
            taken = [stack.pop()]
            del states[-1]
            _, start, end, depth = taken[0]
        elif size:
            taken = stack[-size:]
            del stack[-size:], states[-size:]
            start, end = taken[0][1], taken[-1][2]
            depth = max(map(DEPTH, taken))
        else:
            taken = []
            start = end = stack[-1][2]
            depth = 0
        value: Any = self._children(production, taken)
        if builder is not None and not (production.lone and len(value) == 1):
            value = getattr(self.builder, builder)(Span(self.source, start, end), value)
            if self.doing.nests[number]:
                depth += 1
                if depth > MAX_DEPTH and depth >= self.deepest[0]:
                    self.deepest = (depth, start, end)
        elif builder is not None:
            value = value[0]
        state = states[-1]
        states.append((self.tables.rows[state] or self.tables.row(state))[production.origin])
        stack.append((value, start, end, depth))

    @staticmethod
    def _children(production: Production, taken: list[Entry]) -> list[Any]:
        """What the builder gets. A list that grows at its end is extended in place: linear time."""
        keep = production.keep
        found: list[Any] = []
        if production.spliced:
            if taken and keep[0] == 0 and type(taken[0][0]) is Spliced:
                found = taken[0][0]
                keep = keep[1:]
            else:
                found = Spliced()
        for at in keep:
            value = None if at is None else taken[at][0]
            if type(value) is Spliced:
                found.extend(value)
            else:
                found.append(value)
        return found

    # ------------------------------------------------------------------ words

    def word_kind(self, at: int) -> str:
        """Whether a word is a keyword here. Where both may stand, it is a keyword if the token
        after it can follow the keyword. A reserved word is a name only where it can't stand as a
        word and the name is none of a value."""
        word = self.tokens[at].kind
        actions = self.tables.row(self.states[-1])
        if word not in self.words:
            return word
        if word in RESERVED:
            return "WORD" if word not in actions and "WORD" in actions else word
        if word not in actions:
            return "NAME"
        if "NAME" not in actions:
            return word
        as_name = self.after(self.states, "NAME")
        if as_name is None:
            return word
        as_word = self.after(self.states, word)
        if as_word is None:
            return "NAME"
        ahead = self.tokens[at + 1].kind
        return word if self.fits(as_word, ahead) or not self.fits(as_name, ahead) else "NAME"

    def fits(self, states: list[int], kind: str) -> bool:
        """Whether a token may come next, as a keyword or as a name."""
        if self.after(states, kind) is not None:
            return True
        name = "WORD" if kind in RESERVED else "NAME"
        return kind in self.words and self.after(states, name) is not None

    def advance(self, kind: str) -> bool:
        """Take a token without building anything; for looking again at what was read."""
        states = self.states
        while True:
            action = self.tables.row(states[-1]).get(kind)
            if action is None:
                return False
            if action >= 0:
                states.append(action)
                return True
            production = self.tables.productions[~action]
            if production.size:
                del states[-production.size :]
            states.append(self.tables.row(states[-1])[production.origin])

    def after(self, states: list[int], kind: str) -> list[int] | None:
        """The states after a token is taken, or None if it can't be; builds nothing. Where a table
        row has a reduction, the token may still prove wrong after it: this looks to the end."""
        top, pushed = len(states), list[int]()
        while True:
            state = pushed[-1] if pushed else states[top - 1]
            action = self.tables.row(state).get(kind)
            if action is None:
                return [state] if state == self.tables.end and kind == END else None
            if action >= 0:
                # What lies far below never matters to the next token or two.
                return [*states[:top], *pushed, action]
            production = self.tables.productions[~action]
            size = production.size
            if size <= len(pushed):
                del pushed[len(pushed) - size :]
            else:
                top -= size - len(pushed)
                pushed.clear()
            below = pushed[-1] if pushed else states[top - 1]
            pushed.append(self.tables.row(below)[production.origin])

    # ------------------------------------------------------------------ depth

    def _check_depth(self) -> None:
        """Between declarations: report the deepest nesting of the one that ended."""
        depth, start, end = self.deepest
        if depth:
            message = f"this nests {depth} levels deep; the limit is {MAX_DEPTH}"
            hint = "give parts a name with `derive` or `def`"
            self.report.error("limit", Span(self.source, start, end), message, hint)
            self.deepest = (0, 0, 0)
