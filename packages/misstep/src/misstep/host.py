"""What a host that is no notebook takes of the engine: a page of a book, a program of your own.

A host puts itself in the place of IPython (`widgets.kernel.stand_in`), runs a reader's code with
`limited`, calls the verbs of a `misstep.Course`, and shows what they return. Names only; the inner
modules behind them may change.
"""

from misstep.boxes.markup import typeset
from misstep.cards.card import framed
from misstep.checking import UNJUDGED
from misstep.judge import child
from misstep.judge.records import ERROR, record
from misstep.judge.sandbox import Stopped, limited
from misstep.session import Replay
from misstep.session import unread as unread_card

__all__ = ["ERROR", "UNJUDGED", "Replay", "Stopped", "child", "framed", "limited", "record",
           "typeset", "unread_card"]
