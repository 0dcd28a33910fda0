"""Views: bounded, complete, egocentric, blind for what is hidden, awake to what is public."""

import numpy as np
import pytest

from aquasphere_env.core import loops
from aquasphere_env.core.integers import seed_word
from aquasphere_env.games.aquasphere import GAME
from aquasphere_env.games.aquasphere.shares import MOST_GAIN, MOST_GOODS, MOST_POINTS, MOST_TIME
from aquasphere_env.games.aquasphere.state import MAX_CATCH
from aquasphere_env.players.policies import GREEDY
from tests.contract.test_fields import play_batch

from .positions import (
    crowded_tables,
    generous_tables,
    hot,
    last_pass,
    look,
    numbers,
    plain,
    play,
    random_states,
    scene,
    write_set,
)

ACT = "act in position"
VIEWS = list(GAME.views)


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
        state["base_letters"][seat(p)] = match.state["base_letters"][p]
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
    "neutral bots in it": lambda s: s["sectors"][4]["loading"].__setitem__(3, 2),
    "base lab": lambda s: s["base_letters"].__setitem__(1, 5),
    "neutral submarines left": lambda s: s["neutral_left"].__setitem__(3, 2),
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


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("past", [0, 1])
def test_past_program_cards_show_and_later_ones_do_not(view, past):
    def seen(program_cards, player):
        match = scene(3, program_cards=program_cards, round_number=1 + past)
        return look(match, player, view).tobytes()

    for player in range(3):
        dealt = [0, 2, 4, 6]
        assert seen(dealt, player) != seen([*dealt[:past], 12, *dealt[past + 1 :]], player)
        if past == 0:
            assert seen(dealt, player) == seen([0, 2, 4, 12], player)


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
    assert view["gains"][0] == pytest.approx(2 / 50)


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
    assert list(view["gains"]) == pytest.approx([1 / 50, 3 / 50, 0, 0, 0, 0, 0, 0])


def test_flat_scoring():
    seats = {0: {"cards": ["SCORING LAB", "SCORING TIME"], "time": 2}, 1: {"supply": 15}}
    match = play(last_pass(2, seats), "scoring card for LAB")
    view = look(match, 1)
    assert list(view["cards_used"]) == [1, 0, 0, 0, 0, 0, 0]
    assert view["income_taken"][0] == 0
    assert look(play(match, "take scoring time"))["income_taken"][0] == 1
    match = last_pass(2, {0: {"score": 9, "crystals": 1}, 1: {"crystals": 2, "supply": 15}})
    assert list(look(match, 0)["sums_due"]) == pytest.approx([0, 3 / 50, 0, 0])
    assert list(look(match, 1)["sums_due"]) == pytest.approx([3 / 50, 0, 0, 0])


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
    assert not view["capacity"][3].any()  # a slot without a player


def test_flat_center_tile_is_turned():
    view = look(plain(2, rotations=[2, 0, 0]))
    assert list(view["refill"][0] * 9) == pytest.approx([0, 3, 0, 5, 4, 2])
    assert list(view["refill"][3]) == [0, 1, 0, 0, 1, 0]


def test_flat_program_cards_laid_out_so_far():
    cards = look(scene(2, program_cards=[3, 4, 9, 12], round_number=1))["program_cards"]
    assert {int(side): float(cards[side]) for side in np.flatnonzero(cards)} == {
        3: 0.25,  # side B of card 2, in the first round
        4: 0.5,
        9: 0.75,  # next round's
    }


def test_flat_neutral_submarines_left():
    places = {3: {"submarines": [2, 3]}, 4: {"submarines": [3]}, 5: {"submarines": []}}
    for player in range(2):
        left = look(scene(2, None, places), player)["neutral_left"]
        assert list(left) == pytest.approx([0, 0, 5 / 6, 4 / 6])
    left = look(scene(3, None, {3: {"submarines": [0, 1]}, 5: {"submarines": [3]}}))["neutral_left"]
    assert list(left) == pytest.approx([0, 0, 0, 5 / 6])


def test_flat_stage():
    """What follows a red line: the action, the letters, the next player, or the next sum."""
    crowd = {0: {"control": 1, "loading": [0, 2, 0, 0]}}
    me = {"programmed": "TIME", "cards": ["LEAVE"], "score": 9, "crystals": 1}
    assert hot(look(play(scene(2, {0: me}, crowd), f"{ACT} 0 with TIME"))["stage"]) == 1
    me = {"programmed": "SUBMARINE", "score": 8, "crystals": 1, "time": 4}
    assert hot(look(play(scene(2, {0: me}), f"{ACT} 1 with SUBMARINE"))["stage"]) == 2
    me = {"programmed": "", "cards": ["ROOM LAB points"], "score": 8, "crystals": 1}
    assert hot(look(play(scene(2, {0: me}), "engineer to room 0"))["stage"]) == 0
    match = last_pass(2, {0: {"score": 9, "crystals": 1}, 1: {"crystals": 2, "supply": 15}})
    assert hot(look(match)["stage"]) == 4
    assert hot(look(last_pass(2, round_number=3))["stage"]) is None


def test_flat_submarine_spaces():
    view = look(scene(3, None, {2: {"submarines": [3, 1]}}), 1)
    assert list(view["placed"][2]) == [0.5, 0, 0, 0.25]


def test_flat_shows_all_goods_that_a_sector_can_get():
    """Octopods pile up to 3 in the set-up and 2 after each of three rounds."""
    view = look(scene(4, None, {5: {"octopods": 9}}))
    assert view["sector_octopods"][5] == 1
    assert look(scene(4, None, {5: {"octopods": 8}}))["sector_octopods"][5] < 1


@pytest.mark.parametrize("num_players", [2, 4])
def test_scales_clip_nothing_in_greedy_play(num_players):
    for states in play_batch(GAME.variant(num_players), GREEDY):
        players, sectors = states["players"][:, :num_players], states["sectors"]
        assert players["score"].max() < MOST_POINTS
        assert max(states["gains"].max(), np.abs(states["sums"]).max()) < MOST_GAIN
        assert max(sectors[goods].max() for goods in ("time", "crystals", "octopods")) <= MOST_GOODS
        assert players["time"].max() <= MOST_TIME
        assert players["crystals"].max() <= MAX_CATCH
