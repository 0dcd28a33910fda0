"""What makes the pieces of a state of AquaSphere possible: each is in one place and counted."""

import numpy as np

from ...core.check import require
from ...core.state import NOBODY
from .state import (
    BOTS_EACH,
    CAN_CRYSTALS,
    CAN_RESEARCH,
    CAN_TIME,
    COUNT,
    INCOME,
    KINDS,
    NO_LETTER,
    NOTHING,
    NUM_COLORS,
    NUM_SECTORS,
    SIDEWAYS,
    SUBMARINES_EACH,
)

PILES = (("labs", "lab_deck", "lab_drawn"), ("cards", "research_deck", "research_drawn"))


def check_pieces(state: np.void, blank: np.void) -> None:
    """Raise ``StateError`` unless every piece is in one place, within its limits."""
    n = int(state["num_players"])
    check_empty_seats(state, blank, n)
    check_lists(state, n)
    check_decks(state, n)
    check_control(state, n)
    check_loading(state, n)
    for player in range(n):
        check_counts(state, player)
        check_lab(state, player)
        check_capacity(state, player)
        check_bots(state, player)
    check_submarines(state, n)
    check_corners(state, n)
    check_stock(state, n)


def check_empty_seats(state: np.void, blank: np.void, n: int) -> None:
    """Seats without a player are as in the blank."""
    for seat in range(n, len(state["players"])):
        empty = state["players"][seat] == blank["players"][seat]
        require(empty, f"players.{seat}", "there is no such player")


def check_lists(state: np.void, n: int) -> None:
    """Lists hold as many ids as they say, and nothing after them."""
    dealt = int(state["round_number"]) + 1
    for position, sector in enumerate(state["sectors"]):
        place = f"sectors.{position}"
        for name in ("submarines", "labs", "cards"):
            check_list(sector, name, place)
        for name in ("labs", "cards"):
            high = int(sector[f"num_{name}"])
            require(high <= dealt, f"{place}.num_{name}", f"{high} when {dealt} were dealt")
    for player in range(n):
        for name in ("labs", "cards"):
            check_list(state["players"][player], name, f"players.{player}")


def check_list(holder: np.void, name: str, place: str) -> None:
    """The list ``name`` of ``holder`` has ``num_name`` ids and then none."""
    number, ids = int(holder[f"num_{name}"]), holder[name]
    listed = (ids[:number] != NOTHING).all() and (ids[number:] == NOTHING).all()
    require(listed, f"{place}.{name}", f"{ids.tolist()}, not {number} and then none")


def check_decks(state: np.void, n: int) -> None:
    """What was drawn from each deck, one for every sector a round, is on the table once."""
    for pile, deck, drawn in PILES:
        number = int(state[drawn])
        due = NUM_SECTORS * (int(state["round_number"]) + 1)
        require(number == due, drawn, f"{number}, but {due} are dealt up to this round")
        holders = [*state["sectors"], *state["players"][:n]]
        there = [int(k) for holder in holders for k in holder[pile][: holder[f"num_{pile}"]]]
        dealt = state[deck][:number].tolist()
        require(sorted(there) == sorted(dealt), deck, f"begins with {dealt}, not {there}")


def check_control(state: np.void, n: int) -> None:
    """Control spaces hold bots of players."""
    for position, sector in enumerate(state["sectors"]):
        owner = int(sector["control"])
        require(owner < n, f"sectors.{position}.control", f"there is no player {owner}")


def check_loading(state: np.void, n: int) -> None:
    """Loading stations keep their limit; neutral bots stay where the set-up put them."""
    tables = state["components"]
    starts = state["base_letters"][:n]
    for position, sector in enumerate(state["sectors"]):
        place, bots = f"sectors.{position}.loading", sector["loading"].tolist()
        limit = int(tables["loading_limit"])
        require(sum(bots) <= limit, place, f"{sum(bots)} bots, the limit is {limit}")
        neutral = [0] * (NUM_COLORS - n)
        if tables["neutral_bots"] and state["ring"][position] not in starts:
            neutral[-1] = 1
        require(bots[n:] == neutral, place, f"neutral bots {bots[n:]}, not {neutral}")


def check_counts(state: np.void, player: int) -> None:
    """Programmed bots and kinds of cards are counted right."""
    me, place = state["players"][player], f"players.{player}"
    bots = int(me["programmed"].sum())
    require(me["num_programmed"] == bots, f"{place}.num_programmed", f"not {bots}")
    held = state["components"]["cards"]["kind"][me["cards"][: me["num_cards"]]]
    kinds = np.bincount(held, minlength=len(KINDS)).tolist()
    require(me["kinds"].tolist() == kinds, f"{place}.kinds", f"the cards are of {kinds}")


def check_lab(state: np.void, player: int) -> None:
    """Capacities and letters are those of the base lab and the expansions."""
    me, place = state["players"][player], f"players.{player}"
    tiles = state["components"]["labs"][me["labs"][: me["num_labs"]]]
    capacity = state["components"]["base_capacity"] + tiles["capacity"].sum(0)
    right = np.array_equal(me["capacity"], capacity)
    require(right, f"{place}.capacity", f"the lab has {capacity.tolist()}")
    letters = {int(state["base_letters"][player]), *tiles["letters"].ravel().tolist()}
    right = set(np.flatnonzero(me["lab_letters"]).tolist()) == letters - {NO_LETTER}
    require(right, f"{place}.lab_letters", "not the letters of the lab")


def check_capacity(state: np.void, player: int) -> None:
    """Nothing is held above capacity, and no more sideways moves were made than cards allow."""
    me, place = state["players"][player], f"players.{player}"
    for name, kind in (("num_cards", CAN_RESEARCH), ("crystals", CAN_CRYSTALS), ("time", CAN_TIME)):
        most = int(me["capacity"][kind])
        require(me[name] <= most, f"{place}.{name}", f"{me[name]}, the lab holds {most}")
    cards = int(me["kinds"][SIDEWAYS])
    require(me["sideways_used"] <= cards, f"{place}.sideways_used", f"of {cards} cards")


def check_bots(state: np.void, player: int) -> None:
    """All bots of a player are in supply, programmed or in the station."""
    me, sectors = state["players"][player], state["sectors"]
    bots = int(me["supply"]) + int(me["num_programmed"])
    bots += int((sectors["control"] == player).sum() + sectors["loading"][:, player].sum())
    require(bots == BOTS_EACH, f"players.{player}.supply", f"{bots} bots in all, not {BOTS_EACH}")


def check_submarines(state: np.void, n: int) -> None:
    """All submarines of a colour are in supply or in the station, one a sector."""
    spaces = state["sectors"]["submarines"]
    for position, colors in enumerate(spaces):
        there = colors[colors != NOBODY].tolist()
        once = len(set(there)) == len(there)
        require(once, f"sectors.{position}.submarines", f"{there}, a colour twice")
    for color in range(NUM_COLORS):
        left = int(state["neutral_left"][color])
        if color < n:
            require(left == 0, f"neutral_left.{color}", "the colour of a player")
            left = int(state["players"][color]["submarines"])
        place = f"players.{color}.submarines" if color < n else f"neutral_left.{color}"
        total = left + int((spaces == color).sum())
        require(total == SUBMARINES_EACH, place, f"{total} in all, not {SUBMARINES_EACH}")


def check_corners(state: np.void, n: int) -> None:
    """Corners are empty from the beginning of a scoring to the end of the round."""
    if state["stage"] in (INCOME, COUNT):
        for player, me in enumerate(state["players"][:n]):
            require(not me["paid"], f"players.{player}.paid", "a scoring empties the corners")


def check_stock(state: np.void, n: int) -> None:
    """Time markers, crystals and octopods are in stock, in sectors or with players."""
    tables, sectors, players = state["components"], state["sectors"], state["players"][:n]
    outside = {
        "time": players["time"].sum() + players["paid"].sum(),
        "crystals": players["crystals"].sum(),
        "octopods": 0,
    }
    for name, held in outside.items():
        total = int(state[f"stock_{name}"]) + int(sectors[name].sum()) + int(held)
        whole = int(tables[f"stock_{name}"])
        require(total == whole, f"stock_{name}", f"{total} in all, not {whole}")
