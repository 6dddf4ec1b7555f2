"""Two independent encodings of one item, compared: answers, worlds, and what people made of them.

`run` compares; `likeness` says which values are the same, `asks` which asks and answers;
`vocabulary` finds what both speak of, `focus` the worlds that an answer turns on, `search` one that
decides, `blame` what is against it; `mapping` reads what the user says of names; `ledger` keeps
adjudications.
"""
