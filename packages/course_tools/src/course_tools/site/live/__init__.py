"""What works in a page of the book: scripts, and Python's side of it. Nothing here imports it."""
