"""What makes the stores, the stockpile and the points of a state of Aquanauts possible."""

import numpy as np

from ...core.check import require
from ...core.state import NOBODY
from .actions import NUM_DOCK_BAYS
from .components import (
    EMPTY,
    MAX_AMOUNT,
    NUM_PLACES,
    NUM_RESEARCH_NODES,
    NUM_STORED,
    POINT,
    STOCKPILE,
)
from .grid import collect
from .state import (
    AQUANAUT_ITEM,
    AUTOMATED,
    DISCARDING,
    DOCK_LOAD,
    LOADING,
    POINTS_A_ROUND,
    READY,
    TRADE_POINTS,
    player_of,
)
from .stores import excess, storage_limit


def is_over(state: np.void) -> bool:
    """Return whether the game of ``state`` has ended."""
    return bool(state["terminated"] or state["truncated"])


def in_turn_order(state: np.void) -> list[int]:
    """Return the players from ``turn_player`` on clockwise."""
    count = int(state["num_players"])
    return [(int(state["turn_player"]) + step) % count for step in range(count)]


def over_limit(state: np.void) -> list[int]:
    """Return who holds more than the storage limit, in the order of discarding: AN-R5."""
    return [player for player in in_turn_order(state) if excess(state, player) > 0]


def check_stockpile(state: np.void) -> None:
    """The stockpile has a limit: AN-R5."""
    held, limit = int(state["stockpile"].sum()), int(state["components"]["stockpile_limit"])
    require(held <= limit, "stockpile", f"{held} tokens, at most {limit} lie there")


def check_stores(state: np.void) -> None:
    """A store is over its limit only until its owner discards, and by one event's gains: AN-R5."""
    for player in over_limit(state):
        waits = _may_wait(state, player)
        require(waits, f"players.{player}.store", "over the storage limit and not to discard")
        _check_gains(state, player)
    if state["question"] == DISCARDING:
        discarding = int(state["current_player"])
        store, much = state["players"]["store"][discarding], excess(state, discarding)
        left = int(store[state["discard_from"] :].sum())
        require(left >= much, "discard_from", f"{much} tokens to discard, {left} left for it")


def _may_wait(state: np.void, player: int) -> bool:
    """Return whether ``player`` may be over the storage limit at the open question."""
    if state["phase"] == AUTOMATED:  # in which only the player whose turn it is gains
        return bool(player == state["turn_player"] or _is_first_turn(state))
    return bool(state["question"] == DISCARDING)


def _is_first_turn(state: np.void) -> bool:
    """Return whether nobody's start tokens have been held to the storage limit yet."""
    start = state["phase"] == AUTOMATED and state["round_number"] == 0
    return bool(start and state["turn_player"] == state["first_player"])


def _check_gains(state: np.void, player: int) -> None:
    """``player`` holds no more than a full store and what one event brings."""
    store, count = state["players"]["store"][player], int(state["num_players"])
    full = storage_limit(state, player)
    if _is_first_turn(state):
        place = (player - int(state["first_player"])) % count
        full = max(full, int(state["components"]["start"][place].sum()))
    if state["phase"] == AUTOMATED:
        gains = grid_yield(state) if player == state["turn_player"] else np.zeros(NUM_STORED, int)
        most = int(gains.sum())
        fits = (store <= full + gains).all()
    else:
        most = most_of_a_placement(state)
        fits = True
    held = int(store.sum())
    reason = f"{held} tokens, {full} stored and {most} gained at most"
    require(fits and held <= full + most, f"players.{player}.store", reason)


def grid_yield(state: np.void) -> np.ndarray:
    """Return the tokens by kind that ``turn_player`` has gained in the automated phase at most."""
    me = player_of(state.copy(), int(state["turn_player"]))
    me["store"] = 0
    collect(state, me)
    gains: np.ndarray = me["store"].astype(int)
    for place in range(NUM_PLACES):
        tile = me["grid"][place]
        if tile != EMPTY and not state["open_items"][place]:
            facility = state["components"]["facilities"][tile]
            if facility["run_cost"].any():
                gains += facility["output"][:NUM_STORED]
    return gains


def most_of_a_placement(state: np.void) -> int:
    """Return how many tokens one player gains by one worker at most: a tile, or the dock."""
    tables = state["components"]
    tiles = tables["research_tiles"]["output"][:, :NUM_STORED].sum(axis=1)
    tiles[STOCKPILE] += tables["stockpile_limit"]
    for node in tables["research_nodes"]:
        if node["token"] != POINT:
            tiles[node["tiles"][node["tiles"] >= 0]] += 2  # both workers may be the player's
    return max(int(tiles.max()), NUM_DOCK_BAYS * DOCK_LOAD)


def check_points(state: np.void) -> None:
    """Points are those of the claimed objectives, and what the rounds so far can have paid."""
    cards = state["components"]["public_objectives"]["points"][state["objectives"]]
    for player in range(int(state["num_players"])):
        points = int(state["players"]["points"][player])
        claimed = int(cards[state["claimed_by"] == player].sum())
        most = claimed + POINTS_A_ROUND * (int(state["round_number"]) + 1)
        most -= points_to_come(state, player)
        reason = f"{points}, not {claimed} for objectives to {most}"
        require(claimed <= points <= most, f"players.{player}.points", reason)


def points_to_come(state: np.void, player: int) -> int:
    """Return how many tokens the rest of the round, and bays loaded so far, pay at most."""
    me, my_turn = state["players"][player], player == state["turn_player"]
    coming = TRADE_POINTS * np.count_nonzero(state["bays"]["owner"] == player)
    if my_turn and state["question"] == LOADING:
        coming += TRADE_POINTS
    if state["phase"] == AUTOMATED:
        first, count = int(state["first_player"]), int(state["num_players"])
        if (player - first) % count > (int(state["turn_player"]) - first) % count:
            return int(coming) + POINTS_A_ROUND
    items = state["open_items"] if my_turn else np.zeros_like(state["open_items"])
    coming += MAX_AMOUNT * np.count_nonzero(items[:NUM_PLACES])
    workers = int(me["robots"]) + int(me["aquanaut"] == READY or items[AQUANAUT_ITEM])
    return int(coming) + MAX_AMOUNT * workers + 2 * _unpaid_nodes(state)


def _unpaid_nodes(state: np.void) -> int:
    """Return how many nodes of the board have not paid in this round."""
    unpaid = NUM_RESEARCH_NODES
    for node in state["components"]["research_nodes"]:
        tiles = node["tiles"][node["tiles"] >= 0]
        unpaid -= int(np.count_nonzero(state["tile_workers"][tiles] != NOBODY) >= 2)
    return unpaid
