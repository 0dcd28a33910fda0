"""The same seeds give the same games wherever they are played, and threads and processes can."""
