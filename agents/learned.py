"""Networks as agents."""

from pathlib import Path

import numpy as np
import torch

from aquasphere_env.core.game import Variant, legal_ids
from aquasphere_env.players.compiled import Explanation

from .advice import AdvisedObserver
from .checkpoint import Checkpoint, Weights
from .network import AdvisedPolicy, build_policy


class LearnedAgent:
    """A network over a view and greedy's advice; it plays its most probable action or samples."""

    def __init__(
        self,
        name: str,
        variant: Variant,
        policy: AdvisedPolicy,
        view: str = "flat",
        sample: bool = False,
        seed: int = 0,
    ) -> None:
        """Wrap ``policy``, which is used as it is and not copied."""
        self.name = name
        self._observer = AdvisedObserver(variant, view)
        self._policy = policy
        self._sample = sample
        self.seed(seed)

    @classmethod
    def load(
        cls, path: str | Path, variant: Variant, sample: bool = False, seed: int = 0
    ) -> "LearnedAgent":
        """Read a checkpoint; raise ``CheckpointError`` where it does not fit ``variant``."""
        checkpoint = Checkpoint.load(path, variant.game)
        policy = build_policy(variant.game, checkpoint.view, checkpoint.width)
        policy.load_state_dict(checkpoint.policy)
        form = "ppo-sample" if sample else "ppo"
        return cls(f"{form}:{path}", variant, policy, checkpoint.view, sample, seed)

    def set_weights(self, weights: Weights) -> None:
        """Replace the network's weights."""
        self._policy.load_state_dict(weights)

    def seed(self, seed: int) -> None:
        """Begin the agent's own chance anew."""
        self._observer.seed(seed)
        self._rng = torch.Generator().manual_seed(seed)

    def act_on_states(self, states: np.ndarray) -> np.ndarray:
        """Return a legal action for the current player of each running state."""
        logits, _ = self._judge(states)
        if self._sample:
            noise = torch.rand(logits.shape, generator=self._rng).clamp_min(1e-20)
            logits = logits - torch.log(-torch.log(noise))  # Gumbel: the maximum is a draw
        actions: np.ndarray = logits.argmax(dim=1).numpy()
        return actions

    def explain(self, states: np.ndarray, i: int) -> Explanation:
        """Return the network's action probabilities and its value of the state."""
        logits, values = self._judge(states[i : i + 1])
        probabilities = torch.softmax(logits[0], dim=0)
        scores = {action: float(probabilities[action]) for action in legal_ids(states[i])}
        return Explanation("probability", scores, float(values[0]))

    @torch.no_grad()
    def _judge(self, states: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """Return masked logits (batch, A) and values (batch,)."""
        observation, action_mask = self._observer.read(states)
        policy = self._policy
        latent_policy, latent_value = policy.mlp_extractor(torch.from_numpy(observation))
        logits = policy.action_net(latent_policy)
        logits = logits.masked_fill(torch.from_numpy(action_mask) == 0, -torch.inf)
        return logits, policy.value_net(latent_value).flatten()
