"""Scripts that each run under the Python of one library."""
