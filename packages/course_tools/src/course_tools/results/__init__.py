"""What `course check` found, for others: formats of the graders that exist, a page per student."""
