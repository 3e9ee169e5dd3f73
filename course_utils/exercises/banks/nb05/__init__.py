"""Notebook 05."""
