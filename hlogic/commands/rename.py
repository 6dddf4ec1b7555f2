"""`rename`: an item in words that mean nothing."""

from __future__ import annotations

from pathlib import Path

import click

from hlogic.console import DONE
from hlogic.inputs import STDIN, data_and_source
from hlogic.writing import write_whole


@click.command()
@click.argument("file", type=click.Path())
@click.option("--nonsense", is_flag=True, help="By words without a meaning (the one way there is).")
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="Which words are given."
)
@click.option("-o", "--output", metavar="OUT", default=STDIN, help="A file instead of stdout.")
def rename(file: str, nonsense: bool, seed: int, output: str) -> int:
    """Replace every noun that an item names by a word without a meaning.

    Nouns are what labels, sorts, variables and derived terms are called in words. They are replaced
    alike in the background, in claims, aliases and questions; ids and formulas stay, and so do the
    answers but for these words. A seed gives the same words each time. What stays is said on
    stderr.

    \b
    Examples:
      hlogic rename --nonsense --seed 7 items/night_shift.hlogic -o nonsense.hlogic
      hlogic rename --nonsense - < item.hlogic
    """
    from hlogic.compiler.census.edits import edited
    from hlogic.renaming.rewrite import renamed

    if not nonsense:
        raise click.UsageError("say by which words: --nonsense")
    data, source = data_and_source(file)
    found = renamed(source, Path() if file == STDIN else Path(file).parent, str(seed))
    text = edited(data.decode("utf-8"), found.edits)
    if output == STDIN:
        click.echo(text, nl=False)
    else:
        write_whole(output, text)
    for remark in found.remarks:
        click.echo(remark, err=True)
    return DONE
