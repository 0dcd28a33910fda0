"""Benchmarks, run from the checkout: ``benchmarks.throughput`` (speed), ``benchmarks.league``."""
