"""Points: papers, public objectives, the score."""

from ...core.jit import kernel
from ...core.packed import BYTE, byte_of
from ...core.state import NOBODY, Record, State
from .components import EMPTY, MAX_PAPERS, NUM_PLACES, NUM_SUBJECTS, OBJECTIVES_IN_PLAY


@kernel
def num_papers(me: Record) -> int:
    """Return how many papers ``me`` has published, 0 to 4."""
    number = 0
    while number < MAX_PAPERS and me.papers[number] != EMPTY:
        number += 1
    return number


@kernel
def most_papers(state: State) -> int:
    """Return how many papers the player with most of them has published."""
    most = 0
    for player in range(int(state.num_players)):
        most = max(most, num_papers(state.players[player]))
    return most


@kernel
def num_facilities(me: Record) -> int:
    """Return how many facilities ``me`` has built, 0 to 5."""
    number = 0
    for place in range(NUM_PLACES):
        number += me.grid[place] != EMPTY
    return number


@kernel
def all_papers(state: State, me: Record) -> int:
    """Return how many papers ``me`` has published on each subject, a byte a subject."""
    published = 0
    for k in range(num_papers(me)):
        subject = int(state.components.research_papers[me.papers[k]].subject)
        published += 1 << BYTE * subject
    return published


@kernel
def missing(state: State, me: Record, objective: int) -> int:
    """Return how many facilities and papers ``me`` still lacks for ``objective``, 0 when met."""
    card = state.components.public_objectives[objective]
    facilities = max(0, card.facilities - num_facilities(me))
    wanted = 0
    subjects = 0
    published = all_papers(state, me)
    for subject in range(NUM_SUBJECTS):
        number = byte_of(published, subject)
        wanted += max(0, card.on[subject] - number)
        subjects += number > 0
    papers = max(wanted, card.papers - num_papers(me), card.subjects - subjects)
    return int(facilities + papers)


@kernel
def claim_objectives(state: State, player: int) -> None:
    """Give ``player`` every unclaimed objective whose requirement is met: AN-R8."""
    me = state.players[player]
    for k in range(OBJECTIVES_IN_PLAY):
        objective = int(state.objectives[k])
        if state.claimed_by[k] == NOBODY and missing(state, me, objective) == 0:
            state.claimed_by[k] = player
            me.points += state.components.public_objectives[objective].points


@kernel
def paper_points(state: State, me: Record) -> int:
    """Return the points on the papers of ``me``."""
    points = 0
    for k in range(num_papers(me)):
        points += int(state.components.research_papers[me.papers[k]].points)
    return points


@kernel
def score(state: State, player: int) -> int:
    """Return the points of ``player``: papers and tokens, AN-R10."""
    me = state.players[player]
    return int(paper_points(state, me) + me.points)
