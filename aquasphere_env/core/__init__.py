"""The compiled core: one record per game, a few kernels, loops written once for all."""
