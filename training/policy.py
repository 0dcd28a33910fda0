"""Softmax policies over legal actions: probabilities, and actions drawn from them."""

import numpy as np
import torch

_ILLEGAL = -1e9  # logit that leaves no probability, yet multiplies to zero


class NotFiniteError(ValueError):
    """Probabilities that are no numbers any more."""


def masked(logits: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """Return log probabilities of a softmax over the actions in ``masks``, bool (batch, A)."""
    return torch.log_softmax(logits.masked_fill(~masks, _ILLEGAL), dim=1)


def draw(log_probs: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """Return an action drawn from every row, int64 (batch,).

    Raises:
        NotFiniteError: the probabilities are none.
    """
    sums = np.exp(log_probs, dtype=np.float64).cumsum(axis=1)
    totals = sums[:, -1]
    if not np.isfinite(totals).all():
        raise NotFiniteError("probabilities are not finite")
    thresholds = (1 - chance.random(len(sums))) * totals  # above 0, so never an illegal action
    actions: np.ndarray = (sums < thresholds[:, None]).sum(axis=1)
    return actions
