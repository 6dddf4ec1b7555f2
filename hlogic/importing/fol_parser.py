"""Tokens to a formula, read as its author meant it.

What binds, from the loosest: `↔`, `→` (to the right), `⊕`, `∨`, `∧` and the comma, `¬` and
quantifiers. A quantifier takes one formula, in brackets or an atom, as logicians read it; a dot
behind its variable lets it run to the end of the brackets around it, and so does a variable that
stands there again (`∀x P(x) → Q(x)`).

Where connectives stand side by side without brackets, and readers differ on how they bind, the
reading is reported.
"""

from __future__ import annotations

from typing import Literal, NoReturn

from hlogic.compiler.diagnostics import HlogicError, Report, fail
from hlogic.compiler.source import Source, Span
from hlogic.importing.fol_brackets import balanced
from hlogic.importing.fol_chains import alternatives, disjunctions, folded, loose
from hlogic.importing.fol_lexer import END, QUANTIFIERS, Token, tokens
from hlogic.importing.fol_reach import Reach
from hlogic.importing.formula import Atom, Equal, Formula, Not, Pair, Quant, Term, Truth, reading
from hlogic.importing.repairs import Kind, mend

MAX_DEPTH = 100
MAX_CHAIN = 50
MAX_LENGTH = 20_000  # code points
_ENDS = (END, ")")


def parse(source: Source, report: Report) -> Formula:
    """The formula of a text. Raises HlogicError where it cannot be read; what was mended is
    reported."""
    if len(source.text) > MAX_LENGTH:
        fail("fol-syntax", Span(source, 0, 1), f"a formula may have {MAX_LENGTH:,} characters")
    found = tokens(source, report)
    if any(d.severity == "error" for d in report.diagnostics):
        raise HlogicError(())
    return _Parser(balanced(found, source, report), source, report).whole()


class _Parser:
    def __init__(self, found: list[Token], source: Source, report: Report) -> None:
        self.tokens = found
        self.source = source
        self.report = report
        self.at = 0
        self.depth = 0
        self.bound: list[str] = []
        self.reaching = Reach(found)

    # ------------------------------------------------------------------ tokens

    @property
    def kind(self) -> str:
        return self.tokens[self.at].kind

    def take(self) -> Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def span(self, first: Token) -> Span:
        return Span(self.source, first.start, max(first.end, self.tokens[self.at - 1].end))

    def wrong(self, message: str) -> NoReturn:
        token = self.tokens[self.at]
        end = max(token.end, min(token.start + 1, len(self.source.text)))
        fail("fol-syntax", Span(self.source, token.start, end), message)

    def place(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)

    def mended(self, kind: Kind, token: Token, message: str, hint: str = "") -> None:
        """Report at a token what is read otherwise than it is written."""
        mend(self.report, kind, self.place(token), message, hint)

    def described(self) -> str:
        token = self.tokens[self.at]
        if token.kind == END:
            return "the end"
        return f"`{self.source.text[token.start : token.end] or token.kind}`"

    # ------------------------------------------------------------------ chains

    def whole(self) -> Formula:
        formula = self.group()
        if self.kind == "." and self.tokens[self.at + 1].kind == END:
            self.mended("sign", self.take(), "the dot at the end is left out")
        if self.kind != END:
            self.wrong(f"a connective is missing before {self.described()}")
        return formula

    def group(self) -> Formula:
        """All that stands at one level of brackets, up to their end."""
        self.enter()
        used = dict[str, Token]()
        formula = self.iff(used)
        self.depth -= 1
        self.tell_loose(used, formula)
        return formula

    def enter(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.wrong(f"the formula is nested deeper than {MAX_DEPTH} levels")

    def tell_loose(self, used: dict[str, Token], formula: Formula) -> None:
        """Report connectives of one chain on whose order readers differ."""
        pair = loose(used)
        if pair is not None:
            message = f"`{pair[0]}` stands beside `{pair[1]}` without brackets"
            self.mended("precedence", used[pair[0]], message, f"it is read as {reading(formula)}")

    def operators(self, used: dict[str, Token], *kinds: str) -> str | None:
        """Take a connective of these, if one comes."""
        if self.kind not in kinds:
            return None
        token = self.take()
        sign = "∧" if token.kind == "," else token.kind
        used.setdefault(sign, token)
        if token.kind == ",":
            self.mended("comma", token, "a comma between formulas is read as `∧`")
        return sign

    def iff(self, used: dict[str, Token]) -> Formula:
        first = self.tokens[self.at]
        items = [self.implies(used)]
        while self.operators(used, "↔"):
            items.append(self.implies(used))
        self.check_chain(items)
        return folded("↔", items, self.span(first))

    def implies(self, used: dict[str, Token]) -> Formula:
        first = self.tokens[self.at]
        items = [self.xor(used)]
        while self.operators(used, "→"):
            items.append(self.xor(used))
        self.check_chain(items)
        formula = items.pop()
        while items:
            formula = Pair("→", items.pop(), formula, span=self.span(first))
        return formula

    def xor(self, used: dict[str, Token]) -> Formula:
        """`⊕` over `∨` over `∧`, but for alternatives that belong together."""
        first, own = self.tokens[self.at], dict[str, Token]()
        chains, signs = [self.conjuncts(own)], list[str]()
        while sign := self.operators(own, "∨", "⊕"):
            signs.append(sign)
            chains.append(self.conjuncts(own))
        formula = self.disjoined(chains, signs, first)
        self.tell_loose(own, formula)
        if "⊕" in own:
            used.setdefault("⊕", own["⊕"])
        return formula

    def disjoined(self, chains: list[list[Formula]], signs: list[str], first: Token) -> Formula:
        span = self.span(first)
        formula = alternatives(chains, signs, span)
        if formula is None:
            items = disjunctions(chains, signs, span)
            self.check_chain(items)
            formula = folded("⊕", items, span)
        return formula

    def conjuncts(self, used: dict[str, Token]) -> list[Formula]:
        items = [self.unary()]
        while self.operators(used, "∧", ","):
            items.append(self.unary())
        return items

    def check_chain(self, items: list[Formula]) -> None:
        if len(items) > MAX_CHAIN:
            self.wrong(f"a chain of `⊕`, `→` or `↔` may have {MAX_CHAIN} formulas")

    # ------------------------------------------------------------------ one formula

    def unary(self) -> Formula:
        self.enter()
        formula = self._unary()
        self.depth -= 1
        return formula

    def _unary(self) -> Formula:
        first = self.tokens[self.at]
        if first.kind == "¬":
            self.take()
            body = self.unary()
            return Not(body, span=self.span(first))
        if first.kind in QUANTIFIERS:
            return self.quantified(first, False)
        if first.kind == "(":
            if self.reaching.is_prefix(self.at):
                self.take()
                return self.quantified(first, True)
            self.take()
            formula = self.group()
            if self.kind != ")":
                self.wrong(f"a connective is missing before {self.described()}")
            self.take()
            return formula
        if first.kind in ("⊤", "⊥"):
            self.take()
            return Truth(first.kind == "⊤", span=self.span(first))
        return self.atom(first)

    def quantified(self, first: Token, bracketed: bool) -> Formula:
        sign = self.take().kind
        names = []
        while self.kind == "variable":
            names.append(self.take())
            if self.kind == "," and self.tokens[self.at + 1].kind == "variable":
                self.take()
        if not names:
            self.wrong(f"a variable should follow `{sign}`, not {self.described()}")
        if bracketed:
            self.take()
        self.bound += [t.value for t in names]
        body = self.reach(sign, names)
        del self.bound[-len(names) :]
        kind: Literal["∀", "∃"] = "∀" if sign == "∀" else "∃"
        for token in reversed(names):
            name_span = self.place(token)
            body = Quant(kind, token.value, body, name_span=name_span, span=self.span(first))
        return Not(body, span=body.span) if sign == "∄" else body

    def reach(self, sign: str, names: list[Token]) -> Formula:
        """What a quantifier ranges over."""
        if self.kind == ".":
            self.take()
            return self.group()
        if self.kind == ",":
            self.mended("comma", self.take(), f"the comma behind `{sign}` is left out")
            return self.group()
        outer = self.bound[: -len(names)]
        end = self.reaching.tight_end(self.at)
        for token in names:
            if token.value not in outer and self.reaching.again(token.value, end):
                body = self.group()
                message = f"`{sign}{token.value}` reaches less far than {token.value} stands"
                self.mended("reach", token, message, f"it reaches over {reading(body)}")
                return body
        return self.unary()

    def atom(self, first: Token) -> Formula:
        if first.kind != "name":
            what = "a formula is missing" if self.kind in _ENDS else "a formula should stand here"
            self.wrong(f"{what}: there is {self.described()}")
        left = self.term(1)
        if self.kind not in ("=", "≠"):
            return Atom(left.name, left.args, name_span=self.place(first), span=left.span)
        negated = self.take().kind == "≠"
        equal = Equal(left, self.term(1), span=self.span(first))
        return Not(equal, span=equal.span) if negated else equal

    def term(self, depth: int) -> Term:
        first = self.tokens[self.at]
        if first.kind not in ("name", "variable"):
            self.wrong(f"a name should stand here, not {self.described()}")
        if depth > MAX_DEPTH:
            self.wrong(f"the term is nested deeper than {MAX_DEPTH} levels")
        self.take()
        args: list[Term] = []
        if self.kind == "(":
            self.take()
            args.append(self.term(depth + 1))
            while self.kind == ",":
                self.take()
                args.append(self.term(depth + 1))
            if self.kind != ")":
                self.wrong(f"`,` or `)` should follow an argument, not {self.described()}")
            self.take()
        return Term(first.value, tuple(args), span=self.span(first))
