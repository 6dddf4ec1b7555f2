"""`worlds`: what an item admits, in its own words."""

from __future__ import annotations

from typing import Any

import click

from hlogic.console import DONE, show
from hlogic.inputs import open_item
from hlogic.options import count_option, engine_option, memory_option, timeout_option


@click.command()
@click.argument("file", type=click.Path())
@click.option("--scope", metavar="SCOPE", default="base", help="The scope whose worlds to show.")
@count_option("--limit", 10, "How many worlds to show.")
@click.option("--seed", type=int, metavar="K", help="Draw worlds that differ, by this seed.")
@engine_option
@timeout_option("the list")
@memory_option("finding them")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def worlds(
    file: str, scope: str, limit: int, seed: int | None, as_json: bool, **options: Any
) -> int:
    """Show worlds that an item admits, in the words of its text.

    They come in canonical order, or, with a seed, drawn one by one so that they differ in many
    places (which is no uniform sample). The last line says whether there are more.

    \b
    Examples:
      hlogic worlds items/night_shift.hlogic --limit 3
      hlogic worlds --scope swapped --seed 7 items/night_shift.hlogic
    """
    from hlogic.render.worlds import worlds_json, worlds_text

    item = open_item(file, **options)
    show(item.warnings)
    found, more = item.worlds(scope, limit, seed)
    write = worlds_json if as_json else worlds_text
    click.echo(write(item.name, scope, found, more), nl=False)
    return DONE
