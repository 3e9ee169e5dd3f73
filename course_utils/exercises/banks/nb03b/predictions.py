"""Notebook 03b: its predictions."""
PREDICTIONS = ()
