"""Single tokens that are not what was meant: a sign for another, a reserved word as a name, a word
of another language, a misspelt keyword.

Belongs to one recovery. What was meant is put in the token's place, and the declaration is then
parsed once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hlogic.compiler.suggest import suggest
from hlogic.compiler.syntax.lexer import RESERVED, Token
from hlogic.compiler.syntax.syntax_errors import CONFUSED, FOREIGN_WORDS

if TYPE_CHECKING:
    from hlogic.compiler.syntax.recover import Recovery


class Slips:
    """Belongs to one recovery."""

    def __init__(self, recovery: Recovery) -> None:
        self.recovery = recovery
        self.tokens = recovery.parser.tokens
        self._respelt: set[int] = set()

    def mend(self, at: int, token: Token, states: list[int]) -> bool:
        """Say what was meant and put it there, where that is plain."""
        for confused in CONFUSED:
            if token.kind == confused.typed and self.recovery.fits(states, confused.meant):
                self.recovery.drop_sign(token)
                self.recovery.error(confused.code, token, confused.message)
                token.kind = confused.meant
                return True
        bound = self.tokens[min(at + 1, len(self.tokens) - 1)].kind == "in"
        name_only = not self.recovery.fits(states, "true") or bound
        if token.kind in RESERVED and name_only and self.recovery.fits(states, "NAME"):
            shown = self.recovery.shown(token)
            if shown == token.kind:
                message = f"`{shown}` is a reserved word and can't be a name"
                self.recovery.error("reserved-word", token, message)
            else:  # no such word stands there, and what it means elsewhere is no help
                self.recovery.drop_sign(token)
                self.recovery.error("syntax", token, f"a name belongs here, not {shown}")
            token.kind = "NAME"
            return True
        return self._word(at, token, states) or self._word_before(at, token)

    def _word(self, at: int, token: Token, states: list[int]) -> bool:
        """A word of another language, or a misspelt keyword."""
        word = str(token.value)
        if not word or token.kind in ("INT", "STRING"):
            return False
        meant, message = FOREIGN_WORDS.get(word.lower(), ("", ""))
        if meant and self.recovery.fits(states, meant):
            self.recovery.error("foreign-word", token, message)
            token.kind = meant
            return True
        near = self._near_keyword(word, states)
        if near is None or at in self._respelt:
            return False
        self._respelt.add(at)
        self.recovery.error(
            "misspelt", token, f"`{word}` is not expected here; did you mean `{near}`?"
        )
        token.kind = token.value = near
        return True

    def _word_before(self, at: int, token: Token) -> bool:
        """A misspelt keyword that was read as a name: this token would fit if it were right."""
        before = at - 1
        if before < self.recovery.declaration_at or before in self._respelt:
            return False
        previous = self.tokens[before]
        if previous.kind != "NAME":
            return False
        states = self.recovery.states_at(before)
        near = self._near_keyword(str(previous.value), states)
        if near is None:
            return False
        after = self.recovery.parser.after(states, near)
        if after is None or not self.recovery.parser.fits(after, token.kind):
            return False
        self._respelt.add(before)
        message = f"`{previous.value}` is not known here; did you mean `{near}`?"
        self.recovery.error("misspelt", previous, message)
        previous.kind = previous.value = near
        return True

    def _near_keyword(self, word: str, states: list[int]) -> str | None:
        """A keyword that could stand there; two letters are near to too much."""
        if len(word) < 3 and word.islower():
            return None
        return suggest(
            word,
            sorted(k for k in self.recovery.accepted(states) if k in self.recovery.parser.words),
        )
