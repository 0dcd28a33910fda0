"""What makes a state of Aquanauts possible: the round, the pieces, the submersible.

Tokens and points are in ``check_tokens``. Every check may rely on those before it.
"""

import numpy as np

from ...core.check import require
from ...core.state import NOBODY
from .check_tokens import check_points, check_stockpile, check_stores, is_over, over_limit
from .components import (
    AQUANAUT_TILES,
    BAY_CAPACITY,
    CARGO,
    EMPTY,
    MAX_PAPERS,
    NUM_PAPERS,
    NUM_PLACES,
    OBJECTIVES_IN_PLAY,
    RUNS_FREE,
    STOCKPILE,
    STORAGE_LABEL,
    TILE_IDS,
)
from .grid import may_take_any
from .launch import can_publish_any
from .scoring import missing, most_papers
from .state import (
    AQUANAUT_ITEM,
    AUTOMATED,
    BUILDING,
    DISCARDING,
    END_FOURTH_PAPER,
    END_ROUND_LIMIT,
    IN_POD,
    ITEMS,
    LOADING,
    NO_QUESTION,
    NUM_ROBOTS,
    PHASES,
    PLACED,
    PLACEMENT,
    PUBLISHING,
    QUESTIONS,
    READY,
    UNLOADING,
    WORKERS,
    player_of,
)

IN_PHASE = {
    AUTOMATED: (ITEMS, DISCARDING),
    WORKERS: (PLACEMENT, BUILDING, LOADING, UNLOADING, PUBLISHING, DISCARDING),
}
AT_LAUNCH = (UNLOADING, PUBLISHING)


def check_state(state: np.void, blank: np.void) -> None:
    """Raise ``StateError`` unless the fields fit together."""
    require(state["max_rounds"] == blank["max_rounds"], "max_rounds", "differs from the options")
    check_seats(state)
    check_facilities(state)
    check_papers(state)
    check_end(state)
    check_question(state)
    check_workers(state)
    check_dock(state)
    check_bays(state)
    check_open_papers(state)
    check_objectives(state)
    check_items(state)
    check_stockpile(state)
    check_stores(state)
    check_points(state)
    check_answers(state)


def check_seats(state: np.void) -> None:
    """Fields that name players name those of the game; unused seats have nothing."""
    count = int(state["num_players"])
    for name in ("turn_player", "first_player", "tile_workers", "claimed_by", "dock"):
        require((state[name] < count).all(), name, f"there are players 0 to {count - 1}")
    require((state["bays"]["owner"] < count).all(), "bays", f"owners are players 0 to {count - 1}")
    rest = state["players"][count:]
    for name, nothing in (("grid", EMPTY), ("papers", EMPTY), ("aquanaut", IN_POD)):
        require((rest[name] == nothing).all(), f"players.{name}", "of a seat without a player")
    for name in ("store", "points", "robots"):
        require((rest[name] == 0).all(), f"players.{name}", "of a seat without a player")


def _check_pile(state: np.void, pile: str, size: str) -> None:
    """``size`` is the length of the list ``pile``, behind which nothing lies."""
    held = state[pile] != EMPTY
    count = int(state[size])
    require(np.count_nonzero(held) == count, size, f"{count}, but {pile} holds {held.sum()}")
    require(held[:count].all(), pile, f"has a gap among its {count} first")


def check_facilities(state: np.void) -> None:
    """Each facility in use is in one place; a player has one Storage Unit at most: AN-S2, AN-C3."""
    _check_pile(state, "tile_stack", "stack_size")
    _check_pile(state, "discards", "num_discards")
    facilities, grids = state["components"]["facilities"], state["players"]["grid"]
    lists = [state[name] for name in ("tile_stack", "discards", "track")]
    found = np.concatenate([*lists, [state["in_hand"]], grids.ravel()])
    in_use = np.flatnonzero(facilities["dots"] <= state["num_players"]).tolist()
    reason = f"with stack, discards, hand and grids not each of {len(in_use)} facilities once"
    require(sorted(found[found != EMPTY]) == in_use, "track", reason)
    for player, grid in enumerate(grids):
        own = np.append(grid, state["in_hand"] if player == state["turn_player"] else EMPTY)
        units = np.count_nonzero(facilities["label"][own[own != EMPTY]] == STORAGE_LABEL)
        require(units <= 1, "players.grid", f"player {player} has {units} Storage Units")


def check_papers(state: np.void) -> None:
    """Each paper is in one place; published ones have no gap between them."""
    _check_pile(state, "paper_deck", "deck_size")
    published = state["players"]["papers"]
    found = np.concatenate([state["paper_deck"], state["open_papers"], published.ravel()])
    reason = f"with deck and published ones not each of {NUM_PAPERS} papers once"
    require(sorted(found[found != EMPTY]) == list(range(NUM_PAPERS)), "open_papers", reason)
    held = published != EMPTY
    require((held[:, :-1] >= held[:, 1:]).all(), "players.papers", "a gap before a paper")


def check_end(state: np.void) -> None:
    """A game ends with its round, by a fourth paper or the round limit: AN-E1, AN-R9."""
    rounds, limit = int(state["round_number"]), int(state["max_rounds"])
    require(rounds < limit, "round_number", f"{rounds} of {limit} rounds are over")
    fourth = most_papers(state) == MAX_PAPERS
    if state["terminated"]:
        require(fourth, "terminated", "no player has a fourth paper")
        require(state["end_reason"] == END_FOURTH_PAPER, "end_reason", "not the fourth paper")
    elif state["truncated"]:
        require(not fourth, "truncated", "a fourth paper is a normal end")
        require(rounds == limit - 1, "truncated", "before the last round")
        require(state["end_reason"] == END_ROUND_LIMIT, "end_reason", "not the round limit")
    else:
        require(state["end_reason"] == 0, "end_reason", "set although the game goes on")
        going_on = state["phase"] == WORKERS or not fourth
        require(going_on, "phase", "a new round after a fourth paper")


def check_question(state: np.void) -> None:
    """The question fits the phase, and the player who answers it fits the question."""
    phase, question = int(state["phase"]), int(state["question"])
    if is_over(state):
        require(question == NO_QUESTION, "question", "the game is over")
        require(phase == WORKERS, "phase", "the game is over: workers were assigned last")
    else:
        fits = question in IN_PHASE[phase]
        require(fits, "question", f"{QUESTIONS[question]!r} in phase {PHASES[phase]!r}")
        answering = _answering(state)
        given = int(state["current_player"])
        require(given == answering, "current_player", f"{given}, but {answering} answers")
    for name, when in (("in_hand", BUILDING), ("unloading", PUBLISHING)):
        reason = f"set just while a player is to {QUESTIONS[when]}"
        require((state[name] != EMPTY) == (question == when), name, reason)
    first = state["discard_from"] == 0 or question == DISCARDING
    require(first, "discard_from", "set although nobody discards")


def _answering(state: np.void) -> int:
    """Return who answers the question of a game that goes on."""
    if state["question"] == PUBLISHING and state["unloading"] != EMPTY:
        return int(state["bays"]["owner"][state["unloading"]])
    if state["question"] == DISCARDING:
        over = over_limit(state)
        require(over != [], "question", "nobody has to discard")
        return over[0]
    return int(state["turn_player"])


def check_workers(state: np.void) -> None:
    """Each worker is in one place, and none on a tile when a round begins: AN-P6, AN-W3."""
    seats, workers = int(state["num_players"]), state["tile_workers"]
    aquanauts = state["tile_aquanauts"] == 1
    require((workers[aquanauts] != NOBODY).all(), "tile_aquanauts", "on a tile without a worker")
    for tile in map(TILE_IDS.index, AQUANAUT_TILES):
        fits = workers[tile] == NOBODY or aquanauts[tile]
        require(fits, "tile_workers", f"a robot on {TILE_IDS[tile]}")
    on_board = 0
    for player, me in enumerate(state["players"][:seats]):
        robots = NUM_ROBOTS - int(me["robots"])
        aquanaut = int(me["aquanaut"] == PLACED)
        mine = workers == player
        reason = f"more robots of player {player} than are placed"
        require(np.count_nonzero(mine & ~aquanauts) <= robots, "tile_workers", reason)
        reason = f"more aquanauts of player {player} than are placed"
        require(np.count_nonzero(mine & aquanauts) <= aquanaut, "tile_aquanauts", reason)
        on_board += robots + aquanaut
    building = np.count_nonzero(state["track"] == EMPTY)
    on_board -= int(np.count_nonzero(workers != NOBODY))
    require(building <= on_board, "track", f"{building} empty spaces, {on_board} workers for them")
    taker = int(workers[STOCKPILE])
    has_marker = taker in (NOBODY, state["first_player"])
    require(has_marker, "first_player", "the marker went to the worker on the stockpile")
    if state["phase"] == AUTOMATED:
        _check_start_of_round(state)
    elif is_over(state):
        left = state["players"]["robots"].any() or (state["players"]["aquanaut"] == READY).any()
        require(not left, "players", "a worker is left at the end of the game")


def _check_start_of_round(state: np.void) -> None:
    """All robots are at home; an aquanaut is woken in its owner's automated phase at most."""
    seats, first = int(state["num_players"]), int(state["first_player"])
    turns = (int(state["turn_player"]) - first) % seats
    for player, me in enumerate(state["players"][:seats]):
        require(me["robots"] == NUM_ROBOTS, "players.robots", "placed in the automated phase")
        had_turn = (player - first) % seats <= turns
        fits = me["aquanaut"] == IN_POD or (me["aquanaut"] == READY and had_turn)
        require(fits, "players.aquanaut", f"of player {player} before it can be")


def check_dock(state: np.void) -> None:
    """The dock fills from bay 0 and empties at once; it is full at a launch alone: AN-R6."""
    filled = state["dock"] != NOBODY
    require((filled[:-1] >= filled[1:]).all(), "dock", "the lowest free bay is filled first")
    fits = not filled.all() or state["question"] in AT_LAUNCH
    require(fits, "dock", "a full dock launches at once")


def check_bays(state: np.void) -> None:
    """A filled bay holds 1 to 6 tokens; the submersible fills like the dock: AN-R6, AN-R7."""
    filled = state["bays"]["owner"] != NOBODY
    tokens = state["bays"]["cargo"].sum(axis=1)
    require((tokens[~filled] == 0).all(), "bays.cargo", "in a free bay")
    fits = ((tokens >= 1) & (tokens <= BAY_CAPACITY))[filled].all()
    require(fits, "bays.cargo", f"a filled bay holds 1 to {BAY_CAPACITY} tokens")
    if state["question"] in AT_LAUNCH:
        require(filled.any(), "bays", "a launch ends with its last bay")
        for bay in np.flatnonzero(filled):
            publishes = can_publish_any(state, int(bay))
            require(publishes, f"bays.{bay}", "its owner can publish nothing: it is unloaded")
    else:
        require((filled[:-1] >= filled[1:]).all(), "bays", "the lowest free bay is filled first")
        require(not filled.all(), "bays", "a full submersible launches at once")


def check_open_papers(state: np.void) -> None:
    """Papers lie open in all places, but for those published in this launch: AN-R7."""
    gaps = np.count_nonzero(state["open_papers"] == EMPTY)
    unloaded = np.count_nonzero(state["bays"]["owner"] == NOBODY)
    most = unloaded if state["question"] in AT_LAUNCH else 0
    require(gaps <= most, "open_papers", f"{gaps} gaps, {most} bays unloaded in this launch")


def check_objectives(state: np.void) -> None:
    """Different objectives, each claimed once any player meets it, by one who does: AN-R8."""
    drawn = state["objectives"]
    require(len(set(drawn.tolist())) == OBJECTIVES_IN_PLAY, "objectives", "one is drawn twice")
    for k in range(OBJECTIVES_IN_PLAY):
        owner = int(state["claimed_by"][k])
        met = [
            player
            for player in range(int(state["num_players"]))
            if missing(state, player_of(state, player), int(drawn[k])) == 0
        ]
        fits = owner in met if met else owner == NOBODY
        require(fits, f"claimed_by.{k}", f"{owner}, but players {met} meet it")


def check_items(state: np.void) -> None:
    """What may still be used fits the grid; equal facilities close from the lowest: AN-R2."""
    items = state["open_items"]
    if state["question"] != ITEMS:
        require(not items.any(), "open_items", "open outside the automated phase of a player")
        return
    me = state["players"][state["turn_player"]]
    in_pod = me["aquanaut"] == IN_POD
    require(items[AQUANAUT_ITEM] == in_pod, f"open_items.{AQUANAUT_ITEM}", "not as the aquanaut is")
    classes = [
        RUNS_FREE if tile == EMPTY else int(state["components"]["facilities"]["run_class"][tile])
        for tile in me["grid"]
    ]
    for place in np.flatnonzero(items[:NUM_PLACES]):
        runs = classes[place]
        require(runs != RUNS_FREE, f"open_items.{place}", "nothing there runs for a cost")
        closed = [k for k in range(place + 1, NUM_PLACES) if classes[k] == runs and not items[k]]
        require(not closed, f"open_items.{place}", f"equal facilities in {closed} closed before it")


def check_answers(state: np.void) -> None:
    """The open question has an answer."""
    question, me = int(state["question"]), player_of(state, int(state["turn_player"]))
    if question == ITEMS:
        require(may_take_any(state, me), "question", "nothing can run")
    elif question == PLACEMENT:
        left = me["robots"] > 0 or me["aquanaut"] == READY
        require(left, "turn_player", "has no worker left to place")
    elif question == BUILDING:
        require((me["grid"] == EMPTY).any(), "in_hand", "the grid is full")
    elif question == LOADING:
        require(me["store"][list(CARGO)].any(), "question", "there is nothing to load")
