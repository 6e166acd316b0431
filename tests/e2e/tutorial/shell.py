"""A shell in a folder, as somebody has it who reads a page."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.e2e.runs import Run
from tests.support.checkout import CHECKOUT
from tests.support.pages import Block, session
from tests.support.processes import clean_env, free_port


def typed(page: str, run: Run, folder: Path) -> subprocess.CompletedProcess[str]:
    """Keep the programs of a page under their names, and type its commands one after the other."""
    found = session(page)
    for block in found:
        if block.file:
            (folder / block.file).write_text(at_home(block.text, run), encoding="utf-8")
    script = "\n".join(block.text for block in found if block.language == "sh" and can_be_typed(block))
    for port in ("9001", "9002"):
        script = script.replace(port, str(free_port()))
    return in_shell(at_home(script, run), run, folder)


def can_be_typed(block: Block) -> bool:
    """Not what `make` starts, which does not end; and what needs node only where there is one."""
    needed = [tool for tool in ("node", "npm") if f"\n{tool} " in f"\n{block.text}"]
    return not block.is_make and all(map(shutil.which, needed))


def at_home(text: str, run: Run) -> str:
    return text.replace("localhost:8000", f"127.0.0.1:{run.port}")


def in_shell(script: str, run: Run, folder: Path) -> subprocess.CompletedProcess[str]:
    text = script.replace(".venv/bin/python", sys.executable)
    return started(["bash", "-eu", "-o", "pipefail", "-c", text], run, folder)


def started(command: list[str], run: Run, folder: Path) -> subprocess.CompletedProcess[str]:
    env = {
        "DATA_DIR": str(run.data),
        "PYTHON": sys.executable,
        "PYTHONPATH": f"{folder / 'site'}:{CHECKOUT}",
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
        "BROWSER": f"{sys.executable} -m tests.support.consent %s &",
        "npm_config_cache": str(folder / "npm"),
        "npm_config_audit": "false",
    }
    return subprocess.run(
        command, cwd=folder, env=clean_env(**env), capture_output=True, text=True, check=False, timeout=300
    )
