"""What became of all records of a file, counted."""

from __future__ import annotations

from collections import Counter

from hlogic.compiler.record import field, record
from hlogic.importing.repairs import Repair
from hlogic.importing.run import Imported


@record(eq=False, frozen=False)
class Tally:
    """Records read, written, mended (and how many by each kind of repair), refused, and those
    without an answer of their own."""

    records: int = 0
    written: int = 0
    repaired: int = 0
    refused: int = 0
    unlabelled: int = 0
    kinds: Counter[str] = field(default_factory=Counter)

    def add(self, item: Imported) -> None:
        kinds = {d.kind for d in item.diagnostics if isinstance(d, Repair)}
        self.records += 1
        self.refused += item.text is None
        self.unlabelled += any(d.code == "no-label" for d in item.diagnostics)
        if item.text is not None:
            self.written += 1
            self.repaired += bool(kinds)
            self.kinds.update(kinds)

    def by_kind(self) -> dict[str, int]:
        """How many records have a repair of each kind, the commonest first."""
        return dict(sorted(self.kinds.items(), key=lambda pair: (-pair[1], pair[0])))

    def line(self, folder: str) -> str:
        """One line for people."""
        counted = f"{self.records} record{'s' * (self.records != 1)}"
        text = f"{self.written} of {counted} written to {folder}, {self.repaired} with repairs"
        if self.kinds:
            text += f" ({', '.join(f'{kind} {n}' for kind, n in self.by_kind().items())})"
        text += f", {self.unlabelled} without a label" if self.unlabelled else ""
        return text + (f", {self.refused} refused" if self.refused else "")
