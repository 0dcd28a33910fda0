"""How a good beginner plays Aquanauts: the rules of thumb of the page, see ``protocol.Expert``."""

import numpy as np

from ...core import bits
from ...core.jit import kernel
from ...core.state import NOBODY, Record, State
from .actions import (
    AQUANAUT,
    BUILD,
    DISCARD,
    DOCK,
    LAUNCH,
    LOAD,
    LOAD_SETS,
    NUM_DOCK_BAYS,
    NUM_SUB_BAYS,
    OPEN_PAPERS,
    PUBLISH,
    PUBLISH_NOTHING,
    ROBOT_ACTION,
    SUBMERSIBLE,
    TRACK,
    UNLOAD,
)
from .components import (
    BUILDING_MATERIAL,
    CARGO,
    EMPTY,
    MAX_PAPERS,
    NODE_TILES,
    NUM_GRID_NODES,
    NUM_PLACES,
    NUM_RESEARCH_NODES,
    NUM_SIDES,
    NUM_STORED,
    NUM_TILES,
    NUM_TOKENS,
    POWER,
    STOCKPILE,
    TRACK_SPACES,
)
from .grid import all_connectors, is_live, live_places
from .launch import can_publish
from .placement import is_open
from .scoring import num_facilities, num_papers
from .state import (
    BUILDING,
    DISCARDING,
    ITEMS,
    LOADING,
    PUBLISHING,
    READY,
    UNLOADING,
)

RULES_OF_THUMB = (
    "run everything",
    "keep what the paper needs",
    "your own bays first",
    "publish the best",
    "launch in bulk",
    "load a whole paper",
    "build what pays",
    "order material early",
    "work for one paper",
    "at least the dock",
)
RUN_ALL, KEEP_NEEDED, OWN_BAYS, PUBLISH_BEST, IN_BULK = range(5)
WHOLE_PAPER, BUILD_PAYING, ORDER_EARLY, WORK_FOR_PAPER, RATHER_DOCK = range(5, 10)

TOKEN_WORTH = np.array([1, 2, 2, 2, 4, 2])  # by kind
NEEDED_WORTH = 4  # more for a token that the paper in view lacks
LACK = 2  # points that a paper in view seems worth less for each token it lacks
GOOD_PAPER = 5  # points; cheaper ones would use up the four that count
BULK = 14  # points of loaded papers that are worth a launch
USUAL_ROUNDS = 10
EARLY_ROUNDS = 3
POWER_KEPT = 2
CARGO_KINDS = np.array(CARGO)
NOTHING = -1  # no action, paper, place or space


@kernel
def decide(state: State) -> tuple[int, int]:
    """Return an action, and the rule of thumb that chose it."""
    question = int(state.question)
    player = int(state.current_player)
    if question == ITEMS:
        return bits.nth(state.legal, 0), RUN_ALL
    if question == DISCARDING:
        return DISCARD + least_needed(state, player), KEEP_NEEDED
    if question == UNLOADING:
        return UNLOAD + next_bay(state, player), OWN_BAYS
    if question == PUBLISHING:
        return best_publication(state), PUBLISH_BEST
    if question == LOADING:
        return load_of(state, ready_paper(state, player)), WHOLE_PAPER
    if question == BUILDING:
        place, _nodes = best_site(state, player, int(state.in_hand))
        return BUILD + place, BUILD_PAYING
    return place_worker(state, player)


@kernel
def place_worker(state: State, player: int) -> tuple[int, int]:
    """Return a placement, and the first rule of thumb that has one."""
    loaded = loaded_points(state, player)
    left = papers_left(state, player)
    if loaded >= BULK or (loaded > 0 and left == 0):
        return worker_to(state, player, LAUNCH), IN_BULK
    if left > 0 and ready_paper(state, player) != NOTHING:
        return worker_to(state, player, SUBMERSIBLE), WHOLE_PAPER
    space = best_building(state, player)
    if space != NOTHING:
        return worker_to(state, player, space), BUILD_PAYING
    if state.round_number < EARLY_ROUNDS and wants_material(state, player):
        return worker_to(state, player, DOCK), ORDER_EARLY
    tile = best_tile(state, player)
    if tile != NOTHING:
        return worker_to(state, player, tile), WORK_FOR_PAPER
    return worker_to(state, player, DOCK), RATHER_DOCK


@kernel
def worker_to(state: State, player: int, space: int) -> int:
    """Return the placement of a robot on ``space``, of the aquanaut if no robot can go there."""
    me = state.players[player]
    if me.robots > 0 and ROBOT_ACTION[space] >= 0:
        return int(ROBOT_ACTION[space])
    return AQUANAUT + space if me.aquanaut == READY else NOTHING


@kernel
def paper_points(state: State, k: int) -> int:
    """Return the points on open paper ``k``."""
    return int(state.components.research_papers[state.open_papers[k]].points)


@kernel
def loaded_papers(state: State, player: int) -> int:
    """Return the open papers, as bits, that the loaded bays of ``player`` will publish."""
    papers = 0
    for bay in range(NUM_SUB_BAYS):
        if state.bays[bay].owner == player:
            best, most = NOTHING, 0
            for k in range(OPEN_PAPERS):
                is_free = papers >> k & 1 == 0 and can_publish(state, bay, k)
                if is_free and paper_points(state, k) > most:
                    best, most = k, paper_points(state, k)
            if best != NOTHING:
                papers |= 1 << best
    return papers


@kernel
def loaded_points(state: State, player: int) -> int:
    """Return the points of the papers that the bays of ``player`` will publish."""
    papers, points = loaded_papers(state, player), 0
    for k in range(OPEN_PAPERS):
        if papers >> k & 1:
            points += paper_points(state, k)
    return points


@kernel
def papers_left(state: State, player: int) -> int:
    """Return how many papers ``player`` may still load for."""
    papers = loaded_papers(state, player)
    left = MAX_PAPERS - num_papers(state.players[player])
    for k in range(OPEN_PAPERS):
        left -= papers >> k & 1
    return int(left)


@kernel
def lacking(state: State, me: Record, k: int) -> int:
    """Return how many tokens the store of ``me`` lacks for open paper ``k``."""
    cost = state.components.research_papers[state.open_papers[k]].cost
    tokens = 0
    for c in range(CARGO_KINDS.shape[0]):
        tokens += max(0, int(cost[c]) - int(me.store[CARGO_KINDS[c]]))
    return tokens


@kernel
def paper_in_view(state: State, player: int) -> int:
    """Return the good paper, not loaded yet, that seems worth most to ``player``."""
    loaded = loaded_papers(state, player)
    best, most = NOTHING, 0
    for k in range(OPEN_PAPERS):
        if state.open_papers[k] == EMPTY or loaded >> k & 1 or paper_points(state, k) < GOOD_PAPER:
            continue
        seems = paper_points(state, k) - LACK * lacking(state, state.players[player], k)
        if best == NOTHING or seems > most:
            best, most = k, seems
    return best


@kernel
def ready_paper(state: State, player: int) -> int:
    """Return the good paper, not loaded yet, with most points that the store pays for."""
    loaded = loaded_papers(state, player)
    best, most = NOTHING, GOOD_PAPER - 1
    for k in range(OPEN_PAPERS):
        if state.open_papers[k] == EMPTY or loaded >> k & 1:
            continue
        if lacking(state, state.players[player], k) == 0 and paper_points(state, k) > most:
            best, most = k, paper_points(state, k)
    return best


@kernel
def load_of(state: State, k: int) -> int:
    """Return the load that is the cost of open paper ``k``, the smallest load for none."""
    if k != NOTHING:
        cost = state.components.research_papers[state.open_papers[k]].cost
        for load in range(LOAD_SETS.shape[0]):
            tokens = LOAD_SETS[load]
            if tokens[0] == cost[0] and tokens[1] == cost[1] and tokens[2] == cost[2]:
                return LOAD + load
    return int(bits.nth(state.legal, 0))


@kernel
def next_bay(state: State, player: int) -> int:
    """Return the lowest bay of ``player`` that may be unloaded, otherwise the lowest of all."""
    for bay in range(NUM_SUB_BAYS):
        if bits.contains(state.legal, UNLOAD + bay) and state.bays[bay].owner == player:
            return bay
    return int(bits.nth(state.legal, 0)) - UNLOAD


@kernel
def best_publication(state: State) -> int:
    """Return the publication with most points."""
    best, most = PUBLISH_NOTHING, 0
    for k in range(OPEN_PAPERS):
        if bits.contains(state.legal, PUBLISH + k) and paper_points(state, k) > most:
            best, most = PUBLISH + k, paper_points(state, k)
    return best


@kernel
def needed(state: State, k: int, token: int) -> int:
    """Return how many of ``token`` open paper ``k`` costs, 0 for no paper."""
    if k != NOTHING:
        for c in range(CARGO_KINDS.shape[0]):
            if CARGO_KINDS[c] == token:
                return int(state.components.research_papers[state.open_papers[k]].cost[c])
    return 0


@kernel
def least_needed(state: State, player: int) -> int:
    """Return the first token that may be discarded and that the paper in view does not need."""
    paper = paper_in_view(state, player)
    store = state.players[player].store
    for token in range(NUM_STORED):
        kept = POWER_KEPT if token == POWER else needed(state, paper, token)
        if bits.contains(state.legal, DISCARD + token) and store[token] > kept:
            return token
    return int(bits.nth(state.legal, 0)) - DISCARD


@kernel
def token_worth(state: State, player: int, token: int, paper: int) -> int:
    """Return what one more ``token`` counts, more if ``paper`` still lacks it."""
    if token < NUM_STORED and state.players[player].store[token] < needed(state, paper, token):
        return int(TOKEN_WORTH[token]) + NEEDED_WORTH
    return int(TOKEN_WORTH[token])


@kernel
def best_tile(state: State, player: int) -> int:
    """Return the research tile that counts most for a worker left, if one counts anything."""
    paper = paper_in_view(state, player)
    best, most = NOTHING, 0
    for tile in range(NUM_TILES):
        if is_open(state, player, tile) and worker_to(state, player, tile) != NOTHING:
            worth = tile_worth(state, player, tile, paper)
            if worth > most:
                best, most = tile, worth
    return best


@kernel
def tile_worth(state: State, player: int, tile: int, paper: int) -> int:
    """Return what the output, the stockpile and the nodes of ``tile`` count, less its cost."""
    board = state.components.research_tiles[tile]
    worth = 0
    for token in range(NUM_TOKENS):
        gained = int(board.output[token])
        if token < NUM_STORED:
            gained -= int(board.cost[token])
            if tile == STOCKPILE:
                gained += int(state.stockpile[token])
        worth += gained * token_worth(state, player, token, paper)
    for node in range(NUM_RESEARCH_NODES):
        if completes(state, node, tile):
            token = int(state.components.research_nodes[node].token)
            worth += token_worth(state, player, token, paper)
    return worth


@kernel
def completes(state: State, node: int, tile: int) -> bool:
    """Return whether a worker on ``tile`` makes board node ``node`` pay (AN-W5)."""
    tiles = state.components.research_nodes[node].tiles
    touches, workers = False, 0
    for k in range(NODE_TILES):
        other = int(tiles[k])
        if other == tile:
            touches = True
        elif other >= 0:
            workers += int(state.tile_workers[other] != NOBODY)
    return touches and workers == 1


@kernel
def wants_material(state: State, player: int) -> bool:
    """Return whether ``player`` has a free place and neither building material nor any ordered."""
    me = state.players[player]
    for bay in range(NUM_DOCK_BAYS):
        if state.dock[bay] == player:
            return False
    return bool(me.store[BUILDING_MATERIAL] == 0 and num_facilities(me) < NUM_PLACES)


@kernel
def best_building(state: State, player: int) -> int:
    """Return the track space of the facility that pays most by the end, if one pays at all."""
    if num_facilities(state.players[player]) == NUM_PLACES:
        return NOTHING
    best, most = NOTHING, 0
    for k in range(TRACK_SPACES):
        if is_open(state, player, TRACK + k):
            worth = facility_worth(state, player, int(state.track[k]))
            if worth > most:
                best, most = TRACK + k, worth
    return best


@kernel
def facility_worth(state: State, player: int, facility: int) -> int:
    """Return what ``facility`` yields in the rounds to come with its nodes, less its cost."""
    tile = state.components.facilities[facility]
    yields, cost = 0, 0
    for token in range(NUM_TOKENS):
        yields += int(TOKEN_WORTH[token]) * int(tile.output[token])
        if token < NUM_STORED:
            yields -= int(TOKEN_WORTH[token]) * int(tile.run_cost[token])
            cost += int(TOKEN_WORTH[token]) * int(tile.cost[token])
    _place, nodes = best_site(state, player, facility)
    rounds = max(0, USUAL_ROUNDS - int(state.round_number) - 1)
    return (max(0, yields) + nodes) * rounds - cost


@kernel
def best_site(state: State, player: int, facility: int) -> tuple[int, int]:
    """Return the free place where ``facility`` makes most of the nodes, and what that counts."""
    me = state.players[player]
    sides = int(state.components.facilities[facility].connectors)
    connectors = all_connectors(state, me.grid)
    before = nodes_worth(state, connectors)
    best, most = NOTHING, NOTHING
    for place in range(NUM_PLACES):
        if me.grid[place] == EMPTY:
            worth = nodes_worth(state, connectors | sides << NUM_SIDES * place) - before
            if worth > most:
                best, most = place, worth
    return best, most


@kernel
def nodes_worth(state: State, connectors: int) -> int:
    """Return what the live nodes of a grid with these ``connectors`` count in a round."""
    live = live_places(connectors)
    worth = 0
    for node in range(NUM_GRID_NODES):
        if is_live(state, node, connectors, live):
            worth += int(TOKEN_WORTH[state.components.grid_nodes[node].token])
    return worth
