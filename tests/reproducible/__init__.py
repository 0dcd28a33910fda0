"""The same seeds give the same games wherever they are played, also in threads and processes."""
