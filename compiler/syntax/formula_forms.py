"""Formulas joined another way: `a, b`, `if a then b`, `b if a`, `b :- a`, `(and a b)`.

Belongs to `forms`: each method says how it is written here, rewrites the tokens, and says whether
it did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hlogic.compiler.syntax.lexer import SYMBOLS, Token, word_set
from hlogic.compiler.syntax.syntax_errors import FOREIGN_WORDS

if TYPE_CHECKING:
    from hlogic.compiler.syntax.forms import Forms
    from hlogic.compiler.syntax.phrase_forms import PhraseForms

_OF_FORMULAS = word_set("constraint scope change ask check define")
_COMPARISONS = word_set("== != < <= > >=")
_OPERATORS = word_set("and or implies iff xor == != < <= > >= + * =")


class FormulaForms:
    """Belongs to one `Forms`."""

    def __init__(self, forms: Forms, phrases: PhraseForms) -> None:
        self.forms = forms
        self._phrases = phrases
        self.tokens = forms.tokens

    def mend(self, at: int, states: list[int]) -> bool:
        """Say how what meets at this token is joined."""
        if self._full_stop(at) or self._operator_first(at) or self._match(at):
            return True
        if self._phrases.mend(at, states):
            return True
        if self._bare_argument(at) or self._no_then(at, states) or self._one_side(at):
            return True
        if self.tokens[self.forms.recovery.declaration_at].kind not in _OF_FORMULAS:
            return False
        return (
            self._semicolon(at, states)
            or self._comma(at, states)
            or self._no_else(at, states)
            or self._condition_last(at, states)
            or self._arrow(at, states)
        )

    def _comma(self, at: int, states: list[int]) -> bool:
        """`fed(rex), fed(fido)`"""
        comma = self.tokens[at]
        declaration = self.tokens[self.forms.recovery.declaration_at].kind
        if self.tokens[at - 1].kind == "," and declaration == "define":  # read as a rule's end
            at -= 1
            comma = self.tokens[at]
            states = self.forms.recovery.states_at(at)
        elif comma.kind != "," or self.forms.recovery.fits(states, ","):
            return False
        parser = self.forms.recovery.parser
        after = parser.after(states, "and")
        if after is None or not parser.fits(after, self.forms.token(at + 1).kind):
            return False
        if self.forms.recovery.fits(states, self.forms.token(at + 1).kind):
            return False  # an operation, which needs no comma before it
        message = "write `and` where both are to hold" + self._phrases.torn(at, "and")
        self.forms.error("syntax", comma.start, comma.end, message)
        self.tokens[at] = Token("and", comma.start, comma.end, "and")
        return True

    def _semicolon(self, at: int, states: list[int]) -> bool:
        """`fed(rex); fed(fido)`"""
        last, first = self.tokens[at - 1].end, self.tokens[at].start
        sign = next((i for i in range(last, first) if self.forms.source.text[i] in ";；"), None)
        recovery = self.forms.recovery
        if sign is None or recovery.begins_declaration(at) or not recovery.fits(states, "and"):
            return False
        after = recovery.parser.after(states, "and")
        if after is None or not recovery.parser.fits(after, self.tokens[at].kind):
            return False
        if not recovery.drop_lexical(sign):
            return False  # in a comment
        message = "write `and` where both are to hold" + self._phrases.torn(at, "and")
        if self.forms.source.text[sign] == ";":
            self.forms.error("syntax", sign, sign + 1, message)
        else:
            self.forms.error("full-width", sign, sign + 1, f"full-width ； ; {message}")
        self.tokens.insert(at, Token("and", sign, sign + 1, "and"))
        return True

    def _no_else(self, at: int, states: list[int]) -> bool:
        """`if wet then fed(rex)`"""
        if not self.forms.recovery.fits(states, "else"):
            return False
        if FOREIGN_WORDS.get(str(self.tokens[at].value), ("", ""))[0] == "else":
            return False
        then = self._back(at, "then")
        start = None if then is None else self._back(then, "if")
        if then is None or start is None:
            return False
        first, last = self.tokens[start], self.tokens[at - 1]
        condition = self.forms.text(first.end, self.tokens[then].start)
        held = self.forms.text(self.tokens[then].end, last.end)
        message = f"`if` needs an `else`; to say what follows, write {condition} implies {held}"
        self.forms.error("syntax", first.start, self.tokens[then].end, message)
        self.tokens[at:at] = [
            Token("else", last.end, last.end, "else"),
            Token("true", last.end, last.end, "true"),
        ]
        return True

    def _no_then(self, at: int, states: list[int]) -> bool:
        """`if wet: a else: b`"""
        sign, before = self.tokens[at], self.tokens[at - 1]
        if sign.kind != ":" or self._back(at, "if") is None:
            return False
        if before.kind == "else":
            self.forms.error("syntax", sign.start, sign.end, "no colon follows `else`")
            del self.tokens[at]
            return True
        if not self.forms.recovery.fits(states, "then"):
            return False
        self.forms.error("syntax", sign.start, sign.end, "write `then` for :")
        self.tokens[at] = Token("then", sign.start, sign.end, "then")
        return True

    def _one_side(self, at: int) -> bool:
        """`n >= 3 and <= 5`"""
        sign, before = self.tokens[at], self.tokens[at - 1]
        if sign.kind not in _COMPARISONS or before.kind not in ("and", "or"):
            return False
        message = f"a comparison has two sides: repeat what is compared before {sign.kind}"
        self.forms.error("syntax", sign.start, sign.end, message)
        self.tokens.insert(at, Token("NAME", sign.start, sign.start, "_"))
        return True

    def _bare_argument(self, at: int) -> bool:
        """`fed rex`, `fed[rex]`"""
        name, first = self.tokens[at - 1], self.tokens[at]
        if name.kind != "NAME" or not self._takes_arguments(str(name.value)):
            return False
        closing = self.forms.closing(at) if first.kind == "[" else None
        end = at
        while closing is None and self.forms.token(end).kind in ("NAME", "INT"):
            end += 1
        if closing is not None:
            end = closing
        if end == at:
            return False
        inside = self.tokens[at + (closing is not None) : end]
        texts = [self.forms.text(t.start, t.end) for t in inside if t.kind != ","]
        shown = f"{name.value}({', '.join(texts)})"
        message = f"arguments stand in parentheses; write {shown}"
        self.forms.error("syntax", name.start, self.tokens[end - 1].end, message)
        between = [Token(",", t.start, t.start) for t in inside]
        if closing is None:
            inside = [t for pair in zip(between, inside, strict=True) for t in pair][1:]
        self.tokens[at : end + (closing is not None)] = [
            Token("(", first.start, first.start),
            *inside,
            Token(")", first.end, first.end),
        ]
        return True

    def _takes_arguments(self, name: str) -> bool:
        """Whether something of this name is declared with parameters."""
        declared = ("var", "table", "derive", "def", "define")
        return any(
            t.kind in declared
            and self.forms.token(i + 1).value == name
            and self.forms.token(i + 2).kind == "("
            for i, t in enumerate(self.tokens)
        )

    def _match(self, at: int) -> bool:
        """`match x { case a: … }`, `{ a: …, else: … }`, `{ … default: … }`"""
        opening = self.forms.innermost_open(at)
        if opening is None or self._back(opening, "match") is None:
            return False
        token, before = self.tokens[at], self.tokens[at - 1]
        if token.kind == "else":
            message = "write `default` for else, without a colon"
            self.forms.error("foreign-word", token.start, token.end, message)
            end = at + 1 + (self.forms.token(at + 1).kind == ":")
            self.tokens[at:end] = [Token("default", token.start, token.end, "default")]
            if before.kind == ",":
                del self.tokens[at - 1]
        elif token.kind == ":" and before.kind == "default":
            self.forms.error("syntax", token.start, token.end, "no colon follows `default`")
            del self.tokens[at]
        elif before.value == "case" or token.value == "case":
            case = at - 1 if before.value == "case" else at
            word = self.tokens[case]
            message = "a branch begins with its value: write `a: …, b: …`"
            self.forms.error("foreign-word", word.start, word.end, message)
            first = self.tokens[case - 1].kind in ("{", ",")
            self.tokens[case : case + 1] = [] if first else [Token(",", word.start, word.start)]
        else:
            return False
        return True

    def _back(self, at: int, kind: str) -> int | None:
        """The nearest token of a kind before this one in the same brackets."""
        opening = self.forms.innermost_open(at)
        for index in range(at - 1, self.forms.recovery.declaration_at, -1):
            if self.tokens[index].kind == kind and self.forms.innermost_open(index) == opening:
                return index
        return None

    def _where_last(self, at: int, states: list[int]) -> bool:
        """`possible fed(rex) if wet`: of the worlds where wet holds."""
        word, start = self.tokens[at], self.forms.recovery.declaration_at
        if self.tokens[start].kind not in ("ask", "check"):
            return False
        if self.forms.innermost_open(at) is not None or not self.forms.recovery.fits(
            states, "where"
        ):
            return False
        message = "write `where` for if: it says which worlds are asked about"
        self.forms.error("foreign-word", word.start, word.end, message)
        self.tokens[at] = Token("where", word.start, word.end, "where")
        more = self._phrases.forward(at + 1, "where")
        if more is not None:
            self.tokens[more].kind = "and"
        return True

    def _condition_last(self, at: int, states: list[int]) -> bool:
        """`fed(rex) if wet`"""
        word = self.tokens[at]
        if word.kind != "if" or not self.forms.recovery.fits(states, "implies"):
            return False
        if self._phrases.forward(at, "else") is None and self._where_last(at, states):
            return True
        message = "the condition stands first: write A implies B for B if A"
        other = self._phrases.forward(at, "else")
        if other is not None:
            message = "the condition stands first: write if C then A else B for A if C else B"
            self.tokens[other].kind = "and"
        self._phrases.implies(at, at + 1, "foreign-word", message)
        return True

    def _arrow(self, at: int, states: list[int]) -> bool:
        """`fed(rex) :- wet`"""
        if (self.tokens[at].kind, self.forms.token(at + 1).kind) != (":", "-"):
            return False
        if not self.forms.recovery.fits(states, "implies"):
            return False
        message = "the condition stands first: write A implies B for B :- A"
        self._phrases.implies(at, at + 2, "foreign-word", message)
        return True

    def _operator_first(self, at: int) -> bool:
        """`(and wet fed(rex))`"""
        operator, opening = self.tokens[at], at - 1
        if operator.kind not in _OPERATORS or self.tokens[opening].kind != "(":
            return False
        closing = self.forms.closing(opening)
        if closing is None or not self.forms.recovery.fits_at(opening, "true"):
            return False
        sign = "==" if operator.kind == "=" else operator.kind
        shown = sign if sign in "== != <= >= + *" else f"`{sign}`"
        typed = self.forms.text(operator.start, operator.end)
        if SYMBOLS.get(typed, typed) != operator.kind:
            self.forms.recovery.drop_sign(operator)
            shown = f"write {shown} for {typed}; it"
        message = f"{shown} stands between what it joins: a {sign} b"
        first, last = self.tokens[opening], self.tokens[closing]
        self.forms.error("syntax", operator.start, operator.end, message)
        self.tokens[opening : closing + 1] = [Token("NAME", first.start, last.end, "_")]
        return True

    def _full_stop(self, at: int) -> bool:
        """`constraint c: wet.`"""
        for index in (at, at - 1):
            stop = self.tokens[index]
            if stop.kind != "." or index + 1 >= len(self.tokens):
                continue
            last = index + 2 >= len(self.tokens) or self.forms.token(index + 1).kind in (
                "}",
                "rule",
            )
            if last or self.forms.recovery.begins_declaration(index + 1):
                message = ". ends nothing here: leave it out"
                self.forms.error("foreign-sign", stop.start, stop.end, message)
                del self.tokens[index]
                return True
        return False

    # ------------------------------------------------------------------ words
