"""The parse tables of `grammar/hlogic.lark`: made by lark, kept beside this file, read without it.

Building an LALR table of this size takes a second and importing lark 50 ms, so the finished table
is kept in `grammar_table.json`, with the hash of the grammar it was made from. When the grammar has
changed since, the table is built anew in memory: stale is slow, never wrong. To renew it:

    python -m hlogic.compiler.syntax.tables

No cache is written anywhere else, so a read-only or fresh home makes no difference.
"""

from __future__ import annotations

import json
import re
import zlib
from functools import cache
from pathlib import Path
from typing import Any

from hlogic.compiler.record import field, record

GRAMMAR = Path(__file__).parent.parent.parent / "grammar" / "hlogic.lark"
TABLE = Path(__file__).parent / "grammar_table.json"
END = "$END"


@record
class Production:
    """One alternative of a rule. `keep` says what its builder gets: positions of the right side, or
    None where an absent `[x]` leaves a gap. `lone` passes a single child on, `spliced` has no
    builder: its children become children of whatever uses it."""

    origin: str
    size: int
    builder: str
    keep: tuple[int | None, ...]
    lone: bool
    spliced: bool

    @property
    def passes(self) -> bool:
        """Whether reducing by it changes nothing but the state."""
        return self.keep == (0,) and self.size == 1 and (self.lone or self.spliced)


@record(eq=False, frozen=False)
class Tables:
    """States by number. A row maps a terminal (spelt as in the text, or NAME, WORD, INT, STRING,
    $END) or a rule's name, in <>, to the next state or, where negative, `~i` to reducing by
    `productions[i]`."""

    productions: list[Production]
    start: int
    end: int
    terminals: frozenset[str]
    _symbols: list[str]
    _lookaheads: list[list[int]]
    _states: list[tuple[list[int], list[int]]]
    rows: list[dict[str, int] | None]  # of the states that were entered
    _names: dict[int, list[str]] = field(default_factory=dict)  # of a set of lookaheads
    _ascents: dict[tuple[int, int, str], int] = field(default_factory=dict)

    def row(self, state: int) -> dict[str, int]:
        """The actions of a state; unpacked when it is first entered, as most never are."""
        found = self.rows[state]
        if found is None:
            shifts, reductions = self._states[state]
            symbols = self._symbols
            found = {}
            for at in range(0, len(reductions), 2):
                found.update(dict.fromkeys(self._set(reductions[at + 1]), ~reductions[at]))
            for at in range(0, len(shifts), 2):
                found[symbols[shifts[at]]] = shifts[at + 1]
            self.rows[state] = found
        return found

    def _set(self, number: int) -> list[str]:
        """A set of lookaheads, which many states share."""
        found = self._names.get(number)
        if found is None:
            found = self._names[number] = [self._symbols[i] for i in self._lookaheads[number]]
        return found

    def ascent(self, below: int, state: int, kind: str) -> int:
        """The state after all reductions that only pass their one child on (`atom` to `unary` to
        `product` …), which are most of them; remembered, as the same ones come again and again."""
        key = (below, state, kind)
        found = self._ascents.get(key)
        if found is None:
            goto = self.row(below)
            found = state
            while (action := self.row(found).get(kind)) is not None and action < 0:
                production = self.productions[~action]
                if not production.passes:
                    break
                found = goto[production.origin]
            self._ascents[key] = found
        return found


@cache
def tables() -> Tables:
    """The tables of the grammar as it stands."""
    kept = _kept()
    try:
        grammar = GRAMMAR.read_text(encoding="utf-8")
    except OSError:
        if kept is None:
            raise
        return _unpacked(kept)
    if kept is None or kept["grammar"] != _hash(grammar):
        kept = packed(grammar)
    return _unpacked(kept)


def packed(grammar: str) -> dict[str, Any]:
    """The tables of a grammar as JSON data: lark's work, in our numbering."""
    from lark import Lark, Token
    from lark.grammar import Rule, Terminal
    from lark.parsers.lalr_analysis import Shift

    built = Lark(grammar, parser="lalr", start="file", maybe_placeholders=True)
    table = built.parser.parser._parse_table
    spelling = {t.name: t.pattern.value for t in built.terminals if t.pattern.type == "str"}

    def spelt(name: str | Token) -> str:
        if isinstance(name, str) and not name.isupper() and name != END and name not in spelling:
            return f"<{name}>"  # a rule: `sum` the word and `sum` the rule live in one row
        return spelling.get(str(name), str(name))

    # lark lists rules and numbers nameless terminals in an order that differs from run to run.
    ordered = sorted(
        built.rules, key=lambda r: (r.origin.name, [spelt(s.name) for s in r.expansion])
    )
    rules: dict[Rule, int] = {rule: i for i, rule in enumerate(ordered)}
    rows = {
        state: {spelt(name): action for name, action in row.items()}
        for state, row in table.states.items()
    }
    numbers = _numbered(table.start_states["file"], rows, Shift)
    symbols = {s: i for i, s in enumerate(sorted({s for row in rows.values() for s in row}))}
    lookaheads: dict[tuple[int, ...], int] = {}
    states = []
    for state in numbers:
        shifts: list[int] = []
        reductions: dict[int, list[int]] = {}
        for symbol, (action, target) in sorted(rows[state].items()):
            if action is Shift:
                shifts += symbols[symbol], numbers[target]
            else:
                reductions.setdefault(rules[target], []).append(symbols[symbol])
        packed_reductions: list[int] = []
        for rule, ahead in sorted(reductions.items()):
            packed_reductions += rule, lookaheads.setdefault(tuple(ahead), len(lookaheads))
        states.append([shifts, packed_reductions])
    productions = []
    for one in ordered:
        origin = str(one.origin.name)
        dropped = [
            isinstance(s, Terminal) and s.filter_out and not one.options.keep_all_tokens
            for s in one.expansion
        ]
        builder = one.alias or origin
        productions.append(
            [
                spelt(origin),
                len(one.expansion),
                builder,
                _keep(dropped, one.options.empty_indices),
                bool(one.options.expand1 and not one.alias),
                builder.startswith("_"),
            ]
        )
    return {
        "grammar": _hash(grammar),
        "start": numbers[table.start_states["file"]],
        "end": numbers[table.end_states["file"]],
        "terminals": sorted({END, *(spelt(t.name) for t in built.terminals), *_declared(grammar)}),
        "symbols": list(symbols),
        "lookaheads": [list(k) for k in lookaheads],
        "productions": productions,
        "states": states,
    }


def _numbered(start: int, rows: dict[int, dict[str, Any]], shift: Any) -> dict[int, int]:
    """The states in the order in which a walk from the start meets them: the same on every run."""
    numbers = {start: 0}
    walk = [start]
    for state in walk:
        for _symbol, (action, target) in sorted(rows[state].items()):
            if action is shift and target not in numbers:
                numbers[target] = len(numbers)
                walk.append(target)
    return numbers


def _keep(dropped: list[bool], empty: tuple[bool, ...]) -> list[int | None]:
    """What a builder gets: lark's `empty_indices` has a True for each gap of an absent `[x]`, a
    False for each symbol that is there."""
    keep: list[int | None] = []
    at = 0
    for gap in empty or (False,) * len(dropped):
        if gap:
            keep.append(None)
        else:
            if not dropped[at]:
                keep.append(at)
            at += 1
    return keep


def _declared(grammar: str) -> list[str]:
    return re.findall(r"[A-Z]+", "".join(re.findall(r"(?m)^%declare(.*)$", grammar)))


def _unpacked(data: dict[str, Any]) -> Tables:
    return Tables(
        [Production(o, s, b, tuple(k), lone, sp) for o, s, b, k, lone, sp in data["productions"]],
        data["start"],
        data["end"],
        frozenset(data["terminals"]),
        data["symbols"],
        data["lookaheads"],
        data["states"],
        [None] * len(data["states"]),
    )


def _kept() -> dict[str, Any] | None:
    try:
        data: dict[str, Any] = json.loads(TABLE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return data


def _hash(grammar: str) -> int:
    return zlib.crc32(grammar.replace("\r\n", "\n").encode())


def write() -> None:
    """Renew the kept table, a state a line so that a change of the grammar can be read."""
    data = packed(GRAMMAR.read_text(encoding="utf-8"))
    parts = []
    for key, value in data.items():
        if isinstance(value, list):
            lines = ",\n".join(
                json.dumps(v, ensure_ascii=False, separators=(",", ":")) for v in value
            )
            parts.append(f'"{key}": [\n{lines}\n]')
        else:
            parts.append(f'"{key}": {json.dumps(value)}')
    TABLE.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    write()
