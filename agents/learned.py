"""Networks as agents."""

from pathlib import Path

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from aquasphere_env.core.game import Variant, legal_ids
from aquasphere_env.wrappers.observing import Observer

from .base import Explanation
from .checkpoint import Checkpoint, Weights
from .network import build_policy


class LearnedAgent:
    """A network that sees one view; it plays its most probable action, or draws one (``sample``)."""

    def __init__(
        self,
        name: str,
        variant: Variant,
        policy: MaskableActorCriticPolicy,
        view: str = "flat",
        sample: bool = False,
        seed: int = 0,
    ) -> None:
        """Wrap ``policy``, which is used as it is and not copied."""
        self.name = name
        self.observation = view
        self._observer = Observer(variant, view, mask_in="info")
        self._policy = policy
        self._sample = sample
        self.seed(seed)

    @classmethod
    def load(
        cls, path: str | Path, variant: Variant, sample: bool = False, seed: int = 0
    ) -> "LearnedAgent":
        """Read a checkpoint; raise ``CheckpointError`` where it does not fit ``variant``."""
        checkpoint = Checkpoint.load(path, variant.game)
        policy = build_policy(
            variant.game.views[checkpoint.view], len(variant.game.actions), checkpoint.width
        )
        policy.load_state_dict(checkpoint.policy)
        form = "ppo-sample" if sample else "ppo"
        return cls(f"{form}:{path}", variant, policy, checkpoint.view, sample, seed)

    def set_weights(self, weights: Weights) -> None:
        """Replace the network's weights."""
        self._policy.load_state_dict(weights)

    def seed(self, seed: int) -> None:
        """Begin the agent's own chance anew."""
        self._rng = torch.Generator().manual_seed(seed)

    def act(self, observation: np.ndarray, action_mask: np.ndarray) -> np.ndarray:
        """Return actions, int64 (batch,), for observations (batch, D) and masks (batch, A)."""
        logits, _ = self._judge(observation, action_mask)
        if self._sample:
            noise = torch.rand(logits.shape, generator=self._rng).clamp_min(1e-20)
            logits = logits - torch.log(-torch.log(noise))  # Gumbel: the maximum is a draw
        actions: np.ndarray = logits.argmax(dim=1).numpy()
        return actions

    def act_on_states(self, states: np.ndarray) -> np.ndarray:
        """Return a legal action for the current player of each running state."""
        return self.act(*self._observe(states))

    def explain(self, states: np.ndarray, i: int) -> Explanation:
        """Return the network's action probabilities and its value of the state."""
        logits, values = self._judge(*self._observe(states[i : i + 1]))
        probabilities = torch.softmax(logits[0], dim=0)
        scores = {action: float(probabilities[action]) for action in legal_ids(states[i])}
        return Explanation("probability", scores, float(values[0]))

    def _observe(self, states: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return self._observer.read_many(states, states["current_player"].astype(np.int64))

    @torch.no_grad()
    def _judge(
        self, observation: np.ndarray, action_mask: np.ndarray
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return masked logits (batch, A) and values (batch,)."""
        policy = self._policy
        features = policy.extract_features(
            torch.from_numpy(observation), policy.pi_features_extractor
        )
        latent_policy, latent_value = policy.mlp_extractor(features)
        logits = policy.action_net(latent_policy)
        logits = logits.masked_fill(torch.from_numpy(action_mask) == 0, -torch.inf)
        return logits, policy.value_net(latent_value).flatten()
