"""What the parser does at a token that doesn't fit: say so in the language's words, and go on.

Where it is plain what was meant (`=` for `==`, a misspelt keyword, a reserved word as a name), the
parser reads on as if that stood there. Otherwise it takes up again at the next declaration, so that
one run shows every mistake. A message that a mistake of the lexer in the same declaration may have
caused is not shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hlogic.compiler.diagnostics import Label
from hlogic.compiler.source import Span
from hlogic.compiler.syntax.expected import DECLARATIONS, OPERATIONS, describe, listed
from hlogic.compiler.syntax.lexer import Token
from hlogic.compiler.syntax.tables import END

if TYPE_CHECKING:
    from hlogic.compiler.syntax.forms import Forms
    from hlogic.compiler.syntax.parse import Parser
    from hlogic.compiler.syntax.slips import Slips

CLOSING = {"(": ")", "{": "}", "[": "]"}
MAX_ERRORS = 100  # of one file: more help nobody
MAX_MENDED = 20  # in one declaration; each is parsed once more, which must not add up


class Recovery:
    """Belongs to one run of the parser; `declaration_at` is the token it began with."""

    def __init__(self, parser: Parser) -> None:
        self.parser = parser
        self.declaration_at = 0
        row = parser.tables.row
        self._header = row(parser.tables.start)["<header>"]
        several = next(s for s in row(self._header) if s.startswith("<__file_star"))
        self.between = frozenset((self._header, row(self._header)[several]))
        self._after_header = False
        self._mended = 0
        self._forms: Forms | None = None
        self._slips: Slips | None = None
        self._lexical = sorted(d.span.start for d in parser.report.diagnostics)

    def begin(self, at: int) -> None:
        """A declaration begins at this token."""
        self.declaration_at = at
        self._after_header = True

    def at_error(self, at: int) -> int:
        """Report, mend the parser's stacks, and say with which token to go on. By the time a token
        is refused, nodes before it may have been closed on its account, so what could have stood
        there is asked of the states before it, and what is mended is parsed once more."""
        if len(self.parser.report.diagnostics) > MAX_ERRORS:
            return len(self.parser.tokens)
        if self._swallowed(at - 1):
            at -= 1
        token = self.parser.tokens[at]
        if self._comma_in_names(at):
            return self._next_declaration(at)
        states = self.states_at(at)
        if self._mended < MAX_MENDED and self._mend(at, token, states):
            self._mended += 1
            self._drop_to_declaration()
            return self.declaration_at
        self._mended = 0
        if not self.blamed_on_lexer(token):
            self._explain(at, states)
        return self._next_declaration(at)

    def _swallowed(self, at: int) -> bool:
        """Whether what stood before a declaration was not finished, so that its keyword was read as
        a name: then that is where the mistake shows."""
        return at > self.declaration_at and self.begins_declaration(at)

    def begins_declaration(self, index: int) -> bool:
        """Whether a token begins the declaration after this one."""
        token = self.parser.tokens[index]
        return token.kind in DECLARATIONS and self._starts(index, self._column(self.declaration_at))

    def begins_outside(self, index: int) -> bool:
        """Whether a token begins a line, and no further in than this declaration."""
        column = self._column(self.declaration_at)
        return self._begins_line(index) and self._column(index) <= column

    # ------------------------------------------------------------------ saying

    def _mend(self, at: int, token: Token, states: list[int]) -> bool:
        """Say what was meant and put it there, where that is plain."""
        if self._forms is None or self._slips is None:
            from hlogic.compiler.syntax.forms import Forms  # late: only for mistakes
            from hlogic.compiler.syntax.slips import Slips

            self._forms, self._slips = Forms(self), Slips(self)
        if self._forms.mend(at, states):
            return True
        return self._slips.mend(at, token, states)

    def _comment_of_another_language(self, at: int) -> bool:
        """`// …` on the line of this token or of the one before it: it was read as a division."""
        tokens, source = self.parser.tokens, self.parser.source
        for index in (at, at - 1):
            line_start = source.text.rfind("\n", 0, tokens[index].start) + 1
            while index >= self.declaration_at and tokens[index].start >= line_start:
                if tokens[index].kind == "//":
                    self._drop_mistakes_in_comment(tokens[index].start)
                    self.error("foreign-comment", tokens[index], "write # for a // comment")
                    return True
                index -= 1
        return False

    def _drop_mistakes_in_comment(self, start: int) -> None:
        """What a comment says was read as part of a formula; what was found wrong there is not."""
        end = self.parser.source.text.find("\n", start)
        end = len(self.parser.source.text) if end < 0 else end
        found = self.parser.report.diagnostics
        found[:] = [d for d in found if not start < d.span.end <= end]

    def drop_sign(self, token: Token) -> None:
        """How a foreign sign is written elsewhere is no help where something else is meant."""
        found = self.parser.report.diagnostics
        found[:] = [d for d in found if d.code != "foreign-sign" or d.span.start != token.start]

    def drop_lexical(self, start: int) -> bool:
        """Take back what the lexer said of a sign that has its message now; whether it had."""
        found = self.parser.report.diagnostics
        before = len(found)
        signs = ("foreign-sign", "full-width")
        found[:] = [d for d in found if d.code not in signs or d.span.start != start]
        self._lexical = [place for place in self._lexical if place != start]
        return len(found) < before

    def _comma_in_names(self, at: int) -> bool:
        """A keyword that a comma before it made one more name of a list: this token would fit if
        the comma were left out."""
        tokens = self.parser.tokens
        comma, word = at - 2, tokens[at - 1].kind
        if comma <= self.declaration_at or tokens[comma].kind != ",":
            return False
        if word not in self.parser.words or not self.fits(self.states_at(at - 1), "NAME"):
            return False
        after = self.parser.after(self.states_at(comma), word)
        if after is None or not self.parser.fits(after, tokens[at].kind):
            return False
        message = f"after a comma `{word}` is one more name of the list; "
        message += f"leave out the comma before `{word}`"
        self.error("comma-in-names", tokens[comma], message)
        return True

    def _explain(self, at: int, states: list[int]) -> None:
        if not self._comment_of_another_language(at):
            self._unexpected(at, states)

    def _unexpected(self, at: int, states: list[int]) -> None:
        """Nothing better to say than what could have stood here."""
        token = self.parser.tokens[at]
        if at == 0:
            message = 'a file begins with item NAME "title", or with module NAME'
            self.error("syntax", token, message)
            return
        found = self.shown(token)
        opening = self._innermost_open(at)
        if self._foreign_declaration(at):
            return
        if opening is None and token.kind in OPERATIONS and self.fits(states, "constraint"):
            inside = "a `define` or a scope" if token.kind == "rule" else "a scope"
            self.error("syntax", token, f"`{token.kind}` belongs inside {inside}")
            return
        expected = describe(self.accepted(states))
        message = (
            f"expected {listed(expected)} before {found}" if expected else f"{found} ends nothing"
        )
        if opening is None:
            closes = token.kind in CLOSING.values()
            self.error("syntax", token, f"{found} closes nothing" if closes else message)
            return
        closing = CLOSING[opening.kind]
        label = Label(self._span(opening), f"this {opening.kind} is not closed")
        unclosed = closing in expected and (token.kind == END or self._begins_line(at))
        code = "unclosed" if unclosed else "syntax"
        self.parser.report.error(code, self._span(token), message, labels=(label,))

    def _foreign_declaration(self, at: int) -> bool:
        """A line that begins with a word of another language, or with a formula."""
        token = self.parser.tokens[at]
        if not self.begins_outside(at):
            return False
        from hlogic.compiler.syntax.foreign_words import FOREIGN_DECLARATIONS  # late: rarely asked

        word = str(token.value)
        example = FOREIGN_DECLARATIONS.get(word.lower())
        if example is not None:
            self.error("foreign-word", token, f"write `{example}` for {word}")
            return True
        if token.kind != "NAME" or self.parser.tokens[at + 1].kind != "(":
            return False
        message = "a line begins with a declaration: write `constraint NAME: …` for what holds, "
        self.error("syntax", token, message + "`rule NAME: … if …` in a `define` for a rule")
        return True

    # ------------------------------------------------------------------ going on

    def _next_declaration(self, at: int) -> int:
        """The token of the next declaration: its keyword, first on its line and no further in than
        the declaration that failed."""
        tokens = self.parser.tokens
        column = self._column(self.declaration_at)
        index = at
        if self._after_header and index == self.declaration_at:
            index += 1
        while index < len(tokens) and not self._starts(index, column):
            index += 1
        self._after_header = True
        self.declaration_at = index
        self._drop_to_declaration()
        return index

    def _starts(self, index: int, column: int) -> bool:
        token = self.parser.tokens[index]
        return (
            token.kind in DECLARATIONS
            and self._begins_line(index)
            and self._column(index) <= column
            and self.parser.tokens[index + 1].kind not in (":", ",")
        )

    def _drop_to_declaration(self) -> None:
        """Back to where the declaration began: the start, or after the header."""
        parser = self.parser
        parser.states[:] = self._first_states()
        parser.stack[:] = [(None, 0, 0, 0)] * (len(parser.states) - 1)
        parser.deepest = (0, 0, 0)

    def _first_states(self) -> list[int]:
        start = self.parser.tables.start
        return [start, self._header] if self._after_header else [start]

    def states_at(self, at: int) -> list[int]:
        """The parser's states before a token of this declaration, or the one after it."""
        parser = self.parser
        kept, parser.states = parser.states, self._first_states()
        for index in range(self.declaration_at, at):
            parser.advance(parser.word_kind(index))
        states, parser.states = parser.states, kept
        return states

    def parses(self, at: int) -> bool:
        """Whether this declaration is without a mistake up to a token, and with it."""
        parser = self.parser
        kept, parser.states = parser.states, self._first_states()
        indices = range(self.declaration_at, at + 1)
        right = all(parser.advance(parser.word_kind(index)) for index in indices)
        parser.states = kept
        return right

    # ------------------------------------------------------------------ looking

    def fits(self, states: list[int], kind: str) -> bool:
        return self.parser.after(states, kind) is not None

    def fits_at(self, at: int, kind: str) -> bool:
        """Whether a kind of token could stand at a place of this declaration."""
        return self.fits(self.states_at(at), kind)

    def accepted(self, states: list[int]) -> list[str]:
        """The kinds of token that could stand there."""
        row = self.parser.tables.row(states[-1])
        return [
            kind
            for kind in row
            if not (kind[0] == "<" and len(kind) > 2)
            and self.parser.after(states, kind) is not None
        ]

    def _innermost_open(self, at: int) -> Token | None:
        open_: list[Token] = []
        for token in self.parser.tokens[self.declaration_at : at]:
            if token.kind in CLOSING:
                open_.append(token)
            elif token.kind in CLOSING.values() and open_:
                open_.pop()
        return open_[-1] if open_ else None

    def blamed_on_lexer(self, token: Token) -> bool:
        begin = self.parser.tokens[self.declaration_at].start
        return any(begin <= start <= token.end for start in self._lexical)

    def _begins_line(self, index: int) -> bool:
        start = self.parser.tokens[index].start
        text = self.parser.source.text
        return not text[text.rfind("\n", 0, start) + 1 : start].strip()

    def _column(self, index: int) -> int:
        start = self.parser.tokens[index].start
        return start - self.parser.source.text.rfind("\n", 0, start)

    def shown(self, token: Token) -> str:
        """A token as a message quotes it."""
        text = self.parser.source.text[token.start : token.end]
        if token.kind == END:
            return "the end of the file"
        return text if len(text) <= 40 and "\n" not in text else "this text"

    def _span(self, token: Token) -> Span:
        return Span(self.parser.source, token.start, token.end)

    def error(self, code: str, token: Token, message: str) -> None:
        """Report what is wrong with a token."""
        self.parser.report.error(code, self._span(token), message)
