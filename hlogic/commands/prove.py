"""`prove`: why answers are what they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hlogic.console import DONE, FINDINGS, LIMIT, ProgressLine, show
from hlogic.inputs import open_item
from hlogic.options import engine_option, timeout_option

if TYPE_CHECKING:
    from hlogic.api import Item
    from hlogic.compiler.proof.explained import Explained

FORMATS = ("text", "markdown", "json")


@click.command()
@click.argument("file", type=click.Path())
@click.option("--ask", "asks", multiple=True, metavar="ID", help="Only this ask (repeatable).")
@click.option(
    "--format", "form", type=click.Choice(FORMATS), default="text", show_default=True,
    help="How to print them.",
)  # fmt: skip
@engine_option
@timeout_option("one ask")
def prove(file: str, asks: tuple[str, ...], form: str, **options: Any) -> int:
    """Show why answers are what they are.

    What holds in every world is proved, step by step, each step from one named constraint; where
    no chain of steps is enough, by cases. What only some worlds have is shown by such a world, and
    what is uncertain by two that differ. Proofs and worlds are checked before they are printed.
    Without --ask, every ask that can be explained is.

    \b
    Examples:
      hlogic prove items/night_shift.hlogic --ask q2
      hlogic prove --format markdown item.hlogic
    """
    item = open_item(file, **options)
    show(item.warnings)
    line = item.on_progress = ProgressLine()
    chosen = tuple(dict.fromkeys(asks)) or tuple(i for i in item.asks if item.explains(i))
    told: list[Explained] = []
    code = DONE
    for id in chosen:
        found = item.explain(id)
        line.clear()
        told.append(found)
        if found.status == "limit":
            code = LIMIT
        elif found.status == "error":
            code = max(code, FINDINGS)
        if form != "json":
            click.echo("\n" * (len(told) > 1) + _printed(item, found, form), nl=False)
    if form == "json":
        click.echo(_json(item, told), nl=False)
    if not asks and len(chosen) < len(item.asks):
        left = ", ".join(i for i in item.asks if i not in chosen)
        click.echo(f"no proof shows what these ask for: {left}", err=True)
    return code


def _printed(item: Item, explained: Explained, form: str) -> str:
    from hlogic.render.proof import explained_markdown, explained_text

    theory = item.compiled.theory
    question = item.compiled.asks[explained.id].question
    write = explained_text if form == "text" else explained_markdown
    return write(theory, explained, question, _answer(item, explained), item.language)


def _answer(item: Item, explained: Explained) -> str:
    from hlogic.compiler.answer import result_text

    result = item.answer_and_result(explained.id)[1]
    return "" if result is None else result_text(result)


def _json(item: Item, told: list[Explained]) -> str:
    from hlogic.render.proof_json import Told, explained_json

    listed = [Told(e, item.compiled.asks[e.id].question, item.ask(e.id).value) for e in told]
    return explained_json(item.name, item.compiled.theory, listed, item.language)
