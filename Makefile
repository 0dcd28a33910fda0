PYTHON ?= .venv/bin/python

.PHONY: check lint test quick clients mutants torture docs tables pictures benchmark peers league league-of clean

check: lint test

lint:
	$(PYTHON) -m ruff check .
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m mypy
	$(PYTHON) -m tests.docs.rooms
	$(PYTHON) -m aquasphere_env.games.pages --check

test:
	$(PYTHON) -m pytest

quick:
	$(PYTHON) -m pytest -m "not slow and not clients and not thorough"

clients: # examples of other libraries; the first time makes environments for them
	$(PYTHON) -m pytest -m clients

mutants:
	$(PYTHON) -m tests.mutants --resume

torture:
	$(PYTHON) -m tests.torture

docs: # pip install -e ".[docs]"; python -m mkdocs serve shows the pages while they are written
	NO_MKDOCS_2_WARNING=1 $(PYTHON) -m mkdocs build --strict

tables:
	$(PYTHON) -m aquasphere_env.games.pages
	$(PYTHON) -m benchmarks.readme

pictures:
	$(PYTHON) -m aquasphere_env screenshots aquasphere_env/viewer/pictures
	$(PYTHON) -m tests.viewer.page_pictures aquasphere_env/viewer/pictures

peers: # random play through other libraries too, in environments that it makes
	$(PYTHON) -m benchmarks.peers --file benchmarks/results/peers.json
	$(PYTHON) -m benchmarks.readme

benchmark:
	$(PYTHON) -m benchmarks.throughput --file benchmarks/results/throughput.json
	$(PYTHON) -m benchmarks.page --file benchmarks/results/page.json
	$(PYTHON) -m benchmarks.readme

league: # twenty minutes: two seeds each, which have to agree
	$(MAKE) league-of PLAYERS=2 GAMES=120 FIELD="random greedy expert zoo mcts:50 mcts:200"
	$(MAKE) league-of PLAYERS=4 GAMES=240 FIELD="random greedy expert zoo mcts:50 mcts:200"
	$(PYTHON) -m benchmarks.readme

RESULT = league-aquasphere-$(PLAYERS)p

league-of:
	for seed in 0 1; do \
	  $(PYTHON) -m benchmarks.league --players $(PLAYERS) --seed $$seed --games $(GAMES) \
	    --field $(FIELD) --folder runs/$(RESULT)-seed-$$seed || exit 1; done
	cp runs/$(RESULT)-seed-0/league.json benchmarks/results/$(RESULT).json
	cp runs/$(RESULT)-seed-1/league.json benchmarks/results/$(RESULT)-other-seed.json

clean:
	rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
