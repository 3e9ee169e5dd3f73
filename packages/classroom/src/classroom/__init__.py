"""A room for a lecture: what students send from their kernels, and what the lecturer sees.

Both ends of one conversation. In a student's kernel: `member` (join, leave, sent) and its `links`.
On the lecturer's computer: `command`, `server`, its pages, `state` (counts, never names), `hiding`
of small counts, `words`, and `source` where several rooms share a NATS server. Off until `join`.
"""


class RoomError(RuntimeError):
    """Something the lecturer can fix; the message says how, and `course` prints it."""
