"""Quantifiers written another way: `for all d in Dog:`, `∀d (…)`, `forall d in Dog (…)`.

Belongs to `forms`: each method says how it is written here, rewrites the tokens, and says whether
it did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hlogic.compiler.syntax.lexer import RESERVED, Token, word_set
from hlogic.compiler.syntax.quantifier_words import QuantifierWords

if TYPE_CHECKING:
    from hlogic.compiler.syntax.forms import Forms

_QUANTIFIERS = word_set("forall exists")
_HEADS = _QUANTIFIERS | word_set("possible_set necessary_set contingent_set truth_of for_each")
_OPERATORS = word_set("and or implies iff xor not")
_SUCH_THAT = word_set("such that with so st")
_ENDS = word_set("then else ) ] }")
_AFTER_END = word_set(".. + - * // % | { .")


def is_name(token: Token) -> bool:
    """Whether a token may be a name somewhere."""
    kind = token.kind
    return kind == "NAME" or (kind.isidentifier() and kind.islower() and kind not in RESERVED)


class BinderForms:
    """Belongs to one `Forms`."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.tokens = forms.tokens
        self._quantifiers = QuantifierWords(forms, self)

    def mend(self, at: int) -> bool:
        """Say how what this token stands in binds its variables."""
        if self._quantifiers.mend(at):
            return True
        heads = range(self.forms.recovery.declaration_at, at + 1)
        return any(
            self.tokens[i].kind in _HEADS and self._head(i, at)
            for i in heads
            if i + 1 < len(self.tokens)
        )

    def _head(self, at: int, refused: int) -> bool:
        """What stands between this quantifier and its formula."""
        if at + 1 == refused and self._no_variable(at):
            return True
        if self.forms.token(at + 1).kind == "(":
            return self._parenthesized(at)
        start = at + 1
        while True:
            names = self.past_names(start)
            if names is None or names > refused:
                return False
            if self.forms.token(names).kind != "in":
                return self._no_sort(at, start, names)
            end = self._past_domain(names + 1)
            if end is None or end > refused or self.forms.token(end).kind in (":", "where"):
                return False
            if self.forms.token(end).kind != "," or not self.binds(end + 1):
                return self._no_colon(at, end)
            start = end + 1

    def _no_variable(self, at: int) -> bool:
        """`exists and wet`, `forall !: wet`, `forall in Dog: wet`"""
        word, sign = self.tokens[at], self.tokens[at + 1]
        if sign.kind == "in":
            message = f"a variable is missing before in; write {word.kind} x in S: …"
            self.forms.error("syntax", sign.start, sign.end, message)
            self.tokens.insert(at + 1, Token("NAME", sign.start, sign.start, "_"))
            return True
        if word.kind not in _QUANTIFIERS or sign.kind not in _OPERATORS:
            return False
        if self.forms.token(at + 2).kind in ("in", ","):
            return False  # a name that is badly chosen
        self.forms.recovery.drop_sign(sign)
        shown = self.forms.text(sign.start, sign.end)
        message = f"a variable is missing before {shown}; write {word.kind} x in S: …"
        self.forms.error("syntax", sign.start, sign.end, message)
        if self.forms.token(at + 2).kind == ":":
            del self.tokens[at : at + 3]
        else:
            self.tokens[at : at + 1 + (sign.kind == "not")] = [
                Token("NAME", word.start, word.end, "_")
            ]
        return True

    def binds(self, at: int) -> bool:
        """Whether a binder begins here: `a, b in S`."""
        names = self.past_names(at)
        return names is not None and self.forms.token(names).kind == "in"

    def is_name(self, at: int) -> bool:
        """Whether a token may be a name somewhere."""
        return is_name(self.forms.token(at))

    def past_names(self, at: int) -> int | None:
        """Behind the names of one binder: `a, b in S`."""
        if not is_name(self.tokens[at]):
            return None
        while self.forms.token(at + 1).kind == "," and is_name(self.forms.token(at + 2)):
            if self.forms.token(at + 3).kind == "(":  # `forall d, fed(d)`
                break
            at += 2
        return at + 1

    def _past_domain(self, at: int) -> int | None:
        """Behind a sort, a part of one or a range; None where a domain is more than that."""
        if not is_name(self.tokens[at]) and self.tokens[at].kind != "INT":
            return None
        end = at + 1
        if self.forms.token(end).kind in ("..", "{"):
            closing = self.forms.closing(end) if self.forms.token(end).kind == "{" else end + 1
            if closing is None:
                return None
            end = closing + 1
        if self.forms.token(end).kind == "(":
            closing = self.forms.closing(end)
            if closing is None or self.forms.token(closing + 1).kind in _AFTER_END:
                return None
        return None if self.forms.token(end).kind in _AFTER_END - {"."} else end

    def _no_colon(self, at: int, end: int) -> bool:
        """`forall d in Dog (…)`, `forall d in Dog, fed(d)`, `exists d in Dog such that fed(d)`"""
        sign, before = self.forms.token(end), self.tokens[end - 1]
        head = self.forms.mended(at, end)
        last = self._past_such_that(end)
        if (last > end or sign.kind == "if" or sign.value == "when") and self._restricted(
            max(last, end + 1)
        ):
            shown = self.forms.text(sign.start, self.tokens[max(last - 1, end)].end)
            message = f"write `where` for {shown}: {head} where …: …"
            self.forms.error("foreign-word", sign.start, sign.end, message)
            self.tokens[end : max(last, end + 1)] = [Token("where", sign.start, sign.end, "where")]
            return True
        if last > end:
            shown = self.forms.text(sign.start, self.tokens[last - 1].end)
            message = f"write : for {shown}, as in {head}: …"
            self.forms.error("foreign-word", sign.start, self.tokens[last - 1].end, message)
        elif sign.kind in (",", "."):
            last = end + 1
            message = f"a colon stands before the formula; write {head}: …"
            self.forms.error("syntax", sign.start, sign.end, message)
        elif sign.kind == ")" and self.tokens[at - 1].kind == "(":
            message = f"what is quantified has no parentheses; write {head}: …"
            self.forms.error("syntax", self.tokens[at - 1].start, sign.end, message)
            self.tokens[end] = Token(":", sign.start, sign.end)
            del self.tokens[at - 1]
            return True
        else:
            message = f": is missing; write {head}: …"
            self.forms.error("syntax", before.end, before.end, message)
        self.tokens[end:last] = [Token(":", before.end, before.end)]
        return True

    def _past_such_that(self, at: int) -> int:
        while str(self.forms.token(at).value) in _SUCH_THAT:
            at += 1
        return at

    def _restricted(self, at: int) -> bool:
        """Whether a condition on the variables stands here, which a colon ends."""
        index = at
        while index < len(self.tokens) - 1:
            kind = self.tokens[index].kind
            if kind == ":":
                return index > at
            if kind in _HEADS or kind in _ENDS or self.forms.recovery.begins_declaration(index):
                return False
            if kind in ("(", "[", "{"):
                closing = self.forms.closing(index)
                if closing is None:
                    return False
                index = closing
            index += 1
        return False

    def _no_sort(self, at: int, start: int, names: int) -> bool:
        """`forall d: …`, `∀d (…)`, `forall d: Dog, …`, `forall Dog d: …`"""
        sign, after = self.forms.token(names), self.forms.token(names + 1)
        word = self.tokens[at].kind
        text = self.forms.text(self.tokens[start].start, self.tokens[names - 1].end)
        ends = self.forms.token(names + 2).kind in (":", ".", ",") if sign.kind == ":" else False
        if sign.kind == ":" and is_name(after) and ends:
            message = f"write `in` for the colon: {word} {text} in {after.value}: …"
            self.forms.error("syntax", sign.start, sign.end, message)
            self.tokens[names] = Token("in", sign.start, sign.end, "in")
            self.tokens[names + 2].kind = ":"
            return True
        first = self.tokens[start]
        if is_name(sign) and names == start + 1 and after.kind in (":", ".", ","):
            message = f"the variable stands first; write {word} {sign.value} in {first.value}: …"
            self.forms.error("syntax", first.start, sign.end, message)
            between = Token("in", first.end, first.end, "in")
            self.tokens[start : names + 1] = [sign, between, first]
            return True
        sort = self.sort_of(str(first.value), start) or "S"
        message = f"a variable has a sort; write {word} {text} in {sort}: …"
        self.forms.error("syntax", first.start, self.tokens[names - 1].end, message)
        end = max(self._past_such_that(names), names + (sign.kind in (":", ".", ",")))
        self.tokens[names:end] = [
            Token("in", sign.start, sign.start, "in"),
            Token("NAME", sign.start, sign.start, "_"),
            Token(":", sign.start, sign.start),
        ]
        return True

    def _parenthesized(self, at: int) -> bool:
        """`forall (d in Dog): …`, `forall(d in Dog, fed(d))`"""
        opening = at + 1
        closing = self.forms.closing(opening)
        names = self.past_names(opening + 1)
        if closing is None or names is None or self.forms.token(names).kind != "in":
            return False
        end = self._past_domain(names + 1)
        if end is None:
            return False
        head = self.forms.text(self.tokens[opening].end, self.tokens[end - 1].end)
        message = f"what is quantified has no parentheses; write {self.tokens[at].kind} {head}: …"
        self.forms.error("syntax", self.tokens[opening].start, self.tokens[closing].end, message)
        colon = any(self.tokens[i].kind == ":" for i in self.forms.flat(opening, closing))
        if self.forms.token(closing + 1).kind == ":" or colon:
            del self.tokens[closing]
        elif self.forms.token(end).kind == "," and not self.binds(end + 1):
            self.tokens[end].kind = ":"
            del self.tokens[closing]
        else:
            self.tokens[closing].kind = ":"
        del self.tokens[opening]
        return True

    def sort_of(self, name: str, start: int) -> str | None:
        """The sort of the first place in this declaration where a variable is an argument; or the
        only sort of the file."""
        tokens = self.tokens
        for index in range(start + 1, len(tokens) - 1):
            if self.forms.recovery.begins_declaration(index):
                break
            if tokens[index].value != name or tokens[index].kind != "NAME":
                continue
            opening = self.forms.innermost_open(index)
            if opening is None or tokens[opening].kind != "(":
                continue
            place = sum(tokens[i].kind == "," for i in self.forms.flat(opening, index))
            sort = self._declared_sort(str(tokens[opening - 1].value), place)
            if sort is not None:
                return sort
        sorts = [
            str(tokens[i + 1].value)
            for i in range(len(tokens) - 1)
            if tokens[i].kind == "sort" and is_name(tokens[i + 1])
        ]
        return sorts[0] if len(sorts) == 1 else None

    def _declared_sort(self, name: str, place: int) -> str | None:
        """The sort of one argument of a variable, table or derived term, where it has a name."""
        tokens = self.tokens
        for index in range(1, len(tokens) - 1):
            if tokens[index].value != name or tokens[index + 1].kind != "(":
                continue
            if tokens[index - 1].kind not in ("var", "table", "derive", "define"):
                continue
            closing = self.forms.closing(index + 1)
            if closing is None:
                return None
            flat = self.forms.flat(index + 1, closing)
            commas = [index + 1, *(i for i in flat if tokens[i].kind == ","), closing]
            if place + 1 < len(commas) and is_name(tokens[commas[place + 1] - 1]):
                return str(tokens[commas[place + 1] - 1].value)
        return None
