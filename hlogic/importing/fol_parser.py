"""Tokens to a formula, read as its author meant it.

What binds, from the loosest: `↔`, `→` (to the right), `⊕`, `∨`, `∧` and the comma, `¬` and
quantifiers. A quantifier takes one formula, in brackets or an atom, as logicians read it; a dot
behind its variable lets it run to the end of the brackets around it, and so does a variable that
stands there again (`∀x P(x) → Q(x)`).

Where connectives stand side by side without brackets, and readers differ on how they bind, the
reading is reported. One such case goes against the table: in `P(a) ∧ Q(a, b) ∨ Q(a, c)` the
alternatives of `Q` belong together, as in "a P that is Q to b or to c".
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Literal, NoReturn

from hlogic.compiler.diagnostics import HlogicError, Report, fail
from hlogic.compiler.source import Source, Span
from hlogic.importing.fol_brackets import balanced, closing
from hlogic.importing.fol_lexer import END, QUANTIFIERS, Token, tokens
from hlogic.importing.formula import (
    Atom,
    Equal,
    Formula,
    Join,
    Not,
    Pair,
    Quant,
    Term,
    Truth,
    reading,
)

MAX_DEPTH = 100
MAX_CHAIN = 50
MAX_LENGTH = 20_000  # code points
_ENDS = (END, ")")
_LOOSE = (
    ("∧", "∨"), ("⊕", "∧"), ("⊕", "∨"), ("⊕", "→"), ("⊕", "↔"), ("→", "↔"),
)  # pairs of which readers differ  # fmt: skip


def parse(source: Source, report: Report) -> Formula:
    """The formula of a text. Raises HlogicError where it cannot be read; what was mended is
    reported."""
    if len(source.text) > MAX_LENGTH:
        _at(source, 0, f"a formula may have {MAX_LENGTH:,} characters")
    found = tokens(source, report)
    if any(d.severity == "error" for d in report.diagnostics):
        raise HlogicError(())
    return _Parser(balanced(found, source, report), source, report).whole()


def _at(source: Source, at: int, message: str, hint: str = "") -> NoReturn:
    fail("fol-syntax", Span(source, at, min(at + 1, len(source.text))), message, hint)


class _Parser:
    def __init__(self, found: list[Token], source: Source, report: Report) -> None:
        self.tokens = found
        self.source = source
        self.report = report
        self.at = 0
        self.depth = 0
        self.bound: list[str] = []
        self.pairs = closing(found)
        self.places: dict[str, list[int]] = {}
        for i, token in enumerate(found):
            if token.kind == "name":
                self.places.setdefault(token.value, []).append(i)

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

    def wrong(self, message: str, hint: str = "") -> NoReturn:
        token = self.tokens[self.at]
        end = max(token.end, min(token.start + 1, len(self.source.text)))
        fail("fol-syntax", Span(self.source, token.start, end), message, hint)

    def described(self) -> str:
        token = self.tokens[self.at]
        if token.kind == END:
            return "the end"
        return f"`{self.source.text[token.start : token.end] or token.kind}`"

    # ------------------------------------------------------------------ chains

    def whole(self) -> Formula:
        formula = self.group()
        if self.kind == "." and self.tokens[self.at + 1].kind == END:
            place = Span(self.source, self.tokens[self.at].start, self.tokens[self.at].end)
            self.report.warn("fol-repair", place, "the dot at the end is left out")
            self.at += 1
        if self.kind != END:
            self.wrong(f"a connective is missing before {self.described()}")
        return formula

    def group(self) -> Formula:
        """All that stands at one level of brackets, up to their end."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.wrong(f"the formula is nested deeper than {MAX_DEPTH} levels")
        used = dict[str, Token]()
        formula = self.iff(used)
        self.depth -= 1
        self.tell_loose(used, formula)
        return formula

    def tell_loose(self, used: dict[str, Token], formula: Formula) -> None:
        """Report connectives of one chain on whose order readers differ."""
        for named, other in _LOOSE:
            if named in used and other in used:
                place = Span(self.source, used[named].start, used[named].end)
                message = f"`{named}` stands beside `{other}` without brackets"
                self.report.warn("fol-repair", place, message, f"it is read as {reading(formula)}")
                return

    def operators(self, used: dict[str, Token], *kinds: str) -> str | None:
        """Take a connective of these, if one comes."""
        if self.kind not in kinds:
            return None
        token = self.take()
        sign = "∧" if token.kind == "," else token.kind
        used.setdefault(sign, token)
        if token.kind == ",":
            place = Span(self.source, token.start, token.end)
            self.report.warn("fol-repair", place, "a comma between formulas is read as `∧`")
        return sign

    def iff(self, used: dict[str, Token]) -> Formula:
        first = self.tokens[self.at]
        items = [self.implies(used)]
        while self.operators(used, "↔"):
            items.append(self.implies(used))
        return self.folded("↔", items, first)

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
        if len(set(signs)) == 1 and (found := self.alternatives(chains, signs[0], span)):
            return found
        parts: list[list[Formula]] = [[_all(chains[0])]]
        for sign, chain in zip(signs, chains[1:], strict=True):
            if sign == "∨":
                parts[-1].append(_all(chain))
            else:
                parts.append([_all(chain)])
        items = [p[0] if len(p) == 1 else Join("∨", tuple(p), span=span) for p in parts]
        return self.folded("⊕", items, first)

    def alternatives(self, chains: list[list[Formula]], sign: str, span: Span) -> Formula | None:
        """`A ∧ Q(b) ∨ Q(c)` as `A ∧ (Q(b) ∨ Q(c))`, and its mirror image."""
        for mirrored in (False, True):
            longest = chains[-1] if mirrored else chains[0]
            others = chains[:-1] if mirrored else chains[1:]
            near = longest[0] if mirrored else longest[-1]
            rest = longest[1:] if mirrored else longest[:-1]
            if not rest or not all(len(c) == 1 and _alike(c[0], near) for c in others):
                continue
            if any(_alike(r, near) for r in rest):
                continue
            singles = [c[0] for c in others]
            cases = [*singles, near] if mirrored else [near, *singles]
            both: Formula = Join("∨", tuple(cases), span=span)
            if sign == "⊕":
                both = cases[0]
                for case in cases[1:]:
                    both = Pair("⊕", both, case, span=span)
            return Join("∧", (both, *rest) if mirrored else (*rest, both), span=span)
        return None

    def conjuncts(self, used: dict[str, Token]) -> list[Formula]:
        items = [self.unary()]
        while self.operators(used, "∧", ","):
            items.append(self.unary())
        return items

    def folded(self, op: Literal["⊕", "↔"], items: list[Formula], first: Token) -> Formula:
        self.check_chain(items)
        formula = items[0]
        for item in items[1:]:
            formula = Pair(op, formula, item, span=self.span(first))
        return formula

    def check_chain(self, items: list[Formula]) -> None:
        if len(items) > MAX_CHAIN:
            self.wrong(f"a chain of `⊕`, `→` or `↔` may have {MAX_CHAIN} formulas")

    # ------------------------------------------------------------------ one formula

    def unary(self) -> Formula:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            self.wrong(f"the formula is nested deeper than {MAX_DEPTH} levels")
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
            if self.tokens[self.at + 1].kind in QUANTIFIERS and self.is_prefix(self.at):
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

    def is_prefix(self, at: int) -> bool:
        """Whether the brackets hold a quantifier with its variables and nothing else: `(∀x)`."""
        inner = self.tokens[at + 2 : self.pairs[at]]
        return bool(inner) and all(t.kind in ("variable", ",") for t in inner)

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
            place = Span(self.source, token.start, token.end)
            body = Quant(kind, token.value, body, name_span=place, span=self.span(first))
        return Not(body, span=body.span) if sign == "∄" else body

    def reach(self, sign: str, names: list[Token]) -> Formula:
        """What a quantifier ranges over."""
        if self.kind == ".":
            self.take()
            return self.group()
        if self.kind == ",":
            token = self.take()
            place = Span(self.source, token.start, token.end)
            self.report.warn("fol-repair", place, f"the comma behind `{sign}` is left out")
            return self.group()
        outer = self.bound[: -len(names)]
        end = self.tight_end(self.at)
        for token in names:
            if token.value not in outer and self.again(token.value, end):
                place = Span(self.source, token.start, token.end)
                body = self.group()
                message = f"`{sign}{token.value}` reaches less far than {token.value} stands"
                self.report.warn("fol-repair", place, message, f"it reaches over {reading(body)}")
                return body
        return self.unary()

    def tight_end(self, at: int) -> int:
        """The index behind the one formula that begins here."""
        while True:
            kind = self.tokens[at].kind
            if kind in ("¬", "variable", *QUANTIFIERS):
                at += 1
            elif kind == "(":
                inner_prefix = self.tokens[at + 1].kind in QUANTIFIERS and self.is_prefix(at)
                at = self.pairs[at] + 1
                if not inner_prefix:
                    return at
            elif kind == "name":
                return self.pairs[at + 1] + 1 if self.tokens[at + 1].kind == "(" else at + 1
            else:
                return at

    def again(self, name: str, at: int) -> bool:
        """Whether a name stands between here and the end of the brackets, bound by nothing else."""
        places = self.places.get(name, [])
        if bisect_left(places, at) == len(places):
            return False
        inside = 0
        while at < len(self.tokens):
            token = self.tokens[at]
            inside += (token.kind == "(") - (token.kind == ")")
            if inside < 0 or token.kind == END:
                return False
            if token.kind == "variable" and token.value == name:
                return False
            if token.kind == "name" and token.value == name:
                return True
            at += 1
        return False

    def atom(self, first: Token) -> Formula:
        if first.kind != "name":
            what = "a formula is missing" if self.kind in _ENDS else "a formula should stand here"
            self.wrong(f"{what}: there is {self.described()}")
        left = self.term(1)
        if self.kind not in ("=", "≠"):
            place = Span(self.source, first.start, first.end)
            return Atom(left.name, left.args, name_span=place, span=left.span)
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


def _all(chain: list[Formula]) -> Formula:
    if len(chain) == 1:
        return chain[0]
    return Join("∧", tuple(chain), span=chain[0].span.to(chain[-1].span))


def _alike(one: Formula, other: Formula) -> bool:
    """Atoms of one predicate that differ in one argument."""
    if not isinstance(one, Atom) or not isinstance(other, Atom) or one.name != other.name:
        return False
    pairs = zip(one.args, other.args, strict=len(one.args) == len(other.args))
    return len(one.args) == len(other.args) and sum(a != b for a, b in pairs) == 1
