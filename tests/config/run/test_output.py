"""Output that nobody reads, or that has no room, keeps nobody waiting."""

import fcntl
import json
import os
import pty
import sys
import termios
import tty
from collections.abc import Iterator

import pytest

from config.run.console import Console
from config.run.output import Output

LINE = "x" * 99 + "\n"


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """Its two ends; writing blocks, as it does in a shell."""
    reader, writer = os.pipe()
    yield reader, writer
    os.close(reader)
    os.close(writer)


def all_of(reader: int) -> bytes:
    os.set_blocking(reader, False)
    read = b""
    while True:
        try:
            read += os.read(reader, 65536)
        except BlockingIOError:
            return read


def fill(output: Output) -> int:
    """Lines until one is refused; how many were taken."""
    taken = 0
    while output.write(LINE):
        taken += 1
    return taken


def test_lines_beyond_the_room_are_refused_without_waiting(pipe):
    output = Output(pipe[1], room=1000)

    assert fill(output) > 10
    assert not output.write(LINE)


def test_what_was_taken_comes_out_whole_and_in_order_when_somebody_reads(pipe):
    output = Output(pipe[1], room=1000)
    taken = fill(output)

    read = all_of(pipe[0])
    output.flush()
    read += all_of(pipe[0])

    assert read == (LINE * taken).encode()
    assert output.write(LINE)


def test_a_line_longer_than_a_pipe_takes_at_once_arrives_whole(pipe):
    output = Output(pipe[1])
    long = "long " * 30_000 + "\n"

    assert output.write(long)
    read = all_of(pipe[0])
    assert len(read) < len(long)
    for _ in range(10):
        output.flush()
        read += all_of(pipe[0])
    assert read.decode() == long


def test_a_full_disk_keeps_lines_for_later_and_raises_nothing():
    with open("/dev/full", "wb", buffering=0) as disk:  # noqa: PTH123
        output = Output(disk.fileno(), room=1000)

        assert fill(output) == 10
        output.close()


def test_a_reader_that_has_gone_raises_nothing():
    reader, writer = os.pipe()
    os.close(reader)

    assert fill(Output(writer, room=1000)) == 10
    os.close(writer)


def test_a_stopped_terminal_keeps_nobody_waiting_and_its_shell_keeps_its_mode():
    outer, inner = pty.openpty()
    tty.setraw(inner)
    termios.tcflow(inner, termios.TCOOFF)  # what Ctrl-S does
    output = Output(inner, room=1000)

    fill(output)

    assert output.isatty()
    assert not fcntl.fcntl(inner, fcntl.F_GETFL) & os.O_NONBLOCK
    os.close(outer)
    os.close(inner)


def test_dropped_lines_are_counted_and_told_when_lines_are_taken_again(pipe):
    console = Console(Output(pipe[1], room=1000))
    for number in range(2000):
        console.say(f"line {number}")
    before = all_of(pipe[0])

    console.flush()
    console.say("somebody reads again")

    lines = [json.loads(line) for line in (before + all_of(pipe[0])).splitlines()]
    *kept, told, last = lines
    assert [line["message"] for line in kept] == [f"line {number}" for number in range(len(kept))]
    assert told["dropped"] == 2000 - len(kept) > 0
    assert told["message"] == f"{told['dropped']} lines were dropped because this output was not read"
    assert last["message"] == "somebody reads again"


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full")
def test_a_console_on_a_full_disk_says_nothing_and_raises_nothing():
    with open("/dev/full", "w") as disk:  # noqa: PTH123
        console = Console(Output(disk.fileno()))
        console.say("nobody will know")
        console.close()
