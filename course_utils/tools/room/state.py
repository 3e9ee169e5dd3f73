"""What a room knows: for each number that joined the last verdict and the votes. In memory only.

Knows nothing of the network. Everything that arrives was written by whoever wanted to: it is
looked at before it is counted, and what is not known to the course is left out.
"""

import re
from collections import Counter, deque
from dataclasses import dataclass, field

from course_utils.exercises.grammar import FAMILIES
from course_utils.exercises.predictions import plain
from course_utils.exercises.records import questions, records
from course_utils.tools import CourseError
from course_utils.tools.room import hiding

KEPT = 24 * 3600  # seconds after which an event is gone
MOST_PEOPLE = 2000  # numbers that one room takes
MOST_SHOWN = 6  # misconceptions of an exercise
MOST_AT_ONCE = 50  # events in one message
RATE, RATE_SECONDS = 60, 10  # events of one number in so many seconds
STATUSES = ("failed", "error", "passed")
NOT_BEGUN, AT_WORK, RIGHT = "not begun", "at work", "right"
WHO = re.compile(r"[0-9a-f]{16}")
CODE = re.compile(r"[a-z]{3,12}-\d{2}")
MISCONCEPTION = re.compile(rf"(?:{'|'.join(FAMILIES)})/[a-z0-9-]{{1,60}}")


class RefusedError(CourseError):
    """A message that is none: why, in one line."""


@dataclass
class Person:
    """One random number: what it did last, and how often it wrote lately."""

    seen: float
    last: dict = field(default_factory=dict)  # sender -> its highest sequence number
    verdicts: dict = field(default_factory=dict)  # exercise -> (status, misconception, time)
    votes: dict = field(default_factory=dict)  # (prediction, round) -> (choice, time)
    lately: deque = field(default_factory=deque)  # times of its last events

    def is_too_busy(self, now):
        """Whether it writes more than a student can; the event is counted."""
        while self.lately and now - self.lately[0] > RATE_SECONDS:
            self.lately.popleft()
        self.lately.append(now)
        return len(self.lately) > RATE


class Room:
    """The people, the question that is open, and the counts that may be shown."""

    def __init__(self, code, now=0.0):
        if not CODE.fullmatch(code):
            raise RefusedError(f"expected a room like blue-42, got {code[:40]!r}")
        self.code, self.people, self.pace = code, {}, hiding.Pace(now)
        self.poll, self.round, self.split_shown, self.answer_shown = None, 1, False, False
        self._picture = Picture()
        self._exercises = {r.id for r in records()}
        self._predictions = questions()

    # --- what arrives ---------------------------------------------------------------------------

    def accept(self, message, now):
        """Take a message of one sender in; return how many of its events were new.

        ``message`` is {"room", "who", "from", "events"}; an event {"seq", "kind", "id"} with
        "status" and "misconception", or "choice".
        """
        person, sender, events = self._opened(message, now)
        new = 0
        for event in events:
            seq = event.get("seq") if isinstance(event, dict) else None
            if type(seq) is not int or not 0 < seq < 2**53:
                raise RefusedError("expected a sequence number in each event")
            if seq <= person.last.get(sender, 0):
                continue  # sent again: it had arrived
            if person.is_too_busy(now):
                raise RefusedError("too many events of one sender")
            self._take(person, event, now)
            person.last[sender] = seq
            new += 1
        self.pace.changed(new)
        return new

    def _opened(self, message, now):
        if not isinstance(message, dict) or message.get("room") != self.code:
            raise RefusedError("this is another room, or none")
        who, sender = message.get("who"), message.get("from", "")
        events = message.get("events")
        if not (isinstance(who, str) and WHO.fullmatch(who)):
            raise RefusedError("expected a random number of 16 hexadecimal digits as who")
        if not (isinstance(sender, str) and len(sender) <= 8):
            raise RefusedError("expected a sender of at most 8 letters")
        if not (isinstance(events, list) and len(events) <= MOST_AT_ONCE):
            raise RefusedError(f"expected a list of at most {MOST_AT_ONCE} events")
        if who not in self.people:
            if len(self.people) >= MOST_PEOPLE:
                raise RefusedError("the room is full")
            self.people[who] = Person(now)
            self.pace.changed()
        person = self.people[who]
        person.seen = now
        if len(person.last) > 20 and sender not in person.last:
            raise RefusedError("too many senders of one number")
        return person, sender, events

    def _take(self, person, event, now):
        kind, id = event.get("kind"), event.get("id")
        if kind == "verdict" and isinstance(id, str) and id in self._exercises:
            status, named = event.get("status"), event.get("misconception")
            if status in STATUSES:
                named = named if isinstance(named, str) and MISCONCEPTION.fullmatch(named) else None
                named = named if status != "passed" else None
                person.verdicts[id] = (status, named, now)
                return
        elif kind == "vote" and isinstance(id, str) and id in self._predictions:
            choice = event.get("choice")
            if isinstance(choice, str) and choice in self._predictions[id].choices:
                # A second vote counts only while the second round of its question is open.
                again = 2 if (self.poll, self.round) == (id, 2) else 1
                if again == 2 or (id, 1) not in person.votes:
                    person.votes[id, again] = (choice, now)
                return
        raise RefusedError("an event that the course does not know")

    def leave(self, who):
        """Forget a number and all it sent."""
        if self.people.pop(who, None) is not None:
            self.pace.changed()

    def forget_old(self, now):
        """Drop what is older than a day."""
        for who, person in list(self.people.items()):
            for kept in (person.verdicts, person.votes):
                for key in [key for key, value in kept.items() if now - value[-1] > KEPT]:
                    del kept[key]
            if now - person.seen > KEPT:
                del self.people[who]

    # --- what the teacher does ------------------------------------------------------------------

    def open_poll(self, id):
        """Put a prediction or a question that comes back to the room; None closes."""
        if id is not None and id not in self._predictions:
            raise RefusedError(f"no prediction {str(id)[:40]!r}")
        self.poll, self.round, self.split_shown, self.answer_shown = id, 1, False, False

    def vote_again(self):
        """Open the second round of the question that is open."""
        if self.poll is not None:
            self.round, self.split_shown, self.answer_shown = 2, False, False

    def show_split(self, shown=True):
        self.split_shown = bool(shown)

    def show_answer(self, shown=True):
        """Show or hide which choice holds: after the talk, never with the first split."""
        self.answer_shown = bool(shown)

    # --- what may be shown ----------------------------------------------------------------------

    def question(self):
        """What a phone shows: the open question, without counts and answer; None if none is."""
        if self.poll is None:
            return None
        asked = self._predictions[self.poll]
        return {"id": asked.id, "round": self.round, "question": plain(asked.question),
                "choices": {letter: plain(text) for letter, text in asked.choices.items()}}

    def draw(self, now):
        """Take a new picture of the room if one is due; say whether it was."""
        due = self.pace.is_due(now)
        if due:
            self.forget_old(now)
            self._picture = Picture(self.people.values())
        return due

    def view(self):
        """All that the teacher's page may show: of the last picture, small counts hidden."""
        picture = self._picture
        exercises = {id: picture.exercise(id) for id in picture.states}
        return {"room": self.code, "joined": hiding.joined(
            picture.people, [picture.by_state(id) for id in picture.states]),
                "poll": self._poll_view(), "exercises": exercises}

    def _poll_view(self):
        if self.poll is None:
            return None
        rounds = []
        for again in range(1, self.round + 1):
            counts = self._picture.split(self.poll, again, self._predictions[self.poll].choices)
            shown = self.split_shown or again < self.round
            rounds.append({"committed": hiding.total(counts),
                           "split": hiding.hidden(counts) if shown else None})
        return {**self.question(), "rounds": rounds, "split_shown": self.split_shown,
                "answer_shown": self.answer_shown}

    def splits(self):
        """Counts of all votes so far that may be kept: (prediction, round, choice, count)."""
        picture = Picture(self.people.values())
        return [(id, again, choice, count) for (id, again), votes in sorted(picture.votes.items())
                for choice, count in sorted(votes.items()) if count >= hiding.FEWEST]


class Picture:
    """The room at one moment: counts, as they are."""

    def __init__(self, people=()):
        self.people, self.states, self.named, self.votes = 0, {}, {}, {}
        for person in people:
            self.people += 1
            for id, (status, misconception, _) in person.verdicts.items():
                state = RIGHT if status == "passed" else AT_WORK
                self.states.setdefault(id, Counter())[state] += 1
                if state == AT_WORK:
                    self.named.setdefault(id, Counter())[misconception] += 1
            for key, (choice, _) in person.votes.items():
                self.votes.setdefault(key, Counter())[choice] += 1

    def split(self, id, again, choices):
        votes = self.votes.get((id, again), {})
        return {choice: votes.get(choice, 0) for choice in choices}

    def by_state(self, id):
        """People by what they did with an exercise."""
        states = self.states[id]
        return {NOT_BEGUN: self.people - sum(states.values()), AT_WORK: states[AT_WORK],
                RIGHT: states[RIGHT]}

    def exercise(self, id):
        """People by state and by misconception, small counts hidden."""
        named, shown = self.named.get(id, Counter()), hiding.hidden(self.by_state(id))
        parts = hiding.hidden(named)
        if hiding.HIDDEN in parts.values() and shown[AT_WORK] != hiding.HIDDEN:
            shown[AT_WORK] = hiding.total(named)  # else a part were the difference
        # Hidden ones by name: their order would tell which is larger.
        order = sorted((name for name in parts if name), key=lambda name: (
            -parts[name] if parts[name] != hiding.HIDDEN else 0, name))
        return {"states": shown,
                "misconceptions": [{"id": n, "count": parts[n]} for n in order[:MOST_SHOWN]]}
