"""Declarations written another way: `sort S = a, b`, `var p: S -> bool`, `var x, y: bool`,
`constraint fed(rex)`.

Belongs to `forms`: each method says how it is written here, rewrites the tokens, and says whether
it did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hlogic.compiler.syntax.binder_forms import is_name
from hlogic.compiler.syntax.lexer import Token, word_set

if TYPE_CHECKING:
    from hlogic.compiler.syntax.forms import Forms

_TRAILERS = word_set("cites note tagged expect")
_WITH_PARAMETERS = word_set("var table derive def define constraint rule")
_WITH_DOMAIN = word_set("var table derive def")
_BRACKETS = {"(": ")", "[": "]"}


class DeclarationForms:
    """Belongs to one `Forms`."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.tokens = forms.tokens

    def mend(self, at: int) -> bool:
        """Say how the declaration begins that this token stands in."""
        start = self.forms.recovery.declaration_at
        if self._no_body(at) or self._parameter(at, start) or self._citation(at):
            return True
        match self.tokens[start].kind:
            case "sort":
                return self._range(at, start) or self._labels(at, start)
            case "var":
                return self._several(at, start) or self._arrow(at, start) or self._value(at, start)
            case "constraint":
                return self._no_name(at, start)
        return False

    def _no_body(self, at: int) -> bool:
        """`constraint c: cites c1`"""
        word, sign = self.tokens[at - 1], self.tokens[at - 2]
        if word.kind not in _TRAILERS or sign.kind not in (":", "="):
            return False
        outside = self.forms.innermost_open(at - 2) is None
        declaration = self.tokens[self.forms.recovery.declaration_at].kind
        formula = not (outside and sign.kind == ":" and declaration in _WITH_DOMAIN)
        if formula and not self.forms.recovery.fits_at(at - 1, "true"):
            return False
        opening = self.forms.innermost_open(at - 2)
        if opening is not None and self.tokens[opening].kind == "(":
            return False  # which is what is not finished
        message = f"a {'formula' if formula else 'domain'} is missing before {word.kind}"
        self.forms.error("syntax", word.start, word.end, message)
        meant = ("true", "true") if formula else ("NAME", "_")
        self.tokens.insert(at - 1, Token(meant[0], word.start, word.start, meant[1]))
        return True

    def _range(self, at: int, start: int) -> bool:
        """`sort S { 1..3 }`"""
        opening, sign = start + 2, self.forms.token(start + 4)
        ends = (self.forms.token(start + 3), self.forms.token(start + 5))
        if self.forms.token(opening).kind != "{" or at < opening or sign.kind != "..":
            return False
        if any(t.kind not in ("INT", "NAME") for t in ends):
            return False
        if self.forms.token(start + 6).kind != "}":
            return False
        shown = (
            f"sort {self.forms.token(start + 1).value} = {self.forms.mended(start + 3, start + 6)}"
        )
        first, last = self.tokens[opening], self.tokens[start + 6]
        message = f"braces hold labels; write {shown}"
        self.forms.error("syntax", first.start, last.end, message)
        del self.tokens[start + 6]
        self.tokens[opening] = Token("=", first.start, first.end)
        return True

    def _labels(self, at: int, start: int) -> bool:
        """`sort S (a, b)`, `sort S: a, b`"""
        sign = self.forms.token(start + 2)
        first = start + 3
        if not is_name(self.forms.token(first)) or at < start + 2:
            return False
        end = first + 1
        while self.forms.token(end).kind in (",", "|") and is_name(self.forms.token(end + 1)):
            end += 2
        closes = _BRACKETS.get(sign.kind)
        if closes is None and (sign.kind not in (":", "=") or end == first + 1 or at > end):
            return False
        if closes is not None and self.forms.token(end).kind != closes:
            return False
        names = ", ".join(str(t.value) for t in self.tokens[first:end] if is_name(t))
        shown = f"sort {self.forms.token(start + 1).value} {{ {names} }}"
        last = self.tokens[end if closes else end - 1]
        self.forms.error("syntax", sign.start, last.end, f"labels stand in braces; write {shown}")
        for token in self.tokens[first:end]:
            token.kind = "," if token.kind == "|" else token.kind
        tail = Token("}", last.end, last.end)
        self.tokens[end : end + (closes is not None)] = [tail]
        self.tokens[start + 2] = Token("{", sign.start, sign.end)
        return True

    def _several(self, at: int, start: int) -> bool:
        """`var x, y: bool`"""
        comma = self.tokens[at]
        if comma.kind != "," or at != start + 2 or not is_name(self.forms.token(at + 1)):
            return False
        colon = at
        while self.forms.token(colon).kind == "," and is_name(self.forms.token(colon + 1)):
            colon += 2
        message = "each variable is declared by itself: write one `var` for each"
        self.forms.error("syntax", comma.start, self.tokens[colon - 1].end, message)
        del self.tokens[at:colon]
        return True

    def _arrow(self, at: int, start: int) -> bool:
        """`var p: S -> bool`, `var p(x: S): bool`"""
        sign, name = self.tokens[at], self.forms.token(start + 1).value
        if sign.kind == "implies" and at > start + 3 and self.forms.token(start + 2).kind == ":":
            sorts = [str(t.value) for t in self.tokens[start + 3 : at] if is_name(t)]
            result = self.forms.token(at + 1)
            shown = f"var {name}({', '.join(sorts)}): {result.value or result.kind}"
            message = f"what a variable takes stands in parentheses; write {shown}"
            self.forms.error("syntax", self.forms.token(start + 3).start, result.end, message)
            del self.tokens[start + 3 : at + 1]
            return True
        return False

    def _parameter(self, at: int, start: int) -> bool:
        """`var p(x: S): bool`, `def f(x in S) = …`"""
        sign, opening = self.tokens[at], self.forms.innermost_open(at)
        if opening is None or opening < start + 2 or sign.kind not in (":", "in"):
            return False
        of = self.tokens[opening - 2].kind
        if of not in _WITH_PARAMETERS or (sign.kind == "in") != (of == "def"):
            return False
        variable = self.tokens[at - 1]
        meant = ":" if of == "def" else "in"
        closing = self.forms.closing(opening)
        first = self.tokens[at - 2].kind in ("(", ",")
        if closing is None or not first or not is_name(variable):
            return False
        commas = [i for i in self.forms.flat(opening, closing) if self.tokens[i].kind == ","]
        end = next((i for i in commas if i > at), closing)
        domain = self.forms.mended(at + 1, end) or "…"
        shown = f"{variable.value}: {domain}" if of == "def" else f"{variable.value} in {domain}"
        written = "`in`" if of == "def" else "the colon"
        wanted = ":" if of == "def" else "`in`"
        message = f"write {wanted} for {written}: {shown}"
        self.forms.error("syntax", sign.start, sign.end, message)
        self.tokens[at] = Token(meant, sign.start, sign.end, meant)
        return True

    def _citation(self, at: int) -> bool:
        """`cites (c1, c2)`, `cites "c1"`, `cites c1 and c2`, `claim c1: "…"`"""
        token, before = self.tokens[at], self.tokens[at - 1]
        if before.kind == "cites" and token.kind in ("(", "[", "{", "STRING"):
            end = self.forms.closing(at) if token.kind != "STRING" else at
            if end is None:
                return False
            names = [t for t in self.tokens[at : end + 1] if is_name(t) or t.kind == "STRING"]
            shown = ", ".join(str(t.value) for t in names)
            message = f"the names of claims stand bare; write cites {shown}"
            self.forms.error("syntax", token.start, self.forms.token(end).end, message)
            self.tokens[at : end + 1] = [Token("NAME", token.start, token.end, "_")]
            return True
        if token.kind == "and" and self.tokens[at - 2].kind in ("cites", ","):
            if not self.forms.recovery.fits_at(at, ","):
                return False
            self.forms.error("syntax", token.start, token.end, "write a comma between claims")
            self.tokens[at] = Token(",", token.start, token.end)
            return True
        if token.kind in (":", "=") and self.forms.token(at + 1).kind == "STRING":
            if self.tokens[self.forms.recovery.declaration_at].kind not in ("claim", "background"):
                return False
            message = f"the text follows without a sign: leave out {token.kind}"
            self.forms.error("syntax", token.start, token.end, message)
            del self.tokens[at]
            return True
        return False

    def _value(self, at: int, start: int) -> bool:
        """`var x: bool = false`"""
        sign = self.tokens[at]
        if sign.kind not in ("=", "==") or self.forms.innermost_open(at) is not None:
            return False
        if not any(t.kind == ":" for t in self.tokens[start:at]):
            return False
        name = self.forms.token(start + 1).value
        message = f"a variable has no value of its own: say what {name} is in a constraint, or "
        message += f"write `derive {name} = …`"
        end = at + 1
        while end < len(self.tokens) - 1 and not self.forms.recovery.begins_declaration(end):
            end += 1
        self.forms.error("syntax", sign.start, self.tokens[end - 1].end, message)
        del self.tokens[at:end]
        return True

    def _no_name(self, at: int, start: int) -> bool:
        """`constraint fed(rex)`, `constraint c(s in S) fed(s)`"""
        if any(
            self.tokens[i].kind == ":" and self.forms.innermost_open(i) is None
            for i in range(start, at + 1)
        ):
            return False
        name, opening = self.forms.token(start + 1), start + 2
        if self.tokens[at].kind in _BRACKETS.values():
            return False  # of a bracket that was closed too early
        if not is_name(name) or self.forms.token(opening).kind != "(":
            return False
        closing = self.forms.closing(opening)
        if closing is None or at <= closing:
            return False
        last = self.tokens[closing]
        head = self.forms.text(name.start, last.end)
        if any(self.tokens[i].kind == "in" for i in self.forms.flat(opening, closing)):
            message = f": is missing; write constraint {head}: …"
            self.forms.error("syntax", last.end, last.end, message)
            self.tokens.insert(closing + 1, Token(":", last.end, last.end))
            if self.forms.recovery.begins_declaration(closing + 2) or at == len(self.tokens) - 2:
                self.tokens.insert(closing + 2, Token("true", last.end, last.end, "true"))
            return True
        message = f"a constraint has a name: write constraint NAME: {head} …"
        self.forms.error("syntax", name.start, name.end, message)
        self.tokens[start + 1 : start + 1] = [
            Token("NAME", name.start, name.start, "_"),
            Token(":", name.start, name.start),
        ]
        return True
