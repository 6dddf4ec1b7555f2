"""What `hlogic test` says: each expectation that is not met, and one line for all."""

from __future__ import annotations

from hlogic.compiler.answer import Outcome
from hlogic.compiler.record import record
from hlogic.render.diagnostics import clean


@record(frozen=False)
class Tally:
    """How many expectations there were; `limits` are the wrong ones that a limit cut short."""

    files: int
    total: int = 0
    wrong: int = 0
    limits: int = 0
    unreadable: int = 0

    def add(self, outcome: Outcome) -> None:
        self.total += 1
        if not outcome.ok:
            self.wrong += 1
            self.limits += outcome.answer.status in ("partial", "timeout", "memory")

    def summary(self) -> str:
        """`14 expectations in 2 files: all met`, ending in a line break."""
        text = f"{_counted(self.total, 'expectation')} in {_counted(self.files, 'file')}: "
        if not self.total:
            text += "nothing was tested"
        else:
            text += f"{self.wrong} not met" if self.wrong else "all met"
        if self.unreadable:
            text += f"; {_counted(self.unreadable, 'file')} not readable"
        return text + "\n"


def outcome_text(file: str, outcome: Outcome) -> str:
    """An expectation that is not met, as lines of text."""
    lines = [f"{clean(file)}: {outcome.id}"]
    lines.append(f"  expected  {clean(outcome.expected)}")
    lines.append(f"  actual    {clean(outcome.actual)}")
    lines += [f"            {clean(line)}" for line in (outcome.answer.error or "").splitlines()]
    return "\n".join(lines) + "\n"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"
