"""Worlds as a decision diagram in JSON, for programs that count, draw or explain.

    {"format": "hlogic-bdd", "version": 1, "about": ["hlogic tea, scope base"],
     "fixed": [], "levels": [{"variable": "drink(li)", "true": "tea"}, …],
     "root": 5, "nodes": [[5, 0, 1], …]}

`docs/cli.md` says what the members are; `graph.py` makes them.
"""

from __future__ import annotations

from hlogic.backends.export.document import Object, document, plain
from hlogic.backends.export.graph import Level, graph_of
from hlogic.backends.export.request import Request
from hlogic.backends.export.subject import Subject, subject_of


def text(request: Request) -> str:
    """The whole object."""
    return bdd_text(subject_of(request))


def bdd_text(subject: Subject) -> str:
    """The diagram of some worlds."""
    graph = graph_of(subject)
    return document(
        {
            "format": "hlogic-bdd",
            "version": 1,
            "about": list(subject.remarks),
            "fixed": [{"variable": name, "value": plain(value)} for name, value in graph.fixed],
            "levels": [_level(level) for level in graph.levels],
            "root": graph.root,
            "nodes": [list(node) for node in graph.nodes],
        }
    )


def _level(level: Level) -> Object:
    made: Object = {"variable": level.variable, "true": plain(level.yes)}
    if level.no is not None:
        made["false"] = plain(level.no)
    return made
