"""Many small items in one process, through our API.

    python benchmarks/rivals/in_hlogic.py small FILE.json

"Solver" is answering; loading, which compiles the text, is apart.
"""

from __future__ import annotations

import json
from pathlib import Path

from reported import report, solving

import hlogic


def small(path: str) -> list[object]:
    found = []
    for text in json.loads(Path(path).read_text(encoding="utf-8")):
        item = hlogic.loads(text)
        with solving:
            number, knights = (answer.value for answer in item.solve())
        assert isinstance(knights, list)
        found.append([number, [int(str(name).removeprefix("p")) for name in knights]])
    return found


if __name__ == "__main__":
    report(small=small)
