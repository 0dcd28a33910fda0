"""Whether the tests that a rulebook's sentences name run the code that they name."""
