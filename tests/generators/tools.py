"""The generators and linters of `make check-clients`, and what they say."""

from __future__ import annotations

import os
import shutil
import subprocess
import tomllib
from collections.abc import Iterable
from pathlib import Path

from tests.support.checkout import CHECKOUT

VENV = CHECKOUT / ".venv-clients"
HERE = CHECKOUT / "tests" / "generators"
DOCUMENT = CHECKOUT / "openapi" / "schema.yaml"
ANSWERED = tomllib.loads((HERE / "answered.toml").read_text())
# Webhooks are what the server calls, and the client for fetch that it makes of them does not compile.
NO_WEBHOOKS = ("--global-property", "apis,models,supportingFiles")


def run(*argv: object, at: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """A program of the tools' own environment, with its node in front of any other."""
    path = f"{VENV / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [str(word) for word in argv],
        cwd=at,
        env={**os.environ, "PATH": path, "NO_COLOR": "1", **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def python(name: str, *words: object, at: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return run(VENV / "bin" / name, *words, at=at, **env)


def node(name: str, *words: object, at: Path) -> subprocess.CompletedProcess[str]:
    return run(VENV / "bin" / "node", VENV / "npm" / "node_modules" / ".bin" / name, *words, at=at)


def said(done: subprocess.CompletedProcess[str]) -> str:
    return done.stdout + done.stderr


def unanswered(tool: str, lines: Iterable[str]) -> list[str]:
    """The warnings that are not listed with a reason, and the reasons that no warning needs any more."""
    lines, known = list(lines), [entry["warning"] for entry in ANSWERED[tool]]
    new = [line for line in lines if not any(warning in line for warning in known)]
    stale = [f"no longer said: {warning}" for warning in known if not any(warning in line for line in lines)]
    return new + stale


def typescript(folder: Path) -> Path:
    """A folder in which TypeScript finds its packages and its settings."""
    folder.mkdir(exist_ok=True)
    (folder / "node_modules").symlink_to(VENV / "npm" / "node_modules")
    shutil.copy(HERE / "tsconfig.json", folder)
    shutil.copy(HERE / "package.json", folder)
    return folder


def type_errors(folder: Path, *options: str) -> str:
    return said(node("tsc", "--project", folder, *options, at=folder))


def openapi_generator(name: str, folder: Path) -> list[str]:
    """Generates with this generator of openapi-generator; its warnings and errors."""
    words = ("generate", "-i", DOCUMENT, "-g", name, "-o", folder, *NO_WEBHOOKS)
    done = python("openapi-generator-cli", *words, at=folder.parent)
    assert done.returncode == 0, said(done)
    return [line for line in said(done).splitlines() if " WARN " in line or " ERROR " in line]
