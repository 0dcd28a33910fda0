"""State, actions, view and rules of Sealed; the ids S1.. are in the package's docstring."""

import numpy as np

from aquasphere_env.core.actions import ActionGroup, ActionTable
from aquasphere_env.core.bits import allow
from aquasphere_env.core.check import require
from aquasphere_env.core.jit import kernel
from aquasphere_env.core.ranges import between, up_to
from aquasphere_env.core.rng import randint
from aquasphere_env.core.state import MAX_PLAYERS, Feature, record_dtype, state_dtype

NUM_TURNS, NUM_PEARLS, MOST_BID, MOST_PRIZE = 3, 3, 2, 6
BID, CHARACTER, DONE = range(3)  # what a player is asked
ACTIONS = ActionTable(
    [
        ActionGroup("bid", "bid {pearls}", {"pearls": ["0", "1", "2"]}),
        ActionGroup("character", "{character}", {"character": ["bold", "shy"]}),
    ]
)
BOLD, SHY = ACTIONS.start("character"), ACTIONS.start("character") + 1

SHEET = record_dtype(
    [("pearls", up_to(NUM_PEARLS)), ("asked", up_to(DONE)), ("bid", up_to(MOST_BID + 1))]
)
STATE = state_dtype(
    len(ACTIONS),
    [
        ("prize", between(1, MOST_PRIZE)),
        ("points", between(-NUM_TURNS, NUM_TURNS * MOST_PRIZE, np.int16), (MAX_PLAYERS,)),
        (
            "shown_pearls",
            up_to(NUM_PEARLS),
            (MAX_PLAYERS,),
        ),  # as of the turn's start, for the others
        ("players", SHEET, (MAX_PLAYERS,)),
    ],
)


def check_state(state, blank):
    """Raise ``StateError`` unless pearls and bids of the turn fit together (S1, S2)."""
    turn, seats = int(state["round_number"]), int(state["num_players"])
    require(state["terminated"] == (turn == NUM_TURNS), "terminated", f"in turn {turn}")
    require(not state["truncated"], "truncated", "there is no limit")
    require(turn <= NUM_TURNS, "round_number", f"{turn}, not 0 to {NUM_TURNS}")
    asked = state["players"]["asked"][:seats]
    for p in range(seats):
        sheet, shown = state["players"][p], int(state["shown_pearls"][p])
        spent = min(int(sheet["bid"]), MOST_BID)
        require(sheet["pearls"] + spent == shown, f"players.{p}.bid", f"{shown} pearls at first")
        fits = sheet["bid"] <= MOST_BID if sheet["asked"] != DONE else True
        fits &= sheet["bid"] == (0 if sheet["asked"] == BID else sheet["bid"])
        fits &= sheet["bid"] == MOST_BID or sheet["asked"] != CHARACTER
        require(fits, f"players.{p}.bid", "does not fit what is asked")
    decides = asked[state["current_player"]] != DONE
    require(decides or state["terminated"], "current_player", "has nothing to decide")


@kernel
def deal(state):
    """Roll the first prize (S1)."""
    state.prize = 1 + randint(state, MOST_PRIZE)


@kernel
def setup(state):
    """Hand out the pearls (S1)."""
    for p in range(state.num_players):
        state.players[p].pearls = state.shown_pearls[p] = NUM_PEARLS


@kernel
def turn_open(state, player):
    """Return whether ``player`` still has to bid in this turn."""
    return state.players[player].asked != DONE


@kernel
def legal_actions(state, legal):
    """Allow bids (S1, S4) or the two characters (S2)."""
    me = state.players[state.current_player]
    if me.asked == CHARACTER:
        allow(legal, BOLD)
        allow(legal, SHY)
    else:
        for pearls in range(min(MOST_BID, me.pearls) + 1):
            allow(legal, pearls)


@kernel
def apply(state, action):
    """Note a bid or a character; when all are done, the turn ends (S3)."""
    player = state.current_player
    me = state.players[player]
    if me.asked == CHARACTER:
        me.bid += action == BOLD
        me.asked = DONE
    else:
        me.bid = action
        me.pearls -= action
        me.asked = CHARACTER if action == MOST_BID else DONE
    for k in range(state.num_players):
        if state.players[(player + k) % state.num_players].asked != DONE:
            state.current_player = (player + k) % state.num_players
            return
    end_turn(state)


@kernel
def end_turn(state):
    """Give the prize to the highest bid (S3) and roll the next one, or end the game (S1)."""
    best, winner = -1, -1
    for p in range(state.num_players):
        bid = state.players[p].bid
        state.points[p] -= bid > MOST_BID
        winner = p if bid > best else (-1 if bid == best else winner)
        best = max(best, bid)
        state.shown_pearls[p] = state.players[p].pearls
        state.players[p].bid = 0
    if winner >= 0:
        state.points[winner] += state.prize
    state.round_number += 1
    state.terminated = state.round_number == NUM_TURNS
    if not state.terminated:
        state.prize = 1 + randint(state, MOST_PRIZE)
        state.current_player = 0
        for p in range(state.num_players):
            state.players[p].asked = BID


@kernel
def scores(state, out):
    """Write the points as of the turn's start."""
    out[:] = 0
    for p in range(state.num_players):
        out[p, 0] = state.points[p]


@kernel
def redeal(state, player):
    """Forget what the others have bid in this turn."""
    for p in range(state.num_players):
        if p != player and not state.terminated:
            state.players[p].pearls = state.shown_pearls[p]
            state.players[p].asked = BID
            state.players[p].bid = 0


@kernel
def evaluate(state, player):
    """Return own points and the pearls bid."""
    return state.points[player] + 0.5 * state.players[player].bid


@kernel
def observe(state, player, view):
    """Fill the view ``flat``: the own sheet as it is, the others' as of the turn's start."""
    view.prize = state.prize / MOST_PRIZE
    view.asked = state.players[player].asked / DONE
    view.points[:] = 0.0
    view.pearls[:] = 0.0
    for p in range(state.num_players):
        seat = (p - player) % state.num_players
        view.points[seat] = state.points[p] / (NUM_TURNS * MOST_PRIZE)
        pearls = state.players[p].pearls if p == player else state.shown_pearls[p]
        view.pearls[seat] = pearls / NUM_PEARLS


FLAT = (
    Feature("prize", (), "prize / 6"),
    Feature("asked", (), "0 a bid, 0.5 a character, 1 nothing"),
    Feature("points", (MAX_PLAYERS,), "points / 18"),
    Feature("pearls", (MAX_PLAYERS,), "pearls / 3, the others' as of the turn's start"),
)
