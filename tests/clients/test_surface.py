"""What is learned with one client holds for the other: both have the same methods and functions."""

from __future__ import annotations

import inspect
import re

import pytest

import signalbox_client
from signalbox_client.games import Games, Me
from tests.clients.javascript.runtimes import CLIENT

GENERATED = (CLIENT / "src" / "api.d.ts").read_text()
BY_HAND = (CLIENT / "src" / "index.d.ts").read_text()
OWN = {"Games": (Games, "Games"), "Me": (Me, "OwnAccount")}
RESOURCES = re.findall(r"^export interface (\w+)Api ", GENERATED, re.MULTILINE)


def snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def methods_of(interface: str, text: str) -> set[str]:
    """The methods of an interface in TypeScript, in Python's spelling."""
    (inside,) = re.findall(rf"^export interface {interface} .*?{{$(.*?)^}}$", text, re.MULTILINE | re.DOTALL)
    return {snake(name) for name in re.findall(r"^  (\w+)\(", inside, re.MULTILINE)}


@pytest.mark.parametrize("resource", RESOURCES)
def test_a_resource_has_the_same_methods_in_both(resource):
    javascript = methods_of(f"{resource}Api", GENERATED)
    python, interface = OWN.get(resource, (getattr(signalbox_client.resources, f"{resource}Operations"), ""))
    if interface:
        javascript |= methods_of(interface, BY_HAND)

    assert {name for name, _ in inspect.getmembers(python) if name[0] != "_"} == javascript


def test_the_functions_and_errors_are_the_same_but_for_what_only_pages_need():
    functions = {snake(name) for name in re.findall(r"^export function (\w+)\(", BY_HAND, re.MULTILINE)}
    errors = set(re.findall(r"^export class (\w+) extends", BY_HAND, re.MULTILINE))
    ours = set(signalbox_client.__all__)

    assert functions - ours == {"begin_sign_in", "finish_sign_in", "new_key"}
    assert errors == {name for name in ours if is_error(getattr(signalbox_client, name))}


def is_error(found: object) -> bool:
    return isinstance(found, type) and issubclass(found, Exception)
