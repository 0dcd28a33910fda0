"""Loading and launching the submersible: AN-R6, AN-R7."""

from ...core.jit import kernel
from ...core.state import NOBODY, State
from .actions import LOAD_SETS, NUM_DOCK_BAYS, NUM_SUB_BAYS, OPEN_PAPERS
from .components import BUILDING_MATERIAL, CARGO, EMPTY, MAX_PAPERS
from .scoring import claim_objectives, num_papers
from .state import DOCK_LOAD, NO_QUESTION, PUBLISHING, TRADE_POINTS, TRADE_TOKENS, UNLOADING
from .stores import affords, total

FIRST_CARGO, SECOND_CARGO, THIRD_CARGO = CARGO


@kernel
def load_dock(state: State, player: int) -> None:
    """Fill the lowest free dock bay for ``player``; a full dock launches: AN-R6."""
    bay = 0
    while state.dock[bay] != NOBODY:
        bay += 1
    state.dock[bay] = player
    if bay == NUM_DOCK_BAYS - 1:
        continue_launch(state)


@kernel
def load_bay(state: State, player: int, load: int) -> None:
    """Move set ``load`` from the store into the lowest free bay; a full submersible launches."""
    bay = 0
    while state.bays[bay].owner != NOBODY:
        bay += 1
    state.bays[bay].owner = player
    for k in range(LOAD_SETS.shape[1]):
        state.bays[bay].cargo[k] = LOAD_SETS[load, k]
    store = state.players[player].store
    store[FIRST_CARGO] -= LOAD_SETS[load, 0]
    store[SECOND_CARGO] -= LOAD_SETS[load, 1]
    store[THIRD_CARGO] -= LOAD_SETS[load, 2]
    state.question = NO_QUESTION
    if bay == NUM_SUB_BAYS - 1:
        continue_launch(state)


@kernel
def can_publish(state: State, bay: int, k: int) -> bool:
    """Return whether the owner of ``bay`` may publish open paper ``k`` from it."""
    paper = int(state.open_papers[k])
    if paper == EMPTY or num_papers(state.players[state.bays[bay].owner]) == MAX_PAPERS:
        return False
    return bool(affords(state.bays[bay].cargo, state.components.research_papers[paper].cost))


@kernel
def can_publish_any(state: State, bay: int) -> bool:
    """Return whether the owner of ``bay`` may publish any open paper from it."""
    for k in range(OPEN_PAPERS):
        if can_publish(state, bay, k):
            return True
    return False


@kernel
def empty_bay(state: State, bay: int) -> None:
    """Put what is left in ``bay`` into the supply."""
    state.bays[bay].owner = NOBODY
    state.bays[bay].cargo[:] = 0


@kernel
def trade(state: State, bay: int) -> None:
    """Unload a ``bay`` without publishing: three tokens give three points, AN-R7."""
    if total(state.bays[bay].cargo) >= TRADE_TOKENS:
        state.players[state.bays[bay].owner].points += TRADE_POINTS
    empty_bay(state, bay)


@kernel
def may_unload(state: State, bay: int) -> bool:
    """Return whether ``bay`` is filled and no lower bay of its owner holds the same: AN-R7."""
    mine = state.bays[bay]
    if mine.owner == NOBODY:
        return False
    for lower in range(bay):
        other = state.bays[lower]
        if (
            other.owner == mine.owner
            and affords(other.cargo, mine.cargo)
            and affords(mine.cargo, other.cargo)
        ):
            return False
    return True


@kernel
def continue_launch(state: State) -> None:
    """Unload the bays that cannot publish; ask for the next bay, or end the launch: AN-R7."""
    publishable = False
    for bay in range(NUM_SUB_BAYS):
        if state.bays[bay].owner != NOBODY:
            if can_publish_any(state, bay):
                publishable = True
            else:
                trade(state, bay)
    state.unloading = EMPTY
    if publishable:
        state.question = UNLOADING
        state.current_player = state.turn_player
    else:
        finish_launch(state)


@kernel
def finish_launch(state: State) -> None:
    """Refill the open papers from the lowest gap; the dock pays out: AN-R7."""
    for k in range(OPEN_PAPERS):
        if state.open_papers[k] == EMPTY:
            state.open_papers[k] = draw_paper(state)
    for bay in range(NUM_DOCK_BAYS):
        if state.dock[bay] != NOBODY:
            state.players[state.dock[bay]].store[BUILDING_MATERIAL] += DOCK_LOAD
            state.dock[bay] = NOBODY
    state.question = NO_QUESTION


@kernel
def draw_paper(state: State) -> int:
    """Take the top paper of the deck, which cannot run out."""
    state.deck_size -= 1
    paper = int(state.paper_deck[state.deck_size])
    state.paper_deck[state.deck_size] = EMPTY
    return paper


@kernel
def ask_for_paper(state: State, bay: int) -> None:
    """Let the owner of ``bay`` choose a paper."""
    state.unloading = bay
    state.question = PUBLISHING
    state.current_player = state.bays[bay].owner


@kernel
def publish(state: State, k: int) -> None:
    """Publish open paper ``k`` from the bay being unloaded."""
    player = int(state.bays[state.unloading].owner)
    me = state.players[player]
    me.papers[num_papers(me)] = state.open_papers[k]
    state.open_papers[k] = EMPTY
    empty_bay(state, int(state.unloading))
    claim_objectives(state, player)
    continue_launch(state)


@kernel
def publish_nothing(state: State) -> None:
    """Unload the bay without a paper, although its owner could publish."""
    empty_bay(state, int(state.unloading))
    continue_launch(state)
