"""Domains as written to domains as sets of values; and constant expressions.

Range ends and conditions of parameters are constant expressions: terms that read no variable,
evaluated by the operator table under the item's own tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from itertools import islice, product
from typing import TYPE_CHECKING

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import HlogicError, fail
from hlogic.compiler.elaborate.environment import NO_ENV, Env
from hlogic.compiler.evaluate import Evaluator
from hlogic.compiler.ir import Key, Parameters, Symbol, View, check_size, value_id
from hlogic.compiler.ops import AND
from hlogic.compiler.sorts import (
    BOOL,
    BOOLS,
    INT,
    NEVER,
    UNDEFINED,
    Domain,
    Label,
    Maybe,
    Scalar,
    Value,
    in_order,
    open_root,
    order_key,
    unite,
)
from hlogic.compiler.source import Span
from hlogic.compiler.suggest import listed, suggest
from hlogic.compiler.support import Support
from hlogic.compiler.terms import App, Bound, Const, Ref, Term

if TYPE_CHECKING:
    from hlogic.compiler.elaborate.expressions import Expressions

BASE_TABLES = View("base", (), {}, {})


class NotConstant(Exception):
    """A term that was to be constant reads a variable."""


def constant(term: Term, view: View, env: Mapping[Bound, Value] | None = None) -> Maybe:
    """The value of a term that reads no variable; raises `NotConstant` where it reads one."""
    if isinstance(term, Const):
        return term.value
    if Support(view, {}).reads_variable(term, env or {}):
        raise NotConstant
    return Evaluator(view, {}).value(term, env)


def constant_here(term: Term, span: Span, what: str) -> Value:
    """A constant of the item itself, for a declaration; errors are located."""
    try:
        value = constant(term, BASE_TABLES)
    except NotConstant:
        fail("not-constant", span, f"{what} must be constant, and this {_depends(term)}")
    if value is UNDEFINED:
        fail("undefined-constant", span, f"{what} has no value")
    return value  # type: ignore[return-value]


def _depends(term: Term) -> str:
    """Why a term is not constant."""
    symbol = Support(BASE_TABLES, {}).varying(term, {})
    if symbol is None:
        return "speaks of elements of an open sort"
    word = "variable" if symbol.kind == "var" else "predicate"
    return f"depends on the {word} {symbol.name}"


class Domains:
    """Reads domains for one file; `expressions` elaborates what stands inside them."""

    def __init__(self, expressions: Expressions) -> None:
        self._expressions = expressions
        self._names = expressions.names
        self._sorts: dict[str, Domain] = {}
        self._reading: list[str] = []
        self._circular: set[str] = set()  # sorts of circles that were reported

    def read(self, domain: ast.Domain, env: Env, may_be_empty: bool = False) -> Domain:
        """The domain's values. Only a binder's may be empty."""
        result = self._read(domain, env, may_be_empty)
        if not may_be_empty and result.size == 0 and open_root(result.type) is None:
            fail("empty-domain", domain.span, "the domain is empty")
        return result

    def sort(self, name: str) -> Domain:
        """The values of a declared sort."""
        home = self._expressions.symbols.home(name)
        if home is not self._expressions:
            return home.domains.sort(name)
        found = self._sorts.get(name)
        if found is not None:
            return found
        declared = self._names.values[name]
        assert isinstance(declared, ast.Sort)
        if name in self._circular:
            raise HlogicError(())  # said already
        if name in self._reading:
            self._circular.update(self._reading[self._reading.index(name) :])
            cycle = " -> ".join([*self._reading[self._reading.index(name) :], name])
            fail("sort-cycle", declared.name.span, f"the sort is made of itself: {cycle}")
        self._reading.append(name)
        try:
            found = self._declared(declared)
        finally:
            self._reading.pop()
        self._sorts[name] = found
        return found

    def _declared(self, sort: ast.Sort) -> Domain:
        name = sort.name.name
        if sort.labels is not None:
            root = self._names.roots[name]
            if root.open and root.ordered:
                fail("open-domain", sort.span, f"the sort {name} is open, and so has no order",
                     "leave out `ordered` or `open`")  # fmt: skip
            if not root.labels and not root.open:
                fail("empty-domain", sort.span, f"the sort {name} has no label")
            return Domain(Scalar(frozenset({root})), (root.labels,), name)
        assert sort.domain is not None
        self._labels_without_braces(sort, sort.domain)
        read = self.read(sort.domain, NO_ENV)
        return Domain(read.type, read.parts, name)

    def _labels_without_braces(self, sort: ast.Sort, domain: ast.Domain) -> None:
        """Refuse `sort S = u | v` where nothing has such names: labels are meant."""
        parts = domain.parts if isinstance(domain, ast.Union) else ()
        written = [part.name for part in parts if isinstance(part, ast.NamedDomain)]
        known = [*(n for n, d in self._names.values.items() if isinstance(d, ast.Sort)), "bool"]
        if not written or len(written) < len(parts):
            return
        if any(n in self._names.values or n in known or suggest(n, known) for n in written):
            return
        name, labels = sort.name.name, ", ".join(written)
        fail("unknown-name", domain.span, f"there are no sorts {labels}",
             f"labels stand in braces: `sort {name} {{ {labels} }}`")  # fmt: skip

    def _read(self, domain: ast.Domain, env: Env, may_be_empty: bool) -> Domain:
        match domain:
            case ast.NamedDomain(name=name):
                return self._named(name, domain.span, env)
            case ast.RangeLit(low=low, high=high):
                return self._range(low, high, domain.span, env, may_be_empty)
            case ast.Subset(sort=sort, labels=labels):
                return self._subset(sort, labels, domain.span, env)
            case ast.Members(items=items):
                return self._members(items, domain.span, may_be_empty)
            case ast.Union(parts=parts):
                return self._union(parts, domain.span, env)

    def _named(self, name: str, span: Span, env: Env) -> Domain:
        given = env.domain(name)
        if given is not None:
            return given
        if name == "bool":
            return BOOLS
        if name == "int":
            fail("infinite-domain", span, "int is infinite; a finite domain is needed here",
                 "write a range, such as 0..9")  # fmt: skip
        if isinstance(self._names.values.get(name), ast.Sort):
            return self.sort(name)
        if name in self._names.values:
            word = self._names.value_word(name)
            fail("sort-expected", span, f"{name} is a {word}, not a sort")
        sorts = [n for n, d in self._names.values.items() if isinstance(d, ast.Sort)]
        from hlogic.compiler.syntax.foreign_words import FOREIGN_SORTS  # late: only for mistakes

        if name.lower() in FOREIGN_SORTS:
            fail("unknown-name", span, f"unknown sort `{name}`", FOREIGN_SORTS[name.lower()])
        others = [n for n in sorts if n not in self._reading]  # none is made of itself
        hint = listed(others, "sort") or f"declare it: `sort {name} {{ … }}`"
        self._names.unknown("unknown sort", name, span, [*others, "bool"], hint=hint)

    def _range(
        self, low: ast.Expr, high: ast.Expr, span: Span, env: Env, may_be_empty: bool
    ) -> Domain:
        ends: list[int] = []
        for end in (low, high):
            term = self._expressions.integer(end, env)
            value = self._expressions.constant(term, end.span, "the end of a range")
            ends.append(value)  # type: ignore[arg-type]
        if ends[1] < ends[0] and not may_be_empty:
            fail("empty-domain", span, f"the range {ends[0]}..{ends[1]} is empty")
        return Domain(INT, (range(ends[0], ends[1] + 1),), f"{ends[0]}..{ends[1]}")

    def _subset(self, sort: str, labels: tuple[ast.Ident, ...], span: Span, env: Env) -> Domain:
        parent = self._named(sort, span, env)
        refuse_open(parent, span, "a list of its labels is no domain",
                    "write the condition: `x == a or x == b`")  # fmt: skip
        members: list[Value] = []
        for ident in labels:
            found = [v for v in parent if isinstance(v, Label) and v.name == ident.name]
            if not found:
                near = [v.name for v in parent if isinstance(v, Label)]
                message = f"{ident.name} is not a label of {sort}"
                hint = listed(near, "label")
                self._names.unknown("", ident.name, ident.span, near, message, hint)
            if found[0] in members:
                fail("duplicate-name", ident.span, f"the label {ident.name} stands twice here")
            members.append(found[0])
        roots = frozenset(m.root for m in members if isinstance(m, Label))
        return Domain(Scalar(roots), (in_order(members),), span.text)

    def _members(
        self, items: tuple[ast.NewLabel | ast.Int | ast.Unary, ...], span: Span, may_be_empty: bool
    ) -> Domain:
        values: list[Value] = []
        for item in items:
            value = self._member(item, binder=may_be_empty)
            if any(v is value or (type(v) is int and v == value) for v in values):
                fail("duplicate-name", item.span, f"{item.span.text} stands twice here")
            values.append(value)
        parts = [Domain(NEVER, ((v,),)) for v in values]
        roots = frozenset(v.root if isinstance(v, Label) else next(iter(INT.roots)) for v in values)
        united = unite(parts, span.text)
        return Domain(Scalar(roots) if values else NEVER, united.parts, span.text)

    def _member(self, item: ast.NewLabel | ast.Int | ast.Unary, binder: bool) -> Value:
        if isinstance(item, ast.Int):
            return item.value
        if isinstance(item, ast.Unary):
            assert isinstance(item.arg, ast.Int)
            return -item.arg.value
        if item.name in self._names.inline:
            return self._names.inline[item.name]
        labels = self._names.labels.get(item.name)
        if labels:
            sort = labels[0].root.name
            fail(
                "inline-label-taken",
                item.span,
                f"{item.name} is a label of {sort}; write {sort} {{ {item.name} }}",
            )
        self._names.unknown("unknown label", item.name, item.span, list(self._names.labels))

    def _union(self, parts: tuple[ast.Domain, ...], span: Span, env: Env) -> Domain:
        read = [self._read(p, env, False) for p in parts]
        for part in read:
            refuse_open(part, span, "it has no union with other domains")
        if any(d.type == BOOL for d in read):
            fail("bool-union", span, "a union does not mix bool with other values")
        return unite(read, span.text)


def refuse_open(domain: Domain, span: Span, why: str, hint: str = "") -> None:
    """Refuse a domain that is an open sort, where a finite list of values is needed."""
    root = open_root(domain.type)
    if root is not None:
        fail("open-domain", span, f"the sort {root.name} is open: {why}", hint)


# ---------------------------------------------------------------------------- parameters


def instances(
    parameters: Parameters,
    what: str,
    span: Span,
    view: View,
    limit: int,
    place: Span | None = None,
) -> tuple[Key, ...]:
    """The argument tuples of a declaration, where its condition holds, in canonical order.
    `place` is where the parameters stand, if not at `span`.

    Raises HlogicError: too many (judged before any is built), a condition that is undefined, or
    an open sort."""
    for variable in parameters.variables:
        domain = variable.domain
        refuse_open(domain, place or span, f"{what} has no list of instances over it",
                    f"write `forall {variable.name} in {domain.name}: …` in its body")  # fmt: skip
    if parameters.where is None:
        check_size(what, parameters.size, span, limit)
        return tuple(product(*parameters.domains))
    if Support(view, {}).reads_variable(parameters.where, {}):
        why = _depends(parameters.where)
        fail(
            "not-constant", parameters.where_span, f"the condition must be constant, and this {why}"
        )
    # Which tuples a condition keeps is known by looking at each, so these are limited too.
    check_size(f"{what}, before its condition,", parameters.size, span, 4 * limit)
    keys = tuple(islice(_kept(parameters, view), limit + 1))
    check_size(what, len(keys), span, limit)
    return keys


def _kept(parameters: Parameters, view: View) -> Iterator[Key]:
    assert parameters.where is not None
    evaluator = Evaluator(view, {})
    condition = evaluator.run(parameters.where)
    for key in _not_denied(parameters, view):
        holds = condition(dict(zip(parameters.variables, key, strict=True)))
        if holds is UNDEFINED:
            at = value_id(key if len(key) > 1 else key[0])
            fail("undefined-constant", parameters.where_span, f"the condition is undefined at {at}")
        if holds is True:
            yield key


def _not_denied(parameters: Parameters, view: View) -> Iterator[Key]:
    """The argument tuples without those for which a table in the condition is false. Often that is
    nearly all, and looking a tuple up takes a fraction of the time that evaluating takes."""
    listed: frozenset[Key] | None = None  # of tables over the same tuples
    denied: list[tuple[Set[Key], list[int]]] = []
    stack = [parameters.where]
    while stack:
        match stack.pop():
            case App(op=op, args=args) if op is AND:
                stack.extend(args)
            case Ref(symbol=table, args=args) if table.kind == "table" and table.default is False:
                if all(a in parameters.variables for a in args):
                    entries = view.entries.get(table, table.entries)
                    true = frozenset(k for k, value in entries.items() if value is True)
                    if args == parameters.variables and _has_all(table, parameters):
                        listed = true if listed is None else listed & true
                    else:
                        places = [parameters.variables.index(a) for a in args]
                        denied.append((table.key_set - true, places))
    keys: Iterator[Key] = product(*parameters.domains)
    if listed is not None:
        keys = iter(sorted(listed, key=order_key))
    for names, places in denied:
        keys = _outside(names, keys, places)
    return keys


def _has_all(table: Symbol, parameters: Parameters) -> bool:
    """Whether a table has a value at each of the argument tuples."""
    same = table.parameters.domains == parameters.domains
    return same and len(table.key_set) == parameters.size


def _outside(denied: Set[Key], keys: Iterator[Key], places: list[int]) -> Iterator[Key]:
    return (key for key in keys if tuple([key[i] for i in places]) not in denied)
