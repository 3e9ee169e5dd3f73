"""What the checker knows: one file per exercise, in a folder per notebook."""
