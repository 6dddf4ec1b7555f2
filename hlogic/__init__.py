"""hlogic: logic items as checked programs.

    import hlogic
    hlogic.load("items/night_shift.hlogic").ask("q1").value

The names below are imported when they are first used, so that a part of the package costs only what
it needs itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hlogic.api import Answer, HlogicError, Item, LimitError, Outcome, load, loads, verify

    __version__: str

__all__ = ["Answer", "HlogicError", "Item", "LimitError", "Outcome", "load", "loads", "verify"]


def __getattr__(name: str) -> object:
    if name in __all__:
        from hlogic import api

        return getattr(api, name)
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("hlogic")
        except PackageNotFoundError:
            return "(not installed)"
    raise AttributeError(f"module 'hlogic' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__, "__version__"])
