"""What every command shares: its exit code, and what it says on stderr beside its result.

0: done; 1: findings, failed expectations, or an ask without an answer; 2: bad input or usage; 3: a
limit was reached; 130: interrupted; 129, 143: told to end by SIGHUP, by SIGTERM; 141: nobody reads
the output any more (as the shell says of other programs).
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO

import click

from hlogic.compiler.diagnostics import Diagnostic, HlogicError, LimitError

DONE, FINDINGS, BAD_INPUT, LIMIT, INTERRUPTED, DISCONNECTED = 0, 1, 2, 3, 130, 141


class Interrupted(Exception):
    """Ctrl-C, with what to say of what is missing; or what it was raised from."""


def show(diagnostics: Iterable[Diagnostic]) -> None:
    """Print diagnostics to stderr, in colour on a terminal."""
    from hlogic.render.diagnostics import render_all

    text = render_all(diagnostics, colour=in_colour(sys.stderr))
    if text:
        click.echo(text, nl=False, err=True, color=True)


class ProgressLine:
    """One line on stderr that says how an ask goes, once it takes longer than a second; nothing
    where stderr is no terminal."""

    def __init__(self) -> None:
        self._shown = False
        self._last = 0.0

    def __call__(self, seconds: float, found: int) -> None:
        now = time.monotonic()
        if seconds < 1 or now - self._last < 0.2 or not sys.stderr.isatty():
            return
        self._last = now
        self._shown = True
        counted = f", {found:,} found so far" if found else ""
        click.echo(f"\r\x1b[K{seconds:.0f} s{counted}", nl=False, err=True)

    def clear(self) -> None:
        """Take the line away, for what is printed next."""
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)
            self._shown = False


def in_colour(stream: TextIO) -> bool:
    """Only on a terminal, and only where nobody said no (see no-color.org)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not plain and stream.isatty()


@contextmanager
def about(file: str) -> Iterator[None]:
    """Let a mistake of ours say in which file it showed."""
    try:
        yield
    except (HlogicError, LimitError):
        raise
    except Exception as error:
        error.add_note(file)
        raise
