"""Notebook 03c."""
