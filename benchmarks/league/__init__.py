"""All players against each other, rated: ``python -m benchmarks.league``."""
