# Everything here sets up what it needs: python3 (3.11 or newer) with venv, and make, are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

# The compiled wheel, installed; its tests run from its folder, so that no source is found before it.
COMPILED := build/compiled
# What is compiled, and what is built on it: of the tests, those of the notation and of the replay.
TESTED := notation replay

.PHONY: help demo test test-sources test-compiled wheel test-wheel lint lint-js js-tools bench bench-against bench-hostile docs clean chromium

help:
	@echo "make demo    check, simulate, index, find and show matches; pages go to demo/"
	@echo "make test    run the tests and the examples in the docstrings, and those of the rules compiled, too"
	@echo "make test-sources, make test-compiled   one half of that"
	@echo "make lint    ruff and mypy --strict; where npm is, tsc and eslint for the scripts of the pages"
	@echo "make bench   measure, and write the tables into docs/performance.md (an hour or so)"
	@echo "make bench-against COMMIT=c7ed254   compare the speed of this tree with that of a commit"
	@echo "make bench-hostile BYTES=1e9   hostile bytes for every reader, and single changes of records"
	@echo "make docs    write the generated pages of docs/"
	@echo "make clean   remove $(VENV), demo/ and caches"

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "kifu needs Python 3.11 or newer: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null \
		|| { echo "the venv module is missing: apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev,bench]"
	@touch $@

demo: $(READY)
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

# While the wheel is compiled, which keeps one processor busy, the sources are tested already. The
# wheel that was compiled is also the one whose files are looked at: no second one is.
OF_WHEEL := tests/docs/test_wheel.py::test_the_compiled_wheel_holds_the_binaries_beside_their_sources

test: $(READY) chromium
	$(MAKE) --jobs=2 wheel test-sources PYTEST="--deselect $(OF_WHEEL)"
	$(MAKE) test-wheel
	KIFU_WHEEL="$$(echo "$(CURDIR)"/build/wheel/*.whl)" $(BIN)/python -m pytest -q $(OF_WHEEL)

test-sources: $(READY) chromium
	$(BIN)/python -m pytest -n 2 --dist worksteal $(PYTEST)

test-compiled: wheel
	$(MAKE) test-wheel

wheel: $(READY)
	rm -rf $(COMPILED) build/wheel
	KIFU_COMPILE=1 $(BIN)/python -m hatchling build -t wheel -d build/wheel
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target $(COMPILED) build/wheel/*.whl

test-wheel:
	cd $(COMPILED) && KIFU_COMPILE=1 PYTHONPATH="$(CURDIR)/$(COMPILED)" "$(CURDIR)/$(BIN)/python" -m pytest \
		-c "$(CURDIR)/pyproject.toml" --rootdir "$(CURDIR)" -o addopts="--import-mode=importlib --strict-markers --strict-config" \
		-p no:cacheprovider -n 2 --dist worksteal $(TESTED:%="$(CURDIR)/tests/%")

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	@if command -v npm >/dev/null && $(MAKE) --no-print-directory js-tools; \
		then $(MAKE) --no-print-directory lint-js; \
		else echo "the scripts of the pages are not checked: there is no npm, or it can't fetch its packages"; fi

lint-js: js-tools
	cd site && npm run --silent check

# tsc, eslint and what minifies, as package-lock.json has them.
js-tools: site/node_modules/ready

site/node_modules/ready: site/package-lock.json
	cd site && npm ci --silent --no-audit --no-fund
	@touch $@

bench: $(READY) chromium
	$(BIN)/python -m benchmarks

COMMIT ?= c7ed254
bench-against: $(READY)
	$(BIN)/python -m benchmarks.against --commit $(COMMIT)

BYTES ?= 1e8
bench-hostile: $(READY)
	$(BIN)/python -m tests.campaigns.mutations
	$(BIN)/python -m tests.campaigns.fuzz --bytes $(BYTES)

docs: $(READY)
	$(BIN)/python -m docs.make

# The tests of the pages drive a real browser.
chromium:
	@command -v chromium >/dev/null && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y chromium fonts-noto-cjk; \
	else \
		echo "make test needs chromium: apt-get install chromium fonts-noto-cjk (as root)"; exit 1; \
	fi

clean:
	rm -rf $(VENV) demo dist build site/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
