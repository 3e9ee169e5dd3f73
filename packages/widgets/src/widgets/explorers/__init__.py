"""Explorers: a picture and words as a function of their controls.

`explorer` has what all share, `drawing` the picture, `controls` the sliders and choices, `shell`
where the reader is; `live` and `explorer.js` put one on a notebook's page, `moving` on a page
without a kernel.
"""
