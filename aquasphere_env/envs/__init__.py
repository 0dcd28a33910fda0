"""Environments: PettingZoo, Gymnasium, vector and batch, with their rewards and observations."""
