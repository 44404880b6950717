# make demo    train an agent on Aztlán by self-play, evaluate it, draw the pictures (some minutes)
# make test    the quick tests      make check   ruff and mypy
# make test-all   all tests, those that take minutes too; make clients   those of other libraries' trainers
# make test-game GAME=deus   the quick tests of one game: its own and the shared ones
# make arena   play in the browser, against people and agents: http://127.0.0.1:8000/
# make data    a small data set of every game, in runs/data
# make bench   the speed tables
# make docs    the generated tables and pictures, and the site in build/site      make site   the site alone
#
# Everything runs in .venv, which is made first. PyTorch without CUDA, on machines that reach its server:
#   make demo PIP_OPTIONS="--extra-index-url https://download.pytorch.org/whl/cpu"

PYTHON ?= python3
PIP_OPTIONS ?=
BIN := .venv/bin
READY := .venv/.ready
RUN := runs/aztlan_quick
GAMES ?= aztlan nations_dice glen_more deus teotihuacan
CLIENTS ?= $(sort $(patsubst tests/clients/requirements-%.txt,%,$(wildcard tests/clients/requirements-*.txt)))

.PHONY: demo arena test test-game test-all clients $(CLIENTS:%=client-%) check bench docs site data .venv
.PRECIOUS: .venv-clients/%/.ready
.DELETE_ON_ERROR:

.venv: $(READY)

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet $(PIP_OPTIONS) -c constraints.txt -e '.[all]'
	touch $@

demo: $(READY)
	$(BIN)/meeplezoo train configs/train/aztlan_quick.toml --resume
	$(BIN)/meeplezoo evaluate aztlan $(RUN) random greedy --games 400 --output $(RUN)
	$(BIN)/meeplezoo watch aztlan $(RUN) greedy random greedy --quiet --picture $(RUN)/final_board.png
	@echo
	@echo "Pictures: $(RUN)/learning_curve.png, $(RUN)/evaluation.png, $(RUN)/final_board.png"
	@echo "Play against it:   $(BIN)/meeplezoo play aztlan --against $(RUN)"
	@echo "Train it anew:     rm -r $(RUN) && make demo"

arena: $(READY)
	$(BIN)/meeplezoo arena

test: $(READY)
	$(BIN)/pytest -n 2 -m "not slow and not client"

test-game: $(READY)
	$(BIN)/pytest --game "$(GAME)" -m "not slow and not client" tests

test-all: test clients
	$(BIN)/pytest -n 2 -m slow

# Each of them in an environment of its own.
clients: $(CLIENTS:%=client-%)

$(CLIENTS:%=client-%): client-%: .venv-clients/%/.ready
	.venv-clients/$*/bin/pytest -m client tests/clients/test_$*.py

.venv-clients/%/.ready: tests/clients/requirements-%.txt tests/clients/base.txt pyproject.toml
	$(PYTHON) -m venv .venv-clients/$*
	.venv-clients/$*/bin/pip install --quiet $(PIP_OPTIONS) -r $< -e .
	touch $@

check: $(READY) build/mypy/meeplezoo
	$(BIN)/ruff check .
	$(BIN)/mypy

# The folders at the root are one namespace for type checkers too.
build/mypy/meeplezoo:
	mkdir -p $@
	for package in envs agents wrappers training datasets arena cli; do ln -sfn ../../../$$package $@/$$package; done

data: $(READY)
	set -e; for game in $(GAMES); do $(BIN)/meeplezoo data generate $$game greedy random --games 64 --per-shard 16; done

bench: $(READY)
	$(BIN)/python -m benchmarks.speed

docs: $(READY)
	$(BIN)/python -m docs.generate
	$(MAKE) site

# Dead links are errors. The variable silences a notice about other programs.
site: $(READY) build/mypy/meeplezoo
	$(BIN)/python -m docs.website
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict
	@echo "The site: build/site/index.html"
