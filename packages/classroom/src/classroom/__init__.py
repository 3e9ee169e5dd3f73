"""A room for a lecture: what students send from their kernels, and what the lecturer sees of it.

Both ends of one conversation. In a student's kernel: `member` (join, leave, sent) and its `links`.
On the lecturer's computer: `command`, `server`, its pages, `state` (counts, never names), `hiding`
of small counts, `words`, and `source` where several rooms share a NATS server. Off until `join`.
"""


class RoomError(RuntimeError):
    """Something the lecturer can put right; the message says how, and `course` prints it."""
