"""`course class`: what a room of students thinks now, without names, in memory only.

`state` counts, `hiding` decides what may be shown, `words` says it, `server` serves it; what a
student's kernel sends is in `course_utils.exercises.room`.
"""
