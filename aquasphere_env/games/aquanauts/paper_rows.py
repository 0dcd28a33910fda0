"""Rows of the views for open papers, the bays that publish them, and the public objectives."""

import numpy as np

from ...core.features import Column, mark, one_hot, player_in, slot_of, starts
from ...core.jit import kernel
from ...core.state import MAX_PLAYERS, NOBODY, Array, State
from .actions import OPEN_PAPERS
from .components import CARGO, EMPTY, NUM_SUBJECTS
from .launch import can_publish
from .scoring import missing
from .shares import (
    OF_FULL_BAY,
    OF_OBJECTIVE_POINTS,
    OF_ONE_KIND,
    OF_PAPER_POINTS,
    OF_PAPERS,
    OF_PLACES,
    OF_REQUIREMENTS,
    OF_SUBJECTS,
    looked_up,
    write_counts,
)

PAPER_COLUMNS = (
    Column("present", 1, "a paper is open here"),
    Column("subject", NUM_SUBJECTS, "subject, one-hot"),
    Column("cost", len(CARGO), "cost in algae, oxygen, samples, / 5"),
    Column("points", 1, "points / 20, at most 1"),
    Column("missing", len(CARGO), "algae, oxygen, samples that the observer's store lacks, / 5"),
    Column("publishable", 1, "can be published from the bay being unloaded"),
)
BAY_COLUMNS = (
    Column("present", 1, "the bay is filled"),
    Column("submersible", 1, "a bay of the submersible"),
    Column("dock", 1, "a bay of the dock, with two building materials"),
    Column("owner", MAX_PLAYERS, "seat of the owner, one-hot"),
    Column("cargo", len(CARGO), "algae, oxygen, samples, / 6"),
    Column("unloading", 1, "is being unloaded"),
    Column("publishable", OPEN_PAPERS, "its owner could publish open paper 0 to 3 from it"),
)
OBJECTIVE_COLUMNS = (
    Column("present", 1, "always 1"),
    Column("unclaimed", 1, "may still be claimed"),
    Column("claimed_by", MAX_PLAYERS, "seat that claimed it, one-hot"),
    Column("facilities", 1, "facilities needed, / 5"),
    Column("papers", 1, "papers needed, / 4"),
    Column("subjects", 1, "different subjects needed, / 4"),
    Column("on", NUM_SUBJECTS, "papers needed by subject, / 4"),
    Column("points", 1, "points / 10, at most 1"),
    Column("missing", MAX_PLAYERS, "facilities and papers that each seat lacks, / 9"),
)
PAPER, BAY, OBJECTIVE = starts(PAPER_COLUMNS), starts(BAY_COLUMNS), starts(OBJECTIVE_COLUMNS)

CARGO_KINDS = np.array(CARGO)


@kernel
def write_printed_paper(state: State, paper: int, row: Array) -> None:
    """Write what is printed on a paper; zeros if it is EMPTY."""
    row[:] = 0
    if paper == EMPTY:
        return
    card = state.components.research_papers[paper]
    row[PAPER.present] = 1
    row[PAPER.subject + card.subject] = 1
    write_counts(row, PAPER.cost, card.cost, OF_ONE_KIND)
    row[PAPER.points] = looked_up(card.points, OF_PAPER_POINTS)


@kernel
def write_paper(state: State, viewer: int, k: int, row: Array) -> None:
    """Write who could publish open paper ``k``, unless it was taken during a launch."""
    if state.open_papers[k] == EMPTY:
        return
    card = state.components.research_papers[state.open_papers[k]]
    for c in range(len(CARGO)):
        held = int(state.players[viewer].store[CARGO_KINDS[c]])
        row[PAPER.missing + c] = looked_up(max(0, card.cost[c] - held), OF_ONE_KIND)
    unloading = int(state.unloading)
    row[PAPER.publishable] = unloading != EMPTY and can_publish(state, unloading, k)


@kernel
def write_sub_bay(state: State, viewer: int, bay: int, row: Array) -> None:
    """Write a bay of the submersible, unless it is free."""
    row[:] = 0
    owner = int(state.bays[bay].owner)
    if owner == NOBODY:
        return
    row[BAY.present] = 1
    row[BAY.submersible] = 1
    mark(row, BAY.owner, slot_of(state, viewer, owner))
    write_counts(row, BAY.cargo, state.bays[bay].cargo, OF_FULL_BAY)
    row[BAY.unloading] = state.unloading == bay
    for k in range(OPEN_PAPERS):
        row[BAY.publishable + k] = can_publish(state, bay, k)


@kernel
def write_dock_bay(state: State, viewer: int, bay: int, row: Array) -> None:
    """Write a bay of the dock, unless it is free."""
    row[:] = 0
    owner = int(state.dock[bay])
    if owner != NOBODY:
        row[BAY.present] = 1
        row[BAY.dock] = 1
        mark(row, BAY.owner, slot_of(state, viewer, owner))


@kernel
def write_requirement(state: State, k: int, row: Array) -> None:
    """Write what is printed on a public objective."""
    card = state.components.public_objectives[state.objectives[k]]
    row[OBJECTIVE.present] = 1
    row[OBJECTIVE.facilities] = looked_up(card.facilities, OF_PLACES)
    row[OBJECTIVE.papers] = looked_up(card.papers, OF_PAPERS)
    row[OBJECTIVE.subjects] = looked_up(card.subjects, OF_SUBJECTS)
    write_counts(row, OBJECTIVE.on, card.on, OF_PAPERS)
    row[OBJECTIVE.points] = looked_up(card.points, OF_OBJECTIVE_POINTS)


@kernel
def write_objective(state: State, viewer: int, k: int, row: Array) -> None:
    """Write who has claimed a public objective and what each seat still lacks for it."""
    objective = int(state.objectives[k])
    claimed_by = int(state.claimed_by[k])
    row[OBJECTIVE.unclaimed] = claimed_by == NOBODY
    one_hot(row[OBJECTIVE.claimed_by : OBJECTIVE.facilities], slot_of(state, viewer, claimed_by))
    for seat in range(state.num_players):
        me = state.players[player_in(state, viewer, seat)]
        lacking = missing(state, me, objective)
        row[OBJECTIVE.missing + seat] = looked_up(lacking, OF_REQUIREMENTS)
