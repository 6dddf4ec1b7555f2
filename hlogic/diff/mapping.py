"""What the user says of names, in a file of TOML:

    [asks]                      # an ask of A = the same of B
    q1 = "who"

    [values]                    # a label, number or truth of A = the same of B
    li = "doctor_li"
    "Day.mon" = "1"

    [terms]                     # what A says = what B says, each in its own language
    duty = "on_duty"            # a variable or derived term, instance by instance
    "count(n in Night: duty(n) == li)" = "nights_of_li"

Errors name the line of the file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import NoReturn

from hlogic.compiler.diagnostics import HlogicError, fail
from hlogic.compiler.ir import Theory, value_id
from hlogic.compiler.record import record
from hlogic.compiler.sorts import Value
from hlogic.compiler.source import Source, Span
from hlogic.compiler.suggest import suggest
from hlogic.diff.likeness import labels_of

TABLES = ("asks", "values", "terms")
_AT_LINE = re.compile(r" \(at line (\d+), column (\d+)\)$")


@record
class Map:
    """The pairs of each table, A's names to B's; all empty without a file."""

    source: Source
    asks: Mapping[str, str]
    values: Mapping[str, str]
    terms: Mapping[str, str]

    def refuse(self, name: str, message: str, known: Iterable[str] = ()) -> NoReturn:
        """Raise the error that a name of the file is wrong."""
        near = suggest(name, known)
        at = self.source.text.find(name)
        span = Span(self.source, max(at, 0), max(at, 0) + (len(name) if at >= 0 else 0))
        fail("bad-map", span, message, f"did you mean {near}?" if near else "")

    def pairs_of_values(self, a: Theory, b: Theory) -> list[tuple[Value, Value]]:
        """The values that `[values]` names."""
        known = [_spelled(theory) for theory in (a, b)]
        found = []
        for pair in self.values.items():
            read = [self._value(name, known[i], "AB"[i]) for i, name in enumerate(pair)]
            found.append((read[0], read[1]))
        return found

    def _value(self, name: str, known: Mapping[str, Value], side: str) -> Value:
        if name in known:
            return known[name]
        if re.fullmatch(r"-?\d{1,18}", name):
            return int(name)
        self.refuse(name, f"{side} has no value called {name}", known)


NO_MAP = Map(Source("", ""), {}, {}, {})


def read_map(source: Source) -> Map:
    """The pairs of a file. Raises HlogicError where it is no such file."""
    try:
        read = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(source, str(error)) from None
    empty = Map(source, {}, {}, {})
    for name, table in read.items():
        if name not in TABLES:
            hint = f"it has the tables {', '.join(f'[{t}]' for t in TABLES)}"
            empty.refuse(name, f"a map has no part called {name}: {hint}", TABLES)
        if not isinstance(table, dict):
            empty.refuse(name, f"{name} is a table: `[{name}]`, and a line for each pair")
        for key, value in table.items():
            if not isinstance(value, str):
                empty.refuse(key, f'{key} stands for a name of B in quotes: `{key} = "…"`')
    asks, values, terms = (read.get(name, {}) for name in TABLES)
    found = Map(source, asks, values, terms)
    for id in asks.values():
        if list(asks.values()).count(id) > 1:
            found.refuse(id, f"two asks of A are the ask {id} of B")
    return found


def _not_toml(source: Source, message: str) -> HlogicError:
    place = _AT_LINE.search(message)
    at = len(source.text)
    if place is not None:
        line, column = int(place[1]), int(place[2])
        at = min(source.line_starts[min(line, len(source.line_starts)) - 1] + column - 1, at)
    text = message[: place.start()] if place is not None else message
    try:
        fail("bad-map", Span(source, at, at), f"the map is not TOML: {text}")
    except HlogicError as error:
        return error


def _spelled(theory: Theory) -> dict[str, Value]:
    """The values that a name may mean; a name of several labels means none."""
    found: dict[str, Value] = {"true": True, "false": False}
    bare: dict[str, int] = {}
    for label in labels_of(theory):
        found[value_id(label)] = found[f"{label.root.name}.{label.name}"] = label
        bare[label.name] = bare.get(label.name, 0) + 1
    for label in labels_of(theory):
        if bare[label.name] == 1:
            found[label.name] = label
    return found
