# Every target needs no more than python3 (3.11 or later), pip and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python

# `make test ARGS="-k ready"` hands more words to the tool behind a target; `make test ARGS=--cov` reports coverage.
ARGS ?=

# A run and the tests start many processes: each would compile the whole project again.
unexport PYTHONDONTWRITEBYTECODE

# Only wheels: nothing is compiled here, so a package that has none for this platform is found out at once.
INSTALL = $(PY) -m pip --disable-pip-version-check --quiet install --only-binary :all: --require-hashes
NO_INSTALL = signalbox: the pinned packages could not be installed (pip says why above); \
	there are wheels of all of them for CPython 3.11 to 3.14 on Linux (x86_64, aarch64) and macOS (arm64).
NO_PYTHON = signalbox: $(PYTHON) is missing or older than 3.11; install a newer one, or name it: make run PYTHON=python3.12
NO_VENV = signalbox: $(PYTHON) cannot make a virtual environment (it says why above).

# The client of this checkout is imported as if it were installed: Python reads such path files.
ADD_CLIENT = echo '$(CURDIR)/clients/python/src' > "$$($(PY) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/signalbox-client.pth"

# Commands that load the settings but serve nobody.
DJANGO = DJANGO_SETTINGS_MODULE=tests.settings $(PY)
SCHEMA = $(DJANGO) manage.py spectacular --validate --fail-on-warn

.DEFAULT_GOAL := help
.PHONY: help run docs test test-citus test-python check check-clients chaos fuzz bench format schema lock manage backup restore demo clean mutants
.DELETE_ON_ERROR:

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-13s %s\n", $$1, $$2}' Makefile

run: $(VENV)/run.stamp docs ## start everything: PostgreSQL, Redis, proxy, web, streams, worker, hooks, notifier and beat (PORT, DATA_DIR)
	@exec $(PY) -m config.run

# Files that a server hands out, made again when anything they are made of is newer.
DOCS := .docs
DOCS_FROM := $(shell find CHANGELOG.md CONTRIBUTING.md docs rules openapi clients */README.md -type f ! -name '*.pyc')
docs: $(DOCS)/index.html ## write the documentation that a server shows at /docs, unless it is up to date
$(DOCS)/index.html: $(VENV)/run.stamp $(DOCS_FROM)
	@$(PY) -m docs.site $(DOCS)

# A worker takes a file at a time, in the order in which they are collected (tests/support/spread.py).
SPREAD := -n auto --dist loadfile --no-loadscope-reorder

test: $(VENV)/dev.stamp ## run all tests on a real PostgreSQL and a real Redis (ARGS=--cov for coverage)
	$(PY) -m pytest $(SPREAD) $(ARGS)

# What a distributed database can change. Pages in a browser, clients, the proxy and the programs of the documentation ask it
# nothing that is not asked here, except for the requests of the reference, which are all reads there are.
ROOMS := accounts calendars datasets deliveries log me messages notices notifications oauth people ratings relations search \
	transparency webhooks work
MOVES := actions_post clocks idempotency resign sweep
READING := games_list my_games
TABLES := codes game_create invitations pause quotas rematch return seats start vacation
REPORTS := compare reports
PAGES := account recovery sign_in
ALONE := failures notifier_process projector retention tasks
ON_CITUS := tests/concurrency $(ROOMS:%=tests/games/%) $(MOVES:%=tests/games/moves/test_%.py) \
	$(READING:%=tests/games/reading/test_%.py) $(TABLES:%=tests/games/tables/test_%.py) \
	$(REPORTS:%=tests/games/audits/test_%.py) $(PAGES:%=tests/games/pages/test_%.py) $(ALONE:%=tests/games/test_%.py)
# One after the other: they kill nodes, or need all of the machine.
RUNS := crash faults machines notifications runner webhooks
WITH_NODES := tests/citus $(RUNS:%=tests/e2e/test_%.py) tests/e2e/tutorial/test_streams.py tests/e2e/tutorial/test_reference.py
test-citus: $(VENV)/dev.stamp ## run the end-to-end, concurrency and fault tests, and those of what is placed, on a Citus cluster (CITUS_DATABASE_URL)
	@test -n "$$CITUS_DATABASE_URL" || { echo 'signalbox: CITUS_DATABASE_URL is not set; name a superuser of a coordinator.' >&2; exit 1; }
	$(PY) -m pytest $(SPREAD) $(ON_CITUS) $(ARGS)
	$(PY) -m pytest $(WITH_NODES) $(ARGS)

test-python: $(VENV)/dev.stamp ## run the tests of rules, proof, bots and the client on another Python at hand (OTHER=python3.13)
	@.ci/test-python $(OTHER)

CHECKS := check-format check-lint check-types check-imports check-migrations check-schema check-javascript check-locks check-subjects
.PHONY: $(CHECKS)
$(CHECKS): $(VENV)/dev.stamp

check: $(CHECKS) ## format, lint, types, import contracts, migrations, schema, clients, lock files, subjects of commits

check-format:
	$(PY) -m ruff format --check .
check-lint:
	$(PY) -m ruff check .
check-types:
	$(PY) -m mypy
check-imports:
	$(BIN)/lint-imports --no-logo
check-migrations:
	$(DJANGO) -m config.embedded.throwaway $(PY) manage.py makemigrations --check --dry-run
check-schema:
	$(SCHEMA) | diff -u openapi/schema.yaml - || { echo 'Run `make schema` and commit the difference.'; exit 1; }
	$(PY) clients/python/generator --check
check-javascript:
	$(PY) clients/javascript/generate.py --check
	@test -x $(BIN)/deno || echo 'Skipped: types of JavaScript are checked by Deno, which has no wheel for this platform.'
	test ! -x $(BIN)/deno || $(BIN)/deno check --quiet --config clients/javascript/deno.json clients/javascript/src/*.js tests/clients/javascript/programs/typed.ts
	test ! -x $(BIN)/deno || $(BIN)/deno check --quiet --config web/deno.json $$(find web -name '*.js' -not -path '*/vendor/*')
check-locks:
	@! grep -nE '://|--(extra-)?index-url|--find-links' requirements/*.lock || { echo 'A lock file names an address.'; exit 1; }
check-subjects:
	.ci/check-subjects

check-clients: $(VENV)/dev.stamp ## lint the OpenAPI document, generate clients from it, play with them, fuzz the server
	@.ci/check-clients $(ARGS)

chaos: $(VENV)/dev.stamp ## strike a whole run under load with random faults, and check what it said (ARGS="--faults 500 --seed 7")
	$(PY) -m tests.chaos $(ARGS)

fuzz: $(VENV)/dev.stamp $(VENV)-fuzz/stamp ## fuzz the parsers with coverage, two minutes each (ARGS="--seconds 600 exports notes")
	PYTHONPATH=$(VENV)-fuzz $(PY) -m tests.fuzz $(ARGS)

mutants: $(VENV)/dev.stamp ## plant small breakages and see which the tests notice; an hour (ARGS="--count 80 --seed 2")
	$(PY) -m tests.mutants $(ARGS)

bench: $(VENV)/bench.stamp ## run the benchmarks; a table here, JSON in bench-results/ (ARGS=name for one)
	$(PY) -m tests.bench $(ARGS)

format: $(VENV)/dev.stamp ## format the code and fix what the linter can fix
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

schema: $(VENV)/dev.stamp ## write openapi/schema.yaml and what is generated from it again
	$(SCHEMA) --file openapi/schema.yaml
	$(PY) clients/python/generator
	$(PY) clients/javascript/generate.py

manage: $(VENV)/run.stamp ## run a Django command on the servers of a `make run` (ARGS="showmigrations")
	@env="$${DATA_DIR:-$(CURDIR)/.data}/run/env"; \
	test -r "$$env" || { echo 'signalbox: nothing runs here; start it with: make run' >&2; exit 1; }; \
	. "$$env"; exec $(PY) manage.py $(ARGS)

backup: $(VENV)/run.stamp ## save the database, the keys and the settings in one file (FILE, DATA_DIR, DATABASE_URL)
	@exec $(PY) -m config.backup save "$(FILE)"

restore: $(VENV)/run.stamp ## restore a backup into an empty data folder and audit every game (FILE, DATA_DIR)
	@exec $(PY) -m config.backup restore "$(FILE)"

demo: ## create an account, a table against bots and a finished game in a `make run`, and print what to try
	@$(MAKE) --no-print-directory manage ARGS=demo

# One lock serves every supported Python and platform; no index, header or note of origin goes in.
# With extras: pip would otherwise look for the newest version of a package that another wants with one.
COMPILE = $(BIN)/uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-strip-extras --no-emit-index-url --no-emit-find-links $(ARGS)

# A lock that follows others has only what it adds to them, below a line that names the last of them.
ADD_TO = cd requirements && { cat $(1); echo --; cat $(2); } | awk -v last=$(lastword $(1)) \
	'$$0 == "--" { rest = 1; print "-r " last; next } /^[^ ]/ { new = !($$1 in known) } !rest { known[$$1] } rest && new' \
	> $(2).new && mv $(2).new $(2)

lock: $(VENV)/dev.stamp ## resolve the pinned dependencies again (ARGS=--upgrade for the newest)
	$(COMPILE) pyproject.toml -o requirements/run.lock
	$(COMPILE) pyproject.toml --extra rl --group dev -c requirements/run.lock -o requirements/dev.lock
	$(call ADD_TO,run.lock,dev.lock)
	$(COMPILE) pyproject.toml --extra rl --group dev --group bench -c requirements/dev.lock -o requirements/bench.lock
	$(call ADD_TO,run.lock dev.lock,bench.lock)
	$(COMPILE) --group rules -c requirements/dev.lock -o requirements/rules.lock
	$(COMPILE) --group clients -o requirements/clients.lock
	$(COMPILE) --group fuzz -o requirements/fuzz.lock

clean: ## remove what the tools made, but not the data
	rm -rf $(VENV) $(VENV)-* $(DOCS) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache bench-results \
		.coverage .coverage.* htmlcov web-screens
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo '$(NO_PYTHON)' >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo '$(NO_VENV)' >&2; exit 1; }

$(VENV)/run.stamp: requirements/run.lock | $(PY)
	@echo 'Installing the pinned packages into $(VENV) (once; about a minute) …'
	@$(INSTALL) -r requirements/run.lock || { echo '$(NO_INSTALL)' >&2; exit 1; }
	@$(ADD_CLIENT)
	@touch $@

$(VENV)/dev.stamp: requirements/run.lock requirements/dev.lock | $(PY)
	@echo 'Installing the pinned packages and the tools of development into $(VENV) (once; about a minute) …'
	@$(INSTALL) -r requirements/dev.lock || { echo '$(NO_INSTALL)' >&2; exit 1; }
	@$(ADD_CLIENT)
	@touch $@ $(VENV)/run.stamp

# Beside the other packages, because a fuzzer is no part of them.
$(VENV)-fuzz/stamp: requirements/fuzz.lock | $(PY)
	@$(INSTALL) --upgrade --target $(VENV)-fuzz -r requirements/fuzz.lock || { echo '$(NO_INSTALL)' >&2; exit 1; }
	@mkdir -p $(VENV)-fuzz && touch $@

$(VENV)/bench.stamp: requirements/run.lock requirements/dev.lock requirements/bench.lock | $(PY)
	@$(INSTALL) -r requirements/bench.lock || { echo '$(NO_INSTALL)' >&2; exit 1; }
	@$(ADD_CLIENT)
	@touch $@ $(VENV)/dev.stamp $(VENV)/run.stamp
