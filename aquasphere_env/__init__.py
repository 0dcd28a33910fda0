"""Reinforcement-learning environments for AquaSphere and its companion board games."""

from .version import __version__

__all__ = ["__version__"]
