"""The tests that need no particular system, on a system made to lack what others lack."""
