"""The program: every command in it ends in order, with an exit code and without a traceback.

Results go to stdout, everything else to stderr, both in UTF-8. A signal that tells the process to
end is taken as Ctrl-C is.
"""

from __future__ import annotations

import errno
import gc
import io
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, BinaryIO, NoReturn, cast

import click

from hlogic.compiler.diagnostics import HlogicError, LimitError
from hlogic.console import BAD_INPUT, DISCONNECTED, DONE, INTERRUPTED, Interrupted, show
from hlogic.failures import failed, form_asked, limit_reached, unforeseen
from hlogic.writing import ESCAPED

# An item and what is made of it live about as long as the process: looking through them for garbage
# after each few hundred new objects, as Python does unless told, finds next to none.
SELDOM = (200_000, 30, 30)
REPEATED = 1.0  # seconds in which a signal that comes twice, as from `timeout`, counts once


class Stopped(KeyboardInterrupt):
    """The process was told to end by another signal than Ctrl-C's: what ends that ends here."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class Disconnected(Exception):
    """The reader of stdout has gone."""


class Program(click.Group):
    """A group whose every ending is an exit code and, on stderr, words."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; the two endings that click would word itself are ours."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result
        except KeyboardInterrupt as stop:
            raise Interrupted from stop
        except BrokenPipeError:
            raise Disconnected from None

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """The program. Called without arguments it is the process's own."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **extra)
        own = args is None
        given = sys.argv[1:] if args is None else list(args)
        if own:
            _end_in_order()
            _prepare_streams()
            gc.set_threshold(*SELDOM)
        run = super().main
        code = _guarded(lambda: run(given, prog_name, complete_var, False, **extra), given)
        _leave(code, own)


def _guarded(run: Callable[[], Any], given: Sequence[str]) -> int:
    """The exit code of a run, whatever becomes of it."""
    form = form_asked(given)
    limit = sys.get_int_max_str_digits()
    try:
        sys.set_int_max_str_digits(0)  # counts of worlds have as many digits as they need
        code = run()
        return code if isinstance(code, int) else DONE
    except (Interrupted, KeyboardInterrupt, click.Abort) as ending:
        detail = f": {ending}" if isinstance(ending, Interrupted) and str(ending) else ""
        click.echo(f"interrupted{detail}", err=True)
        stop = ending if isinstance(ending, Stopped) else ending.__cause__
        return 128 + stop.number if isinstance(stop, Stopped) else INTERRUPTED
    except Disconnected:
        return DISCONNECTED
    except click.ClickException as error:
        error.show()
        return failed(form, "usage", error.format_message())
    except HlogicError as error:
        show(error.diagnostics)
        return failed(form, diagnostics=error.diagnostics)
    except LimitError as error:
        return limit_reached(form, error)
    except MemoryError:
        return limit_reached(form, LimitError("there is not enough memory", "memory"))
    except RecursionError:
        return limit_reached(form, LimitError("something is nested too deeply"))
    except Exception as error:
        return unforeseen(form, error)
    finally:
        sys.set_int_max_str_digits(limit)


def _end_in_order() -> None:
    """Let SIGTERM and SIGHUP end the process as Ctrl-C does, so that nothing half made is left.
    What is ignored, as under `nohup`, stays so."""
    last = -REPEATED

    def stop(number: int, frame: object) -> None:
        nonlocal last
        before, last = last, time.monotonic()
        if last - before >= REPEATED:
            raise Stopped(number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, stop)


class _Closed(io.RawIOBase):
    """What stands for a standard output that was closed before the program began."""

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> NoReturn:
        raise OSError(errno.EBADF, "it is closed", "standard output")


def _prepare_streams() -> None:
    """UTF-8, whatever the locale; what cannot be encoded is escaped. A stream that was closed is
    None: a result that cannot be written is an error, a message is lost."""
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(cast(BinaryIO, _Closed()), write_through=True)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors=ESCAPED)


def _leave(code: int, own: bool) -> NoReturn:
    if not own:
        sys.exit(code)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        code = code or DISCONNECTED
    except OSError:
        code = code or BAD_INPUT
    with suppress(OSError):
        sys.stderr.flush()
    os._exit(code)  # at once: nothing is waited for, and no heap is taken apart piece by piece
