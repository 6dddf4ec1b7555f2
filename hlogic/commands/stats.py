"""`stats`: how hard a set of items is to prove."""

from __future__ import annotations

import click

from hlogic.console import BAD_INPUT, DONE, LIMIT, ProgressLine, show
from hlogic.inputs import items_in, loaded
from hlogic.options import timeout_option

FORMATS = ("text", "csv", "svg")


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(), metavar="PATH...")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True,
    help="Numbers and distributions, a line for each part of an ask, or a picture.",
)  # fmt: skip
@timeout_option("one ask")
def stats(paths: tuple[str, ...], form: str, timeout: float | None) -> int:
    """Tabulate proofs over a set of items.

    PATH is an item or a folder of items. Each ask that `prove` explains is explained, and the
    measures of its proofs are counted: steps, cases, contradictory cases, depth, premises used.

    \b
    Examples:
      hlogic stats items
      hlogic stats --format csv items > proofs.csv
      hlogic stats --format svg items > proofs.svg
    """
    from hlogic.stats.collect import Tally, add
    from hlogic.stats.plot import plot
    from hlogic.stats.tables import csv_text, tally_text

    tally, bad = Tally(), False
    for path in items_in(paths):
        found = loaded(path, timeout=timeout)
        if found.item is None:
            show(found.diagnostics)
            bad = True
            continue
        line = found.item.on_progress = ProgressLine()
        add(tally, found.item, path)
        line.clear()
    if bad and not tally.items:
        return BAD_INPUT
    if form == "csv":
        click.echo(csv_text(tally.rows), nl=False)
    else:
        click.echo(plot(tally.measures) if form == "svg" else tally_text(tally), nl=False)
    if form != "text":
        for one in tally.undecided:
            click.echo(f"{one.item} {one.ask}: {one.why}", err=True)
    limited = any(one.verdict == "limit" for one in tally.undecided)
    return BAD_INPUT if bad else LIMIT if limited else DONE
