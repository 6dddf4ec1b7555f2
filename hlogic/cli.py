"""The command line. Each command is a few calls of the API and of the renderers."""

from __future__ import annotations

import click

from hlogic.commands.answers import solve, test
from hlogic.commands.audit import audit
from hlogic.commands.census import census
from hlogic.commands.diff import adjudicate, diff
from hlogic.commands.files import check, compile_, fmt
from hlogic.commands.importing import import_
from hlogic.commands.lint import lint
from hlogic.commands.predict import predict
from hlogic.commands.prove import prove
from hlogic.commands.rename import rename
from hlogic.commands.report import report
from hlogic.commands.stats import stats
from hlogic.commands.verify import verify
from hlogic.commands.worlds import worlds
from hlogic.console import DONE
from hlogic.options import version_option
from hlogic.program import Program


@click.group(
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 done (unsatisfiable is an answer), 1 findings or failed expectations, "
    "2 bad input or usage, 3 a limit was reached, 130 interrupted. "
    "Results are written to stdout, everything else to stderr.",
)
@version_option
def main() -> None:
    """Logic items as checked programs. FILE is a path, or - for standard input.

    \b
    Example:
      hlogic solve items/night_shift.hlogic
    """


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> int:
    """Print a script that completes commands and options in a shell.

    \b
    Examples:
      hlogic completion bash >> ~/.bashrc
      hlogic completion fish > ~/.config/fish/completions/hlogic.fish
    """
    from click.shell_completion import ShellComplete, get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    script = ShellComplete.source(found(main, {}, "hlogic", "_HLOGIC_COMPLETE"))
    click.echo(script)
    return DONE


for command in (
    solve, check, census, lint, test, worlds, prove, stats, audit, report, diff, adjudicate,
    compile_, fmt, verify, import_, predict, rename,
):  # fmt: skip
    main.add_command(command)
