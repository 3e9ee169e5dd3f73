"""Notebook 03."""
