# The manual of this file is `make help`.
PYTHON ?= python3
VENV := .venv/bin/python
# Migrations are compared with the models; that no database runs does not matter.
MIGRATIONS := CASTLE_ENV=test $(VENV) -W ignore::RuntimeWarning manage.py makemigrations

# The settings that `manage.py check --deploy` is run under: made up, but whole.
PRODUCTION := CASTLE_ENV=production ALLOWED_HOSTS=castle.example \
	SECRET_KEY=made-up-for-the-check-made-up-for-the-check-0123456789 \
	CHALLENGE_SECRET=another-made-up-for-the-check-0123456789-abcdefgh \
	HANDLE_SECRET=a-third-made-up-for-the-check-0123456789-abcdefgh \
	DATABASE_URL=postgresql://castle@db/castle REDIS_URL=redis://broker/0 CACHE_URL=redis://cache/0

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev run test test-clock lint format bench drill soak logs lock sbom audit remigrate clean

help: ## list what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

setup: ## make the virtual environment and the development secrets
	@$(PYTHON) scripts/setup.py

setup-dev: ## the same, with what tests and lint need
	@$(PYTHON) scripts/setup.py --dev

run: setup ## start everything (PORT=8000, HOST=127.0.0.1); Ctrl-C stops it
	@exec $(VENV) -m castle_site.supervisor

test: ## run the tests (TESTS=path for some of them)
	@$(PYTHON) scripts/setup.py --dev --tests
	@$(VENV) -m pytest -q -n $(or $(JOBS),2) $(TESTS)

test-clock: ## the tests in other time zones and at edges of days (ONLY=2028-02-29: some runs)
	@$(PYTHON) scripts/setup.py --dev --tests
	@JOBS=$(JOBS) $(VENV) -m tests.clock_runs $(ONLY)

lint: setup-dev ## style, types, imports, migrations, settings, list of parts
	$(VENV) -m ruff check .
	$(VENV) -m ruff format --check .
	CASTLE_ENV=test $(VENV) -m mypy
	.venv/bin/lint-imports --no-cache
	$(MIGRATIONS) --check --dry-run
	$(VENV) scripts/check_migrations.py
	$(VENV) scripts/sbom.py --check
	$(PRODUCTION) $(VENV) manage.py check --deploy --fail-level WARNING

format: setup-dev ## put the source into its style
	$(VENV) -m ruff check --fix .
	$(VENV) -m ruff format .

bench: setup-dev ## measure against the floors of the design
	$(VENV) -m bench

drill: setup-dev ## break every part under load, and restore a backup (ONLY=text: some faults)
	$(VENV) -m drills.faults $(if $(ONLY),--only "$(ONLY)")
	$(if $(ONLY),,$(VENV) -m drills.backup)

soak: setup-dev ## watch the memory of every process under load (MINUTES=30, CLIENTS=16)
	$(VENV) -m drills.soak --minutes $(or $(MINUTES),30) --clients $(or $(CLIENTS),16)

logs: ## follow the logs of all processes
	@tail -n 20 -F $(or $(CASTLE_VAR),var)/log/*.log

LOCK := .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

lock: setup-dev ## pin requirements*.in with hashes
	$(LOCK) --output-file requirements.txt requirements.in
	$(LOCK) --output-file requirements-build.txt requirements-build.in
	$(LOCK) --output-file requirements-dev.txt requirements-dev.in
	$(VENV) scripts/sbom.py

sbom: setup ## write deploy/sbom.cdx.json, the list of what the service is made of
	$(VENV) scripts/sbom.py

audit: setup ## ask OSV about advisories for every pinned package (needs the network)
	$(VENV) scripts/audit.py

remigrate: setup-dev ## make the first migrations anew (until the first release)
	rm -f games/migrations/0001_initial.py leaderboard/migrations/0001_initial.py
	$(MIGRATIONS) games leaderboard

clean: ## remove environment, data, secrets and caches
	@$(PYTHON) scripts/clean.py
