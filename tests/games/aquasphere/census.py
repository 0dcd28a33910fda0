"""Where all pieces are: counted in plain Python, and vectorised over many records at once."""

from typing import Any

import numpy as np

BOTS, SUBMARINES, NUM_LABS, NUM_CARDS = 15, 6, 30, 41


def count_pieces(state: Any) -> list[str]:
    """Return what is wrong with the number of any kind of piece in ``state``."""
    n = int(state["num_players"])
    seats, places = state["players"][:n], state["sectors"]
    wrong = []
    for what in ("time", "crystals", "octopods"):
        total = int(state[f"stock_{what}"]) + sum(int(s[what]) for s in places)
        if what != "octopods":
            total += sum(int(me[what]) for me in seats)
        if what == "time":
            total += sum(int(me["paid"]) for me in seats)
        if total != state["components"][f"stock_{what}"]:
            wrong.append(f"{total} {what}")
    for color in range(n):
        out = sum(int(s["loading"][color]) + (s["control"] == color) for s in places)
        bots = int(seats[color]["supply"]) + int(sum(seats[color]["programmed"])) + out
        if bots != BOTS:
            wrong.append(f"{bots} bots of player {color}")
    for color in range(4):
        at_home = seats[color]["submarines"] if color < n else state["neutral_left"][color]
        placed = [list(s["submarines"]).count(color) for s in places]
        if int(at_home) + sum(placed) != SUBMARINES or max(placed) > 1:
            wrong.append(f"{at_home} + {placed} submarines of {color}")
    wrong += _cards(state, "labs", "lab_deck", int(state["lab_drawn"]), NUM_LABS)
    wrong += _cards(state, "cards", "research_deck", int(state["research_drawn"]), NUM_CARDS)
    return wrong + _consistency(state, n) + _signs(state, n)


def _cards(state: Any, pile: str, deck: str, drawn: int, total: int) -> list[str]:
    ids = [int(i) for i in state[deck][drawn:]]
    for holder in (*state["sectors"], *state["players"][: state["num_players"]]):
        number = int(holder[f"num_{pile}"])
        ids += [int(i) for i in holder[pile][:number]]
        if any(i != -1 for i in holder[pile][number:]):
            return [f"{pile} beyond their number"]
    return [] if sorted(ids) == list(range(total)) else [f"{pile}: {sorted(ids)}"]


def _consistency(state: Any, n: int) -> list[str]:
    """Return where a number kept beside a list says something else than the list."""
    wrong = []
    tables = state["components"]
    for p, me in enumerate(state["players"][:n]):
        if int(sum(me["programmed"])) != me["num_programmed"]:
            wrong.append(f"num_programmed of player {p}")
        held = [int(tables["cards"][i]["kind"]) for i in me["cards"][: me["num_cards"]]]
        if [held.count(kind) for kind in range(9)] != list(me["kinds"]):
            wrong.append(f"kinds of player {p}")
        tiles = [tables["labs"][i] for i in me["labs"][: me["num_labs"]]]
        capacity = tables["base_capacity"] + sum(tile["capacity"] for tile in tiles)
        if list(capacity) != list(me["capacity"]):
            wrong.append(f"capacity of player {p}")
        shown = {int(k) for tile in tiles for k in tile["letters"] if k >= 0}
        shown.add(int(state["base_letters"][p]))
        if shown != set(np.flatnonzero(me["lab_letters"])):
            wrong.append(f"letters of player {p}")
    for p, place in enumerate(state["sectors"]):
        colors = [int(c) for c in place["submarines"]]
        number = int(place["num_submarines"])
        if -1 in colors[:number] or any(c != -1 for c in colors[number:]):
            wrong.append(f"submarine spaces of sector {p}")
    return wrong


def _signs(state: Any, n: int) -> list[str]:
    """Return numbers below 0, and holdings above capacity or limit."""
    wrong = []
    for p, me in enumerate(state["players"][:n]):
        research, crystals, _, time = (int(c) for c in me["capacity"])
        for what, most in (("num_cards", research), ("crystals", crystals), ("time", time)):
            if not 0 <= me[what] <= most:
                wrong.append(f"{what} {me[what]} of player {p}")
        for what in ("score", "supply", "submarines"):
            if me[what] < 0:
                wrong.append(f"{what} {me[what]} of player {p}")
        most = 2 if state["question"] != 1 or state["terminated"] else 3
        if me["num_programmed"] > (most if p == state["current_player"] else 2):
            wrong.append(f"{me['num_programmed']} programmed bots of player {p}")
    for what in ("stock_time", "stock_crystals", "stock_octopods"):
        if state[what] < 0:
            wrong.append(f"{what} {state[what]}")
    for p, place in enumerate(state["sectors"]):
        limit = state["components"]["loading_limit"]
        if min(place["loading"]) < 0 or sum(place["loading"]) > limit:
            wrong.append(f"loading station of sector {p}")
    return wrong


def count_many(states: np.ndarray) -> np.ndarray:
    """Return for each record whether the numbers of all pieces are right."""
    n = int(states["num_players"][0])
    seats, places = states["players"][:, :n], states["sectors"]
    right = np.ones(len(states), bool)
    for what in ("time", "crystals", "octopods"):
        total = states[f"stock_{what}"].astype(int) + places[what].sum(1)
        if what != "octopods":
            total = total + seats[what].sum(1)
        if what == "time":
            total = total + seats["paid"].sum(1)
        right &= total == states["components"][f"stock_{what}"]
    for color in range(4):
        placed = (places["submarines"] == color).sum(2)
        at_home = seats["submarines"][:, color] if color < n else states["neutral_left"][:, color]
        right &= (at_home + placed.sum(1) == SUBMARINES) & (placed.max(1) <= 1)
        if color < n:
            out = places["loading"][:, :, color].sum(1) + (places["control"] == color).sum(1)
            me = seats[:, color]
            right &= me["supply"] + me["programmed"].sum(1) + out == BOTS
    for pile, deck, drawn in (
        ("labs", "lab_deck", "lab_drawn"),
        ("cards", "research_deck", "research_drawn"),
    ):
        total = states[deck].shape[1]
        seen = np.zeros((len(states), total + 1), int)
        rows = np.arange(len(states))[:, None]
        hidden = np.arange(total) >= states[drawn][:, None]
        for ids in (
            np.where(hidden, states[deck], -1),
            places[pile].reshape(len(states), -1),
            seats[pile].reshape(len(states), -1),
        ):
            np.add.at(seen, (np.broadcast_to(rows, ids.shape), ids), 1)
        right &= (seen[:, :total] == 1).all(1)
    return right
