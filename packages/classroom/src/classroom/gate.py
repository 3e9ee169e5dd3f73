"""Who may come in: a ticket for each page, at a rate that an address can earn. Knows no network.

An address gets a few tickets at once, then one a second. A class behind one address waits a little,
until the lecturer lets that address in (``trusted``): then each page that it keeps open earns one.
An address may also send only at a limited rate. Addresses are scrambled before they come here, with
a key that is nowhere but in memory: after a crash no file tells an address, and none is known
again.
"""

import hmac
import secrets
from collections import Counter

FIRST = 40  # tickets that an address gets at once
RATE = 1.0  # tickets a second that it gets back, up to FIRST
FIRST_BYTES, BYTES_RATE = 2_000_000, 100_000  # the same of bytes
WAITING = 60  # seconds for which a number that has to wait counts
MOST_OF_ONE = 2500  # tickets of one address
MOST_PEERS = 20_000  # addresses that are remembered


class Gate:
    """Tickets: given, checked, taken back."""

    def __init__(self, key=None):
        self.key = key or secrets.token_hex(16)
        self.locked = False
        self.given, self.back = {}, set()  # number -> (address, when); numbers whose ticket is void
        self.shut = set()  # addresses that get no more
        self.trusted = set()  # addresses that the lecturer lets in, page by page
        self.wanting = {}  # numbers that have to wait: (address, when)
        self.pages = Counter()  # address -> pages that are open
        self._here = Counter()  # number -> its open pages
        self._earned, self._left = Counter(), {}  # address: tickets for pages; (left, when)
        self._bytes, self._label_key = {}, secrets.token_hex(16)

    def label(self, address):
        """An address, scrambled: the same one gives the same eight characters in this room only."""
        return _hash(self._label_key, f"address {address}")[:8]

    def ticket(self, who, peer, now):
        """The ticket of a number; None while its address has to wait, or forever."""
        if who not in self.given:
            if self.locked or who in self.back:
                return None
            if not self.may(peer, now):
                self._note(who, peer, now)
                return None
            self.wanting.pop(who, None)
            self.given[who] = (peer, now)
        return _hash(self.key, f"ticket {who}")[:24]

    def _note(self, who, peer, now):
        if peer not in self.shut:
            self.wanting.pop(who, None)
            self.wanting[who] = (peer, now)
        while self.wanting and now - next(iter(self.wanting.values()))[1] > WAITING:
            del self.wanting[next(iter(self.wanting))]
        if len(self.wanting) > MOST_OF_ONE:  # an address pushes out only its own numbers
            count = Counter(peer for peer, _ in self.wanting.values())
            most = max(count, key=count.get)
            del self.wanting[next(who for who, (at, _) in self.wanting.items() if at == most)]

    def waits(self, now):
        """The address at which most numbers wait, and how many: ("", 0) where none does.

        One that is let in already is none of them: else its inventions would hide a class.
        """
        count = Counter(peer for peer, at in self.wanting.values()
                        if now - at < WAITING and peer not in self.trusted)
        return max(count.items(), key=lambda one: one[1], default=("", 0))

    def holds(self, who, ticket):
        """Whether a number shows its own ticket."""
        return isinstance(ticket, str) and who not in self.back and hmac.compare_digest(
            ticket.encode(errors="replace"), _hash(self.key, f"ticket {who}")[:24].encode())

    def opened(self, who, peer):
        """Note a page that is open."""
        self.pages[peer] += 1
        self._here[who] += 1

    def closed(self, who, peer):
        """Note that it was closed."""
        for count, key in ((self.pages, peer), (self._here, who)):
            count[key] -= 1
            if count[key] <= 0:
                del count[key]

    def here(self):
        """How many numbers with a ticket have a page open."""
        return sum(who in self.given for who in self._here)

    def take_back(self, whos):
        """Make tickets void."""
        self.back.update(whos)
        for who in whos:
            self.given.pop(who, None)

    def may(self, peer, now):
        """Whether an address may try what costs it a ticket: to get one, or a room's name."""
        if peer in self.shut or self._earned[peer] >= MOST_OF_ONE:
            return False
        if peer in self.trusted and self._earned[peer] < self.pages[peer]:
            self._earned[peer] += 1
            return True
        return _spend(self._left, peer, 1, FIRST, RATE, now)

    def carries(self, peer, count, now):
        """Whether an address may send so many bytes more."""
        return _spend(self._bytes, peer, count, FIRST_BYTES, BYTES_RATE, now)


def _spend(purses, peer, cost, most, rate, now):
    """Whether a purse, which fills again at a rate, has so much; if so, it is taken out."""
    left, then = purses.get(peer, (most, now))
    left = min(most, left + (now - then) * rate)
    if len(purses) >= MOST_PEERS:
        purses.clear()
    enough = left >= cost
    purses[peer] = (left - cost if enough else left, now)
    return enough


def _hash(key, text):
    return hmac.new(key.encode(), text.encode(errors="replace"), "sha256").hexdigest()
