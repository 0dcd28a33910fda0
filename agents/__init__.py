"""The checkout's front door to players, and what learning them needs: networks, checkpoints."""

from aquasphere_env.players.player import Explanation, Player
from aquasphere_env.players.registry import PLAYER_FORMS
from aquasphere_env.players.registry import make_player as make_agent

__all__ = ["PLAYER_FORMS", "Explanation", "Player", "make_agent"]
