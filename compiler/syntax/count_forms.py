"""Counts and lists of formulas written another way: `all(fed(d) for d in Dog)`, `exactly one d in
Dog: …`, `at least 2 (…)`.

Belongs to `forms`: each method says how it is written here, rewrites the tokens, and says whether
it did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hlogic.compiler.syntax.lexer import Token, word_set

if TYPE_CHECKING:
    from hlogic.compiler.syntax.forms import Forms

_QUANTIFIERS = word_set("forall exists")
_OVER_LISTS = {"all": "forall", "any": "exists"}  # with what stands in parentheses
_AGGREGATES = word_set("count sum min max set all_different")
_CARDINALS = {("exactly",): "exactly", ("at", "least"): "at_least", ("at", "most"): "at_most"} | {
    (word,): word for word in ("at_least", "at_most")
}
_NUMERALS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ENDS = word_set("cites note tag tagged expect default ) } ] ,")


class CountForms:
    """Belongs to one `Forms`."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.tokens = forms.tokens

    def mend(self, at: int) -> bool:
        """Say how what this token stands in goes through its values."""
        return self._comprehension(at) or self._cardinal(at)

    def _comprehension(self, at: int) -> bool:
        """`all(fed(d) for d in Dog)`, `count(fed(d) for d in Dog if old(d))`"""
        opening = self.forms.innermost_open(at)
        if opening is None or self.tokens[opening].kind not in ("(", "["):
            return False
        closing, word = self.forms.closing(opening), self.tokens[opening - 1]
        if closing is None:
            return False
        flat = self.forms.flat(opening, closing)
        by = next(
            (i for i in flat if self.tokens[i].value == "for" and self.forms.binders.binds(i + 1)),
            None,
        )
        kind = _OVER_LISTS.get(str(word.value), word.kind)
        if by is None or by == opening + 1 or kind not in (*_QUANTIFIERS, *_AGGREGATES):
            return False
        condition = next((i for i in flat if i > by and self.tokens[i].kind == "if"), None)
        body = self.tokens[opening + 1 : by]
        binders = self.tokens[by + 1 : closing]
        where = f" where {self._text(condition + 1, closing)}" if condition is not None else ""
        inside = f"{self._text(by + 1, condition or closing)}{where}: {self._text(opening + 1, by)}"
        shown = f"{kind} {inside}" if kind in _QUANTIFIERS else f"{kind}({inside})"
        self.forms.error(
            "syntax",
            word.start,
            self.tokens[closing].end,
            f"the binder stands first; write {shown}",
        )
        if condition is not None:
            self.tokens[condition] = Token("where", word.end, word.end, "where")
            binders = self.tokens[by + 1 : closing]
        colon = Token(":", word.end, word.end)
        head = [Token(kind, word.start, word.end, kind)]
        open_ = Token("(", word.start, word.start)
        head = [open_, *head] if kind in _QUANTIFIERS else [*head, open_]
        close = Token(")", self.tokens[closing].start, self.tokens[closing].end)
        self.tokens[opening - 1 : closing + 1] = [*head, *binders, colon, *body, close]
        return True

    def _cardinal(self, at: int) -> bool:
        """`exactly one d in Dog: fed(d)`, `at least 2 (d in Dog: fed(d))`"""
        for start in range(max(self.forms.recovery.declaration_at, at - 4), at + 1):
            for words, meant in _CARDINALS.items():
                end = start + len(words)
                found = tuple(str(t.value or t.kind) for t in self.tokens[start:end])
                if found == words and self._counted(start, end, meant):
                    return True
        return False

    def _counted(self, start: int, end: int, meant: str) -> bool:
        if not self.forms.recovery.fits_at(start, "exactly") or end + 2 >= len(self.tokens):
            return False
        number, first = self.forms.token(end), self.tokens[start]
        numeral = str(number.value).lower() in _NUMERALS
        if number.kind != "INT" and not numeral:
            return False
        bare = self.forms.binders.binds(end + 1)
        if not bare and not numeral and end == start + 1:
            return False
        k = str(_NUMERALS.index(str(number.value).lower())) if numeral else str(number.value)
        stop = self._end(end + 1)
        inside = f"({self._text(end + 1, stop)})" if bare else "(…)"
        message = f"write {meant} {k} {inside}"
        self.forms.error("syntax", first.start, number.end, message)
        if bare:
            last = self.tokens[stop - 1].end
            self.tokens.insert(stop, Token(")", last, last))
            self.tokens.insert(end + 1, Token("(", number.end, number.end))
        self.tokens[start : end + 1] = [
            Token(meant, first.start, self.tokens[end - 1].end, meant),
            Token("INT", number.start, number.end, int(k)),
        ]
        return True

    def _end(self, start: int) -> int:
        """Behind a formula that reaches as far as it can."""
        index = start
        while index < len(self.tokens) - 1:
            kind = self.tokens[index].kind
            if kind in _ENDS or self.forms.recovery.begins_outside(index):
                break
            if kind in "([{":
                index = self.forms.closing(index) or index
            index += 1
        return index

    def _text(self, start: int, end: int) -> str:
        """The source of some tokens."""
        return self.forms.text(self.tokens[start].start, self.tokens[end - 1].end)
