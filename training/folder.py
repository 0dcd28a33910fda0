"""Which folder a run writes into: never one that holds another run."""

from itertools import chain, count
from pathlib import Path

from .settings import Settings
from .table import FILE

CHECKPOINT = "model.pt"
NETWORK = "player.safetensors"
VALUE_CHECKPOINT = "value.pt"
VALUE = "value.safetensors"
EVALUATION = "evaluation.json"

_OF_A_RUN = (CHECKPOINT, NETWORK, VALUE_CHECKPOINT, VALUE, FILE, EVALUATION)


def holds_run(folder: Path) -> bool:
    """Return whether ``folder`` has results of training."""
    return any((folder / name).exists() for name in _OF_A_RUN)


def run_folder(config: Settings, name: str, checkpoint: str = CHECKPOINT) -> Path:
    """Return where the run writes; nothing is made yet.

    A new run takes ``--folder``, or ``runs/<name>``, numbered if that holds a run. One that is
    resumed stays where its checkpoint is, or branches off into ``--folder``. ``checkpoint`` is the
    name of a run's checkpoint.

    Raises:
        ValueError: the folder holds another run.
    """
    if config.resume is not None:
        return _resumed(config.resume, config.folder, checkpoint)
    if config.folder is None:
        usual = Path("runs") / name
        numbered = (usual.with_name(f"{usual.name}-{k}") for k in count(2))
        return next(folder for folder in chain([usual], numbered) if not holds_run(folder))
    if holds_run(config.folder):
        raise ValueError(
            f"{config.folder} holds a run; go on from it with --resume "
            f"{config.folder / checkpoint}, or name another --folder"
        )
    return config.folder


def _resumed(checkpoint: Path, wanted: Path | None, name: str) -> Path:
    folder = checkpoint.parent if wanted is None else wanted
    own = folder / name
    if holds_run(folder) and not (own.exists() and own.samefile(checkpoint)):
        raise ValueError(
            f"{folder} holds a run other than that of --resume {checkpoint}, which would replace "
            "it; name another --folder"
        )
    return folder
