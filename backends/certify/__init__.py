"""Certificates: answers with what shows them, kept in a folder and checked again without solving.

`certify` answers asks and writes the folder (`layout`, `sources`, `drafts`): `recording` notes the
questions that the planner put to an engine, `evidence` makes an entry of a journal of each, with
worlds and refutations from `finding` (`family_evidence`, `repair_evidence` for families). `verify`
reads the folder (`folders`) and answers the asks once more, with worlds that take their answers
from the `journals` (`replaying`, `replayed_families`) once `checking` has found them shown.

Both sides share what is to be shown: worlds are judged by the oracle's evaluator (`judging`, as
JSON in `values`); refutations are a CNF (`refuting`, with `ordering` for what comes before a row)
and a DRUP proof (`proofs`); that a family lacks no set is a CNF of its own (`covering`).
"""
