"""What the course does with an answer beyond judging it: slips to find, and pieces to order."""
