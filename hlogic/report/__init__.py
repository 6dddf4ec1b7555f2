"""A report on one item: its text by coverage, what rests on what, answers, findings, material.

`report` gathers the records (`compiler/reporting.py`); `hlogic/render/page/` lays them out.
"""

from hlogic.report.gather import report

__all__ = ["report"]
