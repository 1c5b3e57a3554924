# Two commands: `make demo` and `make test`. Everything they make stays in this checkout (.venv, build, caches).

PYTHON ?=
export PYTHON
bin := .venv/bin
# One option string for the tool behind a target: make test ARGS="-k recall", make docs ARGS=--check
ARGS ?=

.PHONY: help demo test lint docs lock clean

help:
	@echo "make demo   run the main job on the sample: a day of notes becomes marks, one question finds them"
	@echo "make test   lint, types and every test"
	@echo "make lint   lint and types only"
	@echo "make docs   write docs/cli.md and docs/man/sapwood.1 from --help (ARGS=--check only compares)"
	@echo "make lock   make requirements/*.txt again (ARGS=--upgrade takes newer releases)"
	@echo "make clean  remove what the others made"

# The sample runs with state and cache folders of its own, so that no memory of yours is read or written.
demo:
	@sh tools/venv run
	@rm -rf build/demo && mkdir -p build/demo
	@env -u SAPWOOD_HOME -u SUBSTRATE_MEMORY_DIR \
	  XDG_DATA_HOME="$(CURDIR)/build/demo/data" XDG_STATE_HOME="$(CURDIR)/build/demo/state" \
	  XDG_CACHE_HOME="$(CURDIR)/build/demo/cache" XDG_CONFIG_HOME="$(CURDIR)/build/demo/config" \
	  $(bin)/sapwood demo $(ARGS)

test: lint
	@$(bin)/python -m pytest -n auto $(ARGS)

lint:
	@sh tools/venv dev
	@$(bin)/python -m ruff check --quiet .
	@$(bin)/python -m mypy --no-error-summary

docs:
	@sh tools/venv dev
	@$(bin)/python tools/cli_docs.py $(ARGS)

lock:
	@sh tools/venv dev
	@sh tools/lock $(ARGS)

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} +
