"""`diff` and `adjudicate`: two independent encodings of one item."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hlogic.compiler.adjudication import OUTCOMES
from hlogic.compiler.diagnostics import LimitError
from hlogic.console import DONE, FINDINGS, LIMIT, show
from hlogic.inputs import STDIN, data_and_source
from hlogic.options import count_option, engine_option, timeout_option
from hlogic.writing import append_line

if TYPE_CHECKING:
    from hlogic.compiler.adjudication import Adjudication
    from hlogic.compiler.comparison import Comparison
    from hlogic.diff.run import Diff

_map_option = click.option(
    "--map", "map_file", type=click.Path(), metavar="MAP",
    help="A TOML file that says which asks, values and terms of A are which of B.",
)  # fmt: skip


def _opened(
    a: str, b: str, map_file: str | None, engine: str | None, timeout: float | None, limit: int
) -> Diff:
    """Both encodings, read and checked."""
    from hlogic.diff.mapping import NO_MAP, read_map
    from hlogic.diff.run import Diff
    from hlogic.diff.side import Options
    from hlogic.reading import read

    if a == b == STDIN:
        raise click.UsageError("standard input (-) is named twice; it can be read only once")
    places = [
        (data_and_source(file)[1], Path() if file == STDIN else Path(file).parent)
        for file in (a, b)
    ]
    names = NO_MAP if map_file is None else read_map(read(map_file))
    return Diff(places[0], places[1], Options(engine, timeout, limit), names)


@click.command()
@click.argument("a", type=click.Path())
@click.argument("b", type=click.Path())
@_map_option
@engine_option
@count_option(
    "--limit", 10_000, "Rows admitted by both that a search for a deciding world may pass."
)
@timeout_option("one ask, or one search,")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def diff(
    a: str,
    b: str,
    map_file: str | None,
    engine: str | None,
    limit: int,
    timeout: float | None,
    as_json: bool,
) -> int:
    """Compare two encodings of one item, answer by answer.

    Asks are matched by id or question, values and terms by their aliases. Where answers differ, a
    world is sought that one encoding admits and the other does not, with what is against it there
    and the sentence that this cites. Exit code 1 if they differ.

    \b
    Examples:
      hlogic diff first.hlogic second.hlogic
      hlogic diff --map names.toml first.hlogic second.hlogic
    """
    from hlogic.render.comparison import comparison_json, comparison_text

    opened = _opened(a, b, map_file, engine, timeout, limit)
    for side in opened.sides:
        show(side.item.warnings)
    found = opened.comparison()
    click.echo((comparison_json if as_json else comparison_text)(found), nl=False)
    return _code(found)


def _code(found: Comparison) -> int:
    from hlogic.render.comparison import agrees

    if any(ask.verdict == "limit" for ask in found.asks):
        return LIMIT
    return DONE if agrees(found) else FINDINGS


_OUTCOMES = tuple(dict.fromkeys(o for outcomes in OUTCOMES.values() for o in outcomes))


def _text(ctx: click.Context, param: click.Parameter, given: str) -> str:
    """Refuse what is to be read by people and is no text."""
    try:
        given.encode()
    except UnicodeEncodeError:
        raise click.BadParameter("it is not UTF-8", ctx, param) from None
    return given


@click.command()
@click.argument("files", nargs=-1, type=click.Path(), metavar="[A B]")
@click.option("--ledger", required=True, type=click.Path(), metavar="LEDGER", help="The ledger.")
@click.option("--ask", metavar="ID", help="The ask of A that is adjudicated.")
@click.option(
    "--outcome", type=click.Choice(_OUTCOMES), help="What a person found of its two answers."
)
@click.option("--note", default="", metavar="TEXT", callback=_text, help="Why.")
@click.option("--date", metavar="DATE", help="The day, YYYY-MM-DD; none unless given.")
@click.option("--summary", is_flag=True, help="Tabulate the ledger, or its part about A and B.")
@_map_option
@engine_option
@timeout_option("one ask")
def adjudicate(
    files: tuple[str, ...],
    ledger: str,
    ask: str | None,
    outcome: str | None,
    note: str,
    date: str | None,
    summary: bool,
    map_file: str | None,
    engine: str | None,
    timeout: float | None,
) -> int:
    """Record what a person found of an ask that two encodings answer.

    One line is added to the ledger. Where the two agree, the outcome is both-right, both-corrected
    or ambiguous; where they differ, one-corrected, both-corrected, notation or ambiguous.

    \b
    Examples:
      hlogic adjudicate a.hlogic b.hlogic --ledger l.jsonl --ask q1 --outcome both-right
      hlogic adjudicate --ledger l.jsonl --summary
    """
    if len(files) not in ((0, 2) if summary else (2,)):
        raise click.UsageError("name the two encodings: `hlogic adjudicate A B --ledger LEDGER`")
    if summary and (ask is not None or outcome is not None):
        raise click.UsageError("--summary records nothing: leave --ask and --outcome out")
    if STDIN in files:
        raise click.UsageError("a ledger names files: standard input (-) is none")
    opened = _opened(files[0], files[1], map_file, engine, timeout, 1) if files else None
    lines = _ledger(ledger, must_be=summary)
    if summary:
        return _summary(lines, opened, files)
    assert opened is not None
    if ask is None or outcome is None:
        raise click.UsageError("say which ask, and what was found: `--ask ID --outcome OUTCOME`")
    append_line(ledger, _adjudicated(opened, files, ask, outcome, note, _day(date)))
    return DONE


def _day(date: str | None) -> str | None:
    import datetime

    if date is None:
        return None
    try:
        return datetime.date.fromisoformat(date).isoformat()
    except ValueError:
        raise click.BadParameter(f"--date is YYYY-MM-DD, not {date}") from None


def _ledger(path: str, must_be: bool) -> list[Adjudication]:
    """What the ledger holds. One that is still to be made holds nothing."""
    import os

    from hlogic.diff.ledger import read_ledger
    from hlogic.reading import read

    if not must_be and path and not os.path.lexists(path):
        return []
    return read_ledger(read(path))


def _adjudicated(
    opened: Diff, files: tuple[str, ...], ask: str, outcome: str, note: str, date: str | None
) -> str:
    """The line to record; refused where the outcome is none for how the encodings stand now."""
    from hlogic.compiler.adjudication import Adjudication, Judged
    from hlogic.diff.ledger import line_of

    opened.sides[0].item.check_ask(ask)
    other = dict(opened.pairs).get(ask)
    if other is None:
        raise click.UsageError(f"only A asks {ask}: there is nothing to compare")
    found = opened.compared((ask, other), search=False)
    if found.verdict == "limit":
        stopped = next(a for a in found.answers if a.status != "ok")
        raise LimitError(f"{ask} was not answered: {stopped.error}", stopped.status)
    if outcome not in OUTCOMES[found.agrees]:
        how = "agree" if found.agrees else "differ"
        allowed = ", ".join(OUTCOMES[found.agrees])
        raise click.UsageError(f"the two {how} on {ask}, so the outcome is one of {allowed}")
    sides = [
        Judged(file, hashed, answer.id, answer.display)
        for file, hashed, answer in zip(files, _hashes(files), found.answers, strict=True)
    ]
    name = opened.sides[0].item.name
    return line_of(Adjudication(name, found.agrees, outcome, note, (sides[0], sides[1]), date))


def _hashes(files: tuple[str, ...]) -> list[str]:
    import hashlib

    from hlogic.reading import read_data

    return [hashlib.sha256(read_data(file)).hexdigest() for file in files]


def _summary(lines: list[Adjudication], opened: Diff | None, files: tuple[str, ...]) -> int:
    from hlogic.diff.ledger import standing
    from hlogic.render.ledger import summary_text

    waiting: list[str] = []
    if opened is not None:
        hashes = tuple(_hashes(files))
        lines = [made for made in lines if made.about[:2] == hashes]
        known = {made.about[2:] for made in lines}
        waiting = [pair[0] for pair in opened.pairs if pair not in known]
    click.echo(summary_text(standing(lines), len(lines), waiting), nl=False)
    return DONE
