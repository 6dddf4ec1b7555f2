"""Words of other languages for a quantifier: `for all d in Dog`, `所有 d in Dog`, `存在d`.

Belongs to `binder_forms`: each method says how it is written here, rewrites the tokens, and says
whether it did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hlogic.compiler.syntax.lexer import Token

if TYPE_CHECKING:
    from hlogic.compiler.syntax.binder_forms import BinderForms
    from hlogic.compiler.syntax.forms import Forms

# Words that stand for a quantifier or `not` before what they are about; longer ones first.
_WORDS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    *((("for", w), ("forall",)) for w in ("all", "every", "each", "any")),
    (("there", "exists"), ("exists",)),
    (("there", "is"), ("exists",)),
    *(((w,), ("forall",)) for w in ("all", "every", "each", "for", "any")),
    *(
        ((w,), ("forall",))
        for w in ("所有", "任意", "任一", "每个", "对所有", "对任意", "对于所有")
    ),
    *(((w,), ("exists",)) for w in ("some", "exist", "存在", "有")),
    *(((w,), ("not", "exists")) for w in ("no", "none", "没有", "不存在")),
)
_GLUED = tuple((w[0], meant) for w, meant in _WORDS if not w[0].isascii())


class QuantifierWords:
    """Belongs to one `BinderForms`."""

    def __init__(self, forms: Forms, binders: BinderForms) -> None:
        self.forms = forms
        self.tokens = forms.tokens
        self._binders = binders

    def mend(self, at: int) -> bool:
        """Say which quantifier a word here stands for."""
        return self._unique(at) or self._glued(at) or self._words(at)

    def _words(self, at: int) -> bool:
        opening = self.forms.innermost_open(at)
        starts = [at, at - 1, at - 2, *([] if opening is None else [opening - 1])]
        for words, meant in _WORDS:
            for start in starts:
                if start <= self.forms.recovery.declaration_at:
                    continue
                found = tuple(str(t.value).lower() for t in self.tokens[start : start + len(words)])
                if found == words and self._word(start, start + len(words), meant):
                    return True
        return False

    def _word(self, start: int, end: int, meant: tuple[str, ...]) -> bool:
        if not self.forms.recovery.fits_at(start, "forall"):
            return False
        first, last = self.tokens[start], self.tokens[end - 1]
        names = self._binders.past_names(end + (self.forms.token(end).kind == "("))
        if names is None or (
            self.forms.token(end).kind == "(" and self.forms.token(names).kind != "in"
        ):
            return False
        if any(self.forms.recovery.begins_declaration(i) for i in range(end, names + 1)):
            return False
        after = self.forms.token(names).kind
        if after not in ("in", ":", "(") and not self._binders.is_name(names):
            return False
        shown = self.forms.text(first.start, last.end)
        message = f"write `{' '.join(meant)}` for {shown}"
        self.forms.error("foreign-word", first.start, last.end, message)
        if self.forms.token(end).kind == "(":
            closing = self.forms.closing(end)
            if closing is not None:
                del self.tokens[closing], self.tokens[end]
        self.tokens[start:end] = [Token(m, first.start, last.end, m) for m in meant]
        return True

    def _unique(self, at: int) -> bool:
        """`exists! d in Dog: …`"""
        sign, word = self.tokens[at], self.tokens[at - 1]
        if sign.kind != "not" or word.kind != "exists" or sign.end - sign.start != 1:
            return False
        found = self.forms.recovery.parser.report.diagnostics
        found[:] = [d for d in found if d.span.start != sign.start]  # that it is written `not`
        message = "write `exactly 1 (x in S: …)` for exists!"
        self.forms.error("foreign-sign", word.start, sign.end, message)
        del self.tokens[at]
        return True

    def _glued(self, at: int) -> bool:
        """`对于所有x属于S：…`, `存在x，…`: what follows without a space was read as one name."""
        for index in range(self.forms.recovery.declaration_at + 1, at + 1):
            token = self.tokens[index]
            name, after = str(token.value), self.forms.token(index + 1).kind
            if token.kind != "NAME" or after not in ("in", ":", ",", ".") or name.isascii():
                continue
            if self.forms.declared(name) or not self.forms.recovery.fits_at(index, "forall"):
                continue
            for word, meant in sorted(_GLUED, key=lambda pair: -len(pair[0])):
                rest = name.removeprefix(word)
                if rest != name and self._apart(index, word, meant, rest):
                    return True
        return False

    def _apart(self, at: int, word: str, meant: tuple[str, ...], rest: str) -> bool:
        """Part `x属于S` too, and read a comma behind it as the colon that is meant."""
        token = self.tokens[at]
        variable, found, sort = rest.partition("属于")
        if not variable or (found and not sort):
            return False
        head = " ".join(meant)
        sort = sort or self._binders.sort_of(variable, at) or "S"
        message = f"write {head} {variable} in {sort}: … for {token.value}"
        if self.forms.token(at + 1).kind == "in":
            message = f"write {head} {variable} in … for {token.value} in …"
            mended = [Token("NAME", token.start + len(word), token.end, variable)]
        else:
            mended = [
                Token("NAME", token.start + len(word), token.end, variable),
                Token("in", token.end, token.end, "in"),
                Token("NAME", token.end, token.end, sort),
            ]
            self.tokens[at + 1].kind = ":"
        self.forms.error("foreign-word", token.start, token.end, message)
        words = [Token(m, token.start, token.start + len(word), m) for m in meant]
        self.tokens[at : at + 1] = [*words, *mended]
        return True
