"""Whole forms written another way: a table without its domain, `max(a, b)`, `x is not y`, …

What was meant is plain from more than the token that doesn't fit. Each method says how the form is
written here, rewrites the tokens to that, and says whether it did; the declaration is then parsed
once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hlogic.compiler.source import Span
from hlogic.compiler.syntax.binder_forms import BinderForms
from hlogic.compiler.syntax.count_forms import CountForms
from hlogic.compiler.syntax.declaration_forms import DeclarationForms
from hlogic.compiler.syntax.formula_forms import FormulaForms
from hlogic.compiler.syntax.lexer import SYMBOLS, Token, word_set
from hlogic.compiler.syntax.phrase_forms import PhraseForms
from hlogic.compiler.syntax.query_forms import QueryForms
from hlogic.compiler.syntax.recover import CLOSING
from hlogic.compiler.syntax.rule_forms import RuleForms

if TYPE_CHECKING:
    from hlogic.compiler.syntax.recover import Recovery

LONGEST_SHOWN = 60
_OF_OPERANDS = word_set("count sum min max all_different set")
_CARDINAL = word_set("exactly at_least at_most")
_AFTER_BOUND = word_set("and or implies iff xor if then else : , = rule")
_ENTRY_SIGNS = word_set(": = implies")
_ENTRY_ENDS = word_set(": = ,")
_DECLARING = word_set("var table derive def define")
_BINDING = word_set(": in where default")


class Forms:
    """Belongs to one recovery."""

    def __init__(self, recovery: Recovery) -> None:
        self.recovery = recovery
        self.source = recovery.parser.source
        self.tokens = recovery.parser.tokens
        self._rules = RuleForms(self)
        self._declarations = DeclarationForms(self)
        self._queries = QueryForms(self)
        self.binders = BinderForms(self)
        self._counts = CountForms(self)
        self._phrases = PhraseForms(self)
        self._formulas = FormulaForms(self, self._phrases)

    def mend(self, at: int, states: list[int]) -> bool:
        """Say what was meant around this token and put it there, where that is plain."""
        declaration = self.tokens[self.recovery.declaration_at].kind
        if declaration == "table" and (self._no_domain(at, states) or self._entries(at)):
            return True
        if declaration == "sort" and self._colon_before_labels(at):
            return True
        if self._queries.quoted(at):
            return True
        if (
            self._rules.mend(at)
            or self._phrases.compared(at, states)
            or self._text_as_value(at, states)
        ):
            return True
        if at < self.recovery.declaration_at + 2:
            return False
        if self._declarations.mend(at):
            return True
        if self._queries.mend(at) or self._counts.mend(at) or self.binders.mend(at):
            return True
        if self._formulas.mend(at, states):
            return True
        return self._bound(at) or self._operands(at)

    # ------------------------------------------------------------------ small forms

    def _colon_before_labels(self, at: int) -> bool:
        """`sort Seat: ordered { … }`"""
        colon, after = self.tokens[at], at + 1
        if colon.kind != ":" or self.innermost_open(at) is not None:
            return False
        while self.tokens[after].kind in ("ordered", "open", "distinct"):
            after += 1
        if self.tokens[after].kind != "{":
            return False
        head = self.text(self.tokens[self.recovery.declaration_at].start, colon.start)
        words = self.text(colon.end, self.tokens[after].start)
        message = f"labels follow without a colon; write {' '.join([head, *words.split()])} {{…}}"
        self.error("syntax", colon.start, colon.end, message)
        del self.tokens[at]
        return True

    def _text_as_value(self, at: int, states: list[int]) -> bool:
        """`at(mei) == "一号"`, where the text may be the alias of a label."""
        token = self.tokens[at]
        if token.kind != "STRING" or not self.recovery.fits(states, "true"):
            return False
        if self.recovery.blamed_on_lexer(token):
            return False
        near = self._label_with_alias(str(token.value))
        message = "a text is no value" + (f"; did you mean {near}?" if near else "")
        self.error("value-expected", token.start, token.end, message)
        self.tokens[at] = Token("NAME", token.start, token.end, near or "_")
        return True

    def _label_with_alias(self, alias: str) -> str | None:
        """The name in braces that bears this alias: `{ s1 "一号" | "1号" }`."""
        for index, token in enumerate(self.tokens):
            if token.kind == "STRING" and token.value == alias:
                while (
                    self.tokens[index - 1].kind == "|" and self.tokens[index - 2].kind == "STRING"
                ):
                    index -= 2
                if self.tokens[index - 1].kind == "NAME" and self.tokens[index - 2].kind in "{,":
                    return str(self.tokens[index - 1].value)
        return None

    # ------------------------------------------------------------------ tables

    def _no_domain(self, at: int, states: list[int]) -> bool:
        """`table fee(Guest) = { mei: 3 }`"""
        opening = at + (self.tokens[at].kind == "=")
        if self.tokens[opening].kind != "{" or not self.recovery.fits(states, ":"):
            return False
        closing = None if self.innermost_open(at) else self.closing(opening)
        if closing is None:
            return False
        name = self.tokens[self.recovery.declaration_at + 1]
        head = self.text(name.start, self.tokens[at - 1].end)
        message = f"a table states its domain: {head}: {self._domain(opening, closing)} = {{…}}"
        place = self.tokens[at]
        self.error("syntax", place.start, place.end, message)
        meant = [Token(":", place.start, place.start), Token("NAME", place.start, place.start, "_")]
        self.tokens[at:opening] = [*meant, Token("=", place.start, place.start)]
        return True

    def _domain(self, opening: int, closing: int) -> str:
        """What the entries of a table need: bare keys are true; `S` where it takes a sort."""
        values: list[str] = []
        flat = self.flat(opening, closing)
        for index in [i for i in flat if self.tokens[i].kind in _ENTRY_SIGNS]:
            end = next((i for i in flat if i > index and self.tokens[i].kind == ","), closing)
            values.append(self.text(self.tokens[index].end, self.tokens[end].start))
        if values and self.tokens[closing + 1].kind == "default":
            default = self.tokens[closing + 2]
            values.append(self.text(default.start, default.end))
        if all(value in ("true", "false") for value in values):
            return "bool"
        if all(value.isdecimal() for value in values):
            return f"0..{max(values, key=lambda v: (len(v), v))}"
        return "S"

    def _entries(self, at: int) -> bool:
        """`{ mei = 3 }`, in all entries at once."""
        opening = self.innermost_open(at)
        if self.tokens[at].kind != "=" or opening is None:
            return False
        if self.tokens[opening].kind != "{" or self.tokens[opening - 1].kind != "=":
            return False
        closing = self.closing(opening)
        if closing is None:
            return False
        flat = self.flat(opening, closing)
        commas = [opening, *(i for i in flat if self.tokens[i].kind == ","), closing]
        before = max(i for i in commas if i < at)
        if any(self.tokens[i].kind == ":" for i in flat if before < i < at):
            return False
        after = min(i for i in commas if i > at)
        key = self.text(self.tokens[before].end, self.tokens[at].start)
        value = self.text(self.tokens[at].end, self.tokens[after].start)
        message = f"an entry has a colon; write {key}: {value or '…'}"
        self.error("equals-for-colon", self.tokens[at].start, self.tokens[at].end, message)
        for comma in commas[:-1]:
            sign = next((i for i in flat if i > comma and self.tokens[i].kind in _ENTRY_ENDS), at)
            if self.tokens[sign].kind == "=":
                self.tokens[sign].kind = ":"
        return True

    # ------------------------------------------------------------------ operands in parentheses

    def _bound(self, at: int) -> bool:
        """`at_least size(A) (…)`: a k that is more than a number or a name has parentheses."""
        word = at - 1
        while self.tokens[word].kind not in _CARDINAL:
            word -= 1
            if word < self.recovery.declaration_at:
                return False
        end = self._end_of_bound(word + 1)
        if end is None or end < at:
            return False
        first, last = self.tokens[word + 1], self.tokens[end - 1]
        head = f"{self.tokens[word].kind} ({self.text(first.start, last.end)})"
        self.tokens.insert(end, Token(")", last.end, last.end))
        self.tokens.insert(word + 1, Token("(", first.start, first.start))
        if not self.recovery.parses(at + 2):  # what was refused, and what comes after it
            del self.tokens[end + 1], self.tokens[word + 1]
            return False
        rest = "of {…}" if self.tokens[end + 2].kind == "of" else "(…)"
        message = f"a bound that is no number and no name has parentheses; write {head} {rest}"
        self.error("syntax", first.start, last.end, message)
        return True

    def _end_of_bound(self, start: int) -> int | None:
        """The parenthesis with binders, or the `of`, that comes after a bound."""
        index = start
        while index < len(self.tokens) - 1:
            before, kind = self.tokens[index - 1].kind, self.tokens[index].kind
            if kind == "of" and before not in _OF_OPERANDS:
                return index if index > start + 1 else None
            if kind in CLOSING:
                closing = self.closing(index)
                if closing is None:
                    return None
                binders = any(self.tokens[i].kind == ":" for i in self.flat(index, closing))
                if binders and before not in _OF_OPERANDS:
                    return index if index > start + 1 else None
                index = closing
            elif kind in CLOSING.values() or kind in _AFTER_BOUND:
                return None
            index += 1
        return None

    def _operands(self, at: int) -> bool:
        """`max(a, b)`: parentheses hold binders, braces hold operands."""
        opening = self.innermost_open(at)
        if opening is None or self.tokens[opening].kind != "(":
            return False
        word = opening - 1
        if self.tokens[word].kind in ("INT", "NAME"):
            word -= 1
            if self.tokens[word].kind not in _CARDINAL:
                return False
        elif self.tokens[word].kind not in _OF_OPERANDS:
            return False
        closing = self.closing(opening)
        if closing is None or closing == opening + 1:
            return False
        if any(self.tokens[i].kind in _BINDING for i in self.flat(opening, closing)):
            return False
        kept = self.tokens[opening : closing + 1]
        first, last = kept[0], kept[-1]
        self.tokens[opening : closing + 1] = [
            Token("of", first.start, first.start, "of"),
            Token("{", first.start, first.end),
            *kept[1:-1],
            Token("}", last.start, last.end),
        ]
        if not self.recovery.parses(at + 1):  # what was refused, one token further on now
            self.tokens[opening : closing + 2] = kept
            return False
        head = self.text(self.tokens[word].start, first.start)
        shown = f"{head} of {{ {self.text(first.end, last.start)} }}"
        message = f"`{head}(…)` is about binders, as in `x in S`; write {shown}"
        self.error("syntax", self.tokens[word].start, last.end, message)
        return True

    # ------------------------------------------------------------------ looking

    def token(self, at: int) -> Token:
        """A token further on; behind the last the last, which is the end of the file."""
        return self.tokens[min(at, len(self.tokens) - 1)]

    def declared(self, name: str) -> bool:
        """Whether a declaration of a value or a formula bears this name, as far as tokens say."""
        return any(
            token.value == name and self.tokens[index].kind in _DECLARING
            for index, token in enumerate(self.tokens[1:])
        )

    def innermost_open(self, at: int) -> int | None:
        """The bracket of this declaration that is open before a token."""
        open_: list[int] = []
        for index in range(self.recovery.declaration_at, at):
            kind = self.tokens[index].kind
            if kind in CLOSING:
                open_.append(index)
            elif kind in CLOSING.values() and open_:
                open_.pop()
        return open_[-1] if open_ else None

    def closing(self, opening: int) -> int | None:
        """The partner of a bracket, if it comes before the next declaration."""
        open_: list[str] = []
        for index in range(opening, len(self.tokens)):
            kind = self.tokens[index].kind
            if kind in CLOSING:
                open_.append(CLOSING[kind])
            elif kind in CLOSING.values():
                if open_.pop() != kind:
                    return None
                if not open_:
                    return index
            elif self.recovery.begins_declaration(index):
                return None
        return None

    def flat(self, opening: int, closing: int) -> list[int]:
        """The tokens between two brackets that stand in no inner ones."""
        found: list[int] = []
        depth = 0
        for index in range(opening + 1, closing):
            kind = self.tokens[index].kind
            depth -= kind in CLOSING.values()
            if depth == 0:
                found.append(index)
            depth += kind in CLOSING
        return found

    def text(self, start: int, end: int) -> str:
        """A piece of the source on one line; `…` where it is long."""
        text = " ".join(self.source.text[start:end].split())
        return text if len(text) <= LONGEST_SHOWN and "#" not in text else "…"

    def mended(self, start: int, end: int) -> str:
        """Some tokens on one line, in words of the language where others stood in the source; `…`
        where they are long, or where something was put in for what is missing."""
        pieces: list[str] = []
        last = self.tokens[start].start
        for token in self.tokens[start:end]:
            written = self.source.text[token.start : token.end]
            if token.value == "_" != written:
                return "…"
            if token.kind in self.recovery.parser.words and SYMBOLS.get(written) != token.kind:
                written = token.kind
            gap = self.source.text[last : token.start]
            glued = pieces and not gap and pieces[-1][-1:].isalnum() and written[:1].isalnum()
            pieces.append((" " if glued else gap) + written)
            last = max(last, token.end)
        text = " ".join("".join(pieces).split())
        return text if len(text) <= LONGEST_SHOWN and "#" not in text else "…"

    def error(self, code: str, start: int, end: int, message: str) -> None:
        self.recovery.parser.report.error(code, Span(self.source, start, end), message)
