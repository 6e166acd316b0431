import pytest

from bots.runner.wire import Message, messages

STREAM = (
    "retry: 2000\n\n"
    ": a comment\n\n"
    'event: notice\nid: 7\ndata: {"number":7}\n\n'
    "event: heartbeat\r\ndata: {}\r\n\r\n"
    "data: one\ndata:two\n\n"
    "event: nothing to say\n\n"
    "data: Zürich\u2028Genève\n\n"
).encode()
HEARD = [
    Message("notice", '{"number":7}'),
    Message("heartbeat", "{}"),
    Message("message", "one\ntwo"),
    Message("message", "Zürich\u2028Genève"),
]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_messages_are_the_same_wherever_the_bytes_are_cut(size):
    chunks = [STREAM[at : at + size] for at in range(0, len(STREAM), size)]

    assert list(messages(chunks)) == HEARD


def test_a_message_comes_as_soon_as_it_is_whole():
    def chunks():
        yield b"data: early\n\nda"
        pytest.fail("nobody has to wait for more")

    assert next(messages(chunks())) == Message("message", "early")


def test_a_message_that_was_cut_off_is_none():
    assert list(messages([b"data: whole\n\n", b"data: ha"])) == [Message("message", "whole")]
    assert list(messages([b"data: no blank line\n"])) == []
