"""Variables, tables and derived terms: from the tree to symbols, each when first asked for.

A domain may use a table, a table's entry a constant, a derived term another; so a symbol is made
on demand, in three steps: its *header* (parameters, domain, type), what constants need of it
(`prepare`: instances, entries), and a derived term's body. What depends on itself along the way is
an error that shows the cycle.
"""

from __future__ import annotations

from collections.abc import Mapping

from hlogic.compiler import ast
from hlogic.compiler.diagnostics import HlogicError, Report, fail
from hlogic.compiler.elaborate.domains import BASE_TABLES, instances
from hlogic.compiler.elaborate.environment import NO_ENV, Env
from hlogic.compiler.elaborate.expressions import Expressions, Shared
from hlogic.compiler.elaborate.mistakes import Mistakes, each
from hlogic.compiler.elaborate.names import Names
from hlogic.compiler.elaborate.open_sorts import check_open_header, check_open_predicate
from hlogic.compiler.ir import Group, Key, Symbol, value_id
from hlogic.compiler.sorts import (
    BOOL,
    BOOLS,
    NEVER,
    UNDEFINED,
    Type,
    Value,
    comparable,
    describe,
    join,
    open_root,
)
from hlogic.compiler.source import Span
from hlogic.compiler.terms import Ref, Term, below

MAX_DOMAIN = 1_000_000  # values of one variable
_ROUNDS = 20  # of type inference among derived terms that recur through one another


Declared = ast.Var | ast.Table | ast.Derive | ast.Predicate


class Declarations:
    """The symbols of one file. `homes` has those of the files that it may name."""

    def __init__(
        self, names: Names, shared: Shared, report: Report, homes: Mapping[Names, Declarations]
    ) -> None:
        self._names = names
        self._report = report
        self._homes = homes
        self._owners = shared.owners
        self.expressions = Expressions(names, shared, self)
        self._symbols: dict[str, Symbol] = {}
        self._broken: set[str] = set()
        self._open: list[str] = []  # headers being read
        self._environments: dict[str, Env] = {}
        self._prepared: set[str] = set()
        self._preparing: list[str] = []
        self._inferring: set[str] = set()
        self._groups: dict[int, Group] = {}  # by identity of the `define`

    # ------------------------------------------------------------------ on demand

    def symbol(self, name: str) -> Symbol:
        """The symbol of a declared name, its header read. Errors are reported once; later uses
        of a broken declaration raise an error without diagnostics."""
        if name in self._names.taken:
            return self._homes[self._names.taken[name].home].symbol(name)
        if name in self._symbols:
            return self._symbols[name]
        if name in self._broken:
            raise HlogicError(())
        declared = self._names.values[name]
        assert isinstance(declared, Declared)
        if name in self._open:
            way = " -> ".join([*self._open[self._open.index(name) :], name])
            fail("declaration-cycle", declared.name.span, f"the domain depends on itself: {way}")
        self._open.append(name)
        try:
            symbol = self._header(declared)
        except HlogicError as error:
            self._broken.add(name)
            self._report.diagnostics.extend(error.diagnostics)
            raise HlogicError(()) from None
        finally:
            self._open.pop()
        self._symbols[name] = symbol
        self._owners[symbol] = self
        if isinstance(declared, ast.Derive) and declared.domain is None:
            self._infer(declared, symbol)
        return symbol

    def prepare(self, term: Term) -> None:
        """Make the symbols that a constant term reads ready to be evaluated."""
        for part in below([term]):
            if isinstance(part, Ref):
                self._owners[part.symbol].fill(part.symbol)

    def home(self, name: str) -> Expressions:
        """The expressions of the file that declares a value name."""
        taken = self._names.taken.get(name)
        return self.expressions if taken is None else self._homes[taken.home].expressions

    def fill(self, symbol: Symbol) -> None:
        """Make a symbol of this file complete: instances, entries, body."""
        name = symbol.name
        if name in self._preparing and symbol.kind != "derive":
            way = " -> ".join([*self._preparing[self._preparing.index(name) :], name])
            fail("declaration-cycle", symbol.span, f"the constant depends on itself: {way}")
        if name in self._prepared or name in self._preparing:
            return
        self._preparing.append(name)
        try:
            self._fill_instances(symbol)
            declared = self._names.values[name]
            if isinstance(declared, ast.Table):
                self._fill_entries(declared, symbol)
            elif isinstance(declared, ast.Derive):
                self._fill_body(declared, symbol)
                if symbol.body is not None:
                    self.prepare(symbol.body)
        finally:
            self._preparing.pop()
        self._prepared.add(name)

    # ------------------------------------------------------------------ everything

    def all_symbols(self) -> dict[str, Symbol]:
        """Every symbol of the file, complete, in the order of the text; mistakes go to the
        report."""
        declared = [d for d in self._names.own_values() if isinstance(d, Declared)]
        for declaration in declared:
            with self._report.collecting():
                self.symbol(declaration.name.name)
        self._settle_types(declared)
        for symbol in [
            self._symbols[d.name.name] for d in declared if d.name.name in self._symbols
        ]:
            with self._report.collecting():
                self.fill(symbol)
        return {
            d.name.name: self._symbols[d.name.name]
            for d in declared
            if d.name.name in self._symbols
        }

    # ------------------------------------------------------------------ headers

    def _header(self, declared: Declared) -> Symbol:
        mistakes = Mistakes()
        parameters, env = self.expressions.parameters(declared.params, mistakes)
        name, span = declared.name.name, declared.name.span
        if isinstance(declared, ast.Predicate):
            mistakes.raise_all()
            check_open_predicate(declared, parameters)
            define = self._names.defines[name]
            group = self._groups.setdefault(id(define), Group(define.stable, span=define.span))
            return Symbol(
                "predicate", name, parameters, BOOLS, BOOL, declared.aliases, span, group=group
            )
        domain = None
        if declared.domain is not None:
            with mistakes:
                domain = self.expressions.domains.read(declared.domain, NO_ENV)
            if domain is not None and isinstance(declared, ast.Var) and domain.size > MAX_DOMAIN:
                fail(
                    "limit",
                    declared.domain.span,
                    f"the domain has {domain.size:,} values, over the limit of {MAX_DOMAIN:,}",
                )
        mistakes.raise_all()
        check_open_header(declared, parameters, domain)
        kinds = {ast.Var: "var", ast.Table: "table", ast.Derive: "derive"}
        self._environments[name] = env
        return Symbol(
            kind=kinds[type(declared)],  # type: ignore[arg-type]
            name=name,
            parameters=parameters,
            domain=domain,
            type=NEVER if domain is None else domain.type,
            aliases=declared.aliases,
            span=span,
            cites=tuple(c.name for c in declared.trailer.cites),
            open=any(open_root(d.type) is not None for d in parameters.domains),
        )

    def _fill_instances(self, symbol: Symbol) -> None:
        if symbol.open:
            symbol.keys, symbol.key_set = (), frozenset()
            return
        if symbol.parameters.where is not None:
            self.prepare(symbol.parameters.where)
        word = self._names.value_word(symbol.name)
        keys = instances(
            symbol.parameters,
            f"the {word} {symbol.name}",
            symbol.span,
            BASE_TABLES,
            self.expressions.max_instances,
        )
        symbol.keys, symbol.key_set = keys, frozenset(keys)

    # ------------------------------------------------------------------ tables

    def _fill_entries(self, table: ast.Table, symbol: Symbol) -> None:
        entries: dict[Key, Value] = {}
        seen: dict[Key, Span] = {}
        is_bool = symbol.type == BOOL
        if table.default is not None:
            symbol.default = self._entry_value(table.default, symbol)
        elif is_bool:
            symbol.default = False
        for entry in table.entries:
            with self._report.collecting():
                key = self._key(entry, symbol)
                if key in seen:
                    fail("duplicate-key", entry.span, f"the key {_key_text(key)} is listed twice")
                seen[key] = entry.span
                if entry.value is not None:
                    entries[key] = self._entry_value(entry.value, symbol)
                elif is_bool:
                    entries[key] = True
                else:
                    fail("missing-value", entry.span, "only a bool table may list bare keys",
                         f"write {_key_text(key)}: VALUE")  # fmt: skip
        symbol.entries = entries

    def _key(self, entry: ast.Entry, symbol: Symbol) -> Key:
        if len(entry.key) != len(symbol.parameters.variables):
            wanted = len(symbol.parameters.variables)
            places = f"{wanted} place" + ("" if wanted == 1 else "s")
            fail("arity", entry.span, f"a key of {symbol.name} has {places}")
        terms = each(lambda k: self.expressions.term(k, NO_ENV), entry.key)
        for place, term, domain in zip(entry.key, terms, symbol.parameters.domains, strict=True):
            if not comparable(term.type, domain.type):
                fail("type-mismatch", place.span, f"{describe(term.type)} is not in {domain.name}")
        key = tuple(
            self.expressions.constant(t, k.span, "a key")
            for t, k in zip(terms, entry.key, strict=True)
        )
        if key not in symbol.key_set:
            fail(
                "key-outside",
                entry.span,
                f"{_key_text(key)} is not among the arguments of {symbol.name}",
            )
        return key

    def _entry_value(self, expr: ast.Expr, symbol: Symbol) -> Value:
        term = self.expressions.term(expr, NO_ENV)
        value = self.expressions.constant(term, expr.span, "an entry")
        self.check_entry(value, term.type, symbol, expr.span)
        return value

    @staticmethod
    def check_entry(value: Value, type: Type, symbol: Symbol, span: Span) -> None:
        """Refuse a table's value that is not in its domain."""
        assert symbol.domain is not None
        if not comparable(type, symbol.type):
            fail("type-mismatch", span, f"{describe(type)} is never in {symbol.domain.name}")
        if value not in symbol.domain:
            fail("value-outside", span, f"{value_id(value)} is not in {symbol.domain.name}")

    # ------------------------------------------------------------------ derived terms

    def _fill_body(self, declared: ast.Derive, symbol: Symbol) -> None:
        body = self.expressions.term(declared.body, self._environments[symbol.name])
        if symbol.domain is not None and not comparable(body.type, symbol.type):
            fail(
                "type-mismatch",
                declared.body.span,
                f"the term is {describe(body.type)}, and its domain is {symbol.domain.name}",
            )
        if symbol.type == NEVER:
            fail(
                "untyped",
                symbol.span,
                f"nothing says what kind of value {symbol.name} has",
                f"state its domain: `derive {symbol.name}…: DOMAIN = …`",
            )
        symbol.body = body

    def _infer(self, declared: ast.Derive, symbol: Symbol) -> None:
        """Type a derived term without a domain, whatever scope it is read in: from no type upward
        until nothing changes."""
        if symbol.name in self._inferring:
            return
        self._inferring.add(symbol.name)
        try:
            for _ in range(_ROUNDS):
                before = symbol.type
                for body in (declared.body, *self._replacements(symbol.name)):
                    found = self.expressions.term(body, self._environments[symbol.name]).type
                    symbol.type = join(symbol.type, found) or symbol.type
                if symbol.type == before:
                    break
        except HlogicError:
            pass  # said when the body is elaborated for good
        finally:
            self._inferring.discard(symbol.name)

    def _replacements(self, name: str) -> list[ast.Expr]:
        """The bodies that scopes give a derived term instead of its own."""
        operations = [o for scope in self._names.scopes.values() for o in scope.operations]
        return [o.body for o in operations if isinstance(o, ast.Replace) and o.target.name == name]

    def _settle_types(self, declared: list[Declared]) -> None:
        """Infer again what was typed while another type was still open."""
        open_ = [
            d
            for d in declared
            if isinstance(d, ast.Derive) and d.domain is None and d.name.name in self._symbols
        ]
        for _ in range(_ROUNDS):
            before = [self._symbols[d.name.name].type for d in open_]
            for d in open_:
                self._infer(d, self._symbols[d.name.name])
            if before == [self._symbols[d.name.name].type for d in open_]:
                return


def _key_text(key: Key) -> str:
    return value_id(key[0]) if len(key) == 1 else value_id(key)


__all__ = ["UNDEFINED", "Declarations"]
