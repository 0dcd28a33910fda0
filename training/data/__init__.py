"""Games by chosen players as data sets: ``python -m training.data``."""
