"""How far quantifiers reach, told from the tokens behind them.

A quantifier takes one formula, unless its variable stands again behind that one, before the
brackets around it end and before another quantifier binds it: then it was meant to reach there.
"""

from __future__ import annotations

from bisect import bisect_left

from hlogic.importing.fol_brackets import closing
from hlogic.importing.fol_lexer import END, QUANTIFIERS, Token


class Reach:
    """The reach of quantifiers among some tokens, whose brackets are balanced. Places are indices
    of tokens."""

    def __init__(self, found: list[Token]) -> None:
        self._tokens = found
        self._pairs = closing(found)
        self._places: dict[str, list[int]] = {}  # of each name
        for i, token in enumerate(found):
            if token.kind == "name":
                self._places.setdefault(token.value, []).append(i)

    def is_prefix(self, at: int) -> bool:
        """Whether the brackets that open here hold a quantifier with its variables and nothing
        else: `(∀x)`."""
        if self._tokens[at + 1].kind not in QUANTIFIERS:
            return False
        inner = self._tokens[at + 2 : self._pairs[at]]
        return bool(inner) and all(t.kind in ("variable", ",") for t in inner)

    def tight_end(self, at: int) -> int:
        """The place behind the one formula that begins here."""
        while True:
            kind = self._tokens[at].kind
            if kind in ("¬", "variable", *QUANTIFIERS):
                at += 1
            elif kind == "(":
                inner_prefix = self.is_prefix(at)
                at = self._pairs[at] + 1
                if not inner_prefix:
                    return at
            elif kind == "name":
                return self._pairs[at + 1] + 1 if self._tokens[at + 1].kind == "(" else at + 1
            else:
                return at

    def again(self, name: str, at: int) -> bool:
        """Whether a name stands between here and the end of the brackets, bound by nothing else."""
        places = self._places.get(name, [])
        if bisect_left(places, at) == len(places):
            return False
        inside = 0
        while at < len(self._tokens):
            token = self._tokens[at]
            inside += (token.kind == "(") - (token.kind == ")")
            if inside < 0 or token.kind == END:
                return False
            if token.kind == "variable" and token.value == name:
                return False
            if token.kind == "name" and token.value == name:
                return True
            at += 1
        return False
