# `make play` and `make test` need only Python 3.11 or newer and make; everything else goes into .venv.
PYTHON ?= python3
BENCH ?= engine
ARGS ?=
UV ?= uv
# Twice as many as there are cores: half of the time a test waits for a browser, a server or a clock.
WORKERS ?= $(shell expr 2 \* $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2))
# The build without CUDA. It is not on PyPI, so pip must be told where it is (PIP_FIND_LINKS, PIP_EXTRA_INDEX_URL); where
# pip does not find it, it stops, and downloads no CUDA. On macOS every build is without: TORCH=torch==2.13.0.
TORCH ?= torch==2.13.0+cpu
TORCH_PIP := .venv-torch/bin/python -m pip --disable-pip-version-check -qq

VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist worksteal
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
INSTALL_SELF := $(PIP) install --no-deps --no-build-isolation --editable .
COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play web browser proxies test test-long test-envs test-verifiers test-torch torch test-package coverage dist site lint format bench lock clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: $(VENV)/.web-stamp ## play in the browser: build the client, start the server (ARGS="--port 8080")
	@$(BIN)/turncoat serve --show $(ARGS)

web: $(VENV)/.web-stamp ## build the browser client

test: lint $(VENV)/.web-stamp browser proxies ## run every check: lint, types, unit, property and browser tests
	@TURNCOAT_TEST_ALL=1 $(PYTEST) $(ARGS)

# The tests of the client need a real browser. Where the system's packages can be installed, that is done; Debian's
# headless shell is the same Chromium without the windows, which take more than a quarter of the time.
browser:
	@command -v chromium-headless-shell >/dev/null || \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "Installing Chromium" && \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium-headless-shell >/dev/null; } || \
		command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
		echo "No Chromium found: the tests in the browser will fail. Install your system's package chromium."

# The files for hosts are tried with the real proxies.
proxies:
	@{ command -v nginx && command -v caddy; } >/dev/null || \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "Installing nginx and Caddy" && \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
		apt-get install -y -qq --no-install-recommends nginx-light caddy >/dev/null; } || \
		echo "No nginx or no Caddy found: the tests of deploy/ will fail. Install your system's packages nginx and caddy."

test-long: $(VENV)/.envs-stamp $(VENV)/.web-stamp browser ## the tests that take minutes (installs what test-envs does)
	@TURNCOAT_TEST_ALL=1 $(PYTEST) -m long $(ARGS)

test-envs: $(VENV)/.envs-stamp ## the simulator, the training and the field's interfaces (installs their extras)
	@JAX_PLATFORMS=cpu $(PYTEST) tests/envs tests/training $(ARGS)
	@$(MAKE) --no-print-directory test-verifiers ARGS=

# An environment of its own: the pins of verifiers exclude ours.
test-verifiers: .venv-verifiers/.stamp ## the environment for verifiers (installs it into .venv-verifiers)
	@.venv-verifiers/bin/pytest -p no:cacheprovider tests/envs/test_verifiers.py $(ARGS)

# An environment of its own: torch is large, and its build without CUDA is not at hand everywhere.
test-torch: .venv-torch/.stamp ## Stable-Baselines3 and TorchRL on our environments (installs them into .venv-torch)
	@.venv-torch/bin/pytest -p no:cacheprovider tests/envs/test_torch.py $(ARGS)

test-package: $(VENV)/.dev-stamp browser ## build the wheel, and try it where there are no sources
	@$(BIN)/pytest -m package tests/package $(ARGS)

# A server on a full disk cannot write down what it has run, and says so where the test expects silence.
coverage: $(VENV)/.web-stamp $(VENV)/.envs-stamp browser proxies ## how much of src the tests run (ARGS="tests/cli" for a part)
	@JAX_PLATFORMS=cpu $(PYTEST) --cov --cov-report=term --cov-report=html:build/coverage \
		--deselect tests/attacks/test_store_down.py::test_a_server_on_a_full_disk_refuses_restarts_and_recovers $(ARGS)

dist: $(VENV)/.play-stamp ## build the wheel and the source distribution into dist/
	@rm -rf dist
	@$(BIN)/python -m hatchling build

site: $(VENV)/.site-stamp ## build the documentation site into build/site
	@$(BIN)/python -m tools.site

lint: $(VENV)/.dev-stamp ## style, format, types, direction of imports
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo

format: $(VENV)/.dev-stamp ## format the code and fix what can be fixed by machine
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format --quiet .

bench: $(VENV)/.play-stamp ## measure (BENCH=engine, ARGS="--quick --json")
	@$(BIN)/python -m benchmarks $(BENCH) $(ARGS)

lock: ## renew the pinned requirement files (needs uv; UPGRADE=1 for newer versions)
	@$(COMPILE) $(if $(UPGRADE),--upgrade) pyproject.toml requirements/base.in -o requirements/base.txt
	@$(COMPILE) $(if $(UPGRADE),--upgrade) pyproject.toml requirements/base.in requirements/dev.in \
		-c requirements/base.txt -o requirements/dev.txt
	@$(COMPILE) $(if $(UPGRADE),--upgrade) requirements/jax.in -c requirements/dev.txt -o requirements/jax.txt
	@$(COMPILE) $(if $(UPGRADE),--upgrade) requirements/envs.in -c requirements/dev.txt -o requirements/envs.txt
	@$(COMPILE) $(if $(UPGRADE),--upgrade) requirements/site.in -c requirements/dev.txt -o requirements/site.txt
	@$(COMPILE) $(if $(UPGRADE),--upgrade) pyproject.toml requirements/base.in requirements/verifiers.in \
		-c requirements/base.txt -o requirements/verifiers.txt
	@$(COMPILE) $(if $(UPGRADE),--upgrade) pyproject.toml requirements/base.in requirements/torch.in \
		--excludes requirements/torch-excludes.in -c requirements/dev.txt -o requirements/torch.txt

clean: ## remove caches and build outputs; the environment stays
	@rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	@find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Turncoat needs Python 3.11 or newer")'
	@echo "Making the environment in $(VENV) (once; a minute or so)"
	@$(PYTHON) -m venv $(VENV)

# Order-only: the interpreter's own date says nothing about the packages.
$(VENV)/.play-stamp: requirements/base.txt pyproject.toml | $(BIN)/python
	@$(PIP) install --require-hashes -r requirements/base.txt
	@$(INSTALL_SELF)
	@touch $@

WEB := $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null)
$(VENV)/.web-stamp: $(WEB) hatch_build.py $(VENV)/.play-stamp
	@echo "Building the browser client"
	@$(BIN)/python hatch_build.py
	@touch $@

$(VENV)/.dev-stamp: requirements/dev.txt pyproject.toml | $(BIN)/python
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@$(INSTALL_SELF)
	@touch $@

$(VENV)/.jax-stamp: requirements/jax.txt $(VENV)/.dev-stamp
	@$(PIP) install --require-hashes -r requirements/jax.txt
	@touch $@

$(VENV)/.site-stamp: requirements/site.txt $(VENV)/.dev-stamp
	@$(PIP) install --require-hashes -r requirements/site.txt
	@touch $@

$(VENV)/.envs-stamp: requirements/envs.txt $(VENV)/.jax-stamp
	@$(PIP) install --require-hashes -r requirements/envs.txt
	@touch $@

.venv-verifiers/.stamp: requirements/verifiers.txt pyproject.toml
	@echo "Making the environment for verifiers in .venv-verifiers (once; a minute or two)"
	@$(PYTHON) -m venv .venv-verifiers
	@.venv-verifiers/bin/python -m pip --disable-pip-version-check -qq install --require-hashes -r requirements/verifiers.txt
	@.venv-verifiers/bin/python -m pip --disable-pip-version-check -qq install --no-deps --no-build-isolation --editable .
	@touch $@

torch: .venv-torch/.torch-stamp

# No hash for torch: those of PyPI are not those of the build without CUDA.
.venv-torch/.torch-stamp:
	@echo "Making the environment for torch in .venv-torch (once; a minute or so)"
	@$(PYTHON) -m venv .venv-torch
	@$(TORCH_PIP) install --no-deps "$(TORCH)"
	@touch $@

.venv-torch/.stamp: requirements/torch.txt pyproject.toml .venv-torch/.torch-stamp
	@$(TORCH_PIP) install --no-deps --require-hashes -r requirements/torch.txt
	@$(TORCH_PIP) install --no-deps --no-build-isolation --editable .
	@touch $@
