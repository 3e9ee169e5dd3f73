"""Notebook 05b."""
