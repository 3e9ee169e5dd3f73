"""What follows its controls on a notebook's page: boxes with buttons, and pictures that move.

`page` has the width and the inks, `front` the live box, `still` what stays of it without a kernel,
`picture` an image with its words, `figure` an empty figure; `explorers` is a picture as a function
of its controls. Knows no course and no verdict, and imports nothing of ours.
"""
