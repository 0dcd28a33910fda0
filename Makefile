PYTHON ?= .venv/bin/python

.PHONY: check lint test quick mutants torture docs pictures benchmark league clean

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
	$(PYTHON) -m pytest -m "not slow"

mutants:
	$(PYTHON) -m tests.mutants --resume

torture:
	$(PYTHON) -m tests.torture

docs:
	$(PYTHON) -m aquasphere_env.games.pages
	$(PYTHON) -m benchmarks.readme

pictures:
	$(PYTHON) -m aquasphere_env screenshots aquasphere_env/viewer/pictures

benchmark:
	$(PYTHON) -m benchmarks.throughput --file benchmarks/results/throughput.json
	$(PYTHON) -m benchmarks.readme

FIELD_2 = random greedy expert zoo mcts:50 mcts:200
FIELD_4 = random greedy mcts:50 mcts:200

league: # an hour: two seeds each, which have to agree
	for players in 2 4; do for seed in 0 1; do \
	  field=$$([ $$players = 2 ] && echo $(FIELD_2) || echo $(FIELD_4)); \
	  $(PYTHON) -m benchmarks.league --players $$players --seed $$seed --games 240 --field $$field \
	    --folder runs/league-aquasphere-$${players}p-seed-$$seed || exit 1; done; \
	  cp runs/league-aquasphere-$${players}p-seed-0/league.json benchmarks/results/league-aquasphere-$${players}p.json; \
	  cp runs/league-aquasphere-$${players}p-seed-1/league.json \
	    benchmarks/results/league-aquasphere-$${players}p-other-seed.json; done
	$(PYTHON) -m benchmarks.readme

clean:
	rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
