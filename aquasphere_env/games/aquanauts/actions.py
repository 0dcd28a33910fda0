"""The 140 actions of Aquanauts and where their groups start."""

from itertools import product

import numpy as np

from ...core.actions import ActionGroup, ActionTable
from ...core.state import WORD_BITS, num_words
from .components import (
    AQUANAUT_TILES,
    BAY_CAPACITY,
    CARGO_SYMBOLS,
    GRID_PLACES,
    NUM_TILES,
    RESEARCH_TILES,
    TOKENS,
    TRACK_SPACES,
)

# Spaces for workers: the research tiles, then these, then the construction track.
DOCK, SUBMERSIBLE, LAUNCH = NUM_TILES, NUM_TILES + 1, NUM_TILES + 2
TRACK = NUM_TILES + 3
NUM_SPACES = TRACK + TRACK_SPACES
SPACES = (
    *(label for _, label in RESEARCH_TILES),
    *("dock", "submersible", "launch"),
    *(f"track {space}" for space in range(TRACK_SPACES)),
)
NUM_SUB_BAYS, NUM_DOCK_BAYS = 4, 3
OPEN_PAPERS = 4

_ROBOT_SPACES = [
    space
    for space in range(NUM_SPACES)
    if space >= NUM_TILES or RESEARCH_TILES[space][0] not in AQUANAUT_TILES
]


def _load_sets() -> list[tuple[int, ...]]:
    """Return all sets of 1 to 6 algae, oxygen, samples: by size, then more algae, then oxygen."""
    counts = [c for c in product(range(BAY_CAPACITY + 1), repeat=3) if 1 <= sum(c) <= BAY_CAPACITY]
    return sorted(counts, key=lambda c: (sum(c), -c[0], -c[1]))


def _cargo_text(counts: tuple[int, ...]) -> str:
    return "".join(symbol * n for symbol, n in zip(CARGO_SYMBOLS, counts, strict=True))


_SETS = _load_sets()

ACTIONS = ActionTable(
    [
        ActionGroup(
            "robot", "robot to {space}", {"space": [SPACES[s] for s in _ROBOT_SPACES]}, "AN-P5"
        ),
        ActionGroup("aquanaut", "aquanaut to {space}", {"space": SPACES}, "AN-P5"),
        ActionGroup("build", "build in place {place}", {"place": GRID_PLACES}, "AN-C1"),
        ActionGroup("run", "run facility {place}", {"place": GRID_PLACES}, "AN-P3"),
        ActionGroup("wake", "wake the aquanaut", rules="AN-P4"),
        ActionGroup("done", "done", rules="AN-R2"),
        ActionGroup("discard", "discard {token}", {"token": TOKENS[:-1]}, "AN-R5"),
        ActionGroup(
            "unload", "unload bay {bay}", {"bay": [str(b) for b in range(NUM_SUB_BAYS)]}, "AN-R7"
        ),
        ActionGroup(
            "publish", "publish paper {n}", {"n": [str(n) for n in range(OPEN_PAPERS)]}, "AN-L4"
        ),
        ActionGroup("nothing", "publish nothing", rules="AN-L4"),
        ActionGroup("load", "load {cargo}", {"cargo": [_cargo_text(c) for c in _SETS]}, "AN-L2"),
    ]
)
NUM_ACTIONS = len(ACTIONS)

ROBOT = ACTIONS.start("robot")
AQUANAUT = ACTIONS.start("aquanaut")
BUILD = ACTIONS.start("build")
RUN = ACTIONS.start("run")
WAKE = ACTIONS.start("wake")
DONE = ACTIONS.start("done")
DISCARD = ACTIONS.start("discard")
UNLOAD = ACTIONS.start("unload")
PUBLISH = ACTIONS.start("publish")
PUBLISH_NOTHING = ACTIONS.start("nothing")
LOAD = ACTIONS.start("load")

ROBOT_SPACE = np.array(_ROBOT_SPACES)  # by robot action
ROBOT_ACTION = np.full(NUM_SPACES, -1)  # by space; -1 where only an aquanaut works
ROBOT_ACTION[ROBOT_SPACE] = ROBOT + np.arange(len(_ROBOT_SPACES))
LOAD_SETS = np.array(_SETS)  # algae, oxygen, samples by load action


def _load_masks() -> np.ndarray:
    """Return the load actions, as words of a bit set, that need at most n tokens of a kind."""
    masks = np.zeros((len(CARGO_SYMBOLS), BAY_CAPACITY + 1, num_words(NUM_ACTIONS)), np.uint64)
    for kind, n in product(range(len(CARGO_SYMBOLS)), range(BAY_CAPACITY + 1)):
        for number, counts in enumerate(_SETS):
            if counts[kind] <= n:
                word, bit = divmod(LOAD + number, WORD_BITS)
                masks[kind, n, word] |= np.uint64(1 << bit)
    return masks


LOAD_MASKS = _load_masks()  # [kind, n held]: three of them joined by "and" are the legal loads
