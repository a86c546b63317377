# Everything here sets up what it needs: python3 (3.11 or newer) with venv, and make, are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What users need is there; what developers need, too.
READY := $(VENV)/ready
DEVELOPING := $(VENV)/developing
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help demo test test-all test-compiled lint lint-js js-tools script bench bench-hostile docs clean chromium browsers

help:
	@echo "make demo    check, simulate, index, find and show matches; pages go to demo/"
	@echo "make test    run the tests, the examples in the docstrings, and the compiled wheel in a new environment"
	@echo "make test-all   the campaigns: kills, fuzz, many more examples, other Pythons, the lowest versions, ..."
	@echo "make test-compiled   of these, only the tests of notation and replay with the rules compiled"
	@echo "make lint    ruff and mypy --strict; where npm is, tsc and eslint for the scripts of the pages"
	@echo "make bench   measure, and write the tables into docs/performance.md (an hour or so)"
	@echo "make bench-hostile BYTES=1e9   hostile bytes for every reader, and single changes of records"
	@echo "make script  bundle the scripts and styles of the pages (needs npm)"
	@echo "make docs    write the generated pages of docs/"
	@echo "make clean   remove $(VENV), demo/ and caches"

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "kifu needs Python 3.11 or newer: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null \
		|| { echo "the venv module is missing: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	KIFU_COMPILE=0 $(INSTALL) -e .
	@touch $@

$(DEVELOPING): $(READY)
	KIFU_COMPILE=0 $(INSTALL) -e ".[dev,bench]"
	@touch $@

demo: $(READY)
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

# Two at a time: three take as long on two cores.
WORKERS ?= 2
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

test: $(DEVELOPING) chromium
	$(PYTEST)

# It says which of the campaigns were left out, and why: Pythons that are not here.
test-all: $(DEVELOPING) chromium browsers
	$(PYTEST) -rs -m "campaign or hypothesis" --hypothesis-profile campaign

test-compiled: $(DEVELOPING)
	$(BIN)/python -m pytest -n 0 -m campaign tests/installed/test_everywhere.py -k pass_compiled

lint: $(DEVELOPING)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	@if command -v npm >/dev/null && $(MAKE) --no-print-directory js-tools; \
		then $(MAKE) --no-print-directory lint-js; \
		else echo "the scripts of the pages are not checked: there is no npm, or it can't fetch its packages"; fi

lint-js: js-tools
	cd site && npm run --silent check

# The bundles of the pages' scripts and styles, from their sources.
script: js-tools
	cd site && npm run --silent build

# tsc, eslint and esbuild, as package-lock.json has them.
js-tools: site/node_modules/ready

site/node_modules/ready: site/package-lock.json
	cd site && npm ci --silent --no-audit --no-fund
	@touch $@

bench: $(DEVELOPING) chromium
	$(BIN)/python -m benchmarks

BYTES ?= 1e8
bench-hostile: $(DEVELOPING)
	$(BIN)/python -m tests.campaigns.mutations
	$(BIN)/python -m tests.campaigns.fuzz --bytes $(BYTES)

docs: $(DEVELOPING)
	$(BIN)/python -m docs.make

# The tests of the pages drive a real browser: chromium, without its windows where it is packaged so.
chromium:
	@for name in chromium-headless-shell chromium; do command -v $$name >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update; export DEBIAN_FRONTEND=noninteractive; \
		apt-get install -y chromium-headless-shell fonts-noto-cjk || apt-get install -y chromium fonts-noto-cjk; \
	else \
		echo "make test needs chromium: apt-get install chromium-headless-shell fonts-noto-cjk (as root)"; exit 1; \
	fi

# The campaigns try pages in two others, too; without them these tests are skipped.
browsers:
	@command -v firefox-esr >/dev/null && command -v WebKitWebDriver >/dev/null && command -v xvfb-run >/dev/null && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update; export DEBIAN_FRONTEND=noninteractive; \
		apt-get install -y --no-install-recommends firefox-esr webkit2gtk-driver xauth xvfb || true; \
	fi

clean:
	rm -rf $(VENV) demo dist build site/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
