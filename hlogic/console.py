"""What every command shares: exit codes, streams, and an end without a traceback.

Results go to stdout, everything else to stderr. 0: done; 1: findings, failed expectations, or an
ask without an answer; 2: bad input or usage; 3: a limit was reached; 130: interrupted; 129, 143:
told to end by SIGHUP, by SIGTERM; 141: nobody reads the output any more (as the shell says of other
programs).
"""

from __future__ import annotations

import errno
import gc
import io
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from typing import Any, BinaryIO, NoReturn, TextIO, cast

import click

from hlogic.compiler.diagnostics import Diagnostic, HlogicError, LimitError
from hlogic.compiler.source import NOWHERE

# An item and what is made of it live about as long as the process: looking through them for garbage
# after each few hundred new objects, as Python does unless told, finds next to none.
SELDOM = (200_000, 30, 30)
DONE, FINDINGS, BAD_INPUT, LIMIT, INTERRUPTED, DISCONNECTED = 0, 1, 2, 3, 130, 141
ESCAPED = "backslashreplace"  # of what is written and is no UTF-8: names of files may be so
REPEATED = 1.0  # seconds in which a signal that comes twice, as from `timeout`, counts once


class Stopped(KeyboardInterrupt):
    """The process was told to end by another signal than Ctrl-C's: what ends that ends here."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class Interrupted(Exception):
    """Ctrl-C, with what to say of what is missing; or what it was raised from."""


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
    form = _form(given)
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
        return _failed(form, "usage", error.format_message())
    except HlogicError as error:
        show(error.diagnostics)
        return _failed(form, diagnostics=error.diagnostics)
    except LimitError as error:
        return _limit_reached(form, error)
    except MemoryError:
        return _limit_reached(form, LimitError("there is not enough memory", "memory"))
    except RecursionError:
        return _limit_reached(form, LimitError("something is nested too deeply"))
    except Exception as error:
        return _our_fault(form, error)
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


def _limit_reached(form: str, error: LimitError) -> int:
    if error.span is not None:
        found = Diagnostic("limit", error.message, error.span)
        show([found])
        _failed(form, diagnostics=[found])
    else:
        click.echo(f"limit reached: {error.message}", err=True)
        _failed(form, "limit", error.message)
    return LIMIT


def _our_fault(form: str, error: Exception) -> int:
    if os.environ.get("HLOGIC_TRACEBACK"):
        import traceback

        traceback.print_exc()
    if isinstance(error, OSError):
        message = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        click.echo(f"hlogic: {message}", err=True)
        return _failed(form, "os-error", message)
    about = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
    message = " ".join(f"{type(error).__name__}: {error}".split()) + about
    click.echo(
        f"hlogic: this is our mistake, please report it with the item: {message}"
        " (HLOGIC_TRACEBACK=1 shows where)",
        err=True,
    )
    code = getattr(error, "code", None)
    if code is not None:
        return _failed(form, code, message)
    return _failed(form, "internal-error", message)


def _form(given: Sequence[str]) -> str:
    """What is printed all the same when a run fails, by its words: they may be what is wrong."""
    if "--json" in given:
        return "answers"
    words = [part for word in given for part in word.split("=", 1)]
    asked = [after for word, after in pairwise(words) if word == "--format"][-1:]
    if "lint" in given:
        return asked[0] if asked in (["json"], ["sarif"]) else ""
    return "audit" if "audit" in given and asked == ["json"] else ""


def _failed(
    form: str, code: str = "", message: str = "", diagnostics: Iterable[Diagnostic] = ()
) -> int:
    """Under --json the object is printed all the same, with what was wrong, and so are those of
    lint and audit."""
    if not form:
        return BAD_INPUT
    if form == "answers":
        from hlogic.render.json import diagnostic_object, document, problem_object

        problems = [diagnostic_object(d) for d in diagnostics]
        text = document(None, (), problems or [problem_object(code, message)])
    elif form == "audit":
        from hlogic.render.audit_json import failure_json

        text = failure_json(tuple(diagnostics) or (Diagnostic(code, message, NOWHERE),))
    else:
        from hlogic.render.lint import FORMATS

        found = tuple(diagnostics) or (Diagnostic(code, message, NOWHERE),)
        text = FORMATS[form]((), found, False)
    with suppress(OSError):  # the failure itself, where stdout is closed or full
        click.echo(text, nl=False)
    return BAD_INPUT


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


# ---------------------------------------------------------------------------- diagnostics


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


# ---------------------------------------------------------------------------- files


def write_whole(path: str, text: str) -> None:
    """Write a file so that it holds either what it held or the whole text, never a part."""
    if not path:
        raise OSError(errno.ENOENT, "an empty path names no file", '""')
    try:
        _write_whole(os.path.realpath(path), text)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def _write_whole(target: str, text: str) -> None:
    import stat
    import tempfile

    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        mode = stat.S_IFREG | (0o666 & ~umask)
    if not stat.S_ISREG(mode):  # a device, a pipe: there is nothing to replace
        with _writing(target) as file:
            file.write(text)
        return
    folder, name = os.path.split(target)
    handle, temporary = tempfile.mkstemp(prefix=f".{name[:40]}.", suffix=".tmp", dir=folder)
    try:
        with _writing(handle) as file:
            file.write(text)
        os.chmod(temporary, stat.S_IMODE(mode))
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def _writing(target: str | int) -> TextIO:
    """A file that is written as the standard streams are: what of a file's name is no UTF-8 is
    escaped, and that is what is to be read in JSON too."""
    return open(target, "w", encoding="utf-8", errors=ESCAPED, newline="\n")


def append_line(path: str, line: str) -> None:
    """Add a line to the end of a file, whole or not at all; it is made if there is none."""
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        size = os.fstat(handle).st_size
        broken = size > 0 and os.pread(handle, 1, size - 1) != b"\n"
        data = f"{chr(10) * broken}{line}\n".encode(errors=ESCAPED)
        if os.write(handle, data) < len(data):  # in one piece: two at a time do not mix
            os.ftruncate(handle, size)
            raise OSError(errno.ENOSPC, "there is no room for another line", path)
        os.fsync(handle)
    finally:
        os.close(handle)
