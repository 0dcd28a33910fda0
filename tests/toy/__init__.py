"""Toy games: all that can happen to an environment, small enough to know every answer by hand."""
