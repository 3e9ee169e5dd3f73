"""Notebook 02."""
