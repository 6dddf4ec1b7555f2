"""Worlds in the item's words: aliases where the author gave them, ids where not."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from hlogic.compiler.ir import Key, Symbol, Theory, View, value_id
from hlogic.compiler.listing import World
from hlogic.compiler.session import Session
from hlogic.compiler.sorts import Label, Value, in_order
from hlogic.compiler.support import Support
from hlogic.compiler.terms import Term

SHOWN = 12  # variables of a witness that a message shows
_PLACE = re.compile(r"\{(\d+)\}")


def witness_text(value: Value) -> str:
    """A value as people read it: labels as they are called."""
    if isinstance(value, Label):
        return value.called
    if isinstance(value, tuple):
        return f"({', '.join(map(witness_text, value))})"
    if isinstance(value, frozenset):
        return "{" + ", ".join(map(witness_text, in_order(value))) + "}"
    return value_id(value)


def alias_text(alias: str, key: Key, named: Callable[[Value], str] = witness_text) -> str:
    """The alias of one instance of a family, with what its arguments are `named` in it. Arguments
    that the alias has no place for follow it in brackets, so that every instance has words of its
    own: `Locate(Barutin, Snow)`."""
    names = [named(argument) for argument in key]
    left = dict(enumerate(names, 1))

    def filled(place: re.Match[str]) -> str:
        number = int(place[1])
        left.pop(number, None)
        return names[number - 1] if 0 < number <= len(names) else place[0]

    text = _PLACE.sub(filled, alias)
    return f"{text}({', '.join(left.values())})" if left else text


def fact_text(symbol: Symbol, key: Key, value: Value) -> str:
    """One variable's value as the alias of its declaration says it: `周一的值班医生 = 李明`."""
    if not symbol.aliases:
        return f"{instance_text(symbol.name, key)} = {witness_text(value)}"
    text = alias_text(symbol.aliases[0], key)
    if "{value}" in text:
        return text.replace("{value}", witness_text(value))
    return f"{text} = {witness_text(value)}"


def formula_text(text: str, values: Mapping[str, str]) -> str:
    """A formula as written, on one line and without comments, its parameters replaced."""
    line = " ".join(re.sub(r"#.*", "", text).split())
    return re.sub(r"[^\W\d]\w*", lambda m: values.get(m[0], m[0]), line)


def is_chinese(language: str) -> bool:
    """Whether a language tag, as an item's `lang`, is a form of Chinese."""
    return language.lower().replace("_", "-").partition("-")[0] == "zh"


def sentence(symbol: Symbol, key: Key, value: Value, language: str) -> str:
    """One fact as a sentence of the item's language: `周一的值班医生是李明`, `the keeper is Ann`.
    An alias that is a sentence itself is said to hold or not: `第一份算数：否`."""
    chinese = is_chinese(language)
    said = witness_text(value)
    if isinstance(value, bool):
        said = ("是" if value else "否") if chinese else ("yes" if value else "no")
    if not symbol.aliases:
        return f"{instance_text(symbol.name, key)} = {said}"
    text = alias_text(symbol.aliases[0], key)
    if "{value}" in text:
        return text.replace("{value}", said)
    if isinstance(value, bool):
        return f"{text}：{said}" if chinese else f"{text}: {said}"
    return f"{text}是{said}" if chinese else f"{text} is {said}"


def instance_text(name: str, key: Key, named: Callable[[Value], str] = witness_text) -> str:
    """`duty(周一)`: what has no alias, with the aliases of its arguments."""
    return f"{name}({', '.join(map(named, key))})" if key else name


def describe_witness(
    theory: Theory, view: View, session: Session, assumed: Sequence[Term], term: Term
) -> str:
    """The least world that meets `assumed`, in the variables that `term` reads, in their order."""
    read = _read_by(term, view, list(theory.variables()))
    shown = read[:SHOWN]
    row = session.least([theory.reading(symbol, key) for symbol, key in shown], assumed)
    assert row is not None
    return _facts_text(dict(zip(shown, row, strict=True)), len(read))


def facts_text(world: World, view: View, term: Term) -> str:
    """A world in the variables that `term` reads, in their order."""
    read = _read_by(term, view, list(world))
    return _facts_text({at: world[at] for at in read[:SHOWN]}, len(read))


def _read_by(
    term: Term, view: View, variables: Sequence[tuple[Symbol, Key]]
) -> list[tuple[Symbol, Key]]:
    place = {name: i for i, name in enumerate(variables)}
    return [variables[i] for i in sorted(Support(view, place).of(term, {}))]


def _facts_text(shown: World, read: int) -> str:
    rest = read - len(shown)
    facts = ", ".join(fact_text(symbol, key, value) for (symbol, key), value in shown.items())
    return facts + (f" (and {rest} more variables)" if rest else "")
