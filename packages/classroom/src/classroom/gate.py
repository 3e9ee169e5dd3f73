"""Who may come in: a ticket for each page, at a rate that an address can earn. Knows no network.

An address gets a few tickets at once, then one a second, and one more for each page that it keeps
open: a class behind one address comes in at once, since each phone holds its page; a program that
makes numbers up gets the few, and one more for each page that it holds open, too. Addresses are
scrambled with the room's own key before they come here, and are kept no longer than the room.
"""

import hmac
import secrets
from collections import Counter

FIRST = 40  # tickets that an address gets at once
RATE = 1.0  # tickets a second that it gets back, up to FIRST
MOST_OF_ONE = 2500  # tickets of one address
MOST_PEERS = 20_000  # addresses that are remembered


class Gate:
    """Tickets: given, checked, taken back."""

    def __init__(self, key=None):
        self.key = key or secrets.token_hex(16)
        self.locked = False
        self.given, self.back = {}, set()  # number -> (address, when); numbers whose ticket is void
        self.shut = set()  # addresses that get no more
        self.pages = Counter()  # address -> pages that are open
        self._here = Counter()  # number -> its open pages
        self._earned, self._left = Counter(), {}  # address: tickets for pages; (left, when)

    def label(self, address):
        """An address, scrambled: the same one gives the same eight letters in this room only."""
        return self._hash(f"address {address}")[:8]

    def ticket(self, who, peer, now):
        """The ticket of a number; None while its address has to wait, or for good."""
        if who not in self.given:
            if self.locked or who in self.back or not self.may(peer, now):
                return None
            self.given[who] = (peer, now)
        return self._hash(f"ticket {who}")[:24]

    def holds(self, who, ticket):
        """Whether a number shows its own ticket."""
        return isinstance(ticket, str) and who not in self.back and hmac.compare_digest(
            ticket.encode(errors="replace"), self._hash(f"ticket {who}")[:24].encode())

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
        if self._earned[peer] < self.pages[peer]:
            self._earned[peer] += 1
            return True
        left, then = self._left.get(peer, (FIRST, now))
        left = min(FIRST, left + (now - then) * RATE)
        if len(self._left) >= MOST_PEERS:
            self._left.clear()
        self._left[peer] = (left - (left >= 1), now)
        return left >= 1

    def _hash(self, text):
        return hmac.new(self.key.encode(), text.encode(errors="replace"), "sha256").hexdigest()
