"""The exercises of notebook 01: one file each."""
