"""Queries written another way: without the word they begin with, or with one of another language.

Belongs to `forms`: each method says how it is written here, rewrites the tokens, and says whether
it did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hlogic.compiler.syntax.foreign_words import FOREIGN_ANSWERS, FOREIGN_MODALITIES
from hlogic.compiler.syntax.lexer import Token, word_set

if TYPE_CHECKING:
    from hlogic.compiler.syntax.forms import Forms

_MODALITIES = word_set("truth possible necessary unique value values bounds")
_OTHER_QUERIES = word_set(
    "possible_set necessary_set contingent_set truth_of rows incompatible cases select choose"
    " for_scopes same changed for_each sufficient core hitting repair"
)
_NUMBERS = word_set("count sum min max size abs rank")
_BETWEEN = word_set("of that whether if is")
_EXTREMES = word_set("min max minimize maximize minimise maximise minimum maximum")
_OPENING_WORDS = word_set("be is it that the if value of")
_CLOSING_WORDS = word_set("hold holds true follow follows possible valid certain")
_AFTER_QUERY = word_set("expect cites note tag tagged")


class QueryForms:
    """Belongs to one `Forms`."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.tokens = forms.tokens

    def mend(self, at: int) -> bool:
        """Say what the query begins with that this token stands in."""
        if self.tokens[self.forms.recovery.declaration_at].kind not in ("ask", "check"):
            return False
        start = self._start(at)
        if start is None:
            return False
        if self._colon_of_expect(at):
            return True
        if self._how_many(start) or self._least(start):
            return True
        return self._between(at, start) or self._foreign(at, start) or self._missing(at, start)

    def _start(self, at: int) -> int | None:
        """The token behind the colon of the ask."""
        for index in range(self.forms.recovery.declaration_at, at):
            if self.tokens[index].kind == ":" and self.forms.innermost_open(index) is None:
                return index + 1
        return None

    def _colon_of_expect(self, at: int) -> bool:
        """`expect: true`"""
        sign = self.tokens[at]
        if sign.kind not in (":", "=", "==") or self.tokens[at - 1].kind != "expect":
            return False
        message = f"the answer follows `expect` directly: leave out {sign.kind}"
        self.forms.error("syntax", sign.start, sign.end, message)
        del self.tokens[at]
        return True

    def _between(self, at: int, start: int) -> bool:
        """`truth: fed(rex)`, `truth of fed(rex)`"""
        word, sign = self.tokens[start], self.forms.token(start + 1)
        if at not in (start + 1, start + 2) or str(word.value) not in _MODALITIES:
            return False
        if sign.kind != ":" and str(sign.value) not in _BETWEEN:
            return False
        shown = self.forms.text(sign.start, sign.end)
        message = f"the formula follows `{word.value}` directly: leave out {shown}"
        self.forms.error("syntax", sign.start, sign.end, message)
        del self.tokens[start + 1]
        word.kind = str(word.value)
        return True

    def _foreign(self, at: int, start: int) -> bool:
        """`entails fed(rex)`"""
        word = self.tokens[start]
        if self._possible_that(start):
            return True
        kind = FOREIGN_MODALITIES.get(str(word.value).lower())
        if kind is None:
            return False
        meant = self._meant(start + 1) if kind == "truth" else kind
        if kind == "value" and self.forms.token(start + 2).kind in ("in", ","):
            meant = "necessary_set"
        kept = self.tokens[start:]
        kind = word.kind
        word.kind = meant
        removed = self._prose(start)
        if not self.forms.recovery.parses(max(at - removed, start)):
            word.kind = kind
            self.tokens[start:] = kept
            return False
        shown = f"{meant} {self._formula(start + 1)}"
        self.forms.error("foreign-word", word.start, word.end,
                         f"write `{meant}` for {word.value}: `{shown}`")  # fmt: skip
        word.value = meant
        return True

    def _how_many(self, start: int) -> bool:
        """`how many worlds`, `how many d in Dog: fed(d)`"""
        first, last = self.tokens[start], self.forms.token(start + 1)
        if (str(first.value).lower(), str(last.value).lower()) != ("how", "many"):
            return False
        end = self._end(start)
        after = self.forms.token(start + 2)
        bound = self.forms.binders.binds(start + 2)
        if not bound and (after.value != "worlds" or end != start + 3):
            return False
        what = self.forms.mended(start + 2, end)
        shown = f"value count({what})" if bound else "count worlds"
        self.forms.error("foreign-word", first.start, last.end, f"write `{shown}` for how many")
        close = self.tokens[end - 1].end
        words = [Token(k, first.start, last.end, k) for k in ("value", "count", "(")]
        if bound:
            self.tokens[end:end] = [Token(")", close, close)]
            self.tokens[start : start + 2] = words
        else:
            self.tokens[start : start + 2] = [words[1]]
        return True

    def _least(self, start: int) -> bool:
        """`minimize n`, `max n`"""
        word = self.tokens[start]
        if str(word.value).lower() not in _EXTREMES or self.forms.token(start + 1).kind != "NAME":
            return False
        shown = self.forms.mended(start + 1, self._end(start))
        message = f"write `bounds {shown}` for {word.value}: the least value and the greatest"
        self.forms.error("foreign-word", word.start, word.end, message)
        self.tokens[start] = Token("bounds", word.start, word.end, "bounds")
        return True

    def quoted(self, at: int) -> bool:
        """`expect "uncertain"`"""
        text = self.tokens[at]
        if text.kind != "STRING" or self.tokens[at - 1].kind != "expect":
            return False
        answer = FOREIGN_ANSWERS.get(str(text.value).lower(), str(text.value))
        if answer not in FOREIGN_ANSWERS.values():
            return False
        message = f"an answer has no quotes; write expect {answer}"
        self.forms.error("syntax", text.start, text.end, message)
        self.tokens[at] = Token("NAME", text.start, text.end, answer)
        return True

    def _possible_that(self, start: int) -> bool:
        """`is it possible that fed(rex)`"""
        meant = start + 1 + (str(self.forms.token(start + 1).value) == "it")
        word = self.forms.token(meant)
        if str(self.tokens[start].value) not in ("is", "does") or str(word.value) not in (
            "possible",
            "necessary",
        ):
            return False
        message = f"a query begins with `{word.value}`: leave out what stands before it"
        end = meant + 1
        while str(self.forms.token(end).value) in _OPENING_WORDS:
            end += 1
        if end > meant + 1:
            message += f", and {self.forms.text(word.end, self.forms.token(end - 1).end)} behind it"
        self.forms.error("foreign-word", self.tokens[start].start, word.end, message)
        word.kind = str(word.value)
        self.tokens[start:end] = [word]
        return True

    def _prose(self, start: int) -> int:
        """Leave out what belongs to the word a question begins with: `must be …`, `what is …`,
        `does … hold`. How many tokens before the formula that were."""
        end = self._end(start)
        closing = str(self.tokens[end - 1].value) in _CLOSING_WORDS
        if end > start + 2 and closing and self.tokens[end - 2].kind in ("NAME", ")"):
            end -= 1
            del self.tokens[end]
        first = start + 1
        while end > first + 1 and str(self.tokens[first].value) in _OPENING_WORDS:
            first += 1
        del self.tokens[start + 1 : first]
        return first - start - 1

    def _missing(self, at: int, start: int) -> bool:
        """`ask q: fed(rex)`"""
        first = self.tokens[start]
        if first.kind in _MODALITIES or first.kind in _OTHER_QUERIES:
            return False
        if self.forms.recovery.begins_outside(start):
            return False  # nothing is asked
        meant = self._meant(start)
        self.tokens.insert(start, Token(meant, first.start, first.start, meant))
        if not self.forms.recovery.parses(at + 1):
            del self.tokens[start]
            return False
        formula = self._formula(start + 1)
        message = "a query begins with truth, possible, necessary, value, …; "
        message += f"did you mean `{meant} {formula}`?"
        if meant == "necessary":
            message = message[:-1] + f", in every world, or `possible {formula}`, in some?"
        self.forms.error("syntax", first.start, self.tokens[self._end(start + 1) - 1].end, message)
        return True

    def _meant(self, start: int) -> str:
        """The word that fits this formula: what is asked of open sorts is a truth, and what is no
        formula has a value."""
        tokens = self.tokens
        end = self._end(start)
        alone = end == start + 1 or (
            self.forms.token(start + 1).kind == "(" and self.forms.closing(start + 1) == end - 1
        )
        if alone and (tokens[start].kind in _NUMBERS or self._is_value(str(tokens[start].value))):
            return "value"
        if any(tokens[i].kind == "open" and tokens[i - 2].kind == "sort" for i in range(2, end)):
            return "truth"
        if "uncertain" in (str(t.value) for t in tokens[end : end + 2]):
            return "truth"
        return "necessary"

    def _is_value(self, name: str) -> bool:
        """Whether a variable is declared with another domain than bool."""
        tokens = self.tokens
        for index in range(1, len(tokens) - 2):
            if tokens[index].value == name and tokens[index - 1].kind == "var":
                after = index + 1
                if tokens[after].kind == "(":
                    after = (self.forms.closing(after) or after) + 1
                while tokens[after].kind in ("STRING", "|"):
                    after += 1
                return tokens[after].kind == ":" and tokens[after + 1].value != "bool"
        return False

    def _end(self, start: int) -> int:
        """Behind the formula of a query."""
        index = start
        while index < len(self.tokens) - 1:
            if self.tokens[index].kind in _AFTER_QUERY:
                break
            if index > start and self.forms.recovery.begins_outside(index):
                break
            index += 1
        return index

    def _formula(self, start: int) -> str:
        """As it is written here; `…` where it has a mistake of its own."""
        end = self._end(start)
        return self.forms.mended(start, end) if self.forms.recovery.parses(end - 1) else "…"
