"""The maths, a topic in each file; `functions`, `network`, `metrics` are tables of its contents."""
