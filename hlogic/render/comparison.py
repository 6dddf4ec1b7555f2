"""A comparison of two encodings, for people and as JSON.

q1  周一可能由谁值班？
    agree: 李明、王芳、赵强

q3  共有多少种排班？
    DIFFER
    A: 21
    B: 6
    a world that A admits and B does not:
      周一的值班医生 = 李明
    what B has against it:
      rest(李明)  at_most 1 (d in Day: works(李明, d))
                  s3: 没有人值两个晚上以上。
    of the same sentence A has:
      at_most_two: load(d) <= 2
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from hlogic.compiler.answer import Answer
from hlogic.compiler.comparison import Compared, Comparison, Deciding, Search
from hlogic.render.diagnostics import clean
from hlogic.render.json import Object, answer_object, note_object
from hlogic.render.text import answer_lines, member_lines

_HEADS = {
    "differ": "DIFFER",
    "notation": "DIFFER in notation",
    "limit": "NOT COMPARED: a limit was reached",
}
SHOWN = 12  # names that a line lists


def comparison_text(found: Comparison) -> str:
    """Every ask, and what all of it comes to, as lines of text."""
    lines: list[str] = []
    for ask in found.asks:
        lines += [*_ask_lines(ask, found.language), ""]
    for name, ids in zip("AB", found.alone, strict=True):
        if ids:
            lines += [f"only {name} asks: {', '.join(ids)}", ""]
    return "\n".join([*lines, summary(found)]) + "\n"


def summary(found: Comparison) -> str:
    """`4 asks: 3 agree, 1 differs`."""
    verdicts = [ask.verdict for ask in found.asks]
    counts = [(verdicts.count("agree"), "agree", "agrees")]
    counts.append((verdicts.count("differ") + verdicts.count("notation"), "differ", "differs"))
    said = [f"{n} {one if n == 1 else many}" for n, many, one in counts if n]
    if verdicts.count("limit"):
        said.append(f"{verdicts.count('limit')} not compared")
    asks = f"{len(verdicts)} ask{'s' * (len(verdicts) != 1)} of both"
    alone = sum(map(len, found.alone))
    rest = f"; {alone} of one alone" if alone else ""
    return f"{asks}: {', '.join(said)}{rest}" if said else f"no ask is of both{rest}"


def _ask_lines(ask: Compared, language: str) -> Iterator[str]:
    a, b = ask.ids
    ids = a if a == b else f"{a} = {b}"
    yield f"{ids}  {clean(' '.join(ask.question.split()))}".rstrip()
    for line in _body(ask, language):
        yield f"    {line}".rstrip()


def _body(ask: Compared, language: str) -> Iterator[str]:
    remark = f" ({ask.remark})" if ask.remark else ""
    if ask.verdict == "agree":
        first, *more = list(answer_lines(ask.answers[0], language))
        if more:
            yield f"agree{remark}"
            yield from (f"  {line}" for line in (first, *more))
        else:
            yield f"agree{remark}: {first}"
        return
    yield f"{_HEADS[ask.verdict]}{remark}"
    for name, answer, cites in zip("AB", ask.answers, ask.cites, strict=True):
        first, *more = list(answer_lines(answer, language))
        yield f"{name}: {first}"
        yield from (f"   {line}" for line in more)
        yield from (f"   cites {claim}: {clean(' '.join(t.split()))}" for claim, t in cites)
    if ask.search is not None:
        yield from _search_lines(ask.search)


def _search_lines(search: Search) -> Iterator[str]:
    if not search.shared:
        yield "no world decides: the two have no words in common for any variable or derived term;"
        yield "  `--map` can say what in A is what in B"
    for world in search.found:
        yield from _world_lines(world)
    if search.shared and not search.found and search.complete:
        rows = f"{search.rows:,} row{'s' * (search.rows != 1)}"
        yield f"no world decides: in what both have words for, both admit the same ({rows});"
        yield "  they read the question differently, or differ in what only one has"
    if not search.complete:
        bound = search.stopped or f"{search.rows:,} rows that both admit; --limit N looks further"
        yield f"the search was not complete: it ended at {bound}"
    if not search.found:
        for name, variables in zip("AB", search.unshared, strict=True):
            if variables:
                more = ", …" if len(variables) > SHOWN else ""
                yield f"variables of {name} alone: {', '.join(variables[:SHOWN])}{more}"


def _world_lines(world: Deciding) -> Iterator[str]:
    other = "B" if world.admits == "A" else "A"
    scopes = {"A": world.scope_a, "B": world.scope_b}
    under = [f"{n} under {s}" for n, s in scopes.items() if s != "base"]
    yield f"a world that {world.admits} admits and {other} does not{_among(under)}:"
    yield from (f"  {clean(fact.text)}" for fact in world.facts)
    if not world.against:
        yield f"{other} cannot say it: what it declares leaves no such world"
        return
    yield f"what {other} has against it:"
    yield from member_lines(world.against)
    for sentence in world.sentences:
        where = f"of {sentence.claim}'s sentence {world.admits}"
        if not sentence.others:
            yield f"{where} has nothing"
            continue
        yield f"{where} has:"
        yield from (f"  {clean(line)}" for line in sentence.others)


def _among(names: list[str]) -> str:
    return f" ({', '.join(names)})" if names else ""


# ---------------------------------------------------------------------------- JSON


def comparison_json(found: Comparison) -> str:
    """One object, an ask a line."""
    head = {"a": found.items[0], "b": found.items[1], "agree": agrees(found)}
    asks = ",\n".join(json.dumps(_ask_object(ask), ensure_ascii=False) for ask in found.asks)
    alone = {"only_a": found.alone[0], "only_b": found.alone[1]}
    text = json.dumps(head, ensure_ascii=False)[:-1] + ', "asks": ['
    text += f"\n{asks}\n" if asks else ""
    return text + "], " + json.dumps(alone, ensure_ascii=False)[1:] + "\n"


def agrees(found: Comparison) -> bool:
    """Whether both ask the same and answer it alike."""
    return bool(found.asks) and all(a.agrees for a in found.asks) and not any(found.alone)


def _ask_object(ask: Compared) -> Object:
    made: Object = {"question": ask.question, "verdict": ask.verdict}
    for name, answer, cites in zip("ab", ask.answers, ask.cites, strict=True):
        made[name] = _side_object(answer, cites)
    if ask.remark:
        made["remark"] = ask.remark
    if ask.search is not None:
        search = ask.search
        made["search"] = {
            "shared": search.shared,
            "rows": search.rows,
            "complete": search.complete,
            "stopped": search.stopped or None,
            "only_a": search.unshared[0],
            "only_b": search.unshared[1],
            "worlds": [_world_object(world) for world in search.found],
        }
    return made


def _side_object(answer: Answer, cites: tuple[tuple[str, str], ...]) -> Object:
    return {**answer_object(answer), "cites": [{"claim": c, "text": t} for c, t in cites]}


def _world_object(world: Deciding) -> Object:
    return {
        "admits": world.admits,
        "scopes": {"a": world.scope_a, "b": world.scope_b},
        "facts": [{"text": f.text, "a": f.a, "b": f.b, "value": f.value} for f in world.facts],
        "against": [note_object(note) for note in world.against],
        "sentences": [
            {"claim": s.claim, "text": s.text, "others": list(s.others)} for s in world.sentences
        ],
    }
