"""The exercises of notebook 00: one file each."""
