"""Processes that are killed, or stand still for a while; and all of them at once."""

from __future__ import annotations

import signal
import time
from contextlib import suppress

import psutil

from tests.chaos.faults.catalogue import STOP_SECONDS, Fault, Scene, Skipped, fault
from tests.chaos.stack import PROGRAMS


def some_process(scene: Scene, name: str) -> psutil.Process:
    """A program by its name or, with a slash, one of its children."""
    parent, _, word = name.partition("/")
    found = scene.stack.program(parent)
    if found is None:
        raise Skipped(f"{parent} is down")
    if not word:
        return found
    with suppress(psutil.NoSuchProcess):
        children = [child for child in found.children() if matches(child, word)]
        if children:
            return scene.whim.choice(children)
    raise Skipped(f"{parent} has no such process")


def matches(process: psutil.Process, word: str) -> bool:
    if word in ("worker", "hand"):
        return True
    title = " ".join(process.cmdline())
    return ("[local]" in title) == (word == "backend")


VICTIMS = (*PROGRAMS, "web/worker", "worker/hand", "postgres/backend", "postgres/helper")


def killer(name: str) -> Fault:
    def kill(scene: Scene) -> None:
        with suppress(psutil.NoSuchProcess):
            some_process(scene, name).kill()

    return kill


def stopper(name: str) -> Fault:
    """A program stands still with all its children."""

    def stop(scene: Scene) -> None:
        process = some_process(scene, name)
        with suppress(psutil.NoSuchProcess):
            hold_still([process, *process.children(recursive=True)], scene.seconds(STOP_SECONDS))

    return stop


def hold_still(processes: list[psutil.Process], seconds: float) -> None:
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.suspend()
    time.sleep(seconds)
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.resume()


for _name in VICTIMS:
    fault(f"kill {_name}")(killer(_name))
    fault(f"stop {_name}")(stopper(_name))


@fault("stop supervisor")
def stop_supervisor(scene: Scene) -> None:
    hold_still([psutil.Process(scene.stack.run.process.pid)], scene.seconds(STOP_SECONDS))


@fault("restart all", 4)
def restart_all(scene: Scene) -> None:
    scene.stack.restart(signal.SIGTERM)


@fault("kill all", 4)
def kill_all(scene: Scene) -> None:
    """The supervisor is killed; the kernel ends its children."""
    scene.stack.restart(signal.SIGKILL)
