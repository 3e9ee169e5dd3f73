"""Notebook 07."""
