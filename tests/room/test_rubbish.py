"""Requests that are none, at both ports: each is refused, nothing is counted, the room goes on."""

import gzip
import json
import logging
import socket

import pytest

from classroom import door
from helpers_room import Running

WHO = f"{1:016x}"
EVENT = {"seq": 1, "kind": "vote", "id": "01-line", "choice": "B"}


def http(method="POST", path="/v", body=b"", *heads, length=None):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", *heads]
    if body or length is not None:
        lines.append(f"Content-Length: {len(body) if length is None else length}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def message(**changed):
    whole = {"room": "blue-42", "who": WHO, "from": "k", "ticket": "TICKET", "events": [EVENT]}
    return http(body=json.dumps({**whole, **changed}).encode())


def event(**changed):
    return message(events=[{**EVENT, **changed}])


CHUNKED = "Transfer-Encoding: chunked"
REQUESTS = {  # name: bytes; TICKET stands for a ticket that is right
    # a body that is no message
    "empty": http(length=0), "half": http(body=b"{"), "null": http(body=b"null"),
    "list": http(body=b"[]"), "text": http(body=b'"x"'), "number": http(body=b"7"),
    "no utf-8": http(body=b"\xff\xfe\x00"), "nan": http(body=b'{"who": NaN}'),
    "utf-16": http(body=json.dumps({"who": WHO}).encode("utf-16")),
    "9,000 brackets": http(body=b"[" * 9000), "deep object": http(body=b'{"a":' * 3000),
    "a large number": http(body=b'{"who": 1' + b"0" * 6000 + b"}"),
    "gzip": http("POST", "/v", gzip.compress(b"{}"), "Content-Encoding: gzip"),
    "form": http("POST", "/v", b"who=1&room=2",
                 "Content-Type: application/x-www-form-urlencoded"),
    "multipart": http("POST", "/v", b"--x\r\n\r\n",
                      "Content-Type: multipart/form-data; boundary=x"),
    "a surrogate": message(who="\ud800" * 16), "too long": http(body=b" " * 20_000 + b"{}"),
    # a message that is none
    "no ticket": message(ticket=None), "a ticket as a list": message(ticket=[]),
    "another's ticket": message(who=f"{2:016x}"), "who as a number": message(who=1),
    "who in capitals": message(who="ABCDEF0123456789"), "another room": message(room="red-17"),
    "room as a list": message(room=["blue-42"]), "no events": message(events=None),
    "events as an object": message(events={"0": EVENT}), "51 events": message(events=[EVENT] * 51),
    "a long sender": message(**{"from": "k" * 9}), "a sender that is none": message(**{"from": {}}),
    # an event that is none
    "seq as text": event(seq="1"), "seq true": event(seq=True), "seq 0": event(seq=0),
    "seq below": event(seq=-1), "seq too large": event(seq=2**60), "seq a fraction": event(seq=1.5),
    "kind as a list": event(kind=["vote"]), "another kind": event(kind="grade"),
    "no id": event(id=None), "id as an object": event(id={}), "a path": event(id="../../x"),
    "another letter": event(choice="E"), "choice as a list": event(choice=["B"]),
    "round 3 of none": event(round=2), "script": event(kind="unclear", text="a\u202eb\x00"),
    "a long sentence": event(kind="unclear", text="x" * 141),
    "text as a number": event(kind="unclear", text=5),
    "status": event(kind="verdict", id="softmax", status="great"),
    "an exercise": event(kind="verdict", id="__class__", status="failed"),
    # at the other paths
    "join with nothing": http(path="/join", length=0),
    "join a list": http(path="/join", body=b"[]"),
    "join by who alone": http(path="/join", body=json.dumps({"who": WHO * 2}).encode()),
    "join another room": http(path="/join", body=json.dumps(
        {"who": f"{9:016x}", "room": "<b>"}).encode()),
    "leave with nothing": http(path="/leave", body=b"0"), "get a vote": http("GET", "/v"),
    "delete": http("DELETE", "/v"), "trace": http("TRACE", "/"), "put": http("PUT", "/", b"x"),
    "a path up": http("GET", "/../../etc/passwd"), "a coded path": http("GET", "/%2e%2e/%00"),
    "bad percent": http("GET", "/now%ZZ"), "teacher's paths": http("GET", "/live?key="),
    "a long path": http("GET", "/" + "x" * 60_000),
    # what is no request
    "not http": b"\x00\x01\x02\x03\r\n\r\n",
    "tls": bytes.fromhex("16030100c8010000c40303") + b"x" * 99,
    "no version": b"GET /\r\n\r\n", "version 9": b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
    "no host": b"POST /v HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}",
    "two lengths": http("POST", "/v", b"{}", "Content-Length: 7"),
    "length below": http("POST", "/v", b"", "Content-Length: -5"),
    "length as words": http("POST", "/v", b"", "Content-Length: many"),
    "length beyond": http("POST", "/v", b"", "Content-Length: 99999999999"),
    "a bad chunk": http("POST", "/v", b"", CHUNKED) + b"zz\r\nhello\r\n0\r\n\r\n",
    "chunks beyond": http("POST", "/v", b"", CHUNKED) + b"fffff\r\n" + b"x" * 70_000,
    "length and chunks": http("POST", "/v", b"{}", CHUNKED),
    "a long head": http("POST", "/v", b"", "X: " + "y" * 70_000),
    "many heads": http("POST", "/v", b"", *(f"X{i}: y" for i in range(9000))),
    "a head without name": http("POST", "/v", b"", ": y"),
    "nul in a head": http("GET", "/", b"", "X: \0"),
    "a broken line": b"GET / HTTP/1.1\rHost: localhost\n\n", "two at once": http("GET", "/") * 2,
}  # fmt: skip
FINE = {"two at once": "200", "no host": "400"}  # what comes back where it is not 4xx or nothing


@pytest.fixture(scope="module")
def room():
    found = Running()
    yield found
    found.stop()


def answer(address, data, *, whole=True):
    host, _, port = address.partition(":")
    with socket.create_connection((host, int(port)), timeout=20) as link:
        text = b""
        try:
            link.sendall(data)
            if whole:
                link.shutdown(socket.SHUT_WR)
            while part := link.recv(65536):
                text += part
        except OSError:  # it was closed while we spoke
            pass
    return text


def test_there_are_sixty_and_more():
    assert len(REQUESTS) >= 60


@pytest.mark.parametrize("name", REQUESTS)
def test_what_is_no_request_is_refused_and_counts_nothing(room, name, caplog):
    data = REQUESTS[name].replace(b"TICKET", room.ticket(1).encode())
    if b"Content-Length: " in data and b'"ticket": "TICKET"' in REQUESTS[name]:
        head, _, body = data.partition(b"\r\n\r\n")
        head = b"\r\n".join(line for line in head.split(b"\r\n") if b"Content-Length" not in line)
        data = head + f"\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
    with caplog.at_level(logging.INFO):
        text = answer(room.address, data)
    status = text[9:12].decode() if text else ""
    assert status in (FINE.get(name, ""), "") or "400" <= status < "500", text[:200]
    assert not any(record.levelno >= logging.ERROR or record.exc_info for record in caplog.records)
    assert "Traceback" not in text.decode(errors="replace")
    assert not any(person.votes or person.verdicts for person in room.room.room.people.values())
    assert not room.room.room.unclear


def test_the_room_goes_on_after_all_of_them(room):
    for data in REQUESTS.values():
        answer(room.address, data)
    assert room.send(5, EVENT)["new"] == 1
    assert list(room.room.room.people[f"{5:016x}"].votes) == [("01-line", 1)]
    room.room.leave(f"{5:016x}")


@pytest.mark.parametrize("body", [b"[" * 9000, b"{}", b"[]", b'{"do": []}', b'{"do": "open"}',
                                  b'{"do": "open", "id": {}}', b'{"do": "ask", "id": "x"}',
                                  b'{"do": "timer", "id": "soon"}', b'{"do": "mistake", "id": 7}',
                                  b'{"do": "mistake", "id": ["step", "sign/none"]}',
                                  b'{"do": "stage", "id": "<b>"}', b'{"do": "rename", "id": 1'])
def test_buttons_that_there_are_not_are_refused_too(room, body, caplog):
    address, _, key = room.teacher.removeprefix("http://").partition("/?")
    room.teach("open", "01-line")
    text = answer(address, http(path=f"/do?{key}", body=body), whole=False)
    assert text.startswith(b"HTTP/1.1 400") or body == b'{"do": "open"}', text[:200]
    assert not any(record.levelno >= logging.ERROR for record in caplog.records)


def test_what_goes_wrong_is_one_line_in_the_terminal(capsys):
    logger = logging.getLogger("classroom.test")
    logger.propagate = False
    logger.addHandler(once := door.Once())
    for i in range(500):
        try:
            raise OSError(24, "Too many open files")
        except OSError:
            logger.exception("accept %d", i)
    logger.removeHandler(once)
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "Too many open files" in said and "Traceback" not in said
