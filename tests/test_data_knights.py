"""Nine hundred published knights-and-knaves records, each solved as recorded, on both engines."""

from __future__ import annotations

import pytest

import convert_knights
import hlogic


@pytest.mark.parametrize("engine", ["oracle", "sat"])
@pytest.mark.parametrize(
    ("source", "size"),
    [(source, 100) for source in convert_knights.LOGIC_RL]
    + [(source, 200) for source in convert_knights.TRUTHQUEST],
)
def test_recorded_solutions(source: str, size: int, engine: str) -> None:
    if not (convert_knights.DATA / source).exists():
        pytest.skip(f"the third-party data is not beside the repository: ../shared/data/{source}")
    wrong = []
    count = 0
    for name, text in convert_knights.items(source):
        results = hlogic.loads(text, name=f"{name}.hlogic", engine=engine).test()
        count += 1
        if len(results) != 3 or not all(result.ok for result in results):
            wrong.append((name, results))
    assert count == size
    assert not wrong, f"{len(wrong)} of {count}, the first: {wrong[0]}"
