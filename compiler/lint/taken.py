"""Which values variables take in the worlds of an item, all scopes together."""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ops
from hlogic.compiler.ir import Key, Symbol, Theory
from hlogic.compiler.lint.rule import Subject
from hlogic.compiler.session import Session
from hlogic.compiler.sorts import Value
from hlogic.compiler.terms import Term


def open_variables(theory: Theory) -> Iterator[Symbol]:
    """The variables whose domain has several values."""
    for symbol in theory.symbols.values():
        if symbol.kind == "var" and symbol.keys and symbol.domain and symbol.domain.size > 1:
            yield symbol


def inhabited(subject: Subject) -> Iterator[Session]:
    """The scopes that have a world."""
    for scope in subject.item.views:
        session = subject.worlds.session(scope)
        if session.possible(()):
            yield session


def is_value(theory: Theory, symbol: Symbol, key: Key, value: Value) -> Term:
    """That one instance of a variable has a value."""
    reading = theory.reading(symbol, key)
    return theory.pool.app(ops.EQ, (reading, theory.pool.const(value, reading.type)))


def fixed_values(subject: Subject, symbol: Symbol) -> dict[Key, Value] | None:
    """The one value of each instance of a variable, if each has one in all worlds of all scopes;
    None if not, or where there is no world."""
    theory, pool = subject.item.theory, subject.item.theory.pool
    values: dict[Key, Value] = {}
    for session in inhabited(subject):
        if not values:
            for key in symbol.keys:
                (value,) = next(session.project((theory.reading(symbol, key),), ()))
                values[key] = value
                other = pool.app(ops.NOT, (is_value(theory, symbol, key, value),))
                if session.possible((other,)):
                    return None
        else:
            equal = [is_value(theory, symbol, key, value) for key, value in values.items()]
            if session.possible((pool.app(ops.NOT, (pool.app(ops.AND, equal),)),)):
                return None
    return values or None


def untaken_values(subject: Subject, symbol: Symbol) -> list[Value] | None:
    """The values of a variable's domain that no instance has in any world of any scope, in order;
    None where there is no world."""
    assert symbol.domain is not None
    theory = subject.item.theory
    left: list[Value] = list(symbol.domain)
    sessions = list(inhabited(subject))
    for session in sessions:
        left = [v for v in left if not session.possible((_some_is(theory, symbol, v),))]
    return left if sessions else None


def _some_is(theory: Theory, symbol: Symbol, value: Value) -> Term:
    return theory.pool.app(ops.OR, [is_value(theory, symbol, key, value) for key in symbol.keys])
