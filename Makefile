# `make` alone lists the targets. All of them work in virtual environments beside this file.

VENV := .venv
BENCH := .venv-bench
LIVE := .venv-live
BIN := $(VENV)/bin
# The first that works, not the first that exists. To choose: make PYTHON=/path/to/python3
PYTHON ?= $(shell .ci/find-python python3.13 python3.12 python3.11 python3)

# A virtual environment is links and absolute paths: one whose interpreter is gone, or that came here with a
# copied or moved checkout, is made again.
unusable = $(if $(shell grep -qsF "$(CURDIR)/$(1)/" $(1)/bin/pip && $(1)/bin/python -V 2>/dev/null),,unusable)

.DELETE_ON_ERROR:
.PHONY: help demo test check lint types imports unit docs bench live soak matrix dist clean unusable

help:
	@echo "make demo     make the environment and run accord on two data sets that it makes itself"
	@echo "make test     everything that must hold before a change lands"
	@echo "make check    the same: lint, types, imports, unit, docs (each is a target too)"
	@echo "make soak     the long runs: coverage of the intervals; faults, kills and memory of judges"
	@echo "make bench    speed and memory against other packages, into benchmarks/RESULTS.md"
	@echo "make live     a small real model on this machine as a judge; builds its server first, about five minutes"
	@echo "make matrix   the tests on every Python 3.11 to 3.13 that is found"
	@echo "make dist     build sdist and wheel, install each alone and use it"
	@echo "make clean    remove all that these targets made"

$(VENV)/.done: pyproject.toml constraints-dev.txt $(call unusable,$(VENV))
	@.ci/venv $(VENV) "$(PYTHON)" -e '.[dev]' -c constraints-dev.txt
	@touch $@

$(BENCH)/.done: pyproject.toml benchmarks/requirements.txt $(call unusable,$(BENCH))
	@.ci/venv $(BENCH) "$(PYTHON)" -e '.[all]' -r benchmarks/requirements.txt
	@touch $@

$(LIVE)/.done: pyproject.toml .ci/live-venv $(call unusable,$(LIVE))
	@.ci/live-venv $(LIVE) "$(PYTHON)"
	@touch $@

demo: $(VENV)/.done
	@rm -rf build/demo
	@mkdir -p build
	@$(BIN)/accord demo build/demo

test: check

# In this order, also under make -j: the quick ones first.
check: $(VENV)/.done
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory types
	@$(MAKE) --no-print-directory imports
	@$(MAKE) --no-print-directory docs
	@$(MAKE) --no-print-directory unit

lint: $(VENV)/.done
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(VENV)/.done
	@$(BIN)/mypy

imports: $(VENV)/.done
	@$(BIN)/lint-imports --no-logo

# Doctests of src are in it too (see pyproject.toml); warnings are errors.
unit: $(VENV)/.done
	@$(BIN)/pytest -n 2

docs: $(VENV)/.done
	@$(BIN)/mkdocs build --strict

soak: $(VENV)/.done
	@$(BIN)/pytest -m soak -s

bench: $(BENCH)/.done
	@$(BENCH)/bin/python benchmarks/run.py

live: $(LIVE)/.done
	@$(LIVE)/bin/python benchmarks/live.py

matrix:
	@.ci/matrix

dist: $(VENV)/.done
	@.ci/dist $(BIN)/python

clean:
	rm -rf .venv* build dist site .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
