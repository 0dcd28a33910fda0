"""The view "flat": the rows of ``entities`` end to end, for networks that take one vector."""

from ...core.view import View
from .entities import FEATURES, observe

FLAT_VIEW = View(FEATURES, observe, "vector")
