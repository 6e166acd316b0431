"""The Python package has what the document has, and the version of the API."""

import re
import subprocess
import sys
import tomllib

from signalbox_client import Client, __version__, records
from tests.support.api_client import document
from tests.support.checkout import CHECKOUT

FOLDER = CHECKOUT / "clients" / "python"
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
STREAMS = {"streamGame", "streamMe"}  # read by follow


def test_its_version_is_that_of_the_api():
    package = tomllib.loads((FOLDER / "pyproject.toml").read_text())
    (newest, *_) = re.findall(r"^## .*?(\d+\.\d+\.\d+)", (FOLDER / "CHANGELOG.md").read_text(), re.MULTILINE)

    assert __version__ == PROJECT["version"] == newest
    assert package["tool"]["setuptools"]["dynamic"]["version"] == {
        "attr": "signalbox_client.version.__version__"
    }


def test_what_is_generated_is_what_the_document_says():
    found = subprocess.run(
        [sys.executable, FOLDER / "generator", "--check"], capture_output=True, text=True, check=False
    )

    assert (found.returncode, found.stdout) == (0, "")


def test_every_operation_has_a_method():
    """A method says which address it asks."""
    source = (FOLDER / "src" / "signalbox_client" / "resources.py").read_text()
    asked = {
        (method, re.sub(r"{part\((\w+)\)}", r"{\1}", path))
        for method, path in re.findall(r'Request\(\s*"([A-Z]+)",\s*f?"([^"]+)"', source)
    }
    said = {
        (method.upper(), path)
        for path, methods in document()["paths"].items()
        for method, entry in methods.items()
        if isinstance(entry, dict) and entry.get("operationId", "streamMe") not in STREAMS
    }

    assert asked == said


def test_every_code_has_a_name():
    assert set(records.ProblemCode) == set(document()["components"]["schemas"]["ProblemCode"]["enum"])


def test_its_licence_is_ours_and_it_needs_what_the_server_has_anyway():
    package = tomllib.loads((FOLDER / "pyproject.toml").read_text())["project"]

    assert (FOLDER / "LICENSE").read_text() == (CHECKOUT / "LICENSE").read_text()
    assert set(package["dependencies"]) <= set(PROJECT["dependencies"])
    assert package["requires-python"] == PROJECT["requires-python"]


def test_its_methods_are_documented_and_named():
    with Client("http://server") as client:
        assert client.games.create.__name__ == "create"
        assert client.games.create.__doc__
