"""Notebook 03b."""
