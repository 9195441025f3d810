# leafjax: `make demo` and `make test` set up all that they need. They ask for Python 3.11 or newer, and for make.

# An interpreter of your own choice: make PYTHON=/path/to/python3
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$p && break; done)
# More for pytest: make test ARGS="-k lens". WORKERS=0 runs the tests in one process.
ARGS ?=
WORKERS ?= 2

VENV := .venv
# PyTorch has an environment of its own, so that `make test` runs without it, always.
TORCH_VENV := .venv-torch
PYTEST_ARGS = -n $(WORKERS) $(ARGS)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
export PIP_ROOT_USER_ACTION := ignore

define DEMO
@echo "--- as PyTorch 1.6 ran it"
$(VENV)/bin/leafjax check --semantics 1.6 examples/leaf_moved.py || test $$? -eq 1 # the example ends in the error
@echo "--- as PyTorch 2.13 runs it"
$(VENV)/bin/leafjax check examples/leaf_moved.py || test $$? -eq 1
endef

.DEFAULT_GOAL := help
.PHONY: help demo test conformance lint format bench docs clean

help:
	@echo "make demo         the main job: a program's backward, checked and explained"
	@echo "make test         all tests that need no PyTorch"
	@echo "make conformance  the tests that compare with PyTorch 2.13.0 (installs it)"
	@echo "make lint         ruff and mypy;  make format  mends what ruff can mend"
	@echo "make bench        step times beside PyTorch's and jax.jit's"
	@echo "make docs         the API's pages, in build/docs"
	@echo "make clean        remove the environments and all that was built"

demo: $(VENV)/.ready
	$(DEMO)

test: $(VENV)/.ready
	$(VENV)/bin/python -m pytest $(PYTEST_ARGS)

conformance: $(TORCH_VENV)/.ready
	$(TORCH_VENV)/bin/python -m pytest -m torch $(PYTEST_ARGS)

lint: $(VENV)/.ready
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

format: $(VENV)/.ready
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

bench: $(TORCH_VENV)/.ready
	@for script in benchmarks/*.py; do echo "$$script"; $(TORCH_VENV)/bin/python "$$script" || exit 1; done

docs: $(VENV)/.ready
	@$(VENV)/bin/python -m pip install -qq -e '.[docs]'
	$(VENV)/bin/pdoc leafjax --output-directory build/docs

clean:
	rm -rf $(VENV) $(TORCH_VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# On Linux, PyPI's torch brings CUDA along: PIP_EXTRA_INDEX_URL, set to PyTorch's index of CPU builds, avoids it.
$(VENV)/.ready: EXTRAS := test
$(TORCH_VENV)/.ready: EXTRAS := test,torch
$(VENV)/.ready $(TORCH_VENV)/.ready: pyproject.toml
	@$(or $(PYTHON),false) -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || { \
		echo "leafjax needs Python 3.11 or newer, and $(or $(PYTHON),what is on the PATH) is none. Name one: make PYTHON=/path/to/python3" >&2; \
		exit 1; }
	@echo "Setting up $(@D) with leafjax[$(EXTRAS)], once: this takes a minute or two"
	@$(PYTHON) -m venv $(@D)
	@$(@D)/bin/python -m pip install -qq -e '.[$(EXTRAS)]'
	@touch $@
