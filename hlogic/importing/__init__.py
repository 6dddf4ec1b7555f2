"""Other people's records made into items: a reader a format, one lowering for all.

    record ──folio | proofwriter──▶ Story ──lowering──▶ text of an item
                     │
                     └─ formulas: fol_lexer → fol_brackets → fol_parser → fol_scope
                                                             (over fol_chains, fol_reach)

A reader never guesses in silence: what it had to mend it reports, with the place in the record, and
what it cannot read is an error at its place that leaves the other records alone.
"""
