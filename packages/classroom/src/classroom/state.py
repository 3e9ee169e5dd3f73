"""The state of a room: for each number that joined, the last verdict and the votes. In memory.

Knows nothing of the network. Anyone may have written what arrives: it is checked before it is
counted, and what is not known to the course is left out. Numbers without a ticket (`gate`) wait
apart and count nowhere.
"""

import re
import secrets
from collections import Counter, deque
from dataclasses import dataclass, field

from classroom import hiding, words
from classroom.gate import Gate
from classroom.polls import Polls, RefusedError
from classroom.study import Study
from misstep import ids

KEPT = 24 * 3600  # seconds after which an event is gone
MOST_PEOPLE, MOST_WAITING = 4000, 500  # numbers that one room takes; those without a ticket
MOST_SHOWN = 6  # misconceptions of an exercise
MOST_AT_ONCE = 50  # events in one message
MOST_SENDERS = 20  # kernels of one number; the oldest is forgotten
RATE, RATE_SECONDS = 60, 10  # events of one number in so many seconds
MINUTE, LONG = 60, 600  # seconds: what "clean up" takes, and between two looks for what is old;
# those in which one sender is looked for
MOST_UNCLEAR, LONGEST_UNCLEAR, UNCLEAR_PAUSE = 200, 140, 20
STATUSES = ("failed", "error", "passed")
NOT_BEGUN, AT_WORK, RIGHT = "not begun", "at work", "right"
WHO = re.compile(r"[0-9a-f]{16}")
CODE = re.compile(r"[a-z]{3,12}-\d{2}")
VIEWS = ("join", "poll", "exercises", "sure", "unclear", "case")


class BusyError(RefusedError):
    """A message that may come again a little later."""


@dataclass
class Person:
    """One random number: what it did last, and how often it wrote lately."""

    who: str
    born: float
    peer: str = ""
    kernel: bool = False  # it came from a notebook, so that it can do exercises
    seen: float = 0.0
    last: dict = field(default_factory=dict)  # sender -> its highest sequence number
    verdicts: dict = field(default_factory=dict)  # exercise -> (status, misconception, time)
    votes: dict = field(default_factory=dict)  # (question, round) -> (choice, how sure, time)
    sheets: dict = field(default_factory=dict)  # before, after -> (word, letters, time)
    lately: deque = field(default_factory=deque)  # times of its last events
    asked: float = 0.0  # when it said last that something is unclear

    def is_too_busy(self, now):
        """Whether it writes more than a student can; if not, the event is counted."""
        while self.lately and now - self.lately[0] > RATE_SECONDS:
            self.lately.popleft()
        if len(self.lately) >= RATE:
            return True
        self.lately.append(now)
        return False


class Room:
    """The people, the question that is open, and the counts that may be shown."""

    def __init__(self, code, fewest=hiding.FEWEST, key=None, run=None):
        if not CODE.fullmatch(code):
            raise RefusedError(f"expected a room like blue-42, got {code[:40]!r}")
        self.code, self.fewest, self.run = code, fewest, run or secrets.token_hex(4)
        self.people, self.waiting = {}, {}  # number -> person; those without a ticket
        self.pace, self.gate = hiding.Pace(fewest), Gate(key)
        self.polls, self.study, self.stage = Polls(fewest), Study(), "join"
        self.unclear, self.text = [], ""  # (who, text, time), the latest last; the text on stage
        self._heard, self._swept = False, 0.0  # something unclear that no page shows; last look
        self.effects = []  # what was new in the last message
        self.case = None  # (exercise, misconception) of the card on stage
        self.is_renamed = False
        self._picture = Picture()
        self._exercises = set(ids())

    # --- what arrives ---------------------------------------------------------------------------

    def accept(self, message, now, peer="", ticket=True):
        """Take a message of one sender in; return how many of its events were new.

        ``message`` is {"room", "who", "from", "events"}; an event {"seq", "kind", "id"} with
        "status" and "misconception", or "choice", "round", "sure"; or "text". One that is refused
        does not cost the others. A `BusyError` may come again, from that event on. ``effects`` has
        what was new, in the fields that count.
        """
        self.effects, refused = [], None
        person, sender, events = self._opened(message, now, peer, ticket)
        for event in events:
            try:
                self.effects += self._new(person, sender, event, now)
            except RefusedError as error:
                refused = error
                if isinstance(error, BusyError):
                    break
        if refused is not None:
            refused.taken = len(self.effects)
            raise refused
        return len(self.effects)

    def _new(self, person, sender, event, now):
        seq = event.get("seq") if isinstance(event, dict) else None
        if type(seq) is not int or not 0 < seq < 2**53:
            raise RefusedError("expected a sequence number in each event")
        if seq <= person.last.get(sender, 0):
            return []  # sent again: it had arrived
        if person.is_too_busy(now):
            raise BusyError("too many events of one sender")
        effect = self._take(person, event, now)
        person.last[sender] = seq  # one that is refused may come again, and be refused again
        return [{"seq": seq, "kind": event["kind"], "id": event.get("id"), **effect}]

    def _opened(self, message, now, peer, ticket):
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
        person = self.people.get(who) or self._comes(who, now, peer, ticket)
        person.seen = now
        if sender != "page" and not person.kernel:
            person.kernel = True
            self._changed(person)
        if sender not in person.last and len(person.last) >= MOST_SENDERS:
            del person.last[next(iter(person.last))]
        return person, sender, events

    def _comes(self, who, now, peer, ticket):
        person = self.waiting.get(who) or Person(who, now, peer)
        if ticket:
            self._enter(person)
        else:
            self.waiting[who] = person
            while len(self.waiting) > MOST_WAITING:
                del self.waiting[next(iter(self.waiting))]
        return person

    def _enter(self, person):
        if len(self.people) >= MOST_PEOPLE:
            raise BusyError("the room is full")
        self.waiting.pop(person.who, None)
        self.people[person.who] = person
        self._changed(person)
        for id, again in person.votes:
            self.polls.changed(id, again, person.who)

    def _changed(self, person):
        if person.who in self.people:
            self.pace.changed(person.who)

    def _take(self, person, event, now):
        kind, id = event.get("kind"), event.get("id")
        if kind == "verdict" and isinstance(id, str) and id in self._exercises:
            return self._take_verdict(person, id, event, now)
        if kind == "vote" and isinstance(id, str):
            return self._take_vote(person, id, event, now)
        if kind == "study":
            when, word, chosen = self.study.sheet(event, now)
            person.sheets[when] = (word, chosen, now)
            return {"id": when, "word": word, "choices": chosen}
        if kind == "unclear":
            return self._take_unclear(person, event.get("text"), now)
        raise RefusedError("an event that the course does not know")

    def _take_verdict(self, person, id, event, now):
        status, name = event.get("status"), event.get("misconception")
        if status not in STATUSES:
            raise RefusedError("expected a status that a verdict has")
        name = None if status == "passed" else words.named(id, name)
        before, person.verdicts[id] = person.verdicts.get(id, ())[:2], (status, name, now)
        if before != (status, name):
            self._changed(person)
        return {"status": status, "misconception": name}

    def _take_vote(self, person, id, event, now):
        again = self.polls.round_of(id, event.get("round"), now)
        choice, sure = self.polls.choice_of(id, event.get("choice")), event.get("sure")
        sure = sure if sure in (25, 50, 75, 95) and type(sure) is int else None
        before, effect = person.votes.get((id, again)), {"choice": choice, "round": again}
        effect = {**effect, "sure": sure} if sure else effect
        if again == 1 and before and (before[0] != choice or not sure):
            return effect  # the first one counts; only how sure one is may be added later
        person.votes[id, again] = (choice, sure, now)
        if person.who in self.people:
            self.polls.changed(id, again, person.who)
            self._changed(person)
        return effect

    def _take_unclear(self, person, text, now):
        text = words.readable(text)
        if not 0 < len(text) <= LONGEST_UNCLEAR:
            raise RefusedError(f"expected a sentence of at most {LONGEST_UNCLEAR} letters")
        if now - person.asked < UNCLEAR_PAUSE:
            raise BusyError("one sentence at a time")
        person.asked = now
        if person.who in self.people:
            self.unclear.append((person.who, text, now))
            self._heard = True
        if len(self.unclear) > MOST_UNCLEAR:
            self._drop_unclear()
        return {"id": None, "text": text}

    def _drop_unclear(self):
        """The oldest sentence goes of the address that sent most: it pushes out no other one's."""
        peers = [self.people[who].peer for who, *_ in self.unclear]
        del self.unclear[peers.index(Counter(peers).most_common(1)[0][0])]

    def leave(self, who):
        """Forget a number and all it sent."""
        self._forget([who])

    def _forget(self, whos):
        for who in whos:
            self.waiting.pop(who, None)
            if self.people.pop(who, None):
                self.pace.changed(who)
        was, gone = {text for _, text, _ in self.unclear}, set(whos)
        self.unclear = [line for line in self.unclear if line[0] not in gone]
        if self.text in was - {text for _, text, _ in self.unclear}:
            self.text, self.stage = "", "poll" if self.stage == "unclear" else self.stage

    def forget_old(self, now):
        """Drop what is older than a day."""
        for who, person in list(self.people.items()):
            for kept in (person.verdicts, person.votes, person.sheets):
                for key in [key for key, value in kept.items() if now - value[-1] > KEPT]:
                    del kept[key]
            if now - person.seen > KEPT:
                del self.people[who]
        self.unclear = [line for line in self.unclear
                        if line[0] in self.people and now - line[2] <= KEPT]

    def admit(self, now):
        """Give tickets to those who wait for one."""
        for who, person in list(self.waiting.items()):
            if self.gate.ticket(who, person.peer, now):
                self._enter(person)

    # --- what the teacher does ------------------------------------------------------------------

    def do(self, what, value, now):
        """Do what a button says; RefusedError for one that there is not.

        Returns what the journal needs: to clean up means others later, so it has whom that took.
        """
        if what == "forget" and not isinstance(value, dict):
            value = self._spoilt_by(value, now)
        if what == "admit" and not isinstance(value, str):
            value, _ = self.gate.waits(now)
        polls, people = self.polls, self.people.values()
        actions = {
            "open": lambda: polls.open(value, people, now),
            "ask": lambda: polls.ask(value, people, now),
            "close": lambda: polls.close(people, now), "timer": lambda: polls.timer(value, now),
            "again": lambda: polls.again(people, now),
            "split": lambda: polls.show_split(value is not False, people, now),
            "answer": lambda: polls.show_answer(value is not False, people, now),
            "undo": polls.undo, "allow": lambda: polls.allowed.symmetric_difference_update(
                {str(value)}),
            "study": lambda: self._ask_study(value, now),
            "stage": lambda: self._on_stage(value), "text": lambda: self._say(value),
            "case": lambda: self._show_case(value),
            "admit": lambda: self.gate.trusted.add(value),
            "lock": lambda: setattr(self.gate, "locked", bool(value)),
            "forget": lambda: self._clean_up(**value), "rename": lambda: self._rename(value)}
        if not isinstance(what, str) or what not in actions:
            raise RefusedError("no such button")
        if self.study.when and (what == "ask" or what == "open" and value is not None):
            raise RefusedError("the questions of the study are asked now: end that first")
        if what in ("open", "ask", "close", "again", "split", "answer"):
            polls.remember()
        actions[what]()
        if what in ("open", "ask", "again") and polls.now:
            self.stage = "poll"
        return value

    def _ask_study(self, when, now):
        self.polls.open(None, self.people.values(), now)
        self.study.open(when, now)
        self.stage = "study" if when else "join"

    def _on_stage(self, view):
        if view not in VIEWS:
            raise RefusedError(f"expected one of {', '.join(VIEWS)}")
        self.stage = view

    def _say(self, text):
        self.text, self.stage = str(text or "")[:LONGEST_UNCLEAR], "unclear"

    def _show_case(self, value):
        if not (isinstance(value, list) and len(value) == 2 and value[0] in self._exercises):
            raise RefusedError("expected an exercise and a misconception")
        self.case, self.stage = value, "case"

    def _rename(self, code):
        if not isinstance(code, str) or not CODE.fullmatch(code):
            raise RefusedError("expected a room like blue-42")
        self.code, self.is_renamed = code, True

    def _spoilt_by(self, which, now):
        """The numbers that a way to clean up takes, and the addresses that get no more tickets."""
        if which not in ("minute", "sender", "waiting"):
            raise RefusedError("expected minute, sender or waiting")
        addresses = [self._largest(now)[0]] if which == "sender" else []
        return {"whos": sorted(self._spoilt(now)[which]), "addresses": addresses}

    def _clean_up(self, whos, addresses):
        whos = set(whos)
        self.gate.shut.update(addresses)
        self.gate.take_back(whos)
        voted = Counter(key for who in whos & self.people.keys() for key in self.people[who].votes)
        self._forget(whos)
        for key in voted.keys() & self.polls.frozen.keys():
            if voted[key] >= self.fewest:  # else the difference would tell their votes
                self.polls.freeze(key, self.people.values())

    def _arrived(self, since):
        """(number, address) of all that came since then, whether they did anything or not."""
        yield from ((p.who, p.peer) for p in (*self.people.values(), *self.waiting.values())
                    if p.born >= since)
        yield from ((who, peer) for who, (peer, at) in self.gate.given.items() if at >= since)

    def _largest(self, now):
        """The address with the most numbers of the last ten minutes, and these."""
        found = {}
        for who, peer in self._arrived(now - LONG):
            if peer:  # over a server a number without a ticket has no address
                found.setdefault(peer, set()).add(who)
        return max(found.items(), key=lambda one: len(one[1]), default=("", set()))

    def _spoilt(self, now):
        """Numbers that each of the three ways to clean up would take."""
        return {"minute": {who for who, _ in self._arrived(now - MINUTE)},
                "sender": self._largest(now)[1], "waiting": set(self.waiting)}

    # --- what may be shown ----------------------------------------------------------------------

    def question(self, now):
        """What phones and notebooks show: the open question, and which run of the room this is."""
        study = {"study": self.study.when} if self.study.when else {}
        return {"run": self.run, **study, **self.polls.question(now)}

    def draw(self, now):
        """Take a new picture of the room if one is due; say whether anything is to be shown."""
        self.admit(now)
        ended = self.polls.now is not None and self.polls.now.ends and now >= self.polls.now.ends
        if ended:
            self.polls.close(self.people.values(), now)
        self.polls.freeze_late(self.people.values())
        if now - self._swept > MINUTE:
            self._swept = now
            self.forget_old(now)
        due = self.pace.is_due()
        if due:
            self._picture = Picture(self.people.values(), self.fewest)
        heard, self._heard = self._heard, False
        return due or ended or heard

    def view(self, now):
        """All that a screen may show: exercises of the last picture, votes of the last count."""
        picture, poll = self._picture, self.polls.now
        voting = picture.votes.get((poll.id, poll.round), Counter()) if poll else {}
        return {"room": self.code, "joined": hiding.joined(
            picture.people, [picture.by_state(id) for id in picture.states], self.fewest),
                "here": hiding.rounded(self.gate.here(), self.fewest),
                "fewest": self.fewest, "stage": self.stage,
                "poll": self.polls.view(voting, now), "text": self.text, "case": self.case,
                "exercises": {id: picture.exercise(id) for id in picture.states},
                "sure": self.polls.room_is_sure(), "study": self._study_shown()}

    def sheets(self):
        """How many sheets of the study came, before and after."""
        return Counter(when for person in self.people.values() for when in person.sheets)

    def _study_shown(self):
        """The side that is asked, and how many came, as a multiple of ``fewest``."""
        when = self.study.when
        return when and {"when": when, "sheets": hiding.rounded(self.sheets()[when], self.fewest)}

    def desk(self, now):
        """What only the teacher's own page shows besides."""
        poll, spoilt = self.polls.now, self._spoilt(now)
        found = self.polls.frozen.get((poll.id, poll.round)) if poll else None
        is_words = poll and getattr(self.polls.of(poll.id), "kind", "") == "words"
        return {"locked": self.gate.locked, "waits": self.gate.waits(now)[1],
                "unclear": [text for _, text, _ in self.unclear],
                "spoilt": {name: len(whos) for name, whos in spoilt.items()},
                "words": sorted(found["counts"]) if found and is_words else [],
                "sheets": self.sheets(),
                "allowed": sorted(self.polls.allowed)}

    def splits(self):
        """Counts of all votes so far that may be kept: (question, round, choice, count)."""
        votes = Picture(self.people.values()).votes
        return [(id, again, choice, count) for (id, again), found in sorted(votes.items())
                if id in self.polls.course for choice, count in sorted(found.items())
                if count >= self.fewest]


class Picture:
    """The room at one moment: counts, as they are."""

    def __init__(self, people=(), fewest=hiding.FEWEST):
        self.people, self.kernels, self.fewest = 0, 0, fewest
        self.states, self.named, self.votes = {}, {}, {}
        for person in people:
            self.people += 1
            self.kernels += person.kernel or bool(person.verdicts)
            for id, (status, misconception, _) in person.verdicts.items():
                state = RIGHT if status == "passed" else AT_WORK
                self.states.setdefault(id, Counter())[state] += 1
                if state == AT_WORK:
                    self.named.setdefault(id, Counter())[misconception] += 1
            for key, (choice, *_) in person.votes.items():
                self.votes.setdefault(key, Counter())[choice] += 1

    def by_state(self, id):
        """People who came from a notebook, by what they did with an exercise."""
        states = self.states[id]
        return {NOT_BEGUN: self.kernels - sum(states.values()), AT_WORK: states[AT_WORK],
                RIGHT: states[RIGHT]}

    def exercise(self, id):
        """People by state and by misconception, small counts hidden."""
        hide = hiding.mark(self.fewest)
        named, shown = self.named.get(id, Counter()), hiding.hidden(self.by_state(id), self.fewest)
        parts = hiding.hidden(named, self.fewest)
        if hide in parts.values() and shown[AT_WORK] != hide:
            shown[AT_WORK] = hiding.total(named, self.fewest)  # else a part were the difference
        # Hidden ones by name: their order would tell which is larger.
        order = sorted((name for name in parts if name), key=lambda name: (
            -parts[name] if parts[name] != hide else 0, name))
        return {"states": shown,
                "misconceptions": [{"id": n, "count": parts[n]} for n in order[:MOST_SHOWN]]}
