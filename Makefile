# Every target needs no more than python3 (3.11 or later), pip and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
# An empty CI variable means a person is watching.
PIP := $(PY) -m pip --disable-pip-version-check --quiet

# `make test ARGS="-k ready"` hands more words to the tool behind a target.
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run test check bench format schema lock manage clean
# A failed install must not leave its stamp behind.
.DELETE_ON_ERROR:

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-8s %s\n", $$1, $$2}' Makefile

test: $(VENV)/dev.stamp ## run all tests on a real PostgreSQL and a real Redis
	$(PY) -m pytest -n auto --dist worksteal $(ARGS)

check: $(VENV)/dev.stamp ## format, lint, types, import contracts
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	$(BIN)/lint-imports

format: $(VENV)/dev.stamp ## format the code and mend what the linter can mend
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

# One lock serves every supported Python and platform; no index, header or note of origin goes in.
COMPILE = $(BIN)/uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --no-emit-find-links pyproject.toml $(ARGS)

lock: $(VENV)/dev.stamp ## resolve the pinned dependencies anew (ARGS=--upgrade for the newest)
	$(COMPILE) -o requirements.lock
	$(COMPILE) --group dev -c requirements.lock -o requirements-dev.lock
	$(COMPILE) --group dev --group bench -c requirements-dev.lock -o requirements-bench.lock

clean: ## remove what the tools made, but not the data
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PY):
	$(PYTHON) -m venv $(VENV)

$(VENV)/run.stamp: requirements.lock | $(PY)
	$(PIP) install --require-hashes -r requirements.lock
	@touch $@

$(VENV)/dev.stamp: requirements-dev.lock | $(PY)
	$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@ $(VENV)/run.stamp
