"""Training and evaluation, run from the checkout: ``python -m training.ppo``."""
