PYTHON ?= .venv/bin/python

.PHONY: check lint test quick mutants torture docs pictures benchmark clean

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

clean:
	rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
