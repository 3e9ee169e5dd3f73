"""The course's data files, installed as `course_utils_data`; README.md describes them."""
