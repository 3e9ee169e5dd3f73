"""What runs the course: the `course` command and all that it calls. No notebook imports this."""
