"""`rename`: an item in words that mean nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hlogic.console import DONE, FINDINGS, show
from hlogic.inputs import STDIN, data_and_source
from hlogic.writing import write_whole

if TYPE_CHECKING:
    from hlogic.renaming.rewrite import Renamed


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
    alike in the background, in claims, aliases and questions, in all their forms; ids and formulas
    stay, and so do the answers but for these words. A seed gives the same words each time. What
    stays is said on stderr; exit code 1 if the text lost a name by it, or kept a part of one.

    \b
    Examples:
      hlogic rename --nonsense --seed 7 items/night_shift.hlogic -o nonsense.hlogic
      hlogic rename --nonsense - < item.hlogic
    """
    from hlogic.compiler.census.edits import edited
    from hlogic.renaming.rewrite import renamed

    if not nonsense:
        raise click.UsageError("say by which words: --nonsense")
    if STDIN not in (file, output) and os.path.exists(output) and os.path.samefile(file, output):
        raise click.UsageError(f"{output} is the item itself: give -o another name")
    data, source = data_and_source(file)
    folder = Path() if file == STDIN else Path(file).parent
    to = None if output == STDIN else Path(output).parent
    found = renamed(source, folder, str(seed), to)
    text = edited(data.decode("utf-8"), found.edits)
    if output == STDIN:
        click.echo(text, nl=False)
    else:
        write_whole(output, text)
    show(found.findings)
    for line in (*found.remarks, *_counted(found)):
        click.echo(line, err=True)
    return FINDINGS if found.findings else DONE


def _counted(found: Renamed) -> list[str]:
    """A line that sums up what was found, if anything was."""
    codes = [d.code for d in found.findings]
    unsaid, left = codes.count("rename-unsaid"), codes.count("rename-left")
    names = f"{unsaid} name{'s' * (unsaid != 1)} that the text never says"
    words = f"{left} word{'s' * (left != 1)} left in the text"
    counted = f"{len(found.substitution.words)} nouns renamed: {names}, {words}"
    return [counted] if codes else []
