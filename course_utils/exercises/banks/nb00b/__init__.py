"""The exercises of notebook 00b: one file each."""
