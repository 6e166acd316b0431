"""The linters with their recommended rules; what is switched off has its reason beside it."""

from tests.generators import tools


def test_spectral_finds_nothing(tmp_path):
    rules = tools.HERE / "spectral.yaml"
    done = tools.node("spectral", "lint", tools.DOCUMENT, "--ruleset", rules, "-F", "hint", at=tmp_path)

    assert done.returncode == 0, tools.said(done)
    assert "No results" in done.stdout


def test_redocly_finds_nothing(tmp_path):
    config = tools.HERE / "redocly.yaml"
    done = tools.node("redocly", "lint", tools.DOCUMENT, "--config", config, at=tmp_path)

    assert done.returncode == 0, tools.said(done)
    assert "warning" not in tools.said(done).lower()
