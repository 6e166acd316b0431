"""Clients are generated without errors and pass the strictest check of types they are written for."""

from tests.generators import tools


def test_openapi_python_client_is_strictly_typed_and_so_is_the_player(python_client):
    done = tools.python("mypy", "--strict", "signalbox_client", *python_client.glob("*.py"), at=python_client)

    assert done.returncode == 0, tools.said(done)


def test_openapi_typescript_is_strictly_typed_and_so_is_the_player(typescript_client):
    assert tools.type_errors(typescript_client, "--noUncheckedIndexedAccess") == ""


def test_hey_api_generates_strict_typescript(tmp_path):
    folder = tools.typescript(tmp_path / "client")
    done = tools.node("openapi-ts", "-i", tools.DOCUMENT, "-o", "made", "--no-log-file", at=folder)

    assert done.returncode == 0, tools.said(done)
    assert tools.type_errors(folder, "--skipLibCheck") == ""


def test_openapi_generator_generates_strict_typescript(tmp_path):
    folder = tools.typescript(tmp_path / "client")
    warnings = tools.openapi_generator("typescript-fetch", folder / "made")

    assert tools.unanswered("openapi-generator-typescript-fetch", warnings) == []
    assert tools.type_errors(folder) == ""


def test_openapi_generator_generates_python_that_imports_and_has_the_types_it_promises(generated_python):
    folder, warnings = generated_python
    imported = tools.python("python", "-c", "import openapi_client", at=folder)
    checked = tools.python("mypy", "--config-file", "pyproject.toml", "-p", "openapi_client", at=folder)
    errors = [line for line in checked.stdout.splitlines() if " error: " in line]

    assert tools.unanswered("openapi-generator-python", warnings) == []
    assert imported.returncode == 0, tools.said(imported)
    assert tools.unanswered("openapi-generator-python-mypy", errors) == []
