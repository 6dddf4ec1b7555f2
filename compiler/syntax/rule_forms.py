"""Rules written another way: a head that is more than one atom, `<-` for `if`.

Belongs to `forms`: each method says how it is written here, rewrites the tokens, and says whether
it did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hlogic.compiler.syntax.foreign_words import FOREIGN_OPERATIONS
from hlogic.compiler.syntax.lexer import RESERVED, Token, word_set
from hlogic.compiler.syntax.syntax_errors import FOREIGN_WORDS
from hlogic.compiler.syntax.tables import END

if TYPE_CHECKING:
    from hlogic.compiler.syntax.forms import Forms

_HAVE_RULES = ("define", "scope", "change")
_ARROWS = ((("<", "-"), "<-"), ((":", "-"), ":-"), (("<=",), "<="))
_ENDS = word_set("rule cites note only retract disable replace assume constraint }") | {END}


class RuleForms:
    """Belongs to one `Forms`."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.tokens = forms.tokens

    def mend(self, at: int) -> bool:
        """Say what a head is, where this token stands in one."""
        if self.tokens[self.forms.recovery.declaration_at].kind not in _HAVE_RULES:
            return False
        if self._no_name(at) or self._no_word(at):
            return True
        start = self._head(at)
        return start is not None and (self._arrow(at, start) or self._more_than_an_atom(at, start))

    def _no_name(self, at: int) -> bool:
        """`rule p(x) if q(x)`"""
        rule = at - 1
        while self.tokens[rule].kind != "rule":
            rule -= 1
            if rule < self.forms.recovery.declaration_at:
                return False
        colon = any(t.kind == ":" for t in self.tokens[rule:at])
        if self.tokens[at].kind not in ("if", "}", "rule") or colon or at < rule + 2:
            return False
        first = self.tokens[rule + 1]
        head = self.forms.text(first.start, self.tokens[at - 1].end)
        message = f"a rule has a name: write rule NAME: {head} …"
        self.forms.error("syntax", first.start, self.tokens[at - 1].end, message)
        self._insert(rule + 1, "NAME", ":")
        return True

    def _no_word(self, at: int) -> bool:
        """`{ p(x) if q(x) }` in a group, `{ p(x) }` in a scope"""
        first, recovery = self.tokens[at], self.forms.recovery
        if recovery.begins_declaration(at):
            return False
        in_scope = self.tokens[recovery.declaration_at].kind == "scope"
        word = "assume" if in_scope else "rule"
        states = recovery.states_at(at)
        meant = FOREIGN_OPERATIONS.get(str(first.value).lower()) if in_scope else None
        if meant is not None and recovery.fits(states, meant):
            message = f"write `{meant}` for {first.value}"
            self.forms.error("foreign-word", first.start, first.end, message)
            self.tokens[at] = Token(meant, first.start, first.end, meant)
            return True
        known = str(first.value).lower() in FOREIGN_WORDS or self.tokens[at - 1].kind == ","
        if known or not recovery.fits(states, word) or first.kind in (",", "}", word):
            return False
        after = recovery.parser.after(states, word)
        named = in_scope or self.forms.token(at + 1).kind == "("
        if after is None or not recovery.parser.fits(after, first.kind) or not named:
            return False
        if in_scope:
            message = "what is to hold begins with `assume`"
            self._insert(at, "assume")
        else:
            message = "a rule begins with `rule NAME:`"
            closing = self.forms.closing(at + 1)
            named = closing is not None and self.forms.token(closing + 1).kind == ":"
            self._insert(at, "rule", *(() if named else ("NAME", ":")))
        self.forms.error("syntax", first.start, first.end, message)
        return True

    def _insert(self, at: int, *kinds: str) -> None:
        start = self.tokens[at].start
        self.tokens[at:at] = [Token(k, start, start, "_" if k == "NAME" else k) for k in kinds]

    def _head(self, at: int) -> int | None:
        """Where the head begins that this token stands in, or ends."""
        rule = at
        while self.tokens[rule].kind != "rule" or rule == at:
            rule -= 1
            if rule < self.forms.recovery.declaration_at:
                return None
        colon = rule + 2
        if self.tokens[colon].kind == "(":
            closing = self.forms.closing(colon)
            if closing is None:
                return None
            colon = closing + 1
        while self.tokens[colon].kind in ("STRING", "|"):
            colon += 1
        if self.tokens[colon].kind != ":" or colon >= at:
            return None
        body = any(t.kind == "if" for t in self.tokens[colon + 2 : at])
        return None if body else colon + 1

    def _arrow(self, at: int, start: int) -> bool:
        """`p(x) <- q(x)`"""
        for kinds, shown in _ARROWS:
            end = at + len(kinds)
            if at > start and tuple(t.kind for t in self.tokens[at:end]) == kinds:
                first, last = self.tokens[at].start, self.tokens[end - 1].end
                self.forms.error("foreign-word", first, last, f"write `if` for {shown}")
                self.tokens[at:end] = [Token("if", first, last, "if")]
                return True
        return False

    def _more_than_an_atom(self, at: int, start: int) -> bool:
        """`not p(x)`, `p(x) and p(y)`, `q(x) implies p(x)`, `p(x), p(y) if …`"""
        found, several = self.tokens[at].kind, self.tokens[at - 1].kind == ","
        if several and not self._atom_after_comma(at):
            return False
        if not several and (found in _ENDS or (at > start and self._is_name(at))):
            return False
        turned = found in ("implies", "if")
        end = self._end(start, past_if=turned)
        shown = self.forms.text(self.tokens[start].start, self.tokens[end - 1].end)
        message = "a head is one atom of the group"
        if self.tokens[start].kind == "not":
            message += ", never denied: rules say what holds, and nothing else does"
        elif turned:
            message += ", and what it follows from stands behind it: write `HEAD if BODY`"
        elif several or found == "and":
            message += "; write a rule for each"
        else:
            message += f", not {shown}"
        self.forms.recovery.drop_sign(self.tokens[start])
        first, last = self.tokens[start].start, self.tokens[end - 1].end
        self.forms.error("rule-head", first, last, message)
        self.tokens[start:end] = [Token("NAME", first, last, "_")]
        return True

    def _is_name(self, at: int) -> bool:
        kind = self.tokens[at].kind
        return kind in ("INT", "STRING") or (kind.isidentifier() and kind not in RESERVED)

    def _atom_after_comma(self, at: int) -> bool:
        after = self.forms.token(at + 1).kind
        if after == "(":
            closing = self.forms.closing(at + 1)
            after = "" if closing is None else self.forms.token(closing + 1).kind
        return self.tokens[at].kind == "NAME" and after in ("if", ",", "and", "rule", "}")

    def _end(self, start: int, past_if: bool) -> int:
        """Behind the head: its `if`, or what comes after the rule."""
        index, depth = start, 0
        while index < len(self.tokens) - 1:
            kind = self.tokens[index].kind
            ends = kind in _ENDS or (kind == "if" and not past_if and index > start)
            if index > start and depth == 0 and ends:
                break
            if index > start and self.forms.recovery.begins_declaration(index):
                break
            depth += (kind in "([{") - (kind in ")]}")
            index += 1
        return index
