"""Rules of Aquanauts: the kernels of the game protocol."""

from ...core import bits
from ...core.jit import kernel
from ...core.rng import randint, reshuffle, shuffle
from ...core.state import MAX_PLAYERS, NOBODY, Array, State
from .actions import (
    AQUANAUT,
    BUILD,
    DISCARD,
    DONE,
    LOAD,
    LOAD_MASKS,
    NUM_SPACES,
    NUM_SUB_BAYS,
    OPEN_PAPERS,
    PUBLISH,
    PUBLISH_NOTHING,
    ROBOT_ACTION,
    RUN,
    TRACK,
    UNLOAD,
    WAKE,
)
from .components import (
    ALGAE,
    BAY_CAPACITY,
    EMPTY,
    NUM_FACILITIES,
    NUM_OBJECTIVES,
    NUM_PAPERS,
    NUM_PLACES,
    NUM_STORED,
    OBJECTIVES_IN_PLAY,
    OXYGEN,
    SAMPLE,
    TRACK_SPACES,
)
from .evaluation import evaluate
from .grid import may_take, take
from .launch import (
    ask_for_paper,
    can_publish,
    draw_paper,
    load_bay,
    may_unload,
    publish,
    publish_nothing,
)
from .placement import build, is_open, place_worker
from .scoring import num_facilities, score
from .state import (
    BUILDING,
    ITEMS,
    LOADING,
    NO_QUESTION,
    NUM_ITEMS,
    PLACEMENT,
    PUBLISHING,
    READY,
    UNLOADING,
)
from .stores import discard, gain_start, may_discard
from .turns import (
    advance,
    ask_for_item,
    close_items,
    draw_facility,
    start_round,
)

__all__ = ["apply", "deal", "evaluate", "legal_actions", "redeal", "scores", "setup"]


@kernel
def deal(state: State) -> None:
    """Draw the first player, the order of facilities and papers, three objectives: AN-S1."""
    state.first_player = randint(state, int(state.num_players))
    state.tile_stack[:] = EMPTY
    for tile in range(NUM_FACILITIES):
        if state.components.facilities[tile].dots <= state.num_players:
            state.tile_stack[state.stack_size] = tile
            state.stack_size += 1
    shuffle(state, state.tile_stack, 0, int(state.stack_size))
    for paper in range(NUM_PAPERS):
        state.paper_deck[paper] = paper
    state.deck_size = NUM_PAPERS
    shuffle(state, state.paper_deck, 0, NUM_PAPERS)
    drawn = 0
    for objective in range(NUM_OBJECTIVES):
        if randint(state, NUM_OBJECTIVES - objective) < OBJECTIVES_IN_PLAY - drawn:
            state.objectives[drawn] = objective
            drawn += 1


@kernel
def setup(state: State) -> None:
    """Lay out track, papers and start tokens; run the first automated phase: AN-S1, AN-R1."""
    state.in_hand = EMPTY
    state.unloading = EMPTY
    state.discards[:] = EMPTY
    state.claimed_by[:] = NOBODY
    state.dock[:] = NOBODY
    for bay in range(NUM_SUB_BAYS):
        state.bays[bay].owner = NOBODY
    for seat in range(MAX_PLAYERS):
        state.players[seat].grid[:] = EMPTY
        state.players[seat].papers[:] = EMPTY
    for place in range(int(state.num_players)):
        player = (int(state.first_player) + place) % int(state.num_players)
        gain_start(state, player, place)
    for space in range(TRACK_SPACES):
        state.track[space] = draw_facility(state)
    for k in range(OPEN_PAPERS):
        state.open_papers[k] = draw_paper(state)
    if not start_round(state):
        advance(state)


@kernel
def legal_actions(state: State, legal: Array) -> None:
    """Add the answers to the open question."""
    question = int(state.question)
    player = int(state.current_player)
    if question == PLACEMENT:
        _allow_placements(state, player, legal)
    elif question == ITEMS:
        for item in range(NUM_ITEMS):  # WAKE follows the facilities
            if may_take(state, state.players[player], item):
                bits.allow(legal, RUN + item)
        bits.allow(legal, DONE)
    elif question == BUILDING:
        for place in range(NUM_PLACES):
            if state.players[player].grid[place] == EMPTY:
                bits.allow(legal, BUILD + place)
    elif question == LOADING:
        _allow_loads(state.players[player].store, legal)
    elif question == UNLOADING:
        for bay in range(NUM_SUB_BAYS):
            if may_unload(state, bay):
                bits.allow(legal, UNLOAD + bay)
    elif question == PUBLISHING:
        for k in range(OPEN_PAPERS):
            if can_publish(state, int(state.unloading), k):
                bits.allow(legal, PUBLISH + k)
        bits.allow(legal, PUBLISH_NOTHING)
    else:  # DISCARDING, for a game that goes on
        for token in range(NUM_STORED):
            if may_discard(state, player, token):
                bits.allow(legal, DISCARD + token)


@kernel
def _allow_placements(state: State, player: int, legal: Array) -> None:
    """Add the open spaces for each kind of worker that ``player`` has left: AN-R3."""
    me = state.players[player]
    spaces = NUM_SPACES if num_facilities(me) < NUM_PLACES else TRACK
    for space in range(spaces):
        if is_open(state, player, space):
            if me.robots > 0 and ROBOT_ACTION[space] >= 0:
                bits.allow(legal, ROBOT_ACTION[space])
            if me.aquanaut == READY:
                bits.allow(legal, AQUANAUT + space)


@kernel
def _allow_loads(store: Array, legal: Array) -> None:
    """Add the sets of one to six algae, oxygen and samples that ``store`` holds: AN-R6."""
    algae = min(BAY_CAPACITY, int(store[ALGAE]))
    oxygen = min(BAY_CAPACITY, int(store[OXYGEN]))
    samples = min(BAY_CAPACITY, int(store[SAMPLE]))
    for word in range(LOAD_MASKS.shape[2]):
        legal[word] = (
            LOAD_MASKS[0, algae, word] & LOAD_MASKS[1, oxygen, word] & LOAD_MASKS[2, samples, word]
        )


@kernel
def apply(state: State, action: int) -> None:
    """Play a legal action and run on to the next decision."""
    player = int(state.current_player)
    if action < BUILD:
        place_worker(state, player, action)
    elif action < RUN:
        build(state, player, action - BUILD)
    elif action <= WAKE:
        take(state, state.players[player], action - RUN)
        ask_for_item(state, state.players[player])
    elif action == DONE:
        close_items(state)
    elif action < UNLOAD:
        discard(state, player, action - DISCARD)
    elif action < PUBLISH:
        ask_for_paper(state, action - UNLOAD)
    elif action < PUBLISH_NOTHING:
        publish(state, action - PUBLISH)
    elif action == PUBLISH_NOTHING:
        publish_nothing(state)
    else:
        load_bay(state, player, action - LOAD)
    if state.question == NO_QUESTION:
        advance(state)


@kernel
def scores(state: State, out: Array) -> None:
    """Write points, without tie-breakers: AN-R10."""
    for player in range(int(state.num_players)):
        out[player, 0] = score(state, player)
        out[player, 1] = 0
        out[player, 2] = 0


@kernel
def redeal(state: State, player: int) -> None:
    """Reshuffle the stack of facilities and the deck of papers: AN-R11."""
    reshuffle(state, state.tile_stack, 0, int(state.stack_size))
    reshuffle(state, state.paper_deck, 0, int(state.deck_size))
