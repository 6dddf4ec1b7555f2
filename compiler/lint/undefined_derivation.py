"""A derived term, or a predicate, that has no value in a world which some scope admits: what asks
for it there is an error, and a constraint that comes to use it excludes that world in silence.
"""

from __future__ import annotations

from collections.abc import Iterator

from hlogic.compiler import ops
from hlogic.compiler.ir import Key, Symbol, Theory
from hlogic.compiler.lint.members import shortened
from hlogic.compiler.lint.rule import Finding, Subject
from hlogic.compiler.lint.undefined import cause, world_evaluator
from hlogic.compiler.listing import least_world
from hlogic.compiler.session import Session
from hlogic.compiler.terms import Term
from hlogic.compiler.words import facts_text, instance_text


def check(subject: Subject) -> Iterator[Finding]:
    """Derived terms and predicates, in the order of the text, each in the first scope where one of
    its instances has no value."""
    for symbol in subject.item.theory.symbols.values():
        if symbol.kind == "derive" or (symbol.group is not None and not symbol.group.stable):
            for scope in subject.item.views:
                found = _undefined(subject, symbol, scope)
                if found is not None:
                    yield found
                    break


def lacking(theory: Theory, symbol: Symbol, key: Key) -> Term:
    """That an instance of a symbol has no value."""
    pool = theory.pool
    return pool.app(ops.NOT, (pool.app(ops.DEFINED, (theory.reading(symbol, key),)),))


def _undefined(subject: Subject, symbol: Symbol, scope: str) -> Finding | None:
    theory, view = subject.item.theory, subject.item.views[scope]
    session = subject.worlds.session(scope)
    terms = {key: lacking(theory, symbol, key) for key in symbol.keys}
    if not terms or not session.possible((theory.pool.app(ops.OR, list(terms.values())),)):
        return None
    keys = _open(session, terms)
    reading = theory.reading(symbol, keys[0])
    world = least_world(theory, session, (terms[keys[0]],))
    assert world is not None
    why = cause(world_evaluator(view, world), reading, {})
    facts = facts_text(world, view, reading)
    others = shortened([instance_text(symbol.name, key) for key in keys[1:]])
    return Finding(
        f"{instance_text(symbol.name, keys[0])} has no value in {world_text(scope, facts)}: "
        f"{why.text}" + (f"; nor has, in some world, {others}" if others else ""),
        symbol.span,
        "give it a value there too, or ask for it only under `defined(…)`",
    )


def _open(session: Session, terms: dict[Key, Term]) -> list[Key]:
    return [key for key, term in terms.items() if session.possible((term,))]


def world_text(scope: str, facts: str) -> str:
    """A world of a scope as a message names it."""
    return f"a world of {scope} where {facts}" if facts else f"any world of {scope}"
