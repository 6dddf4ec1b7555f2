"""Writing a certificate's folder, so that it is there as a whole or not at all.

All is written into a hidden folder beside the one that is wanted, which in the end takes its name.
What stood there before is replaced only if it was a certificate, and nothing but one.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hlogic.backends.certify.layout import FORMAT, MANIFEST, REFUTATIONS, digest
from hlogic.compiler.diagnostics import fail
from hlogic.compiler.files import WHOLE, FileProblem, read_bytes
from hlogic.compiler.source import Source, Span


def check_place(folder: str) -> None:
    """Refuse a place where a certificate may not be written. Raises HlogicError, or OSError where
    it cannot be."""
    place = Path(folder)
    if not folder:
        raise OSError(errno.ENOENT, "an empty path names no folder", '""')
    if not os.path.lexists(place):
        if not place.absolute().parent.is_dir():
            raise OSError(errno.ENOENT, "the folder that it is to lie in does not exist", folder)
        return
    if not place.exists():
        _refuse(folder, "it is a link to nothing")
    if not place.is_dir():
        _refuse(folder, "it exists and is no folder")
    if _holds_us(place):
        _refuse(folder, "the working directory is in it, and what is replaced goes away")
    strange = _stranger(place)
    if strange is not None:
        _refuse(folder, f"it holds {strange}, which is no part of a certificate")


def _holds_us(place: Path) -> bool:
    """Whether a folder is, or holds, the working directory."""
    try:
        here = Path.cwd().resolve()
    except FileNotFoundError:  # it is gone already
        return False
    return here.is_relative_to(place.resolve())


def _refuse(folder: str, why: str) -> None:
    fail(
        "not-replaced",
        Span(Source(folder, ""), 0, 0),
        f"no certificate is written here: {why}",
        "name a new folder, an empty one, or an earlier certificate",
    )


def _stranger(place: Path) -> str | None:
    """What of a folder no certificate put there; None if it is a certificate, or empty. Without a
    manifest the first entry decides: the folder may be a whole disk."""
    files = _listed(place)
    if not files:
        return min(os.listdir(place), default=None)
    return next((path for path in files_below(place) if path not in files), None)


def _listed(place: Path) -> set[str]:
    """The files of a certificate; none if there is no manifest of one."""
    try:
        read = json.loads(read_bytes(place / MANIFEST, MANIFEST, WHOLE))
        return {MANIFEST, *read["files"]} if read["format"] == FORMAT else set()
    except (FileProblem, ValueError, KeyError, TypeError, RecursionError):
        return set()


def files_below(place: Path) -> Iterator[str]:
    """Every file and link below a folder, by its path in it with `/`, as they are come upon."""
    for at, folders, names in os.walk(place):
        folders.sort()
        links = [name for name in folders if os.path.islink(os.path.join(at, name))]
        for name in sorted((*names, *links)):
            yield Path(at, name).relative_to(place).as_posix()


class Draft:
    """A folder in the making. `close` takes it away unless it was finished."""

    def __init__(self, folder: str) -> None:
        check_place(folder)
        self._target = Path(os.path.realpath(folder))
        parent, name = self._target.parent, self._target.name
        self._former: Path | None = None  # what stood there before, until it is replaced
        self._at = Path(tempfile.mkdtemp(prefix=f".{name[:40]}.", suffix=".tmp", dir=parent))
        self._digests: dict[str, str] = {}
        self._refutations: dict[str, str] = {}  # the name of each, by the digest of its CNF

    def write(self, path: str, text: str) -> None:
        """Add a file."""
        data = text.encode()
        whole = self._at / path
        whole.parent.mkdir(parents=True, exist_ok=True)
        whole.write_bytes(data)
        self._digests[path] = digest(data)

    def known(self, cnf: str) -> str | None:
        """The name of a refutation that was added before."""
        return self._refutations.get(digest(cnf.encode()))

    def refutation(self, cnf: str, proof: str) -> str:
        """Add a refutation; its name, which the names of its two files begin with."""
        name = f"{REFUTATIONS}/{len(self._refutations) + 1:04}"
        self.write(f"{name}.cnf", cnf)
        self.write(f"{name}.drup", proof)
        self._refutations[self._digests[f"{name}.cnf"]] = name
        return name

    def finish(self, head: Mapping[str, Any], asks: Sequence[Mapping[str, Any]]) -> None:
        """Write the manifest, and give the folder its name."""
        files = dict(sorted(self._digests.items()))
        (self._at / MANIFEST).write_bytes(manifest_text(head, files, asks).encode())
        umask = os.umask(0)
        os.umask(umask)
        self._at.chmod(0o777 & ~umask)
        if not self._target.exists():
            self._at.rename(self._target)
            return
        check_place(os.fspath(self._target))  # as it is now
        prefix = f"{self._at.name}."
        self._former = Path(tempfile.mkdtemp(dir=self._target.parent, prefix=prefix))
        self._target.rename(self._former)
        self._at.rename(self._target)

    def close(self) -> None:
        """Leave nothing half made: either what stood there before, or what was finished."""
        if self._former is not None:
            if self._target.exists():
                shutil.rmtree(self._former)
            else:
                self._former.rename(self._target)
        if self._at.exists():
            shutil.rmtree(self._at)


def manifest_text(
    head: Mapping[str, Any], files: Mapping[str, str], asks: Sequence[Mapping[str, Any]]
) -> str:
    """The manifest, a file and a question a line."""
    lines = [f" {_json(key)}: {_json(value)}," for key, value in head.items()]
    lines += [' "files": {', ",\n".join(f"  {_json(k)}: {_json(v)}" for k, v in files.items())]
    lines += [" },", ' "asks": [', ",\n".join(map(_ask_text, asks)), " ]"]
    return "\n".join(["{", *lines, "}"]) + "\n"


def _ask_text(ask: Mapping[str, Any]) -> str:
    journal = ",\n".join(f"    {_json(entry)}" for entry in ask["journal"])
    parts = [f"   {_json(key)}: {_json(value)}" for key, value in ask.items() if key != "journal"]
    parts.append(f'   "journal": [\n{journal}\n   ]' if journal else '   "journal": []')
    return "  {\n" + ",\n".join(parts) + "\n  }"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
