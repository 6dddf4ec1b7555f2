"""Words of prose between formulas and before them: `a unless b`, `neither a nor b`, `x is not y`,
`如果 a 那么 b`, with spaces or without.

Belongs to `forms`: each method says how it is written here, rewrites the tokens, and says whether
it did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hlogic.compiler.syntax.foreign_words import FOREIGN_PREFIXES
from hlogic.compiler.syntax.glued import supposed
from hlogic.compiler.syntax.lexer import Token
from hlogic.compiler.syntax.syntax_errors import FOREIGN_WORDS

if TYPE_CHECKING:
    from hlogic.compiler.syntax.forms import Forms

_PHRASES = (
    (("if", "and", "only", "if"), "iff", "write `iff` for if and only if"),
    (("only", "if"), "implies", "write `implies` for only if"),
    (("unless",), "or", "write `or` for unless"),
    (("but",), "and", "write `and` for but"),
    (("nor",), "or", "write `not (a or b)` for neither a nor b"),
)
_THEN = ("那么", "则")


class PhraseForms:
    """Belongs to one `Forms`."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.tokens = forms.tokens

    def mend(self, at: int, states: list[int]) -> bool:
        """Say how the word that this token is, or follows, is written."""
        return self._prefix(at) or self._glued(at, states) or self._phrase(at, states)

    def compared(self, at: int, states: list[int]) -> bool:
        """`x is not y`, `x is in S`, `x is not in S`"""
        word = self.tokens[at]
        if self._between(at, states):
            return True
        if str(word.value).lower() != "is" or not self.forms.recovery.fits(states, "!="):
            return False
        kinds = [self.tokens[at + 1].kind]
        if kinds == ["not"]:
            kinds += [self.tokens[at + 2].kind]
        if kinds in (["in"], ["not", "in"]):
            meant, shown = None, f"`{' '.join(kinds)}`"
        elif kinds[0] == "not":
            meant, shown, kinds = "!=", "!=", ["not"]
        else:
            return False
        message = f"write {shown} for {' '.join(['is', *kinds])}"
        self.forms.error("foreign-word", word.start, self.tokens[at + len(kinds)].end, message)
        self.tokens[at : at + 1 + (meant is not None)] = (
            [Token(meant, word.start, word.end)] if meant else []
        )
        return True

    def _between(self, at: int, states: list[int]) -> bool:
        """`n is between 3 and 5`, `n between 3 and 5`, `n is not between 3 and 5`"""
        word = at + (str(self.tokens[at].value).lower() == "is")
        denied = self.forms.token(word).kind == "not"
        word += denied
        if str(self.forms.token(word).value).lower() != "between":
            return False
        joined = self.forward(word, "and") or 0
        if joined < word + 2 or not self.forms.recovery.fits(states, "<="):
            return False
        low = self.forms.mended(word + 1, joined)
        high = self.forms.token(joined + 1)
        shown = self.forms.text(high.start, high.end) if high.kind in ("INT", "NAME") else "…"
        left = self.tokens[at - 1]
        alone = left.kind == "NAME" and self.forms.recovery.fits_at(at - 1, "true")
        left_shown = self.forms.text(left.start, left.end) if alone else "x"
        message = f"write ({low} <= {left_shown} and {left_shown} <= {shown})"
        if denied:
            message = f"write ({left_shown} < {low} or {shown} < {left_shown})"
        first, last = self.tokens[at], self.forms.token(word)
        self.forms.error("foreign-word", first.start, last.end, message)
        self.tokens[joined] = Token("+", first.start, first.end)
        self.tokens[at : word + 1] = [Token("<=", first.start, last.end)]
        return True

    def _prefix(self, at: int) -> bool:
        """`非 wet`, `若 wet then …`"""
        word = self.tokens[at - 1]
        meant = FOREIGN_PREFIXES.get(str(word.value).lower()) if word.kind == "NAME" else None
        if meant is None or not self.forms.recovery.fits_at(at - 1, meant):
            return False
        then = self.forward(at, *_THEN) if meant == "if" else None
        if then is not None and self.forward(then, "else", "否则") is None:
            message = f"write A implies B for {word.value} A {self.tokens[then].value} B"
            self.forms.error("foreign-word", word.start, word.end, message)
            self.tokens[then].kind = "implies"
            del self.tokens[at - 1]
            return True
        message = f"write `{meant}` for {word.value}"
        self.forms.error("foreign-word", word.start, word.end, message)
        self.tokens[at - 1] = Token(meant, word.start, word.end, meant)
        return True

    def _glued(self, at: int, states: list[int]) -> bool:
        """`fed(rex)且fed(fido)`: what follows without a space was read as part of a name."""
        token = self.tokens[at]
        name = str(token.value)
        if token.kind != "NAME" or name.isascii() or name in FOREIGN_WORDS:
            return False
        for word in sorted(FOREIGN_WORDS, key=len, reverse=True):
            meant, message = FOREIGN_WORDS[word]
            if word.isascii() or not name.startswith(word) or name == word:
                continue
            if meant == "then" and not self.forms.recovery.fits(states, meant):
                meant, message = "implies", f"write A implies B for A {word} B"
                if self.forms.recovery.fits(states, meant):
                    self._supposed(at)
            if self.forms.recovery.fits(states, meant):
                middle = token.start + len(word)
                self.forms.error("foreign-word", token.start, middle, message)
                rest = Token("NAME", middle, token.end, name[len(word) :])
                self.tokens[at : at + 1] = [Token(meant, token.start, middle, meant), rest]
                return True
        return False

    def _supposed(self, at: int) -> None:
        """Take the word for `if` off what stands before this token: `如果fed(rex)那么…`."""
        for index in range(at - 1, self.forms.recovery.declaration_at, -1):
            token = self.tokens[index]
            rest = supposed(str(token.value)) if token.kind == "NAME" else ""
            if rest and self.forms.declared(rest):
                token.value = rest
                return

    def _phrase(self, at: int, states: list[int]) -> bool:
        """`a if and only if b`, `a only if b`, `either a or b`"""
        first = self.tokens[at]
        word = str(first.value)
        if word in _THEN and not self.forms.recovery.fits(states, "then"):
            if not self.forms.recovery.fits(states, "implies"):
                return False
            self._supposed(at)
            self.implies(at, at + 1, "foreign-word", f"write A implies B for A {word} B")
            return True
        for words, meant, message in _PHRASES:
            found = tuple(str(t.value or t.kind) for t in self.tokens[at : at + len(words)])
            if found == words and self.forms.recovery.fits(states, meant):
                last = self.tokens[at + len(words) - 1]
                if meant in ("and", "or"):
                    message += self.torn(at, meant)
                self.forms.error("foreign-word", first.start, last.end, message)
                self.tokens[at : at + len(words)] = [Token(meant, first.start, last.end, meant)]
                return True
        before = self.tokens[at - 1]
        if str(before.value) not in ("either", "both", "neither") or before.kind != "NAME":
            return False
        if not self.forms.recovery.fits_at(at - 1, "true"):
            return False
        if before.value == "neither":
            nor = self.forward(at, "nor")
            if nor is None:
                return False
            message = "write `not (a or b)` for neither a nor b"
            self.forms.error("foreign-word", before.start, before.end, message)
            self.tokens[nor].kind = "or"
            self.tokens[at - 1].kind = "not"
            return True
        self.forms.error("foreign-word", before.start, before.end, f"leave out {before.value}")
        del self.tokens[at - 1]
        return True

    def torn(self, at: int, meant: str) -> str:
        """What to add where an `and` or `or` at this token would tear a formula beside it apart."""
        looser = ("iff", "implies", "xor", *(("or",) if meant == "and" else ()))
        for index in range(self.forms.recovery.declaration_at, len(self.tokens) - 1):
            if index > at and self.forms.recovery.begins_declaration(index):
                break
            if index != at and self.tokens[index].kind in looser:
                word = self.tokens[index].kind
                return f"; it binds tighter than {word}: put what it joins in ()"
        return ""

    def implies(self, at: int, end: int, code: str, message: str) -> None:
        first, last = self.tokens[at], self.tokens[end - 1]
        self.forms.error(code, first.start, last.end, message)
        self.tokens[at:end] = [Token("implies", first.start, last.end, "implies")]

    def forward(self, at: int, *words: str) -> int | None:
        """The next token of a kind in this declaration, or that is written so."""
        for index in range(at, len(self.tokens)):
            if self.tokens[index].kind in words or self.tokens[index].value in words:
                return index
            if index > at and self.forms.recovery.begins_declaration(index):
                break
        return None
