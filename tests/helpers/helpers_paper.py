"""How much of each page of a PDF is white, read from what Chromium writes into it."""

import re
import zlib

HEAD, FOOT = 17 / 297, 15 / 297  # margins, with what runs through all pages
MARK = re.compile(rb"(?:([\d. -]+?) (cm|Tm|re|rg)|/\S+ ([\d.]+) Tf|\b(q|Q|Tj|f)\b|/X\d+ (Do))\s")


def white(pdf):
    """The highest empty band of each page, as a share of what is between its margins.

    >>> page = b"1 0 0 -1 0 297 cm 0 0 0 rg 0 117 9 166 re f "
    >>> stream = zlib.compress(page)
    >>> [share] = white(b"1 0 obj\\n<</Type /Page\\n/MediaBox [0 0 210 297]\\n/Contents 2 0 R>>\\n"
    ...     b"endobj\\n2 0 obj\\n<<>>stream\\n" + stream + b"\\nendstream\\nendobj\\n")
    >>> round(share, 2)  # 100 of 265
    0.38
    """
    parts = {int(number): body for number, body in
             re.findall(rb"(?ms)^(\d+) 0 obj\s*(.*?)endobj$", pdf)}
    shares = []
    for body in parts.values():
        if re.match(rb"<</Type /Page\s", body):
            high = float(re.search(rb"/MediaBox \[0 0 \S+ ([\d.]+)", body)[1])
            stream = parts[int(re.search(rb"/Contents (\d+)", body)[1])].split(b"stream\n", 1)[1]
            shares.append(_highest_gap(zlib.decompressobj().decompress(stream), high))
    return shares


def _highest_gap(drawn, high):
    top, bottom = HEAD * high, (1 - FOOT) * high
    last, gap = top, 0.0
    for start, end in sorted(_marks(drawn, high)):
        if end > top and start < bottom:
            gap = max(gap, start - last)
            last = max(last, min(end, bottom))
    return max(gap, bottom - last) / (bottom - top)


def _marks(drawn, high):
    """From and to which height, counted from above, each mark goes: text, area or picture."""
    y, scale, kept, size, at, box, paper = 0.0, 1.0, [], 0.0, 0.0, None, False
    for numbers, word, font, plain, image in MARK.findall(drawn):
        values = [float(one) for one in numbers.split()]
        if word == b"cm":
            y, scale = y + scale * values[5], scale * values[3]
        elif word == b"rg":
            paper = values == [1, 1, 1]
        elif word == b"re":
            box = values[1], values[1] + values[3]
        elif word == b"Tm":
            at = values[5]
        elif font:
            size = float(font)
        elif plain == b"q":
            kept.append((y, scale))
        elif plain == b"Q":
            y, scale = kept.pop()
        elif plain == b"Tj":
            yield tuple(sorted(high - y - scale * one for one in (at - size, at)))
        elif (plain == b"f" and box and not paper) or image:
            yield tuple(sorted(high - y - scale * one for one in ((0, 1) if image else box)))
