PYTHON ?= python3

.PHONY: run test

run: .venv/installed
	.venv/bin/python app.py

test: .venv/installed-dev
	.venv/bin/python -m pytest

.venv/installed: requirements.txt
	$(PYTHON) -m venv .venv
	.venv/bin/pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@

.venv/installed-dev: .venv/installed requirements-dev.txt
	.venv/bin/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@
