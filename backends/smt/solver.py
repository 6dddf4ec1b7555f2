"""z3, spoken to in SMT-LIB, kept to a budget.

z3 reads commands as text and keeps what it read. While it checks, it runs in a thread of its own,
and this thread waits, looks at the clock, and takes Ctrl-C; either has z3 interrupted, after which
it can be asked again. (Slices of time, as `backends/solver.py` gives them to CaDiCaL, would do
for the search, but what z3 does before it would start anew in each.)
"""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence
from typing import Any

from hlogic.backends.engine import Budget
from hlogic.backends.watched import watched
from hlogic.compiler.diagnostics import Beyond, LimitError

LOGIC = "ALL"  # its solver is much the quickest to ask again; QF_BV's was slower to search, too
_VALUE = re.compile(r"(#b[01]+|#x[0-9a-f]+|true|false)\)")
_LITERAL = re.compile(r"\(not \w+\)|\w+")
_USED_UP = re.compile("cancel|resource")  # how z3 says that its limit of resources is reached
_REASON = re.compile(r'\(:reason-unknown "(.*)"\)')


class Solver:
    """One context of z3. `effort` is a limit in z3's own count of resources, which is the same on
    any machine; Beyond is raised where it is used up."""

    def __init__(self, budget: Budget, effort: int | None = None) -> None:
        try:
            from z3 import Context, z3core
        except ImportError:
            raise Beyond(
                "the engine smt needs the package z3-solver, which is not installed "
                "(`pip install z3-solver`)"
            ) from None
        self._context = Context()
        self._core: Any = z3core
        self._budget = budget
        self._effort = effort
        self._pending = [
            "(set-option :produce-unsat-assumptions true)",
            f"(set-logic {LOGIC})",
        ]

    def add(self, command: str) -> None:
        """A command without an answer, given to z3 before the next check."""
        self._pending.append(command)

    def check(self, literals: Sequence[str]) -> bool:
        """Whether there is a model in which the literals are true."""
        self._budget.tick()
        pending, self._pending = self._pending, []
        self._run("\n".join(pending))  # whole, however long: nothing may be missing later
        answer = self._checked(f"(check-sat-assuming ({' '.join(literals)}))")
        if answer == "unknown":
            found = _REASON.search(self._run("(get-info :reason-unknown)"))
            reason = found[1] if found else "it gives no reason"
            cancelled = "cancel" in reason and self._effort is None  # else its effort is used up
            if "keyboard" in reason or cancelled:  # not by us, or we would not be here
                signal.raise_signal(signal.SIGINT)  # z3 took it from whom it was meant for
            if self._effort is not None and _USED_UP.search(reason):
                raise Beyond(f"z3 gave up after {self._effort:,} steps of its own")
            raise Beyond(f"z3 gave up without an answer: {reason}")
        return answer == "sat"

    def _checked(self, command: str) -> str:
        """z3's answer to a check. Its limit of resources is of the process, not of a context, so it
        stands while this check runs and no longer."""
        self._run(f"(set-option :rlimit {self._effort or 0})")
        try:
            return watched(
                lambda: self._run(command),
                lambda: self._core.Z3_interrupt(self._context.ref()),
                self._budget,
            ).strip()
        finally:
            if self._effort is not None:
                self._run("(set-option :rlimit 0)")

    def values(self, names: Sequence[str]) -> list[int]:
        """In the model of the last check, the values of Booleans and vectors, as numbers."""
        if not names:
            return []
        answer = self._run(f"(get-value ({' '.join(names)}))")
        return [_number(text) for text in _VALUE.findall(answer)]

    def core(self) -> list[str]:
        """After a check without a model: literals that are to blame, not always least."""
        return _LITERAL.findall(self._run("(get-unsat-assumptions)"))

    def _run(self, commands: str) -> str:
        from z3 import Z3Exception

        try:
            return str(self._core.Z3_eval_smtlib2_string(self._context.ref(), commands))
        except Z3Exception as problem:
            text = str(problem)
            if "out of memory" in text:
                message = "memory ran out before there was an answer"
                raise LimitError(message, "memory") from None
            raise AssertionError(f"z3 refuses what it was given: {text}") from problem


def _number(text: str) -> int:
    if text in ("true", "false"):
        return int(text == "true")
    return int(text[2:], 2 if text[1] == "b" else 16)
