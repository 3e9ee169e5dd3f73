"""Notebook 04."""
