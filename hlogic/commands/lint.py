"""`lint`: what compiles and may still not mean what the text says."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hlogic.compiler.record import field, record
from hlogic.console import BAD_INPUT, DONE, FINDINGS, LIMIT, about, in_colour
from hlogic.inputs import STDIN, items_in, loaded
from hlogic.options import engine_option, timeout_option

if TYPE_CHECKING:
    from hlogic.api import Item
    from hlogic.compiler.diagnostics import Diagnostic, Severity
    from hlogic.compiler.lint.config import Config, Configs

FORMATS = ("text", "json", "sarif", "github")
WORST = (DONE, FINDINGS, LIMIT, BAD_INPUT)  # exit codes, of which a run gives the last that is due


def _codes(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Codes, separated by commas or one by one; an unknown one is refused with the nearest."""
    from hlogic.compiler.lint.registry import RULES
    from hlogic.compiler.suggest import suggest

    codes = [code.strip() for text in given for code in text.split(",")]
    for code in codes:
        if not code:
            raise click.BadParameter("a code is missing: write CODE or CODE,CODE")
        if code not in RULES:
            near = suggest(code, RULES)
            hint = f"Did you mean {near}?" if near else f"There are {', '.join(RULES)}."
            raise click.BadParameter(f"no rule is called {code}. {hint}")
    return tuple(codes)


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(), metavar="PATH...")
@click.option(
    "--select", callback=_codes, multiple=True, metavar="CODE,...", help="Only these rules."
)
@click.option(
    "--ignore", callback=_codes, multiple=True, metavar="CODE,...", help="Not these rules."
)
@click.option("--werror", is_flag=True, help="Let warnings fail the run as errors do.")
@click.option("--deep", is_flag=True, help="Also the rules that ask an engine.")
@engine_option
@timeout_option("one deep rule")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="How to write what is found.",
)
def lint(
    paths: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    werror: bool,
    deep: bool,
    engine: str | None,
    timeout: float | None,
    form: str,
) -> int:
    """Find what compiles and may still not be what the text says.

    A PATH is an item, or a folder whose .hlogic files are all looked at. docs/lint.md says what
    each rule means and how to silence it; [lint] in hlogic.toml or [tool.hlogic.lint] in
    pyproject.toml chooses rules for a project. Exit code 1 if something found is an error.

    \b
    Examples:
      hlogic lint items
      hlogic lint --werror --ignore repeated-rows items/night_shift.hlogic
      hlogic lint --deep --format sarif items > lint.sarif
    """
    from hlogic.compiler.lint.config import Configs
    from hlogic.render.lint import FORMATS as WRITTEN

    _check_deep(select, deep)
    run = _Run(select, ignore, werror, deep, timeout, Configs())
    files = list(items_in(paths))
    for file in files:
        run.add(file, engine)
    click.echo(WRITTEN[form](files, run.found, in_colour(sys.stdout)), nl=False, color=True)
    return run.code


def _check_deep(select: tuple[str, ...], deep: bool) -> None:
    """Refuse to select what would not be run."""
    from hlogic.compiler.lint.registry import RULES

    asks = [code for code in select if RULES[code].deep]
    if asks and not deep:
        raise click.UsageError(f"{asks[0]} asks an engine: add --deep")


@record(eq=False, frozen=False)
class _Run:
    """What a run finds, and the exit code that it comes to."""

    select: tuple[str, ...]
    ignore: tuple[str, ...]
    werror: bool
    deep: bool
    timeout: float | None
    configs: Configs
    found: list[Diagnostic] = field(default_factory=list)
    code: int = DONE

    def add(self, file: str, engine: str | None) -> None:
        """Look at one file; one that does not compile, or is not configured well, shows that."""
        from hlogic.compiler.diagnostics import HlogicError
        from hlogic.compiler.lint.config import chosen

        try:
            config = self.configs.of(Path("" if file == STDIN else os.path.dirname(file)))
        except HlogicError as error:
            self._note(list(error.diagnostics), BAD_INPUT)
            return
        compiled = loaded(file, engine=engine, timeout=self.timeout)
        self._note(list(compiled.diagnostics), DONE if compiled.item else BAD_INPUT)
        if compiled.item is not None:
            with about(file):
                self._lint(compiled.item, config, chosen(config, self.select, self.ignore))

    def _lint(self, item: Item, config: Config, rules: dict[str, Severity]) -> None:
        linted = item.lint(rules, self.deep)
        failing = {"error", "warning"} if self.werror or config.werror else {"error"}
        failed = any(d.severity in failing for d in linted.diagnostics)
        self._note(list(linted.diagnostics), FINDINGS if failed else DONE)
        cut = [_cut_short(item, *rule) for rule in linted.unfinished]
        self._note(cut, LIMIT if cut else DONE)

    def _note(self, found: list[Diagnostic], code: int) -> None:
        self.found += found
        self.code = max(self.code, code, key=WORST.index)


def _cut_short(item: Item, code: str, why: str) -> Diagnostic:
    """What stands for what a rule might still have found."""
    from hlogic.compiler.diagnostics import Diagnostic

    place = item.compiled.file.header.name.span
    return Diagnostic("limit", f"the rule {code} did not come to its end: {why}", place)
