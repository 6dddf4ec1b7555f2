"""Arguments and options that several commands share, and what is refused of them at once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from hlogic.backends.budget import MAX_SECONDS
from hlogic.backends.engines import ENGINES
from hlogic.inputs import STDIN

T = TypeVar("T", bound=Callable[..., Any])


def _version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        import hlogic

        click.echo(f"hlogic {hlogic.__version__}")
        ctx.exit()


version_option = click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version,
    help="Show the version and exit.",
)  # fmt: skip


def _engine(ctx: click.Context, param: click.Parameter, name: str | None) -> str | None:
    """Refuse an unknown engine, with the nearest name."""
    if name is None:
        return None
    from hlogic.compiler.suggest import suggest

    if name in ENGINES:
        return name
    near = suggest(name, ENGINES)
    hint = f"Did you mean {near}?" if near else f"There are {', '.join(ENGINES)}."
    raise click.BadParameter(f"no engine is called {name}. {hint}")


def _stdin_once(
    ctx: click.Context, param: click.Parameter, files: tuple[str, ...]
) -> tuple[str, ...]:
    """Refuse `- -`: after the first reading nothing is left of standard input."""
    if files.count(STDIN) > 1:
        raise click.UsageError("standard input (-) is named twice; it can be read only once", ctx)
    return files


files_argument = click.argument(
    "files", nargs=-1, required=True, type=click.Path(), metavar="FILE...", callback=_stdin_once
)


engine_option = click.option(
    "--engine", callback=_engine, metavar="ENGINE",
    help=f"One of {', '.join(ENGINES)}; chosen for each ask unless given.",
)  # fmt: skip


cross_check_option = click.option(
    "--cross-check", is_flag=True, help="Have every engine that can answer, and fail if two differ."
)


_UNITS = ("", *"KMG")


class Size(click.ParamType[int]):
    """A number of bytes, with K, M or G for powers of 1024."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of bytes."""
        text = str(value)
        number, unit = (text[:-1], text[-1].upper()) if text[-1:].isalpha() else (text, "")
        if not number.isascii() or not number.isdigit():
            self.fail(f"{text} is no size; write 500M or 2G", param, ctx)
        if unit not in _UNITS:
            self.fail(f"{text} is no size: the units are K, M and G, as in 2G", param, ctx)
        size: int = int(number) * 1024 ** _UNITS.index(unit)
        if not size:
            self.fail("the memory must be more than 0", param, ctx)
        if size > sys.maxsize:
            self.fail(f"no process can have as much memory as {text}", param, ctx)
        return size


def memory_option(what: str) -> Callable[[T], T]:
    """`--memory`, for what it is the limit of."""
    return click.option(
        "--memory", type=Size(), metavar="SIZE",
        help=f"Memory that {what} may take, as 500M or 2G (no limit unless given).",
    )  # fmt: skip


def count_option(name: str, default: int, what: str) -> Callable[[T], T]:
    """An option that says how many, at least one, of what is told."""
    return click.option(
        name, type=click.IntRange(min=1), metavar="N", default=default, show_default=True, help=what
    )


class Seconds(click.ParamType[float]):
    """A time that a limit can be: more than none, and not for ever."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number of seconds."""
        try:
            seconds = float(value)
        except ValueError:
            self.fail(f"{value} is no number of seconds", param, ctx)
        if not 0 < seconds <= MAX_SECONDS:  # as of nan
            most = f"{MAX_SECONDS:,.0f}"
            self.fail(f"the timeout must be more than 0 seconds and at most {most}", param, ctx)
        return seconds


def timeout_option(what: str, default: float | None = None) -> Callable[[T], T]:
    """`--timeout`, for what it is the limit of."""
    unless = " (no limit unless given)" if default is None else ""
    return click.option(
        "--timeout", type=Seconds(), metavar="SECONDS", default=default, show_default=True,
        help=f"Time that {what} may take{unless}.",
    )  # fmt: skip
