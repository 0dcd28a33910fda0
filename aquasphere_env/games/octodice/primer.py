"""The numbers of OctoDice that ``primer.md`` speaks of, from the component set."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from .state import BLACK_FACES, NUM_THIRDS, SOLO_TURNS_PER_THIRD, SYMBOLS, TURNS_PER_THIRD


def facts(state: np.void) -> Mapping[str, Any]:
    """Return what the placeholders of ``primer.md`` stand for in a game of this set-up."""
    tables = state["components"]
    alone = state["num_players"] == 1
    return {
        "players": int(state["num_players"]),
        "turns": NUM_THIRDS * (SOLO_TURNS_PER_THIRD if alone else TURNS_PER_THIRD),
        "white": ", ".join(SYMBOLS[face] for face in tables["white_faces"]),
        "black": _black_dice(tables),
        "crystal_circles": int(tables["crystal_circles"]),
        "research": _numbers(tables["research_points"]),
        "bots": tables["bot_points"].tolist(),
        "octopus_bonus": _numbers(tables["octopus_bonus"][1:]),
        "places": tables["crystal_places"].tolist(),
        "super_lab_v": _numbers(tables["super_lab_v"][1:]),
        "super_lab_h": _numbers(tables["super_lab_h"][1:]),
        "super_octo": _numbers(tables["super_octo"][1:]),
    }


def _numbers(table: np.ndarray) -> str:
    return ", ".join(map(str, table.tolist()))


def _black_dice(tables: np.void) -> str:
    """Return the faces of each black die."""
    dice = []
    for colours, numbers in zip(tables["black_colours"], tables["black_numbers"], strict=True):
        faces = [
            BLACK_FACES[colour] + (f" {number}" if number >= 0 else "")
            for colour, number in zip(colours.tolist(), numbers.tolist(), strict=True)
        ]
        dice.append("/".join(faces))
    return "; ".join(dice)
