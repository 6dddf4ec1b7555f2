"""Answers for people.

    q1  周一可能由谁值班？
        李明、王芳、赵强

    q4  谁值哪一夜？  (under swapped)
        周一  周二
        ----  ----
        李明  王芳
        (1 row)

    q7  哪些规则相互矛盾？
        {big, small}
          big    n >= 5
                 c1: 至少有五人到场。
          small  n <= 3
                 c2: 到场的不超过三人。

What is not a whole answer says so in capitals: ERROR, LIMIT, TIMEOUT, MEMORY, INTERRUPTED.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hlogic.compiler.answer import Answer, Json, Note
from hlogic.compiler.source import width
from hlogic.render.diagnostics import clean

_STATUS = {
    "error": "ERROR",
    "partial": "LIMIT",
    "timeout": "TIMEOUT",
    "memory": "MEMORY",
    "interrupted": "INTERRUPTED",
}


def answer_text(
    answer: Answer, language: str = "", explain: bool = False, checked: bool = False
) -> str:
    """One answer as lines of text, ending in a line break; with `explain`, how its engine was
    chosen; with `checked`, which others say the same."""
    margin = " " * (width(answer.id) + 2)
    head = f"{answer.id}  {clean(' '.join(answer.question.split()))}".rstrip()
    if answer.scope != "base":
        head += f"  (under {answer.scope})"
    lines = [head]
    body = _body(answer, Words(language))
    for line in (*body, *_confirmation(answer, checked), *(_route(answer) if explain else ())):
        lines.append(f"{margin}{line}".rstrip())
    return "\n".join(lines) + "\n"


class Words:
    """What depends on the item's language: how a list is written, and what an empty one is."""

    def __init__(self, language: str) -> None:
        chinese = language.lower().partition("-")[0].partition("_")[0] in ("zh", "ja")
        self.comma = "、" if chinese else ", "
        self.none = "（无）" if chinese else "(none)"
        self.colon = "：" if chinese else ": "


def answer_lines(answer: Answer, language: str = "") -> Iterator[str]:
    """What an ask came to, without its question: at least one line."""
    return _body(answer, Words(language))


def _body(answer: Answer, words: Words) -> Iterator[str]:
    if answer.status != "ok":
        problem = clean_lines(answer.error or "")
        yield f"{_STATUS[answer.status]}: {problem[0]}"
        yield from (f"  {line}" for line in problem[1:])
    if answer.display is not None:
        yield from _value_lines(answer, answer.display, words)
        yield from member_lines(answer.members)
    for warning in answer.warnings:
        first, *more = clean_lines(warning)
        yield f"warning: {first}"
        yield from (f"  {line}" for line in more)


def _confirmation(answer: Answer, checked: bool) -> Iterator[str]:
    """Who else says so, and what kept others from it; unless all of it is wanted, a word only
    where nobody else could say."""
    if answer.confirmed is None or (answer.confirmed and not checked):
        return
    others = ", ".join(answer.confirmed)
    yield f"confirmed by {others}" if others else f"single source: only {answer.engine} could say"
    for engine, why in answer.unconfirmed:
        yield f"  not by {engine}: {clean_lines(why)[0]}"


def _route(answer: Answer) -> Iterator[str]:
    """The engines in the order in which they are asked, with the seconds predicted for each."""
    yield f"route: {answer.engine}" + ("" if answer.route else ", as it was named")
    names = [c.engine for c in answer.route]
    margin = max(map(len, names), default=0)
    for considered in answer.route:
        seconds = considered.seconds
        cost = "not asked" if seconds is None else f"about {seconds:.2g} s"
        yield f"  {considered.engine:{margin}}  {cost}: {considered.why}"
    for way in answer.counting:
        yield f"  counted: {way}"


def _value_lines(answer: Answer, display: Json, words: Words) -> Iterator[str]:
    if answer.shape == "rows" and isinstance(display, list):
        yield from table([_row(row) for row in display], answer.fields, words)
    elif answer.shape == "row" and isinstance(display, list):
        yield f"({', '.join(inline(v, words) for v in display)})"
    elif answer.shape == "family" and isinstance(answer.value, list):
        yield from (f"{{{_joined(_row(members), words)}}}" for members in answer.value)
        if not answer.value:
            yield words.none
    else:
        yield from _lines(display, words)


def member_lines(members: Sequence[Note]) -> Iterator[str]:
    """What the members of the sets say, each once: formula, alias, and the passages cited."""
    names = [clean(member.id) for member in members]
    margin = " " * (max(map(width, names), default=0) + 4)
    for name, member in zip(names, members, strict=True):
        lines = [member.formula]
        lines += [] if member.alias is None else [member.alias]
        lines += [f"{claim}: {passage}" for claim, passage in member.cites]
        first, *more = [clean(" ".join(line.split())) for line in lines]
        yield f"  {name}{margin[width(name) + 2 :]}{first}"
        yield from (margin + line for line in more)


def _lines(value: Json, words: Words) -> Iterator[str]:
    """Any value: a word, a list on one line, a list of lists or of cases on several."""
    if not isinstance(value, list):
        yield inline(value, words)
    elif value and all(isinstance(v, dict) for v in value):
        for case in value:
            assert isinstance(case, dict)
            yield from _case(case, words)
    elif any(isinstance(v, list) for v in value):
        yield from (f"- {_member(v, words)}" for v in value)
    else:
        yield _joined(value, words)


def _case(case: dict[str, Json], words: Words) -> Iterator[str]:
    first, *more = list(_lines(case["result"], words))
    name = _member(case["case"], words)
    if more or first.startswith("- "):
        yield f"{name}{words.colon.rstrip()}"
        yield from (f"  {line}" for line in (first, *more))
    else:
        yield f"{name}{words.colon}{first}"


def _member(value: Json, words: Words) -> str:
    """A member of a list, itself perhaps a list: without brackets, as it has a line of its own."""
    return _joined(value, words) if isinstance(value, list) else inline(value, words)


def _joined(values: Sequence[Json], words: Words) -> str:
    return words.comma.join(inline(v, words) for v in values) or words.none


def inline(value: Json, words: Words) -> str:
    """Any value on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"({_joined(value, words)})"
    if isinstance(value, dict):
        return f"{_member(value['case'], words)}{words.colon}{inline(value['result'], words)}"
    return clean(str(value))


def _row(row: Json) -> list[Json]:
    return row if isinstance(row, list) else [row]


def clean_lines(text: str) -> list[str]:
    """The lines of a message, at least one, with nothing that steers a terminal."""
    return [clean(line) for line in text.split("\n")] or [""]


# ---------------------------------------------------------------------------- tables


def table(rows: Sequence[Sequence[Json]], fields: Sequence[str], words: Words) -> Iterator[str]:
    """Rows under their fields' names, in columns; numbers stand to the right."""
    count = f"({len(rows)} row{'s' * (len(rows) != 1)})"
    cells = [[_cell(v, words) for v in row] for row in rows]
    columns = max([len(fields), *(len(row) for row in cells[:1])])
    if not columns:
        yield count
        return
    names = [clean(name) for name in fields] or [""] * columns
    widths = [_wide([names[i], *(row[i] for row in cells)]) for i in range(columns)]
    right = [bool(rows) and all(type(row[i]) is int for row in rows) for i in range(columns)]
    if fields:
        yield _aligned(names, widths, right)
        yield "  ".join("-" * w for w in widths)
    for row in cells:
        yield _aligned(row, widths, right)
    yield count


def _cell(value: Json, words: Words) -> str:
    return _joined(value, words) if isinstance(value, list) else inline(value, words)


def _wide(cells: list[str]) -> int:
    """The columns that the widest of some cells takes; each text is measured once."""
    return max(len(c) if c.isascii() else width(c) for c in dict.fromkeys(cells))


def _aligned(row: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    parts = []
    for cell, size, to_right in zip(row, widths, right, strict=True):
        space = " " * (size - (len(cell) if cell.isascii() else width(cell)))
        parts.append(space + cell if to_right else cell + space)
    return "  ".join(parts).rstrip()
