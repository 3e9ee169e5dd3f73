"""Notebook 06."""
