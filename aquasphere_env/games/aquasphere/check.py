"""What makes a state of AquaSphere possible: turns, questions and scorings; pieces are beside."""

import numpy as np

from ...core.check import require
from ...core.state import NOBODY, new_records
from .check_pieces import check_pieces
from .components import check_dealt, reachable
from .scoring import scoring_sum
from .setup import set_travel
from .state import (
    ACT,
    ASK_LETTERS,
    CATCH,
    COUNT,
    END_TURN,
    IN_SCORING,
    INCOME,
    LAB,
    LETTER,
    MAX_LETTERS,
    MAX_PROGRAMMED,
    NO_LETTER,
    NUM_ROUNDS,
    OCTOPOD,
    QUESTIONS,
    RED_LINE,
    RED_LINE_EVERY,
    SCORING,
    STAGES,
    START_ROOM,
    STATE,
    THIRD_BOT,
    TURN,
)
from .station import can_act

QUESTIONS_IN = {
    END_TURN: (TURN, THIRD_BOT, RED_LINE),
    ACT: (RED_LINE,),
    ASK_LETTERS: (RED_LINE, LETTER, CATCH),
    INCOME: (SCORING, THIRD_BOT),
    COUNT: (RED_LINE,),
}
MAY_LEAVE_GAINS = (THIRD_BOT, RED_LINE)


def check_state(state: np.void, blank: np.void) -> None:
    """Raise ``ValueError`` unless the game can go on from ``state`` as from one of its own."""
    check_dealt(state)
    require(state["round_number"] < NUM_ROUNDS, "round_number", f"not 0 to {NUM_ROUNDS - 1}")
    check_ring(state)
    check_rooms(state)
    check_orders(state)
    check_engineers(state)
    check_pieces(state, blank)
    check_programmed(state)
    check_gains(state)
    check_letters(state)
    check_scoring(state)
    if state["terminated"]:
        check_end(state)
    else:
        check_question(state)


def check_ring(state: np.void) -> None:
    """Positions are the inverse of the ring, and travel the cheapest ways round it."""
    back = state["positions"][state["ring"]]
    require(np.array_equal(back, np.arange(len(back))), "positions", "not the inverse of the ring")
    again = new_records(1, STATE)
    again[0] = state
    set_travel(again[0])
    same = np.array_equal(again[0]["travel"], state["travel"])
    require(same, "travel", "not the cheapest ways round this ring")


def check_rooms(state: np.void) -> None:
    """The rooms show the round's program card."""
    card = state["program_cards"][state["round_number"]]
    same = np.array_equal(state["rooms"], state["components"]["layouts"][card])
    require(same, "rooms", "not as the round's program card shows them")


def check_orders(state: np.void) -> None:
    """Every player has one place in the play order, and those who have passed in the other."""
    n, passed = int(state["num_players"]), int(state["num_passed"])
    order, left = state["turn_order"].tolist(), state["pass_order"].tolist()
    everyone = sorted(order[:n]) == list(range(n)) and order[n:] == [NOBODY] * (len(order) - n)
    require(everyone, "turn_order", f"{order}, not every player once")
    if state["round_number"] == 0:
        first = int(state["first_player"])
        clockwise = [(first + k) % n for k in range(n)]
        require(order[:n] == clockwise, "turn_order", f"round 1 goes clockwise from {first}")
    gone = set(left[:passed])
    fits = len(gone) == passed and gone <= set(range(n))
    fits &= left[passed:] == [NOBODY] * (len(left) - passed)
    require(fits, "pass_order", f"{left}, not {passed} different players")
    for player, me in enumerate(state["players"][:n]):
        right = bool(me["passed"]) == (player in gone)
        require(right, f"players.{player}.passed", "differs from pass_order")


def check_engineers(state: np.void) -> None:
    """Engineers stand where ways lead to, and those who have passed left by an exit."""
    tables = state["components"]
    entered = reachable(tables["arrows"] + tables["sideways"], START_ROOM) | {START_ROOM}
    for player, me in enumerate(state["players"][: state["num_players"]]):
        room = int(me["engineer"])
        place = f"players.{player}.engineer"
        require(room in entered, place, f"no way leads to room {room}")
        require(not me["passed"] or tables["exits"][room], place, f"{room} is no exit to pass from")


def check_programmed(state: np.void) -> None:
    """Only the player who is asked which bot to return has a third one."""
    asked = not state["terminated"] and state["question"] == THIRD_BOT
    for player, me in enumerate(state["players"][: state["num_players"]]):
        bots, place = int(me["num_programmed"]), f"players.{player}.num_programmed"
        if asked and player == state["current_player"]:
            require(bots == MAX_PROGRAMMED + 1, place, f"{bots}, but the third bot is asked about")
        else:
            require(bots <= MAX_PROGRAMMED, place, f"more than {MAX_PROGRAMMED}")


def check_gains(state: np.void) -> None:
    """Points wait only behind a third bot or a red line, next first and without gaps."""
    number = int(state["num_gains"])
    gains = state["gains"]
    listed = (gains[:number] > 0).all() and not gains[number:].any()
    require(listed, "gains", f"{gains.tolist()}, not {number} and then zeros")
    may_wait = not state["terminated"] and state["question"] in MAY_LEAVE_GAINS
    require(number == 0 or may_wait, "num_gains", "nothing keeps the points from being moved")


def check_letters(state: np.void) -> None:
    """Letters to ask are the last ones of the expansion that was just taken."""
    asked = [int(letter) for letter in state["letters"] if letter != NO_LETTER]
    if not asked:
        return
    me = state["players"][state["current_player"]]
    expanded = state["stage"] == ASK_LETTERS and state["acting_symbol"] == LAB and me["num_labs"]
    require(expanded, "letters", "no lab expansion was just taken")
    tile = state["components"]["labs"][me["labs"][me["num_labs"] - 1]]
    printed = [int(letter) for letter in tile["letters"] if letter != NO_LETTER]
    queue = [*asked, *[NO_LETTER] * (MAX_LETTERS - len(asked))]
    last = printed[-len(asked) :] == asked and state["letters"].tolist() == queue
    require(last, "letters", f"{queue}, but the last expansion shows {printed}")


def check_scoring(state: np.void) -> None:
    """Sums and places belong to a scoring under way, which all have passed for."""
    n, stage = int(state["num_players"]), int(state["stage"])
    if state["terminated"] or stage not in (INCOME, COUNT):
        require(state["scoring_index"] == 0, "scoring_index", "no scoring is under way")
        require(not state["sums"].any(), "sums", "no scoring is under way")
        return
    require(state["num_passed"] == n, "num_passed", "a scoring begins when all have passed")
    index = int(state["scoring_index"])
    right = index < n and state["turn_order"][index] == state["current_player"]
    require(right, "scoring_index", "not the current player's place in turn_order")
    if stage == INCOME:
        require(not state["sums"].any(), "sums", "made only when all have their income")
        check_cards_used(state)
    else:
        check_sums(state)


def check_cards_used(state: np.void) -> None:
    """A scoring card is used once at most in a scoring."""
    me = state["players"][state["current_player"]]
    cards = state["components"]["cards"][me["cards"][: me["num_cards"]]]
    for symbol, used in enumerate(state["cards_used"]):
        owned = np.count_nonzero((cards["kind"] == IN_SCORING) & (cards["symbol"] == symbol))
        require(used <= owned, f"cards_used.{symbol}", f"{used} used of {owned}")


def check_sums(state: np.void) -> None:
    """Sums still to move are what the table gives; red lines can only have cost of the others."""
    index, n = int(state["scoring_index"]), int(state["num_players"])
    require(not state["sums"][n:].any(), "sums", "of a seat without a player")
    for place, player in enumerate(state["turn_order"][:n].tolist()):
        given, now = int(state["sums"][player]), scoring_sum(state, player)
        fits = given == now if place > index else given >= now
        require(fits, f"sums.{player}", f"{given}, but the table gives {now}")
    current = int(state["current_player"])
    fits = state["num_gains"] == 1 and state["gains"][0] <= state["sums"][current]
    require(fits, "gains", "more than the sum of the current player")


def check_end(state: np.void) -> None:
    """The game ends with the last counter moved in the last round."""
    n = int(state["num_players"])
    require(state["round_number"] == NUM_ROUNDS - 1, "terminated", "before the last round")
    scored = state["stage"] == COUNT and state["num_passed"] == n
    require(scored, "terminated", "before the last scoring")
    last = state["question"] in (SCORING, RED_LINE)
    require(last, "question", f"{QUESTIONS[state['question']]} does not end a game")


def check_question(state: np.void) -> None:
    """The open question fits the stage and the player who is asked."""
    question, stage = int(state["question"]), int(state["stage"])
    right = question in QUESTIONS_IN[stage]
    require(right, "question", f"{QUESTIONS[question]} is not asked in stage {STAGES[stage]}")
    me = state["players"][state["current_player"]]
    if stage not in (INCOME, COUNT):
        require(not me["passed"], "current_player", "has passed")
    if question == LETTER:
        require(state["letters"][0] != NO_LETTER, "letters", "none to ask for")
        require(me["supply"] > 0, "question", "no bot in the supply to place for the letter")
    elif question == RED_LINE:
        require(state["num_gains"] > 0, "num_gains", "nothing to move over the red line")
        last = RED_LINE_EVERY - 1
        at_line = me["score"] % RED_LINE_EVERY == last
        require(at_line, "question", f"no red line behind {me['score']} points")
    if stage == ACT or question == CATCH:
        check_action(state, me)


def check_action(state: np.void, me: np.void) -> None:
    """An action still to be carried out is possible where bot and scientist are."""
    player, position = int(state["current_player"]), int(state["acting_position"])
    symbol = int(state["acting_symbol"])
    require(me["scientist"] == position, "acting_position", "the scientist is elsewhere")
    bot = int(state["sectors"][position]["control"])
    require(bot == player, "acting_position", "another bot is on the control space")
    if state["question"] == CATCH:
        require(symbol == OCTOPOD, "acting_symbol", "the open question is about octopods")
    possible = can_act(state, player, position, symbol)
    require(possible, "acting_symbol", "the action under way is not possible")
