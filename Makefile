# `make play` and `make test` need Python 3.11 or newer and nothing else; each makes .venv when it is not there.

PYTHON ?= python3
VENV ?= .venv
DEALS ?= 200
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)

.PHONY: play test style types schema messages snapshots captures soak bench arena arena-peers wheel clean

play: $(VENV)/.play
	$(BIN)/tapis play tarot

test: $(VENV)/.dev style types
	$(BIN)/python -m pytest -n 2 --dist loadfile

style: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

schema: $(VENV)/.dev
	$(BIN)/python -m protocol.schema

messages: $(VENV)/.dev
	$(BIN)/python -m languages

# What the screens look like, in tests/client/snapshots: look at what has changed there before you commit it.
snapshots: $(VENV)/.dev
	$(BIN)/python -m tests.client.pictures

# The screens that README.md and docs/client.md show.
captures: $(VENV)/.dev
	$(BIN)/python -m tests.client.captures

soak: $(VENV)/.dev
	$(BIN)/python -m pytest tests/engine/test_every_game.py tests/server tests/test_cut_clients.py --hypothesis-profile=soak --timeout=0

bench: $(VENV)/.bench
	$(BIN)/python -m bench

# Level against level in every game, the one after the other; an hour or two on one core.
arena: $(VENV)/.play
	$(BIN)/tapis arena belote --seats strong,normal,strong,normal --deals $(DEALS)
	$(BIN)/tapis arena belote --seats normal,easy,normal,easy --deals $(DEALS)
	$(BIN)/tapis arena tarocchino --seats strong,normal,strong,normal --deals $(DEALS)
	$(BIN)/tapis arena tarocchino --seats normal,easy,normal,easy --deals $(DEALS)
	$(BIN)/tapis arena tarot --seats strong,normal,normal,normal --deals $(DEALS)
	$(BIN)/tapis arena tarot --seats normal,easy,easy,easy --deals $(DEALS)
	$(BIN)/tapis arena paodekuai --seats strong,normal,normal --deals $(DEALS)
	$(BIN)/tapis arena paodekuai --seats strong,easy,easy --deals $(DEALS)
	$(BIN)/tapis arena paodekuai --seats normal,easy,easy --deals $(DEALS)

# Our bots against those of others, which are there for this alone; who cannot be had is skipped.
arena-peers: $(VENV)/.peers
	$(BIN)/python -m bench.peers --deals $(DEALS)

wheel: $(VENV)/.dev
	$(BIN)/python -m build

clean:
	$(PYTHON) -c "import shutil; [shutil.rmtree(path, ignore_errors=True) for path in ('$(VENV)', 'build', 'dist')]"

$(VENV)/.play: pyproject.toml
	$(PYTHON) -c "import sys; sys.exit('Tapis Vert needs Python 3.11 or newer; this is ' + sys.version.split()[0] + '. Say: make $(MAKECMDGOALS) PYTHON=python3.12') if sys.version_info < (3, 11) else None"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	$(PYTHON) -c "open('$@', 'w').close()"

$(VENV)/.dev: $(VENV)/.play
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dev
	$(PYTHON) -c "open('$@', 'w').close()"

# The peers are only measured beside us; where one cannot be installed, the benchmark goes without it.
$(VENV)/.bench: $(VENV)/.dev
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check --group bench
	$(PYTHON) -c "open('$@', 'w').close()"

$(VENV)/.peers: $(VENV)/.dev
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check --group peers
	$(PYTHON) -c "open('$@', 'w').close()"
