"""Environments over the games: PettingZoo, Gymnasium, batches, and adapters to other libraries."""
