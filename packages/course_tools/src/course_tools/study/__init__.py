"""`course study`: did the class learn? Twelve questions, before and after, paired by a word.

`sheet` reads and pairs the answers, `gain` is the arithmetic, `command` the page and the report.
"""
