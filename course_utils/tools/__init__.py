"""What runs the course: the `course` command and all that it calls. No notebook imports this."""


class CourseError(RuntimeError):
    """Something its reader can put right; the message says how, and `course` prints it."""
