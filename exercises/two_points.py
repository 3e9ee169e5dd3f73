"""What students write in place of a step to both sides: shared by 00's two that measure slopes."""

BANK = """
two_points(x, h)
    a = np.array(x, dtype=float)                    # the point
    s = h                                           # the step
    move = lambda p, e: p + e                       # the moved point
    q = 2 * h                                       # the distance of the two points

neighbour-formula/moved-point: one of the two points is not x with one entry moved. They are x + h
        and x − h in that entry.
    v = lambda p, e: f(s * e) || lambda p, e: f(-s * e) || lambda p, e: f(s * e - p)
omitted-term/same-point: every slope is 0. Is f called at two different points, and does the
        difference reach the result?
    v = u
unstable/float32: the points are kept in float32, where next to 1 a step of 1e-5 keeps only two or
        three digits. Use float64 for difference quotients.
    needs: name float32 float16 single half
    move = lambda p, e: (np.float32(p) + np.float32(e)).astype(float)
"""
