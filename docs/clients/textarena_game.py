"""Two agents play OctoDice by messages in TextArena.

With a model: ta.agents.OpenAIAgent(model_name="gpt-4o-mini") instead of one of them.
"""

import random
from time import perf_counter

import textarena as ta

import aquasphere_env.adapters.textarena  # noqa: F401


class Careless(ta.Agent):
    """Reads the legal actions in the text and answers with any; in one of ten it is wrong."""

    def __call__(self, observation: str) -> str:
        """Return a message that names an action."""
        listed = observation.rpartition("Your legal actions:\n")[2]
        ids = [line.split(":")[0] for line in listed.split("\n") if line[:1].isdigit()]
        if random.random() < 0.1:
            return "I cannot decide."
        return f"<think>So many dice.</think>\n\n**Action: {random.choice(ids)}**"


env = ta.make("OctoDice-v1", rules="short", error_allowance=5)
agents = [Careless(), Careless()]
env.reset(num_players=len(agents), seed=7)
done, messages, start = False, 0, perf_counter()
while not done:
    player_id, observation = env.get_observation()
    done, info = env.step(action=agents[player_id](observation))
    messages += 1
print(f"{messages / (perf_counter() - start):.0f} decisions/s")
rewards, game_info = env.close()
print(rewards, {player: info["score"] for player, info in game_info.items()})
