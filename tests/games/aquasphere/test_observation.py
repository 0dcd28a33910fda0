"""Views: bounded, complete, egocentric, blind for what is hidden, awake to what is public."""

import random

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.game import seed_word
from aquasphere_env.core.match import Match
from aquasphere_env.games.aquasphere import GAME
from aquasphere_env.games.aquasphere.tokens import COLUMNS, NUM_CARD_TOKENS, ROWS

from .scenes import card_id, last_pass, plain, play, scene
from .sets import crowded_tables, generous_tables, write_set

ACT = "act in position"
VIEWS = list(GAME.views)


def look(match, player=0, view="flat"):
    """Return what ``player`` sees, a record; fields that nobody writes stay NaN."""
    views = np.full(GAME.views[view].size, np.nan, np.float32).view(GAME.views[view].dtype)
    loops.observe_one(match.states, 0, player, views, 0)
    return views[0]


def numbers(record):
    return np.frombuffer(record.tobytes(), np.float32)


def token(match, matrix, row, player=0):
    """Return a token of the entities view as a dictionary of its columns."""
    values = look(match, player, "entities")[matrix][row]
    columns, start = {}, 0
    for name, size, _ in COLUMNS[matrix]:
        columns[name] = values[start] if size == 1 else values[start : start + size]
        start += size
    assert start == len(values)
    return columns


def hot(vector):
    """Return the index of the only one in a one-hot vector, ``None`` for zeros."""
    assert set(np.unique(vector)) <= {0.0, 1.0}
    assert np.sum(vector) <= 1
    return int(np.argmax(vector)) if np.any(vector) else None


def random_states(num_players, seed, every=7, **options):
    match = Match(GAME.variant(num_players, **options), seed)
    rng = random.Random(seed)
    while not match.over:
        if len(match.history) % every == 0:
            yield match
        match.step(rng.choice(match.legal_actions()))
    yield match


# ------------------------------------------------------------------------- every view


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_every_field_is_written_and_bounded(view, num_players, tmp_path):
    """For every player at any time, current or not, over or not, with any components."""
    paths = [None]
    for make in (crowded_tables, generous_tables):
        paths.append(write_set(tmp_path / f"{make.__name__}.toml", make()))
    for seed, path in enumerate(paths):
        for match in random_states(num_players, seed, components=path):
            for player in range(num_players):
                values = numbers(look(match, player, view))
                assert np.isfinite(values).all()
                assert values.min() >= -1
                assert values.max() <= 1


@pytest.mark.parametrize("view", VIEWS)
def test_looking_changes_nothing(view):
    match = plain(3)
    before = match.states.tobytes()
    look(match, 2, view)
    assert match.states.tobytes() == before


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_nothing_hidden_is_seen(view, num_players):
    for match in random_states(num_players, 5, every=11):
        for player in range(num_players):
            seen = look(match, player, view).tobytes()
            for seed in range(3):
                other = match.copy()
                loops.redeal_one(other.states, 0, player, seed_word(seed))
                assert look(other, player, view).tobytes() == seen


def turned(match):
    """Return the same game with every player one seat further clockwise."""
    other = match.copy()
    state, n = other.states[0], int(match.state["num_players"])

    def seat(player):
        return (player + 1) % n if 0 <= player < n else player

    for name in ("current_player", "first_player"):
        state[name] = seat(int(match.state[name]))
    for name in ("turn_order", "pass_order"):
        state[name] = [seat(int(p)) for p in match.state[name]]
    for p in range(n):
        state["players"][seat(p)] = match.state["players"][p]
        state["sums"][seat(p)] = match.state["sums"][p]
    for k, place in enumerate(match.state["sectors"]):
        state["sectors"][k]["control"] = seat(int(place["control"]))
        state["sectors"][k]["submarines"] = [seat(int(c)) for c in place["submarines"]]
        for color in range(4):
            state["sectors"][k]["loading"][seat(color)] = place["loading"][color]
    return other


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_egocentric(view, num_players):
    """Seats turned by one, the next player sees exactly what the first saw."""
    for match in random_states(num_players, 6, every=9):
        other = turned(match)
        for player in range(num_players):
            seen = look(match, player, view).tobytes()
            assert look(other, (player + 1) % num_players, view).tobytes() == seen


PUBLIC = {
    "round": lambda s: s.__setitem__("round_number", 1),
    "question": lambda s: s.__setitem__("question", 2),
    "player to move": lambda s: s.__setitem__("current_player", 1),
    "end": lambda s: s.__setitem__("terminated", True),
    "points to move": lambda s: s["gains"].__setitem__(0, 5),
    "later gains": lambda s: (s.__setitem__("num_gains", 2), s["gains"].__setitem__(1, 5)),
    "first letter": lambda s: s["letters"].__setitem__(0, 3),
    "second letter": lambda s: s["letters"].__setitem__(1, 3),
    "pending action": lambda s: s.__setitem__("stage", 1),
    "its place": lambda s: (s.__setitem__("stage", 1), s.__setitem__("acting_position", 3)),
    "its symbol": lambda s: (s.__setitem__("stage", 1), s.__setitem__("acting_symbol", 3)),
    "income taken": lambda s: (s.__setitem__("stage", 3), s.__setitem__("income_taken", True)),
    "cards used": lambda s: (s.__setitem__("stage", 3), s["cards_used"].__setitem__(2, 1)),
    "sums due": lambda s: (s.__setitem__("stage", 4), s["sums"].__setitem__(1, -3)),
    "turn order": lambda s: s["turn_order"].__setitem__(slice(0, 2), [1, 0]),
    "pass order": lambda s: s["pass_order"].__setitem__(0, 1),
    "rooms": lambda s: s["rooms"].__setitem__(slice(0, 2), [1, 0]),
    "next program card": lambda s: s["program_cards"].__setitem__(1, 13),
    "rotation of the top tile": lambda s: s["rotations"].__setitem__(0, 2),
    "time in stock": lambda s: s.__setitem__("stock_time", 3),
    "crystals in stock": lambda s: s.__setitem__("stock_crystals", 3),
    "octopods in stock": lambda s: s.__setitem__("stock_octopods", 3),
    **{
        f"{what} of a sector": lambda s, what=what: s["sectors"][4].__setitem__(what, 3)
        for what in ("control", "time", "crystals", "num_cards", "num_labs")
    },
    "octopods of a sector": lambda s: s["sectors"][4].__setitem__("octopods", 1),
    "loading station": lambda s: s["sectors"][4]["loading"].__setitem__(1, 1),
    "submarines": lambda s: (
        s["sectors"][3]["submarines"].__setitem__(0, 1),
        s["sectors"][3].__setitem__("num_submarines", 1),
    ),
    "research card": lambda s: s["sectors"][4]["cards"].__setitem__(0, 30),
    "lab expansion": lambda s: s["sectors"][4]["labs"].__setitem__(0, 26),
    **{
        f"{what} of a player": lambda s, k=what, value=value: s["players"][1].__setitem__(k, value)
        for what, value in {
            "score": 5, "supply": 9, "submarines": 2, "time": 1, "crystals": 1, "num_labs": 1,
            "num_cards": 1, "engineer": 3, "scientist": 5, "passed": True, "paid": True,
        }.items()
    },
    "programmed bot": lambda s: s["players"][1]["programmed"].__setitem__(6, 1),
    "capacity": lambda s: s["players"][1]["capacity"].__setitem__(0, 3),
    "letter of a lab": lambda s: s["players"][1]["lab_letters"].__setitem__(5, 1),
}  # fmt: skip


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("what", PUBLIC)
def test_everything_public_shows(view, what):
    def prepared():
        match = plain(3)
        for me in match.state["players"]:
            me["cards"][0], me["labs"][0] = 24, 20  # what appears when their number grows
        if what in ("income taken", "cards used"):
            match.state["stage"] = 3
        if what == "sums due":
            match.state["stage"], match.state["scoring_index"] = 4, 0
        if what in ("its place", "its symbol"):
            match.state["stage"] = 1
        return match

    match = prepared()
    PUBLIC[what](match.state)
    for player in range(3):
        assert look(match, player, view).tobytes() != look(prepared(), player, view).tobytes()


HELD = [
    "ROOM TIME time",
    "CATCH points",
    "CROSS",
    "LEAVE",
    "LOCK",
    "HALF",
    "SIDEWAYS",
    "SCORING LAB",
]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("card", HELD)
def test_cards_held_show(view, card):
    """Instead of an INSTANT card, which can do no more."""
    match, other = (scene(3, {1: {"cards": [held]}}) for held in (card, "INSTANT LAB"))
    for player in range(3):
        assert look(match, player, view).tobytes() != look(other, player, view).tobytes()


@pytest.mark.parametrize("view", VIEWS)
def test_a_used_sideways_card_shows(view):
    match, other = (scene(3, {1: {"cards": ["SIDEWAYS"], "sideways_used": k}}) for k in (0, 1))
    assert look(match, 0, view).tobytes() != look(other, 0, view).tobytes()


# ------------------------------------------------------------------------------- flat


def test_flat_table():
    match = scene(3, {0: {"programmed": "LAB"}}, {0: {"labs": ["CD time"]}})
    view = look(match, 1)
    assert hot(view["round_now"]) == 0
    assert hot(view["question"]) == 0
    assert hot(view["to_move"]) == 2  # player 0 is two seats clockwise of player 1
    assert list(view["players"]) == [1, 1, 1, 0]
    play(match, f"{ACT} 0 with LAB")
    view = look(match)
    assert hot(view["question"]) == 3
    assert [hot(letter) for letter in view["letters_asked"]] == [2, 3]
    assert view["bulb"][0] == pytest.approx(2 / 5)


def test_flat_nobody_moves_at_the_end():
    view = look(last_pass(2, round_number=3))
    assert hot(view["to_move"]) is None
    assert hot(view["question"]) is None


def test_flat_letters_are_kept_in_mind_while_a_red_line_is_open():
    crowd = {0: {"labs": ["CD time"]}, 2: {"control": 1, "loading": [0, 2, 0, 0]}}
    me = {"programmed": "LAB", "cards": ["LEAVE"], "score": 9, "crystals": 1}
    match = play(scene(2, {0: me}, crowd), f"{ACT} 0 with LAB", "letter yes")
    view = look(match)
    assert hot(view["question"]) == 2
    assert [hot(letter) for letter in view["letters_asked"]] == [3, None]
    assert view["gains"][0] == pytest.approx(2 / 40)


def test_flat_pending_action_and_later_gains():
    crowd = {0: {"control": 1, "loading": [0, 2, 0, 0]}}
    me = {"programmed": "TIME", "cards": ["LEAVE"], "score": 9, "crystals": 1}
    view = look(play(scene(2, {0: me}, crowd), f"{ACT} 0 with TIME"))
    assert (hot(view["act_at"]), hot(view["act_with"])) == (0, 1)
    me = {"programmed": "OCTOPOD", "cards": ["CATCH points"], "score": 9, "crystals": 1}
    match = play(scene(2, {0: me}, {0: {"octopods": 1}}), f"{ACT} 0 with OCTOPOD")
    assert (hot(look(match)["act_at"]), hot(look(match)["act_with"])) == (0, 3)
    view = look(play(match, "catch 1 octopods"))
    assert hot(view["act_at"]) is None
    assert list(view["gains"]) == pytest.approx([1 / 40, 3 / 40])


def test_flat_scoring():
    seats = {0: {"cards": ["SCORING LAB", "SCORING TIME"], "time": 2}, 1: {"supply": 15}}
    match = play(last_pass(2, seats), "scoring card for LAB")
    view = look(match, 1)
    assert list(view["cards_used"]) == [1, 0, 0, 0, 0, 0, 0]
    assert view["income_taken"][0] == 0
    assert look(play(match, "take scoring time"))["income_taken"][0] == 1
    match = last_pass(2, {0: {"score": 9, "crystals": 1}, 1: {"crystals": 2, "supply": 15}})
    assert list(look(match, 0)["sums_due"]) == pytest.approx([0, 3 / 40, 0, 0])
    assert list(look(match, 1)["sums_due"]) == pytest.approx([3 / 40, 0, 0, 0])


def test_flat_ways_and_prices_are_the_viewers():
    match = scene(2, {1: {"cards": ["HALF", "LOCK"], "scientist": 3}})
    assert list(look(match, 0)["walk"]) == pytest.approx([k / 6 for k in (0, 0, 1, 2, 2, 1)])
    assert list(look(match, 1)["walk"]) == pytest.approx([k / 6 for k in (2, 2, 1, 0, 0, 1)])
    assert look(match, 0)["price"][0] == pytest.approx(2 / 6)
    assert look(match, 1)["price"][0] == pytest.approx(1 / 6)


def test_flat_players():
    me = {
        "programmed": "LAB",
        "cards": ["HALF", "ROOM LAB points"],
        "labs": ["AB time"],
        "score": 24,
    }
    view = look(scene(3, {2: me}, {5: {"control": 2}}), 1)
    assert view["score"][1] == pytest.approx(24 / 150)
    assert view["to_line"][1] == pytest.approx(5 / 9)
    assert list(view["programmed"][1]) == [1, 0, 0, 0, 0, 0, 0]
    assert list(view["capacity"][1]) == pytest.approx([2 / 7, 2 / 7, 2 / 7, 5 / 14])
    assert list(view["letters"][1]) == [1, 1, 1, 0, 0, 0]
    assert view["num_cards"][1] == pytest.approx(2 / 7)
    assert list(view["effects"][1]) == [0, 0, 0, 1]
    assert list(view["room_cards"][1][0]) == [0, 0, 1]
    assert view["controls"][1] == pytest.approx(1 / 6)
    assert hot(view["control"][5]) == 1
    assert not view["capacity"][3].any()  # nobody's slot


def test_flat_center_tile_is_turned():
    view = look(plain(2, rotations=[2, 0, 0]))
    assert list(view["refill"][0] * 8) == [0, 3, 0, 5, 4, 2]
    assert list(view["refill"][3]) == [0, 1, 0, 0, 1, 0]


# --------------------------------------------------------------------------- entities


def test_entities_shapes_and_meanings():
    view = GAME.views["entities"]
    assert view.layout == "fields"
    for feature in view.features:
        width = sum(size for _, size, _ in COLUMNS[feature.name])
        assert feature.shape == (ROWS[feature.name], width)
        for name, size, text in COLUMNS[feature.name]:
            assert f"{name} ({size}) {text}" in feature.meaning
        assert COLUMNS[feature.name][0][0] == "present"


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_entities_first_feature_says_what_is_there(num_players):
    for match in random_states(num_players, 8):
        view = look(match, 0, "entities")
        assert view["table"][:, 0].all()
        assert view["sectors"][:, 0].all()
        assert view["rooms"][:, 0].all()
        assert list(view["players"][:, 0]) == [1] * num_players + [0] * (4 - num_players)
        for matrix in ("players", "cards"):
            assert not view[matrix][view[matrix][:, 0] == 0].any()
        drawn = int(match.state["lab_drawn"] + match.state["research_drawn"])
        assert view["cards"][:, 0].sum() == drawn <= NUM_CARD_TOKENS
        assert (np.diff(view["cards"][:, 0]) <= 0).all()  # no holes


def test_entities_sectors():
    places = {
        2: {"control": 1, "loading": [0, 0, 1, 0], "submarines": [1, 3], "time": 4, "octopods": 2},
        3: {"submarines": [0, 1, 2, 3]},
    }
    match = scene(3, None, places)
    seen = token(match, "sectors", 2, player=1)
    assert (hot(seen["position"]), hot(seen["white"]), hot(seen["control"])) == (2, 2, 0)
    assert list(seen["locks"]) == pytest.approx([1 / 6, 1 / 6])
    assert list(seen["loading"]) == pytest.approx([0, 1 / 4, 0, 0])
    assert list(seen["placed"]) == [1, 0, 0, 1]
    assert list(seen["goods"]) == pytest.approx([4 / 8, 1 / 8, 2 / 8])
    assert list(seen["refill"]) == pytest.approx([0, 2 / 8, 1 / 8, 0])
    assert seen["price"] == pytest.approx(3 / 6)
    assert seen["walk"] == pytest.approx(1 / 6)
    assert token(match, "sectors", 3)["price"] == 1
    assert list(token(match, "sectors", 4)["locks"]) == pytest.approx([1 / 6, 2 / 6])
    assert hot(token(match, "sectors", 3)["control"]) == 4


def test_entities_rooms():
    match = scene(3, {1: {"engineer": 3}})
    seen = token(match, "rooms", 3)
    assert (hot(seen["room"]), hot(seen["symbol"]), hot(seen["next_symbol"])) == (3, 3, 4)
    assert list(seen["arrows"]) == [0, 0, 0, 0, 0, 1, 1]
    assert list(seen["sideways"]) == [0, 0, 1, 0, 1, 0, 0]
    assert (seen["is_exit"], list(seen["engineers"])) == (0, [0, 1, 0, 0])
    start = token(match, "rooms", 7)
    assert hot(start["symbol"]) is None
    assert list(start["arrows"]) == [1, 1, 0, 0, 0, 0, 0]
    assert list(start["engineers"]) == [1, 0, 1, 0]
    assert token(match, "rooms", 6)["is_exit"] == 1


def test_entities_players():
    me = {"programmed": "LAB", "cards": ["SIDEWAYS"], "labs": ["AB time"], "score": 24, "time": 2}
    seen = token(scene(3, {2: me}), "players", 1, player=1)
    assert hot(seen["slot"]) == 1
    assert seen["score"] == pytest.approx(24 / 150)
    assert seen["to_line"] == pytest.approx(5 / 9)
    assert list(seen["programmed"]) == [1, 0, 0, 0, 0, 0, 0]
    assert list(seen["letters"]) == [1, 1, 1, 0, 0, 0]
    assert (seen["num_cards"], seen["sideways_left"], seen["to_move"]) == (
        pytest.approx(1 / 7),
        1,
        0,
    )
    assert token(scene(3), "players", 2, player=1)["to_move"] == 1


def cards(match, player=0):
    """Return the tokens of all cards, as dictionaries."""
    view = look(match, player, "entities")["cards"]
    return [token(match, "cards", k, player) for k in range(int(view[:, 0].sum()))]


def test_entities_stacks_and_hands():
    places = {p: {"cards": [], "labs": []} for p in range(6)}
    places[1] |= {"cards": ["CROSS", "ROOM LAB points"], "labs": ["CD time"]}
    seats = {0: {"cards": ["SIDEWAYS"], "sideways_used": 1}, 2: {"cards": ["INSTANT LAB", "HALF"]}}
    found = cards(scene(3, seats, places), player=1)
    assert len(found) == 6
    top, below, tile, instant, half, sideways = found
    assert (hot(top["kind"]), hot(top["symbol"]), hot(top["at"]), top["above"]) == (0, 0, 1, 0)
    assert list(top["rewards"]) == [0, 0, 1]
    assert (hot(below["kind"]), hot(below["symbol"]), below["above"]) == (2, None, 0.25)
    assert (tile["is_expansion"], list(tile["letters"])) == (1, [0, 0, 1, 1, 0, 0])
    assert list(tile["capacity"]) == [0, 0, 0, 0.5]
    assert (hot(instant["holder"]), instant["spent"], hot(instant["at"])) == (1, 1, None)
    assert (hot(half["holder"]), half["spent"]) == (1, 0)
    assert (hot(sideways["holder"]), sideways["spent"]) == (2, 1)


def test_entities_used_scoring_card():
    seats = {0: {"cards": ["SCORING LAB", "SCORING TIME"], "time": 2}}
    match = play(last_pass(2, seats), "scoring card for LAB")
    spent = {hot(c["symbol"]): c["spent"] for c in cards(match, 1) if hot(c["holder"]) == 1}
    assert spent == {0: 1, 1: 0}
    assert card_id("SCORING LAB") == 29


def test_entities_dues():
    match = scene(2, {0: {"programmed": "LAB"}}, {0: {"labs": ["CD time"]}})
    play(match, f"{ACT} 0 with LAB")
    assert [list(token(match, "sectors", p)["asked"]) for p in (1, 2, 3)] == [
        [0, 0],
        [1, 0],
        [0, 1],
    ]
    catch = scene(2, {0: {"programmed": "OCTOPOD"}}, {0: {"octopods": 1}})
    play(catch, f"{ACT} 0 with OCTOPOD")
    assert [token(catch, "sectors", p)["act_at"] for p in range(6)] == [1, 0, 0, 0, 0, 0]
    assert hot(token(catch, "table", 0)["act_with"]) == 3
    match = last_pass(2, {0: {"score": 9, "crystals": 1}, 1: {"crystals": 2, "supply": 15}})
    assert token(match, "players", 1)["sum_due"] == pytest.approx(3 / 40)
