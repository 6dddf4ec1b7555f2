"""Measures of proofs over a set of items."""
