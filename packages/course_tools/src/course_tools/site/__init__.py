"""The course on a page: a book of the stored outputs, and the notebooks in the browser.

`build` writes the folder; `book` turns notebooks into pages, `pages` makes those that are not
notebooks. Sphinx runs in an environment of its own, from `site.lock`: nothing of it is imported
here except in `settings`, which that environment reads.
"""
