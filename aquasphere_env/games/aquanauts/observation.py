"""The view "flat": the rows of ``entities`` end to end, for networks that take one vector."""

from ...core.view import View
from .entities import AGAIN, FEATURES, observe

AXES = {"place": {"places": 0}, "bay": {"bays": 0}, "n": {"open_papers": 0}}

FLAT_VIEW = View(FEATURES, observe, "vector", AXES, AGAIN)
