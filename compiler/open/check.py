"""What an item with open sorts may not say (language.md section 10), as far as it takes whole terms
to tell; `elaborate/open_sorts.py` refuses the rest where it stands.

What is let through, `formulas.py` can turn into sentences of first-order logic: quantifiers over
open sorts stand only where formulas are put together, and elements are only named, compared, handed
to variables, and chosen by `if` and `match`.
"""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import query
from hlogic.compiler.diagnostics import Report
from hlogic.compiler.elaborate.item import Ask, CompiledItem
from hlogic.compiler.ir import Symbol
from hlogic.compiler.open.derived import OpenDerived
from hlogic.compiler.ops import AND, DEFINED, EQ, IF, MATCH, NOT, OR, Op
from hlogic.compiler.sorts import BOOL, NEVER, Root, Scalar, open_root
from hlogic.compiler.source import Span
from hlogic.compiler.terms import App, Ref, Spread, Term, below, parts

ANSWERED = ("possible", "necessary", "truth")
COMBINED = (
    query.CaseQuery, query.ScopesQuery, query.ForEach, query.Algebra, query.Wrapped, query.Together,
)  # fmt: skip


def check_open(item: CompiledItem, report: Report) -> None:
    """Report what an item with open sorts has no meaning for, each at its place."""
    for ask in item.asks.values():
        _check_ask(item, ask, report)
    for view in item.views.values():
        checked = _Checked(OpenDerived(item.theory.pool, view), report)
        for symbol in item.theory.symbols.values():
            if symbol.kind == "derive":
                checked.derived(symbol)
        report.raise_errors()  # what follows reads their bodies
        for instance in view.instances:
            checked.term(instance.body, instance.family.span)
        for rules in view.rules.values():
            for rule in rules:
                checked.rule((*rule.rule.args, rule.rule.body), rule.rule.span)
        if view.scope == "base":
            for ask in item.asks.values():
                for asked in query.asked(ask.query):
                    checked.term(asked.term, _span(item, ask))


def _span(item: CompiledItem, ask: Ask) -> Span:
    return item.names.asks[ask.id].query.span


def _check_ask(item: CompiledItem, ask: Ask, report: Report) -> None:
    """Only entailment is asked of an unknown domain."""
    hint = "ask `truth`, `possible` or `necessary` of a formula, with `where` if need be"
    sort = item.theory.open_roots[0].name
    for q in query.below(ask.query):
        if isinstance(q, query.Ended):
            for ending in q.endings:
                if ending.kind != "where":
                    report.error(
                        "open-ask",
                        q.span,
                        f"`{ending.kind}` chooses among listed worlds, and with the open sort "
                        f"{sort} worlds have no list",
                    )
        elif isinstance(q, query.ExprQuery) and q.kind in ANSWERED:
            continue
        elif not isinstance(q, COMBINED):
            word = " ".join(q.span.text.split(maxsplit=1)[:1])
            report.error(
                "open-ask",
                q.span,
                f"`{word}` cannot be asked of an item with the open sort {sort}",
                hint,
            )


class _Checked:
    """Looks through the terms of one view."""

    def __init__(self, open_: OpenDerived, report: Report) -> None:
        self._open = open_
        self._report = report
        self._seen: set[tuple[int, bool]] = set()
        self._quantified: dict[Symbol, Root | None] = {}

    # ------------------------------------------------------------------ derived terms

    def derived(self, symbol: Symbol) -> None:
        """A derived term that speaks of an open sort: its body, and that it needs no other."""
        if not self._open.speaks(symbol):
            return
        way = self._circle(symbol)
        if way:
            self._report.error(
                "derived-cycle",
                symbol.span,
                f"{symbol.name} speaks of an open sort and is defined through itself: "
                + " -> ".join(s.name for s in way),
                "declare it as a `var`, and say in constraints what it is",
            )
            return
        for body in self._open.bodies(symbol):
            self.term(body, symbol.span)

    def _circle(self, symbol: Symbol) -> list[Symbol]:
        """The way from a derived term back to itself, through others that speak of open sorts."""
        came: dict[Symbol, Symbol] = {}
        waiting = [symbol]
        while waiting:
            at = waiting.pop()
            for used in self._used(at):
                if used is symbol:
                    way = [at]
                    while way[-1] is not symbol:
                        way.append(came[way[-1]])
                    return [*reversed(way), symbol]
                if used not in came:
                    came[used] = at
                    waiting.append(used)
        return []

    def _used(self, symbol: Symbol) -> Iterator[Symbol]:
        for body in self._open.bodies(symbol):
            for part in below([body]):
                used = part.symbol if isinstance(part, Ref) else None
                if used is not None and used.kind == "derive" and self._open.speaks(used):
                    yield used

    def _quantifies(self, symbol: Symbol) -> Root | None:
        """The open sort that a derived term comes to quantify over."""
        if symbol.kind != "derive":
            return None
        if symbol not in self._quantified:
            found = None
            for body in self._open.bodies(symbol):
                for part in below([body]):
                    if isinstance(part, Spread):
                        found = found or _open_variable(part)
                    elif isinstance(part, Ref):
                        found = found or self._quantifies(part.symbol)
            self._quantified[symbol] = found
        return self._quantified[symbol]

    # ------------------------------------------------------------------ terms

    def rule(self, terms: tuple[Term, ...], span: Span) -> None:
        """A rule of a `define` speaks of no open sort."""
        for part in below(terms):
            root = open_root(part.type)
            if root is None and isinstance(part, Ref) and self._open.speaks(part.symbol):
                root = next(r for r in _roots(part.symbol, self._open))
            if root is not None:
                self._report.error(
                    "open-define",
                    span,
                    f"a rule cannot speak of the open sort {root.name}",
                    "`define` is for finite sorts; write constraints with `forall`",
                )
                return

    def term(self, root: Term, span: Span) -> None:
        """All that a term is made of, from where it stands as a formula."""
        waiting = [(root, root.type in (BOOL, NEVER))]
        while waiting:
            term, formula = waiting.pop()
            if (term.id, formula) in self._seen:
                continue
            self._seen.add((term.id, formula))
            problem = self._value(term) or ("" if formula else self._position(term))
            if problem:
                code, _, message = problem.partition(": ")
                self._report.error(code, span, message)
                return
            waiting.extend(_within(term, formula))

    def _position(self, term: Term) -> str:
        """A quantifier where no formula is put together."""
        over = None
        if isinstance(term, Spread):
            over = _open_variable(term)
        elif isinstance(term, Ref):
            over = self._quantifies(term.symbol)
        if over is None:
            return ""
        return (
            f"open-position: a quantifier over the open sort {over.name} stands inside a count, a "
            "sum, an argument or the condition of a value; it may stand only under `not`, `and`, "
            "`or`, `implies`, `iff`, `xor`, quantifiers, and `if` and `match` between formulas"
        )

    @staticmethod
    def _value(term: Term) -> str:
        """An operator that has no use for elements of an open sort."""
        match term:
            case App(op=op, args=args):
                taken = args[:1] if op is MATCH else () if op in _TAKES else args
                if op is EQ:
                    taken = tuple(a for a in args if not isinstance(a.type, Scalar))
            case Spread(op=op, element=taken):
                pass
            case _:
                return ""
        root = next((r for t in taken if (r := open_root(t.type))), None)
        if root is None:
            return ""
        return f"open-value: {_doing(op)} elements of the open sort {root.name}: {_INSTEAD}"


_TAKES = (DEFINED, IF)
_INSTEAD = (
    "they can be compared (`==`, `!=`, `in { a, b }`), handed to variables, and chosen by `if` and "
    "by `match` on something else"
)


def _doing(op: Op) -> str:
    if op is MATCH:
        return "`match` cannot tell apart"
    return f"`{op.symbol}` cannot take" if op is not EQ else "`==` cannot compare tuples of"


def _within(term: Term, formula: bool) -> Iterator[tuple[Term, bool]]:
    """A term's parts, each with whether it stands as a formula there."""
    match term:
        case App(op=op, args=args):
            if op is MATCH:
                yield args[0], False
                for arg in args[1:]:
                    yield arg, formula and term.type == BOOL
                return
            together = op in (AND, OR, NOT, DEFINED) or (op is IF and term.type == BOOL)
            together = together or (op is EQ and args[0].type == BOOL)
            for arg in args:
                yield arg, formula and together
        case Spread(op=op):
            for part in parts(term):
                yield part, formula and op in (AND, OR)
        case _:
            for part in parts(term):
                yield part, False


def _open_variable(term: Spread) -> Root | None:
    return next((r for v in term.variables if (r := open_root(v.type))), None)


def _roots(symbol: Symbol, open_: OpenDerived) -> Iterator[Root]:
    """The open sorts that a symbol speaks of."""
    domains = [*symbol.parameters.domains, *([symbol.domain] if symbol.domain else [])]
    for domain in domains:
        root = open_root(domain.type)
        if root is not None:
            yield root
    if symbol.kind == "derive":
        for body in open_.bodies(symbol):
            for part in below([body]):
                root = open_root(part.type)
                if root is not None:
                    yield root
                if isinstance(part, Ref) and part.symbol is not symbol:
                    yield from _roots(part.symbol, open_)
