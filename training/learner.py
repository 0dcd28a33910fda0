"""PPO for every seat of every game: what CleanRL's ``ppo.py`` does, with masks and seats in turn.

Schulman, Wolski, Dhariwal, Radford and Klimov, "Proximal policy optimization algorithms", 2017,
arXiv:1707.06347; the details that matter: Huang et al., "The 37 implementation details of proximal
policy optimization", ICLR blog track, 2022. A seat's decisions are a sequence of their own: what a
decision brings is all that its seat is paid until it decides again, by whosever moves, and is
worth what the critic thinks of the state in which it does.
"""

from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from agents.network import PolicyNetwork
from aquasphere_env.core.signals import check_stopped

from .config import Config
from .games import Games
from .policy import draw, masked

CLIP = 0.2  # how far the probability of an action may go from what it was, as a ratio
VALUE_WEIGHT = 0.5  # of the critic's loss
MOST_GRADIENT = 0.5  # norm that gradients are cut off at
ADAM_EPSILON = 1e-5

_TINY = 1e-8


@dataclass
class Rollout:
    """``num_steps`` decisions in each of ``num_envs`` games, (T, N), and whose turn is next."""

    observations: np.ndarray  # float32 (T, N, D + A), or (T, N, D) without advice
    masks: np.ndarray  # bool (T, N, A)
    learning: np.ndarray  # bool (T, N): decided by the learner, not by an opponent
    actions: np.ndarray  # int64 (T, N)
    log_probs: np.ndarray  # float32 (T, N)
    values: np.ndarray  # float32 (T + 1, N)
    movers: np.ndarray  # int64 (T + 1, N): who decides
    rewards: np.ndarray  # float32 (T, N, players): of all seats
    over: np.ndarray  # bool (T, N): the game ended with this decision

    @classmethod
    def empty(cls, games: Games, num_steps: int) -> "Rollout":
        """Return room for ``num_steps`` decisions in each of ``games``."""
        shape = (num_steps, games.count)
        later = (num_steps + 1, games.count)
        return cls(
            observations=np.zeros((*shape, games.size), np.float32),
            masks=np.zeros((*shape, games.num_actions), np.bool_),
            learning=np.zeros(shape, np.bool_),
            actions=np.zeros(shape, np.int64),
            log_probs=np.zeros(shape, np.float32),
            values=np.zeros(later, np.float32),
            movers=np.zeros(later, np.int64),
            rewards=np.zeros((*shape, games.num_players), np.float32),
            over=np.zeros(shape, np.bool_),
        )


class Learner:
    """A network that plays and learns; between updates nothing but it and Adam is remembered."""

    def __init__(self, network: PolicyNetwork, games: Games, config: Config) -> None:
        """Let ``network`` learn from ``games``."""
        self.network = network
        self.optimizer = torch.optim.Adam(network.parameters(), eps=ADAM_EPSILON)
        self._games = games
        self._config = config
        self._rollout = Rollout.empty(games, config.num_steps)

    def update(self, rate: float, chance: np.random.Generator) -> tuple[int, dict[str, float]]:
        """Play on, then learn from it at the learning rate ``rate``.

        Returns:
            How many decisions the learner made, and numbers about how it learned.

        Raises:
            NotFiniteError: learning has diverged.
        """
        self.collect(chance)
        learned = self.learn(rate, chance)
        return int(self._rollout.learning.sum()), learned

    @torch.inference_mode()
    def collect(self, chance: np.random.Generator) -> None:
        """Fill the rollout: the learner and its opponents play all games on."""
        rollout, games = self._rollout, self._games
        for t in range(len(rollout.actions)):
            check_stopped()
            games.read(rollout.observations[t], rollout.masks[t])
            rollout.movers[t], rollout.learning[t] = games.movers, games.learning
            rows = np.flatnonzero(rollout.learning[t])
            self._decide(t, rows, chance)
            games.answer(rollout.observations[t], rollout.masks[t], rollout.actions[t], chance)
            games.step(rollout.actions[t], chance)
            rollout.rewards[t], rollout.over[t] = games.rewards, games.over
        rollout.movers[-1] = games.movers
        last, masks = np.empty_like(rollout.observations[0]), np.empty_like(rollout.masks[0])
        games.read(last, masks)
        rollout.values[-1] = self.network(torch.from_numpy(last))[1].numpy()

    def _decide(self, t: int, rows: np.ndarray, chance: np.random.Generator) -> None:
        """Draw actions in the games ``rows``, which wait for the learner."""
        rollout = self._rollout
        logits, values = self.network(torch.from_numpy(rollout.observations[t][rows]))
        log_probs = masked(logits, torch.from_numpy(rollout.masks[t][rows])).numpy()
        actions = draw(log_probs, chance)
        rollout.actions[t, rows] = actions
        rollout.log_probs[t, rows] = log_probs[np.arange(len(rows)), actions]
        rollout.values[t, rows] = values.numpy()

    def learn(self, rate: float, chance: np.random.Generator) -> dict[str, float]:
        """Learn from the rollout; return means over all gradient steps."""
        config, rollout = self._config, self._rollout
        rewards = rollout.rewards / self._games.spread()
        advantages, whole = advantages_of(rollout, rewards, config.gamma, config.gae_lambda)
        returns = advantages + rollout.values[:-1]
        rows = np.flatnonzero(rollout.learning & whole)
        data = [
            torch.from_numpy(array.reshape(rollout.actions.size, *array.shape[2:]))
            for array in (
                *(rollout.observations, rollout.masks, rollout.actions),
                *(rollout.log_probs, advantages, returns),
            )
        ]
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        steps = []
        for _ in range(config.num_epochs):
            count = -(-len(rows) // config.batch_size)
            for batch in np.array_split(chance.permutation(rows), count) if count else ():
                check_stopped()
                steps.append(self._step(*(each[torch.from_numpy(batch)] for each in data)))
        found = {name: float(np.mean([step[name] for step in steps])) for name in _means(steps)}
        explained = explained_variance(rollout.values[:-1].ravel()[rows], returns.ravel()[rows])
        return {**found, "explained_variance": explained, "learning_rate": rate}

    def _step(
        self,
        observations: torch.Tensor,
        masks: torch.Tensor,
        actions: torch.Tensor,
        old_log_probs: torch.Tensor,
        advantages: torch.Tensor,
        returns: torch.Tensor,
    ) -> dict[str, float]:
        """Make one gradient step on a batch of decisions."""
        logits, values = self.network(observations)
        log_probs = masked(logits, masks)
        log_ratios = log_probs.gather(1, actions[:, None])[:, 0] - old_log_probs
        ratios = log_ratios.exp()
        advantages = (advantages - advantages.mean()) / (advantages.std(correction=0) + _TINY)
        clipped = advantages * ratios.clamp(1 - CLIP, 1 + CLIP)
        policy_loss = -torch.minimum(advantages * ratios, clipped).mean()
        value_loss = nn.functional.mse_loss(values, returns)
        entropy = -(log_probs.exp() * log_probs).sum(dim=1).mean()
        loss = policy_loss + VALUE_WEIGHT * value_loss - self._config.entropy * entropy
        self.optimizer.zero_grad()
        torch.autograd.backward(loss)
        nn.utils.clip_grad_norm_(self.network.parameters(), MOST_GRADIENT)
        self.optimizer.step()
        with torch.no_grad():
            numbers = {
                "loss": loss,
                "policy_gradient_loss": policy_loss,
                "value_loss": value_loss,
                "entropy_loss": -entropy,
                "approx_kl": (ratios - 1 - log_ratios).mean(),
                "clip_fraction": ((ratios - 1).abs() > CLIP).float().mean(),
            }
        return {name: number.item() for name, number in numbers.items()}


def _means(steps: list[dict[str, float]]) -> list[str]:
    return list(steps[0]) if steps else []


def advantages_of(
    rollout: Rollout, rewards: np.ndarray, gamma: float, decay: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return generalised advantages, float32 (T, N), and which decisions have one, bool (T, N).

    A seat's last decision of a game that goes on has none before it is to move again.
    ``rewards`` (T, N, players) are those of ``rollout``, scaled.
    """
    advantages = np.zeros_like(rollout.values[:-1])
    whole = np.zeros(advantages.shape, np.bool_)
    games = np.arange(rewards.shape[1])
    paid, value, advantage = (np.zeros(rewards.shape[1:], np.float32) for _ in range(3))
    known = np.zeros(paid.shape, np.bool_)  # by game and seat: what comes after its decision
    now = games, rollout.movers[-1]
    value[now], known[now] = rollout.values[-1], True
    for t in reversed(range(len(rewards))):
        over = rollout.over[t]
        paid[over] = value[over] = advantage[over] = 0
        known[over] = True
        paid += rewards[t]
        now = games, rollout.movers[t]
        whole[t] = known[now]
        surprise = paid[now] + gamma * value[now] - rollout.values[t]
        advantages[t] = np.where(whole[t], surprise + gamma * decay * advantage[now], 0)
        paid[now], value[now], advantage[now] = 0, rollout.values[t], advantages[t]
        known[now] = True
    return advantages, whole


def explained_variance(values: np.ndarray, returns: np.ndarray) -> float:
    """Return the share of the variance of ``returns`` that ``values`` tell, NaN if it has none."""
    variance = float(returns.var()) if len(returns) else 0.0
    return float("nan") if variance == 0 else 1 - float((returns - values).var()) / variance
