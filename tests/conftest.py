"""What tests of several files are given. `pytest --update` rewrites the golden files instead of
comparing with them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from certified import MANY, certify
from cli_runs import ITEM

ROOT = Path(__file__).resolve().parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="rewrite the golden files with what is printed now"
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compare a text with a golden file, or rewrite the file under `--update`."""

    def check(path: Path, actual: str) -> None:
        shown = path.relative_to(ROOT)
        if request.config.getoption("--update"):
            path.write_text(actual, encoding="utf-8")
            return
        assert path.exists(), f"{shown} is missing; write it with pytest --update"
        expected = path.read_text(encoding="utf-8")
        assert actual == expected, f"differs from {shown}; if that is meant, run pytest --update"

    return check


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, the current one, that holds a good item."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "duty.hlogic").write_text(ITEM, encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="session")
def issued_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of asks of many kinds, which no test may change."""
    target = tmp_path_factory.mktemp("issued") / "out"
    certify(MANY, target)
    return target


@pytest.fixture
def issued(issued_once: Path, tmp_path: Path) -> Path:
    """A copy of the certificate, to change."""
    return Path(shutil.copytree(issued_once, tmp_path / "out"))
