"""Certificates as tests make, break and check them."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hlogic
from hlogic.backends.certify.layout import digest
from hlogic.backends.certify.verify import Verdict

SHOWN = ("verified", "unproved")


def certify(text: str, target: Path, engine: str | None = None, **options: Any) -> hlogic.Item:
    """The item of a text, with a certificate of all its asks in a folder."""
    item = hlogic.loads(text, name="tried.hlogic", engine=engine, **options)
    for _ in item.certify(target):
        pass
    return item


def verdicts(target: Path) -> dict[str, Verdict]:
    """What `verify` says, by ask; of the folder itself, under the empty name, all together."""
    found: dict[str, Verdict] = {}
    for verdict in hlogic.verify(target):
        before = found.get(verdict.id)
        reasons = verdict.reasons if before is None else (*before.reasons, *verdict.reasons)
        found[verdict.id] = dataclasses.replace(verdict, reasons=reasons)
    return found


def manifest(target: Path) -> Any:
    return json.loads((target / "manifest.json").read_text(encoding="utf-8"))


def journal(target: Path, ask: str) -> list[Any]:
    return next(a["journal"] for a in manifest(target)["asks"] if a["id"] == ask)


def rewrite(target: Path, change: Callable[[Any], object]) -> None:
    """Change the manifest."""
    read = manifest(target)
    change(read)
    (target / "manifest.json").write_text(json.dumps(read), encoding="utf-8")


def replace(target: Path, name: str, data: bytes) -> None:
    """Change a file, and the manifest so that it agrees."""
    (target / name).write_bytes(data)
    rewrite(target, lambda m: m["files"].update({name: digest(data)}))


def contents(target: Path) -> dict[str, bytes]:
    return {
        path.relative_to(target).as_posix(): path.read_bytes()
        for path in sorted(target.rglob("*"))
        if path.is_file()
    }
