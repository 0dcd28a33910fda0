"""Refilling the station: stacks, goods of the center tile, neutral submarines."""

from ...core.jit import kernel
from ...core.state import NOBODY, Record, State
from .state import NUM_COLORS, NUM_SECTORS, SUBMARINE_SPACES
from .station import has_submarine, place_submarine


@kernel
def deal_stacks(state: State) -> None:
    """Put a lab expansion and a research card on every sector, in ring order (AS-S5, AS-R14)."""
    for p in range(NUM_SECTORS):
        sector = state.sectors[p]
        sector.labs[sector.num_labs] = state.lab_deck[state.lab_drawn]
        sector.num_labs += 1
        state.lab_drawn += 1
        sector.cards[sector.num_cards] = state.research_deck[state.research_drawn]
        sector.num_cards += 1
        state.research_drawn += 1


@kernel
def refill(state: State) -> None:
    """Prepare the station for the next round as the top center tile shows (AS-N1, AS-R14)."""
    deal_stacks(state)
    for p in range(NUM_SECTORS):
        state.stock_time += state.sectors[p].time
        state.sectors[p].time = 0
    tile = int(state.round_number)
    for edge in range(NUM_SECTORS):
        add_goods(state, state.sectors[position_of_edge(state, edge)], tile, edge)
    for edge in range(NUM_SECTORS):
        if state.components.refill_neutral[tile, edge]:
            add_neutral_submarine(state, position_of_edge(state, edge))


@kernel
def position_of_edge(state: State, edge: int) -> int:
    """Return the ring position next to ``edge`` of the top center tile."""
    return int(edge - state.rotations[state.round_number] + NUM_SECTORS) % NUM_SECTORS


@kernel
def add_goods(state: State, sector: Record, tile: Record, edge: int) -> None:
    """Move what ``edge`` shows from the stock into ``sector``, while the stock lasts."""
    time = min(state.components.refill_time[tile, edge], state.stock_time)
    sector.time += time
    state.stock_time -= time
    crystals = min(state.components.refill_crystals[tile, edge], state.stock_crystals)
    sector.crystals += crystals
    state.stock_crystals -= crystals
    octopods = min(state.components.refill_octopods[tile, edge], state.stock_octopods)
    sector.octopods += octopods
    state.stock_octopods -= octopods


@kernel
def add_neutral_submarine(state: State, position: int) -> None:
    """Add a neutral submarine at ``position``, or at the next clockwise where it fits (AS-R14)."""
    for step in range(NUM_SECTORS):
        sector = state.sectors[(position + step) % NUM_SECTORS]
        color = neutral_color(state, sector)
        if color != NOBODY:
            state.neutral_left[color] -= 1
            place_submarine(sector, color)
            return


@kernel
def neutral_color(state: State, sector: Record) -> int:
    """Return the neutral colour to add in ``sector``, or NOBODY if none fits (AS-R14)."""
    best = NOBODY
    if sector.num_submarines == SUBMARINE_SPACES:
        return best
    for color in range(state.num_players, NUM_COLORS):
        if state.neutral_left[color] == 0 or has_submarine(sector, color):
            continue
        if best == NOBODY or state.neutral_left[color] > state.neutral_left[best]:
            best = color
    return best
