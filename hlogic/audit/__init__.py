"""Material for a fidelity review: what the theory admits, what its rules exclude, what rests on
what.

`audit` makes an `Audit` (`compiler/material.py`); `hlogic/render/audit_*.py` lay it out.
"""

from hlogic.audit.run import PARTS, audit

__all__ = ["PARTS", "audit"]
