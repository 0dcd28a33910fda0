"""Write the network of a checkpoint as a player file that needs no torch.

    python -m training.export runs/aquasphere-2p/model.pt
    aquasphere play --opponents net:runs/aquasphere-2p/player.safetensors

``training.ppo`` does so by itself whenever it saves.
"""

if __name__ == "__main__":
    from aquasphere_env.core.extras import explain_missing
    from aquasphere_env.core.signals import catch_signals

    catch_signals("training.export")
    explain_missing("training.export", "train")

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import tyro

from agents.checkpoint import Checkpoint
from agents.network import tensors_of
from aquasphere_env.core.console import command, fail, say
from aquasphere_env.games import get_game
from aquasphere_env.players.network import Network, save_network


def export(checkpoint: Checkpoint, path: Path) -> None:
    """Write the network of ``checkpoint`` to ``path``."""
    tensors = tensors_of(checkpoint.policy)
    advice = checkpoint.adviser()
    save_network(path, Network(checkpoint.trained_on, checkpoint.width, tensors, advice))


@dataclass
class Options:
    """Write the network of a checkpoint as a player file."""

    checkpoint: tyro.conf.Positional[Path]
    """A checkpoint of training.ppo."""
    output: Path | None = None
    """Where to write; by default player.safetensors beside the checkpoint."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    with command("training.export"):
        options = tyro.cli(Options, args=arguments, description=__doc__)
        output = options.output or options.checkpoint.with_name("player.safetensors")
        try:
            checkpoint = Checkpoint.load(options.checkpoint)
            trained_on = checkpoint.trained_on
            game = get_game(trained_on.game)
            variant = game.recorded_variant(trained_on.num_players, trained_on.options)
            checkpoint.check_for(variant, options.checkpoint)
            export(checkpoint, output)
        except ValueError as error:
            fail("training.export", error)
        say(f"wrote {output}")


if __name__ == "__main__":
    main()
