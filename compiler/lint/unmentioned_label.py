"""A label that neither a constraint nor an ask speaks of. That is well where it only stands for
"something else", so this is a remark; else the text says more of it than the item does.

A label is spoken of by its name; where something ranges over its sort; where values of its sort are
held against each other or put in order; and where an answer can show it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hlogic.compiler import ast
from hlogic.compiler.ir import Symbol
from hlogic.compiler.lint.queries import asked, within
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.ops import AND, EQ, HAS, IF, MATCH, NARROW, NOT, OR, TUPLE
from hlogic.compiler.query import ForEach, MemberQuery
from hlogic.compiler.sorts import Domain, Label, Root, Scalar, SetType, TupleType, Type, Value
from hlogic.compiler.terms import App, Bound, Const, Ref, Spread, Term, below

# These only pass values on, or hold them against what is named.
_PASSES = (AND, EQ, HAS, IF, MATCH, NARROW, NOT, OR, TUPLE)


def check(subject: Subject) -> Iterator[Finding]:
    """Labels that the item's own file declares, of sorts that are used; a library's are for others
    to speak of."""
    if subject.file.header.kind == "module":
        return
    spoken = _Spoken()
    _of_theory(subject, spoken)
    for ask in subject.item.asks.values():
        for query, _ in within(ask.query):
            for part in asked(query):
                spoken.shown(part.term)
            if isinstance(query, MemberQuery | ForEach):
                for variable in query.variables:
                    spoken.domain(variable.domain)
    expected = {
        name for d in subject.file.declarations if isinstance(d, ast.Ask) for name in _expected(d)
    }
    for label, declared in _declared(subject):
        if label.root in spoken.roots or label in spoken.labels or label.name in expected:
            continue
        sort = "" if label.root.kind == "inline" else f" of {label.root.name}"
        yield Finding(
            f"no constraint and no ask speaks of the label {label.name}{sort}",
            declared.span,
            "take it away, or say of it what the text says",
        )


def _declared(subject: Subject) -> Iterator[tuple[Label, ast.NewLabel]]:
    """The labels of the file with their places; an inline one at its first."""
    found = {
        (label.root.name if label.root.kind == "enum" else "", label.name): label
        for labels in subject.item.names.labels.values()
        for label in labels
    }
    for declared in subject.file.declarations:
        sort = declared.name.name if isinstance(declared, ast.Sort) and declared.labels else ""
        if sort and ("value", sort) not in subject.uses.reached:
            continue
        for node in ast.walk(declared):
            if isinstance(node, ast.NewLabel):
                label = found.pop((sort, node.name), None)
                if label is not None:
                    yield label, node


def _expected(ask: ast.Ask) -> Iterator[str]:
    if ask.expect is not None:
        for node in ast.walk(ask.expect):
            match node:
                case ast.Name(name=name) | ast.Qualified(label=name):
                    yield name


class _Spoken:
    """What is spoken of: `roots` with all their labels, or `labels` one by one."""

    def __init__(self) -> None:
        self.roots: set[Root] = set()
        self.labels: set[Value] = set()
        self._seen: set[int] = set()
        self._symbols: set[Symbol] = set()

    def domain(self, domain: Domain) -> None:
        """All values that something ranges over."""
        self.labels.update(v for part in domain.parts if not isinstance(part, range) for v in part)

    def shown(self, term: Term) -> None:
        """An expression whose values an answer may show."""
        self._type(term.type)
        self.terms([term])

    def terms(self, roots: Iterable[Term]) -> None:
        """All that some formulas speak of, also through what they read."""
        waiting = list(roots)
        while waiting:
            for term in below([waiting.pop()], lambda t: t.id in self._seen):
                self._seen.add(term.id)
                self._term(term)
                if isinstance(term, Ref) and term.symbol not in self._symbols:
                    self._symbols.add(term.symbol)
                    waiting.extend(self._read(term.symbol))

    def _term(self, term: Term) -> None:
        match term:
            case Const(value=value):
                self._value(value)
            case Spread(variables=variables):
                for variable in variables:
                    self.domain(variable.domain)
            case App(op=op, args=args):
                named = op is not EQ or any(isinstance(a, Const | Bound) for a in args)
                if op not in _PASSES or not named:
                    self._types(args)

    def _read(self, symbol: Symbol) -> Iterator[Term]:
        """What a table says it speaks of; what a derived term or predicate is made of."""
        for key, entry in symbol.entries.items():
            self.labels.update((*key, entry))
        self._value(symbol.default)
        if symbol.body is not None:
            yield symbol.body
        if symbol.group is not None:
            for rule in symbol.group.rules:
                for variable in rule.parameters.variables:
                    self.domain(variable.domain)
                yield from (*rule.args, rule.body)

    def _value(self, value: object) -> None:
        if isinstance(value, tuple | frozenset):
            self.labels.update(value)
        elif isinstance(value, Label):
            self.labels.add(value)

    def _types(self, terms: Iterable[Term]) -> None:
        for term in terms:
            self._type(term.type)

    def _type(self, type: Type | None) -> None:
        match type:
            case Scalar(roots=roots):
                self.roots.update(r for r in roots if r.kind in ("enum", "inline"))
            case TupleType(items=items):
                for item in items:
                    self._type(item)
            case SetType(element=element):
                self._type(element)


def _of_theory(subject: Subject, spoken: _Spoken) -> None:
    """The constraints and rules, in whatever scope they hold."""
    views = [*subject.item.views.values(), *(view for _, view in subject.item.changes.alone)]
    families = {i.family: None for view in views for i in view.instances}
    for family in families:
        for variable in family.parameters.variables:
            spoken.domain(variable.domain)
        spoken.terms([] if family.parameters.where is None else [family.parameters.where])
    for view in views:
        spoken.terms(i.body for i in view.instances)
        spoken.terms(term for term, _ in view.derived.values())
        for rules in view.rules.values():
            for instance in rules:
                spoken.terms((*instance.rule.args, instance.rule.body))
        for changed in view.entries.values():
            spoken.labels.update(v for key, entry in changed.items() for v in (*key, entry))
