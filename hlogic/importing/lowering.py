"""A story as the text of an item.

Everything is one open sort, since records have one domain. Each sentence is a claim, each formula a
constraint that cites it, and the question is a `truth` with the record's own label as `expect`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Literal

from hlogic.compiler import ast
from hlogic.compiler.census.spans import occurrences
from hlogic.compiler.diagnostics import Report
from hlogic.compiler.syntax.printer import print_file
from hlogic.importing.formula import Atom, Equal, Formula, Join, Not, Pair, Quant, Term, Truth
from hlogic.importing.quoted import Quoted
from hlogic.importing.spellings import Names, give_ids, names, unused, uses, valid
from hlogic.importing.story import Story, one_line

_PAIRS = {"⊕": "xor", "→": "implies", "↔": "iff"}
_ADDED = "background knowledge: the record marks it [BG]"
_NO_FORMULA = "the record has no formula for it"


def lowered(story: Story, name: str, title: str, report: Report) -> str:
    """The text of the item `name`. What the names of the record need to be clean is reported; all
    repairs that the report has are noted where they were made."""
    formulas = [*(fact.formula for fact in story.facts), story.asked]
    symbols = names(formulas if story.where is None else [*formulas, story.where], report)
    used: set[str] = set()
    give_ids(symbols, used, [*story.sentences, story.question])
    used |= {symbol.id for symbol in symbols.symbols}
    if story.where is not None and isinstance(story.asked, Atom):  # it stands for the question
        asked = symbols.of("P", len(story.asked.args), story.asked.name)
        asked.aliases = (story.question.rstrip(".?!。？！"),) if "{" not in story.question else ()
    sort = unused("Thing", used)
    writer = _Writer(symbols, sort, used)
    claims = _claims(story)
    declarations: list[ast.Declaration] = []
    if story.sentences:
        declarations.append(ast.Background("\n".join(story.sentences), None))
    declarations += [*claims, writer.sort_of_constants()]
    declarations += writer.variables(_first_uses(story, symbols), story.called)
    declarations += _constraints(story, writer, claims, report)
    declarations.append(_ask(story, writer, report))
    return print_file(ast.File(_header(story, name, title, report), tuple(declarations)))


def _header(story: Story, name: str, title: str, report: Report) -> ast.Header:
    texts = "".join([*story.sentences, story.question])
    han = any("CJK UNIFIED" in unicodedata.name(c, "") for c in texts)
    meta = [("lang", "zh" if han else "en"), *story.ids]
    places = [story.written, *(fact.written for fact in story.facts)]
    mended = [d.message for d in report.diagnostics if d.span.source not in places]
    if mended:
        meta.append(("mended", "; ".join(mended)))
    return ast.Header("item", ast.Ident(name), title, tuple((ast.Ident(k), v) for k, v in meta))


def _first_uses(story: Story, symbols: Names) -> dict[str, ast.Ident]:
    """By the id of a symbol the claim whose formula first uses it."""
    found: dict[str, ast.Ident] = {}
    for fact in story.facts:
        for use in uses(fact.formula, 0):
            id = symbols.of(use.role, use.arity, use.name).id
            found.setdefault(id, ast.Ident(f"p{fact.sentence + 1}"))
    return found


def _note(written: Quoted, report: Report, *more: str) -> str | None:
    """What was mended in a formula, and how the record has it."""
    mended = [d.message for d in report.diagnostics if d.span.source is written]
    if mended:
        mended.append(f"in the record: {one_line(written.text)}")
    return "; ".join(dict.fromkeys([*more, *mended])) or None


def _claims(story: Story) -> list[ast.Claim]:
    """A claim for each sentence; numbered where its text stands more than once."""
    background, at = "\n".join(story.sentences), 0
    said = {fact.sentence for fact in story.facts}
    found = []
    for number, sentence in enumerate(story.sentences):
        places = occurrences(background, sentence)
        which = places.index(at) + 1 if len(places) > 1 else None
        at += len(sentence) + 1
        status: Literal["claim", "unmodelled"] = "claim" if number in said else "unmodelled"
        because = None if number in said else _NO_FORMULA
        ident = ast.Ident(f"p{number + 1}")
        found.append(ast.Claim(ident, which, None, sentence, None, status, None, because))
    return found


def _constraints(
    story: Story, writer: _Writer, claims: list[ast.Claim], report: Report
) -> list[ast.Constraint]:
    used: set[str] = set()
    found = []
    for fact in story.facts:
        claim = claims[fact.sentence].id
        ident = ast.Ident(unused(f"{claim.name}x", used))
        added = (_ADDED,) if fact.sentence in story.added else ()
        trailer = ast.Trailer(cites=(claim,), note=_note(fact.written, report, *added))
        body = writer.formula(fact.formula)
        found.append(ast.Constraint(ident, ast.NO_PARAMS, (), body, trailer))
    return found


def _ask(story: Story, writer: _Writer, report: Report) -> ast.Ask:
    expect = None
    if story.gold is not None:
        value: ast.Bool | ast.Name = ast.Name("uncertain")
        if story.gold != "uncertain":
            value = ast.Bool(story.gold == "true")
        expect = ast.ExpectAtom(value)
    query: ast.Query = ast.ExprQuery("truth", writer.formula(story.asked))
    if story.where is not None:
        query = ast.Ended(query, (ast.Ending("where", writer.formula(story.where)),))
    note = _note(story.written, report)
    return ast.Ask("ask", ast.Ident("q"), story.question, None, (), (), query, expect, note)


class _Writer:
    """Formulas as expressions of the language."""

    def __init__(self, symbols: Names, sort: str, used: set[str]) -> None:
        self.symbols = symbols
        self.sort = sort
        self.used = used
        self.bound: list[tuple[str, str]] = []  # variables as spelt, and what they are called

    def sort_of_constants(self) -> ast.Sort:
        labels = tuple(ast.NewLabel(s.id, s.aliases) for s in self.symbols.with_role("c"))
        ident = ast.Ident(self.sort)
        return ast.Sort(ident, (), False, True, False, labels, None, ast.NO_TRAILER)

    def variables(
        self, claims: Mapping[str, ast.Ident], called: Mapping[str, str]
    ) -> list[ast.Var]:
        """Predicates and functions, each with the claim that it cites; some are `called` by words
        of their own."""
        domain = ast.NamedDomain(self.sort)
        return [
            ast.Var(
                ast.Ident(symbol.id),
                ast.Params((domain,) * symbol.arity),
                (called[symbol.name],) if symbol.name in called else symbol.aliases,
                ast.NamedDomain("bool") if symbol.role == "P" else domain,
                ast.Trailer(cites=(claims[symbol.id],) if symbol.id in claims else ()),
            )
            for symbol in self.symbols.with_role("P", "f")
        ]

    def formula(self, formula: Formula) -> ast.Expr:
        match formula:
            case Truth(value):
                return ast.Bool(value)
            case Atom(name, args):
                return self.applied(self.symbols.of("P", len(args), name).id, args)
            case Equal(left, right):
                return ast.Binary("==", self.term(left), self.term(right))
            case Not(Equal(left, right)):
                return ast.Binary("!=", self.term(left), self.term(right))
            case Not(body):
                return ast.Unary("not", self.formula(body))
            case Join(op, items):
                return _chain("and" if op == "∧" else "or", [self.formula(i) for i in items])
            case Pair(op, left, right):
                return ast.Binary(_PAIRS[op], self.formula(left), self.formula(right))
            case Quant():
                return self.quantified(formula)

    def quantified(self, formula: Quant) -> ast.Expr:
        """Quantifiers of one kind that follow each other share their words."""
        kind, body, called = formula.kind, formula, list[ast.Ident]()
        depth = len(self.bound)
        inner: Formula = formula
        while isinstance(inner, Quant) and inner.kind == kind:
            body = inner
            called.append(ast.Ident(self.bind(body.name)))
            inner = body.body
        expr = self.formula(inner)
        del self.bound[depth:]
        binder = ast.Binder(tuple(called), ast.NamedDomain(self.sort))
        return ast.Quant("forall" if kind == "∀" else "exists", (binder,), None, expr)

    def bind(self, name: str) -> str:
        """What a variable is called: nothing else in its reach has that name."""
        called = unused(valid(name), self.used | {one for _, one in self.bound})
        self.bound.append((name, called))
        return called

    def term(self, term: Term) -> ast.Expr:
        if term.args:
            return self.applied(self.symbols.of("f", len(term.args), term.name).id, term.args)
        for spelt, called in reversed(self.bound):
            if spelt == term.name:
                return ast.Name(called)
        return ast.Name(self.symbols.of("c", 0, term.name).id)

    def applied(self, id: str, args: tuple[Term, ...]) -> ast.Expr:
        return ast.Call(id, tuple(map(self.term, args))) if args else ast.Name(id)


def _chain(op: Literal["and", "or"], items: list[ast.Expr]) -> ast.Expr:
    """A chain that holds no chain of its own kind, as the parser would read it."""
    flat: list[ast.Expr] = []
    for item in items:
        flat.extend(item.items if isinstance(item, ast.Chain) and item.op == op else [item])
    return ast.Chain(op, tuple(flat))
