"""The questions of a room: which is open, when it ends, what its votes add up to. No network.

How a vote is split is frozen when it is closed and shows only then; while it is open there is only
how many have voted. A question is the course's, or the lecturer's own: letters, a number or words.
"""

import math
import re
from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np

from classroom import RoomError, hiding, words
from misstep.questions import plain_text, questions

LEVELS = (25, 50, 75, 95)  # how sure one can be, in percent
KINDS = ("choice", "number", "words")
_NUMBER = re.compile(r"\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?\s*", re.A | re.I)
LONGEST, MOST_BARS = 40, 8  # letters of a word that is sent; bars of numbers or words


class RefusedError(RoomError):
    """The room does not take this, now or later: why, in one line."""

    taken = 0  # events of the same message that were taken


class ClosedError(RefusedError):
    """A vote that came too late."""


@dataclass(frozen=True)
class Own:
    """A question of the lecturer's own."""

    id: str
    question: str
    choices: dict = field(default_factory=dict)
    kind: str = "choice"
    answer: str = ""
    why: dict = field(default_factory=dict)
    about: str = ""  # lines that stand below it, as they are


@dataclass
class Poll:
    """The question that is asked now."""

    id: str
    round: int = 1
    open: bool = True
    ends: float | None = None
    split: bool = False
    answer: bool = False


class Polls:
    """All questions that were asked, and the votes that were counted at the end."""

    def __init__(self, fewest=hiding.FEWEST):
        self.fewest, self.course, self.own = fewest, questions(), {}
        self.now, self._before = None, []
        self.ended, self.frozen = {}, {}  # (question, round) -> when; what the votes added up to
        self.answered, self.allowed = set(), set()  # questions told; words that may be seen
        self._late = {}  # (question, round) -> people who changed since it was frozen

    def of(self, id):
        """The question of this id; a RefusedError if there is none."""
        found = self.own.get(id) or self.course.get(id) if isinstance(id, str) else None
        if found is None:
            raise RefusedError(f"no question {str(id)[:40]!r}")
        return found

    def listed(self):
        """Questions that were closed, in the order in which that happened first."""
        return list(dict.fromkeys(id for id, _ in self.frozen))

    # --- what a vote has to be --------------------------------------------------------------------

    def round_of(self, id, asked, now):
        """The round for which a vote counts; RefusedError or ClosedError if for none."""
        self.of(id)
        current = self.now is not None and self.now.id == id
        again = asked if asked in (1, 2) else self.now.round if current else 1
        if now > self.ended.get((id, again), now):
            raise ClosedError("the vote is closed")
        if again == 2 and not (current and self.now.round == 2):
            raise ClosedError("nobody asks for a second vote")
        return again

    def choice_of(self, id, choice):
        """The choice, in the form in which it is counted; RefusedError if it is not one."""
        asked = self.of(id)
        kind = getattr(asked, "kind", "choice")
        if not isinstance(choice, str) or len(choice) > LONGEST:
            raise RefusedError("expected a choice as text")
        if kind == "words":
            if said := words.readable(choice).casefold():
                return said
        elif kind == "number":
            if _NUMBER.fullmatch(choice) and abs(value := float(choice.replace(",", "."))) < 1e15:
                return _plain(value + 0.0)  # -0 is 0
        elif choice in asked.choices:
            return choice
        raise RefusedError("an answer that the question does not have")

    # --- what the teacher does --------------------------------------------------------------------

    def open(self, id, people, now):
        """Put a question to the room; the one before it is closed, and None clears the screen."""
        if id is not None:
            self.of(id)
        self.close(people, now)
        if id is None:
            self.now = None
            return
        self.now = Poll(id)
        self.ended.pop((id, 1), None)

    def ask(self, asked, people, now):
        """Put a question of one's own: {"question", "kind", "choices", "answer", "why"}."""
        if not isinstance(asked, dict) or asked.get("kind", "choice") not in KINDS:
            raise RefusedError(f"expected a question of the kinds {', '.join(KINDS)}")
        texts = {key: str(asked.get(key, ""))[:600] for key in ("question", "answer", "about")}
        choices, why = asked.get("choices") or {}, asked.get("why") or {}
        if not (isinstance(choices, dict) and isinstance(why, dict) and len(choices) <= MOST_BARS):
            raise RefusedError("expected choices as {letter: text}")
        id = f"own-{len(self.own) + 1}"
        self.own[id] = Own(id, texts["question"], {str(k)[:1]: str(v)[:300] for k, v in
                           choices.items()}, asked.get("kind", "choice"), texts["answer"],
                           {str(k)[:1]: str(v)[:600] for k, v in why.items()}, texts["about"])
        self.open(id, people, now)

    def close(self, people, now):
        """End the vote that is open; its votes are counted."""
        if self.now is not None and self.now.open:
            self.now.open, self.now.ends = False, None
            key = self.now.id, self.now.round
            self.ended[key] = now
            if key not in self.frozen or self._is_late(key):
                self.freeze(key, people)

    def timer(self, seconds, now):
        """End the vote in so many seconds."""
        if self.now is not None and self.now.open:
            self.now.ends = now + min(max(float(seconds), 5.0), 3600.0)

    def again(self, people, now):
        """Open the second round of the question; the first is closed."""
        if self.now is not None and self.now.round == 1:
            self.close(people, now)
            self.now = replace(self.now, round=2, open=True, split=False, answer=False)
            self.ended.pop((self.now.id, 2), None)

    def show_split(self, shown, people, now):
        """Show how the votes are split; that ends them."""
        if self.now is not None:
            self.close(people, now)
            self.now.split = bool(shown)

    def show_answer(self, shown, people, now):
        """Show or hide which choice is right, here and on the phones; that also ends the vote."""
        if self.now is not None:
            self.close(people, now)
            self.now.answer = bool(shown)
            self.answered.add(self.now.id)

    def remember(self):
        """Keep what is shown now for `undo`."""
        self._before = [*self._before[-20:], self.now and replace(self.now)]

    def undo(self):
        """Show what was shown before the last press; votes stay."""
        if self._before:
            self.now = self._before.pop()
            if self.now is not None and self.now.open:
                self.now.ends = None
                self.ended.pop((self.now.id, self.now.round), None)

    # --- counting ---------------------------------------------------------------------------------

    def changed(self, id, again, who):
        """Note a vote that the count of its round does not have yet."""
        if (id, again) in self.frozen:
            self._late.setdefault((id, again), set()).add(who)

    def _is_late(self, key):
        return len(self._late.get(key, ())) >= self.fewest

    def freeze_late(self, people):
        """Count again the rounds for which enough votes came in after their end (or were sent
        before it and were delayed)."""
        for key in [key for key in self._late if self._is_late(key)]:
            if self.now is None or not self.now.open or (self.now.id, self.now.round) != key:
                self.freeze(key, people)

    def freeze(self, key, people):
        """Count the votes of a round."""
        id, again = key
        self._late.pop(key, None)
        votes = [(p.votes.get((id, 1)), p.votes.get(key)) for p in people if key in p.votes]
        asked = self.of(id)
        right, moved = getattr(asked, "answer", ""), Counter()
        if again == 2 and right:
            moved = Counter((a[0] == right, b[0] == right) for a, b in votes if a)
        sure = Counter((vote[1], vote[0] == right) for _, vote in votes if vote[1] and right)
        chosen = [vote[0] for _, vote in votes]
        before = self.frozen.get((id, 1), {}).get("edges")  # one scale for both votes
        edges = before or edges_of(asked, chosen)
        self.frozen[key] = {"counts": tally(asked, chosen, edges), "edges": edges,
                            "moved": moved, "sure": sure}

    def room_is_sure(self):
        """For each level of confidence the share that was right, of questions that were told."""
        both = Counter()
        for (id, _), found in self.frozen.items():
            if id in self.answered:
                both.update(found["sure"])
        points = []
        for level in LEVELS:
            right, all_ = both[level, True], both[level, True] + both[level, False]
            if all_ >= 2 * self.fewest:  # a share of fewer would be a count
                points.append({"said": level, "right": 5 * round(20 * right / all_)})
        return points

    # --- what may be shown ------------------------------------------------------------------------

    def question(self, now):
        """The open question as a phone shows it: no counts, and the answer once it is shown."""
        if self.now is None:
            return {}
        asked, poll = self.of(self.now.id), self.now
        choices = {letter: text_of(asked, text) for letter, text in asked.choices.items()}
        shown = {"id": asked.id, "round": poll.round, "kind": getattr(asked, "kind", "choice"),
                 "question": text_of(asked, asked.question), "choices": choices,
                 "about": getattr(asked, "about", ""), "open": poll.open,
                 "left": poll.ends and max(0, round(poll.ends - now, 1))}
        if poll.answer:
            shown.update(words.answer(asked))
        return shown

    def view(self, voting, now):
        """What the screens show; ``voting`` are the votes of the open round in the last picture."""
        if self.now is None:
            return None
        poll, asked = self.now, self.of(self.now.id)
        rounds = [self._round(asked, again, voting) for again in range(1, poll.round + 1)]
        shown = {**self.question(now), "rounds": rounds, "split_shown": poll.split,
                 "bars": bars_of(asked, rounds), "answer_shown": poll.answer}
        shown["moved"] = self._moved(asked.id) if poll.answer and poll.split else None
        return shown

    def _round(self, asked, again, voting):
        poll, found = self.now, self.frozen.get((asked.id, again))
        current = again == poll.round
        counts = voting if current and poll.open else found["counts"] if found else {}
        shown = {"committed": self._voted(asked, counts), "split": None, "percent": None}
        if not current or (poll.split and not poll.open):
            shown["split"] = self.split(asked, counts)
            shown["percent"] = self.percent(counts)
        return shown

    def _voted(self, asked, counts):
        """How many voted; while the vote is open, nothing that reveals a small group."""
        if getattr(asked, "kind", "choice") == "choice" and not self.now.open:
            return hiding.total(counts, self.fewest)
        return hiding.rounded(sum(counts.values()), self.fewest)

    def split(self, asked, counts):
        """Counts as they may be shown; of words only those that the teacher let through."""
        if getattr(asked, "kind", "choice") == "words":
            counts = {word: n for word, n in counts.items() if word in self.allowed}
            return dict(list(hiding.hidden(counts, self.fewest).items())[:MOST_BARS])
        return hiding.hidden(counts, self.fewest)

    def percent(self, counts):
        """Whole percents; None where a count is hidden, which they would tell."""
        total = sum(counts.values())
        if not total or hiding.mark(self.fewest) in hiding.hidden(counts, self.fewest).values():
            return None
        return {name: round(100 * count / total) for name, count in counts.items()}

    def _moved(self, id):
        """People by right or wrong in both rounds; None where one of the four is small."""
        moved = self.frozen.get((id, 2), {}).get("moved")
        if not moved or any(0 < n < self.fewest for n in moved.values()):
            return None
        return {f"{'wr'[a]}{'wr'[b]}": moved[a, b] for a in (True, False) for b in (True, False)}


def text_of(asked, text):
    """A text as it is shown: the lecturer's own stays as it was typed.

    >>> text_of(Own("own-1", ""), "Is a<b and c>d?")
    'Is a<b and c>d?'
    """
    return text if isinstance(asked, Own) else plain_text(text)


def tally(asked, chosen, edges=()):
    """How often each answer was given: letters in order, numbers in bars, words by how many.

    >>> tally(Own("own-1", "How many?", kind="number"), ["1", "2", "2"])
    {'1': 1, '2': 2}
    >>> tally(Own("own-1", "How many?", kind="number"), ["1", "2.5", "9"], ["2", "3"])
    {'2 or less': 1, 'to 3': 1, 'above 3': 1}
    >>> tally(Own("own-2", "In a word?", kind="words"), ["noise", "bias", "noise"])
    {'noise': 2, 'bias': 1}
    """
    counts, kind = Counter(chosen), getattr(asked, "kind", "choice")
    if kind == "choice":
        return {letter: counts[letter] for letter in asked.choices}
    if kind == "words":
        return dict(sorted(counts.items(), key=lambda one: (-one[1], one[0])))
    if not edges:
        return {name: counts[name] for name in sorted(counts, key=float)}
    bars = Counter(np.searchsorted([float(edge) for edge in edges], [float(v) for v in chosen]))
    names = [f"{edges[0]} or less", *(f"to {edge}" for edge in edges[1:]), f"above {edges[-1]}"]
    return {name: bars[i] for i, name in enumerate(names)}


def edges_of(asked, chosen):
    """Where the bars of too many different numbers end, with the digits that tell them apart.

    >>> edges_of(Own("own-1", "How many?", kind="number"), [str(10_500 + i) for i in range(12)])
    ['10501', '10502', '10504', '10506', '10507', '10509', '10510']
    """
    if getattr(asked, "kind", "choice") != "number" or len(set(chosen)) <= MOST_BARS:
        return []
    ends = np.linspace(*np.percentile([float(v) for v in chosen], (5, 95)), MOST_BARS - 1)
    step = ends[1] - ends[0]
    digits = -math.floor(math.log10(step)) if step else None
    return sorted({_plain(round(float(end), digits) if step else end) for end in ends}, key=float)


def bars_of(asked, rounds):
    """Names of the bars of the votes that are shown, in order: the keys of an object have none."""
    names = list(dict.fromkeys(name for one in rounds[::-1] for name in one["split"] or ()))
    if getattr(asked, "kind", "choice") != "number" or any(" " in name for name in names):
        return names
    return sorted(names, key=float)


def _plain(value):
    """A number as a bar's name; 0 and -0 are one."""
    return f"{value + 0.0:.15g}"
