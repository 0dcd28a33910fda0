"""Libraries that random play is timed in: their games, workers, and how they are played.

PufferLib is not among them: its build fetches sources of its own, and did not install where we
measure.
"""

from typing import NamedTuple


class Entry(NamedTuple):
    """A game of a library, and whether it is one to compare with: not a toy of a few moves."""

    game: str
    comparable: bool = True


class Peer(NamedTuple):
    """A library: what is installed for it, its worker, its games, and what it can be asked."""

    title: str
    library: str  # whose version is told
    requirements: tuple[str, ...]  # none: this environment has it
    worker: str  # the name of the script
    games: tuple[Entry, ...]
    bare: tuple[int, ...]  # how many at once, without observations and masks
    seen: tuple[int, ...]  # how many at once, with observations and masks
    way: str  # how it is played


BATCHES = (1, 64, 1024)
OURS = "ours"
REFERENCE = "aquasphere"  # of our games, the one that peers are compared with

PEERS: dict[str, Peer] = {
    OURS: Peer(
        "aquasphere-env",
        "aquasphere-env",
        (),
        "ours",
        tuple(map(Entry, ("aquasphere", "octodice", "aquanauts", "aquamarine"))),
        bare=(1,),
        seen=BATCHES,
        way="two players; forced moves, dice and cards are played in between",
    ),
    "openspiel": Peer(
        "OpenSpiel",
        "open-spiel",
        (),
        "spiel",
        (
            *map(Entry, ("hearts", "skat", "gin_rummy", "backgammon", "chess")),
            Entry("go(board_size=9)"),
            Entry("connect_four", comparable=False),
        ),
        bare=(1,),
        seen=(1,),
        way="tensor and mask of the player to move; forced actions and chance cost time",
    ),
    "openspiel-cpp": Peer(
        "OpenSpiel, in C++",
        "open-spiel",
        (),
        "spiel",
        (
            *(
                Entry(f"{game}, C++ loop")
                for game in (
                    *("hearts", "skat", "gin_rummy", "backgammon", "chess"),
                    "go(board_size=9)",
                )
            ),
            Entry("connect_four, C++ loop", comparable=False),
        ),
        bare=(1,),
        seen=(),
        way="the rollouts of its tree search, counted by the mean of thirty games",
    ),
    "pettingzoo": Peer(
        "PettingZoo classic",
        "pettingzoo",
        ("chess", "pygame-ce"),
        "zoo_games",
        (
            *map(Entry, ("chess_v6", "go_v5")),
            Entry("connect_four_v3", comparable=False),
        ),
        bare=(),
        seen=(1,),
        way="`last` and `step`",
    ),
    "pgx": Peer(
        "Pgx on the CPU",
        "pgx",
        ("pgx",),
        "pgx_games",
        (
            *map(Entry, ("backgammon", "chess", "go_9x9")),
            Entry("connect_four", comparable=False),
        ),
        bare=(1024,),
        seen=BATCHES,
        way="steps and choices inside one loop that JAX has compiled",
    ),
    "fastcatan": Peer(
        "fastcatan",
        "fastcatan",
        ("fastcatan",),
        "catan",
        (Entry("catan"),),
        bare=BATCHES,
        seen=(),
        way="four players, with masks, without observations",
    ),
    "envpool": Peer(
        "EnvPool",
        "envpool",
        ("envpool",),
        "envpool_games",
        (Entry("Blackjack-v1", comparable=False),),
        bare=(),
        seen=BATCHES,
        way="another card or none; it has no board games",
    ),
}
