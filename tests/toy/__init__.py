"""Toy games: all that can happen to a wrapper, small enough to know every answer by hand."""
