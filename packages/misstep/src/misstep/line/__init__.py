"""The first wrong line of an answer: its values beside those of right answers."""
