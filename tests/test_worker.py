"""Work that can be killed: by its limits, by Ctrl-C, and with the process that asked for it."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cli_runs
import hlogic
from hlogic.backends.ganak import count_models
from hlogic.backends.worker import Tell, Worker, in_worker
from hlogic.compiler.diagnostics import LimitError

linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")


def endless_count(variables: int = 200) -> str:
    """A count that nobody finishes: random 3-SAT with three clauses a variable."""
    draw = Random(1)
    lines = ['item endless "t"', f"var x(1..{variables}): bool"]
    for number in range(3 * variables):
        chosen = draw.sample(range(1, variables + 1), 3)
        clause = " or ".join(f"{draw.choice(('', 'not '))}x({v})" for v in chosen)
        lines.append(f"constraint c{number}: {clause}")
    return "\n".join([*lines, "ask n: count worlds", "ask q: possible x(1)", ""])


@pytest.fixture
def worker() -> Iterator[Callable[..., Worker]]:
    made: list[Worker] = []

    def make(work: Callable[[Any, Tell], Any], memory: int | None = None) -> Worker:
        made.append(Worker(work, memory))
        return made[-1]

    yield make
    for one in made:
        one.close()


def gone(pid: int, seconds: float = 10) -> bool:
    """Whether a process ends within some time; what nobody has waited for has ended too."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


def children(pid: int) -> list[int]:
    return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def descendants(pid: int, wanted: int, seconds: float = 20) -> list[int]:
    """The processes below one, once there are so many."""
    until = time.monotonic() + seconds
    found: list[int] = []
    while len(found) < wanted and time.monotonic() < until:
        time.sleep(0.05)
        found = children(pid)
        for one in found:
            found.extend(children(one))
    assert len(found) >= wanted
    return found


# ---------------------------------------------------------------------------- a worker


def test_a_worker_answers_and_keeps_what_it_knows(worker: Callable[..., Worker]) -> None:
    known: list[int] = []

    def work(request: int, tell: Tell) -> tuple[int, int]:
        known.append(request)
        tell(request)
        return os.getpid(), sum(known)

    told: list[int] = []
    one = worker(work)
    first, second = one.ask(2, None, told.append), one.ask(3, None, told.append)
    assert first[0] == second[0] != os.getpid()
    assert (second[1], told, known) == (5, [2, 3], [])


def test_what_work_raises_is_raised_with_where_it_was(worker: Callable[..., Worker]) -> None:
    def work(request: str, tell: Tell) -> None:
        raise LimitError("no", "partial") if request == "limit" else ValueError(request)

    with pytest.raises(ValueError, match="bad") as caught:
        worker(work).ask("bad", None)
    assert "in work" in str(caught.value.__cause__)
    with pytest.raises(LimitError, match="no") as limit:
        worker(work).ask("limit", None)
    assert limit.value.status == "partial"


def test_a_worker_is_killed_when_its_time_is_up(worker: Callable[..., Worker]) -> None:
    def work(seconds: float, tell: Tell) -> int:
        tell(os.getpid())
        time.sleep(seconds)
        return os.getpid()

    told: list[int] = []
    one = worker(work)
    with pytest.raises(LimitError, match="--timeout") as limit:
        one.ask(60, 0.1, told.append)
    assert limit.value.status == "timeout"
    assert gone(told[0])
    assert one.ask(0, 5) not in (told[0], os.getpid())


def test_memory_has_a_limit(worker: Callable[..., Worker]) -> None:
    with pytest.raises(LimitError, match="memory ran out") as limit:
        worker(lambda size, _: len(bytearray(size)), 1 << 30).ask(4 << 30, None)
    assert limit.value.status == "memory"
    with pytest.raises(LimitError, match="memory ran out") as limit:
        worker(lambda *_: os.kill(os.getpid(), signal.SIGKILL)).ask(None, None)
    assert limit.value.status == "memory"


def test_a_worker_that_dies_is_no_limit_of_anybody(worker: Callable[..., Worker]) -> None:
    with pytest.raises(RuntimeError, match="died"):
        worker(lambda *_: os.kill(os.getpid(), signal.SIGTERM)).ask(None, None)


def test_what_a_library_prints_is_no_output(capfd: pytest.CaptureFixture[str]) -> None:
    assert in_worker(lambda: os.write(1, b"c o 1\n"), None) == 6
    assert capfd.readouterr().out == ""


# ---------------------------------------------------------------------------- Ganak


@pytest.mark.parametrize(
    ("clauses", "variables", "count"),
    [
        ([], [], 1),
        ([], [1, 2], 4),
        ([[]], [], 0),
        ([[1, -1]], [1], 2),
        ([[1, 1, 2]], [1, 2, 3], 6),
        ([[1], [-1]], [1], 0),
        ([[5, -9]], [5, 9], 3),
    ],
)
def test_formulas_that_counters_stumble_over(
    clauses: list[list[int]], variables: list[int], count: int
) -> None:
    assert count_models(clauses, variables, None) == count


# ---------------------------------------------------------------------------- items


@pytest.mark.parametrize("engine", ["sat", "bdd", "smt", "ganak", None])
def test_a_count_that_cannot_finish_is_a_timeout(engine: str | None) -> None:
    item = hlogic.loads(endless_count(), engine=engine, timeout=1)
    start = time.monotonic()
    answer = item.ask("n")
    assert (answer.status, answer.value, answer.exact) == ("timeout", None, False)
    assert time.monotonic() - start < 10  # 1.1 s where nothing else runs
    assert item.ask("q").status in ("ok", "timeout")  # on a diagram there is no such ask


def test_memory_that_is_not_enough_is_a_status(tmp_path: Path) -> None:
    """As a process of its own: the one of the tests has memory to spare from before the limit."""
    path = tmp_path / "endless.hlogic"
    path.write_text(endless_count(), encoding="utf-8")
    with cli_runs.process("solve", str(path), "--ask", "n", "--memory", "1M", "--json") as run:
        said = run.communicate(timeout=60)[0]
    assert run.returncode == 3
    (answer,) = cli_runs.document(said)["answers"]
    assert (answer["status"], answer["value"]) == ("memory", None)


def test_limits_change_no_answer() -> None:
    free, limited = (hlogic.loads(cli_runs.ITEM, timeout=t) for t in (None, 60))
    assert [a.value for a in free.solve()] == [a.value for a in limited.solve()]
    assert [o.ok for o in limited.test()] == [True, True]
    assert free.worlds() == free.worlds()
    assert len(limited.worlds()[0]) == len(free.worlds()[0])
    assert limited.export("dimacs") == free.export("dimacs")


@linux
@pytest.mark.parametrize(("engine", "processes"), [("sat", 1), ("ganak", 2)])
def test_no_worker_outlives_a_killed_parent(tmp_path: Path, engine: str, processes: int) -> None:
    path = tmp_path / "endless.hlogic"
    path.write_text(endless_count(), encoding="utf-8")
    options = ("--ask", "n", "--engine", engine, "--timeout", "600")
    with cli_runs.process("solve", str(path), *options) as run:
        below = descendants(run.pid, processes)
        run.kill()
    assert all(map(gone, below))


@linux
@pytest.mark.parametrize("ending", cli_runs.ENDINGS)
@pytest.mark.parametrize("options", [("--timeout", "600"), ()])
def test_a_program_told_to_end_leaves_no_worker(
    tmp_path: Path, options: tuple[str, ...], ending: signal.Signals
) -> None:
    path = tmp_path / "endless.hlogic"
    path.write_text(endless_count(), encoding="utf-8")
    with cli_runs.process("solve", str(path), "--ask", "n", "--engine", "ganak", *options) as run:
        below = descendants(run.pid, 1 + bool(options))
        run.send_signal(ending)
        assert run.wait(20) == 128 + ending
    assert all(map(gone, below))


@linux
def test_a_worker_has_no_handlers_of_its_parent() -> None:
    endings = (signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(ending, lambda *_: None) for ending in endings]
    try:
        found = in_worker(lambda: [signal.getsignal(ending) for ending in endings], None)
        blocked = in_worker(lambda: signal.pthread_sigmask(signal.SIG_BLOCK, ()), None)
    finally:
        for ending, handler in zip(endings, before, strict=True):
            signal.signal(ending, handler)
    assert found == [signal.SIG_DFL, signal.SIG_DFL]
    assert blocked == signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.parametrize("size", ["", "0", "12Q", "M", "-5", "1.5G", "٣M"])
def test_a_size_that_is_none(size: str) -> None:
    result = cli_runs.run("solve", "items/night_shift.hlogic", "--memory", size)
    assert result.exit_code == 2
    assert "--memory" in result.stderr
