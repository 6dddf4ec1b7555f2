"""The decision diagram of some worlds as a drawing for Graphviz: `dot -Tsvg`.

A node asks whether a variable has a value; a dashed line is no, a solid line yes.
"""

from __future__ import annotations

from hlogic.backends.export.graph import graph_of
from hlogic.backends.export.request import Request
from hlogic.backends.export.subject import Subject, subject_of
from hlogic.compiler.ir import value_id


def text(request: Request) -> str:
    """The whole drawing."""
    return dot_text(subject_of(request))


def dot_text(subject: Subject) -> str:
    """The drawing of some worlds."""
    graph = graph_of(subject)
    lines = [f"// {remark}" for remark in subject.remarks]
    lines += ["digraph worlds {", '  start [label="worlds", shape=plaintext];']
    lines += [f'  n{leaf} [label="{leaf}", shape=box];' for leaf in (0, 1)]
    lines.append(f"  start -> n{graph.root};")
    rows: dict[int, list[str]] = {}
    for number, (place, low, high) in enumerate(graph.nodes, 2):
        level = graph.levels[place]
        rows.setdefault(place, []).append(f"n{number};")
        lines.append(f'  n{number} [label="{level.variable} = {value_id(level.yes)}"];')
        lines.append(f"  n{number} -> n{low} [style=dashed];")
        lines.append(f"  n{number} -> n{high};")
    lines += [f"  {{ rank=same; {' '.join(row)} }}" for _, row in sorted(rows.items())]
    return "\n".join([*lines, "}"]) + "\n"
