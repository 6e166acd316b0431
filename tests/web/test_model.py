"""What the page knows and decides, tried without a browser: all programs in one run of Deno."""

from pathlib import Path

from tests.clients.javascript.runtimes import DENO, deno, ran
from tests.support.checkout import CHECKOUT
from tests.support.exports import sound_export

PROGRAMS = Path(__file__).parent / "programs"
ALLOWED = "--quiet", "--no-check", "--no-lock", "--allow-read", "--allow-env"


@deno
def test_the_page_without_a_browser(tmp_path):
    export = tmp_path / "game.ndjson"
    export.write_text("\n".join(sound_export()))

    done = ran(
        DENO, "test", *ALLOWED, "--config", CHECKOUT / "web" / "deno.json", PROGRAMS, EXPORT=str(export)
    )

    assert done.returncode == 0, done.stdout + done.stderr
