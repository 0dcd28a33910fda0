"""Benchmarks, run from the checkout: ``benchmarks.throughput`` measures speed, ``league`` players."""
