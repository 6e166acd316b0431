"""Two generated clients and a server for them, made once for each process of the tests."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.runs import Run, running
from tests.generators import tools

MANY = "1000000"


@pytest.fixture(scope="session")
def python_client(tmp_path_factory) -> Path:
    """A folder with what openapi-python-client generates, and the programs that use it."""
    folder: Path = tmp_path_factory.mktemp("python")
    config = tools.HERE / "openapi-python-client.yaml"
    words = ("--path", tools.DOCUMENT, "--config", config, "--meta", "none")
    done = tools.python(
        "openapi-python-client",
        "generate",
        *words,
        "--fail-on-warning",
        "--output-path",
        "signalbox_client",
        at=folder,
    )
    assert done.returncode == 0, tools.said(done)
    for program in (tools.HERE / "players").glob("*.py"):
        shutil.copy(program, folder)
    return folder


@pytest.fixture(scope="session")
def typescript_client(tmp_path_factory) -> Path:
    """A folder with what openapi-typescript generates, and the programs that use it."""
    folder = tools.typescript(tmp_path_factory.mktemp("typescript"))
    words = (tools.DOCUMENT, "--default-non-nullable=false", "-o", "schema.ts")
    done = tools.node("openapi-typescript", *words, at=folder)
    assert done.returncode == 0, tools.said(done)
    for program in (tools.HERE / "players").glob("*.ts"):
        shutil.copy(program, folder)
    return folder


@pytest.fixture(scope="session")
def generated_python(tmp_path_factory) -> tuple[Path, list[str]]:
    """A folder with what openapi-generator makes for Python, and its warnings."""
    folder = tmp_path_factory.mktemp("openapi-generator") / "made"
    return folder, tools.openapi_generator("python", folder)


@pytest.fixture(scope="session")
def server(tmp_path_factory) -> Iterator[Run]:
    """Everything at one address, with limits that a fuzzer does not reach."""
    data = tmp_path_factory.mktemp("server") / "data"
    limits = {f"RATE_LIMIT_{name}": MANY for name in ("PLAYER", "ADDRESS", "SIGN_UP")}
    with running(
        data, None, WEB_PROCESSES="1", TASK_PROCESSES="1", WEBHOOKS_TO_PRIVATE_ADDRESSES="all", **limits
    ) as run:
        yield run


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not (tools.VENV / "installed.lock").exists():
        for item in items:
            item.add_marker(pytest.mark.skip("the tools are not installed: make check-clients"))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Prints what the tests counted."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            terminalreporter.write_line(f"{name}: {value}")
