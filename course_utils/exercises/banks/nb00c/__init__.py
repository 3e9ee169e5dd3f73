"""The exercises of notebook 00c: one file each."""
