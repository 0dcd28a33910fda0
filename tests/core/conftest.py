"""Hypothesis without deadlines: the first call of a kernel may have to compile it."""

from hypothesis import settings

settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")
