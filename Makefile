# Everything runs from a virtual environment in .venv, made on first use.
PYTHON ?= python3.11
BIN := .venv/bin
ITEM ?= items/night_shift.hlogic

.PHONY: setup demo test lint bench
.DEFAULT_GOAL := test

setup: .venv/ready

.venv/ready: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	$(BIN)/python -m compileall -q compiler backends grammar hlogic
	touch $@

demo: .venv/ready
	$(BIN)/hlogic solve $(ITEM)

test: .venv/ready
	$(BIN)/python -m pytest -n 2 $(ARGS)

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict -p hlogic
	$(BIN)/lint-imports

bench: .venv/ready
	$(BIN)/python benchmarks/run.py $(ARGS)
