"""What models write: one action that is meant, or a sentence about what was wrong."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aquasphere_env.core.match import Match
from aquasphere_env.games import GAMES, get_game
from aquasphere_env.language.answers import MOST_READ, named_in, read_answer

TABLES = {name: get_game(name).actions for name in GAMES}
ACTIONS = TABLES["aquasphere"]
FORMS = (  # of an answer that means one action: {a} is its id, {w} its words
    "{a}",
    " {a}. ",
    "#{a}",
    "[{a}]",
    "[[{a}]]",
    "{w}",
    '"{w}"',
    "\N{LEFT DOUBLE QUOTATION MARK}{w}.\N{RIGHT DOUBLE QUOTATION MARK}",
    "**{w}**",
    "`{a}`",
    "{a}: {w}",
    "{a} ({w})",
    "[{a}] {w}",
    "{w} [{a}]",
    "Action: {a}",
    "ACTION: {w}",
    "action = {a}",
    "**Action:** {a}",
    "**Action: {a}**",
    "- Action: `{a}`",
    "> Final answer: {a}: {w}",
    "Action:\n{a}",
    "Action: {a}: {w}, since the others are worse",
    "Action\N{FULLWIDTH COLON} {a}",
    "My move is {a}.",
    "I play [{a}]",
    "The answer is \\boxed{{{a}}}",
    '{{"action": {a}}}',
    '{{"action": "{w}"}}',
    '{{"reasoning": "{{3}} or [4]", "action": {a}.0}}',
    '```json\n{{\n  "Action": {a}\n}}\n```',
    "{{'action': {a}}}",
)
BEFORE = (
    "",
    "<think>Action: 3? Or [4]?</think>\n",
    "<THINKING>\n5\n</THINKING>\n\n",
    "Action: 3 was my first idea</think>",
    "I look at [3] first, then at 4.\nIt costs 2 time.\n\n",
    "Options:\n- pass\n- engineer to room 3\nBoth are fine.\n",
    "Action: 3\nNo, there is a better one.\n",
)
ids = st.integers(0, len(ACTIONS) - 1)


def filled(form: str, action: int, table=ACTIONS) -> str:
    return form.format(a=action, w=table.describe(action))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("before", BEFORE)
def test_an_action_is_read_from_every_form(form: str, before: str) -> None:
    for action in range(0, len(ACTIONS), 9):
        for text in (filled(form, action), filled(form, action).upper()):
            assert named_in(before + text, ACTIONS).action == action, before + text


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("form", ["{a}", "{w}", "{a}: {w}", "Action: {w} ({a})", "Action: {w}."])
def test_every_action_of_every_game_is_read(name: str, form: str) -> None:
    table = TABLES[name]
    for action in range(len(table)):
        assert named_in(filled(form, action, table), table).action == action


@given(ids, ids, st.sampled_from([" or ", ", ", " and ", " / ", "\n", "\n\n", "; "]), st.data())
def test_of_two_actions_at_one_place_none_is_chosen(one: int, other: int, between: str, data):
    forms = [f for f in FORMS if "\n" not in f and "is" not in f and "play" not in f]
    form = data.draw(st.sampled_from(forms))
    text = filled(form, one) + between + filled(form, other)
    answer = named_in(text, ACTIONS)
    assert answer.action in ({one, None} if one == other else {None}), text
    assert (answer.action is None) == bool(answer.problem)


@given(ids, ids)
def test_the_last_labelled_answer_counts(one: int, other: int) -> None:
    text = f"Action: {one}\nThat would cost a crystal.\nAction: {other}"
    assert named_in(text, ACTIONS).action == other


@settings(max_examples=400)
@given(
    st.lists(
        st.sampled_from(
            [
                *(
                    "Action:",
                    "action",
                    "[",
                    "]",
                    "{",
                    "}",
                    '"',
                    "\n",
                    " ",
                    "3",
                    "17",
                    ".",
                    "-",
                    "or",
                ),
                *(
                    "not",
                    "pass",
                    "<think>",
                    "</think>",
                    "**",
                    "is",
                    ":",
                    "letter yes",
                    "since",
                    ",",
                ),
            ]
        ),
        max_size=14,
    ).map(" ".join)
    | st.text(max_size=200)
)
def test_nothing_is_read_that_is_not_there(text: str) -> None:
    answer = named_in(text, ACTIONS)
    assert (answer.action is None) == bool(answer.problem)
    if answer.action is not None:
        words = ACTIONS.describe(answer.action)
        said = " ".join(text.lower().split())
        numbers = {int(number) for number in re.findall("[0-9]+", text)}
        assert answer.action in numbers or words.lower() in said


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "names no action"),
        ("I would like to pass, or not to pass.", "names no action"),
        ("I will not play [3].", "names no action"),
        ("I have considered [3] but it is bad. Pass.", "names no action"),
        ("I choose the second.\n1.\nFirst.", "names no action"),
        ("<think>It must be 17", "in the middle of a thought"),
        ("Action: 3 or 5", "several actions, 3 and 5"),
        ("[3]\n[5]", "several actions, 3 and 5"),
        ('{"action": [3, 5, 7]}', "several actions, 3, 5 and 7"),
        ("17\nBut then, better:\n18", "several actions, 17 and 18"),
        ("Action: 3 or Action: 5", "No action reads '3 or'"),
        ("Action: -3", "No action reads '-3'"),
        ("Action: 1.7", "No action reads '1.7'"),
        ('{"action": true}', "No action reads"),
        ('{"action": null}', "No action reads"),
        ("Action: swim", "No action reads 'swim'"),
        ("Don't do Action: 3", "No action reads '3'"),
        ("Action: 18 (act in position 0 with OCTOPOD)", "(which is 17) are two actions"),
        ("Action: 17\nWait, that costs too much.", "takes back"),
        ("{" * 5000, "names no action"),
        ('{"a":' * 5000, "names no action"),
        ("[" * 50_000, "names no action"),
        ("]" * 50_000 + "a", "names no action"),
        ("<think>" * 5_000 + "a", "in the middle of a thought"),
        ("a" + " " * 19_000 + "b", "names no action"),
        ("Action: a" + ":a " * 6_000, "No action reads"),
        ("Action: " + "9" * 5000, "No action reads"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(text: str, problem: str) -> None:
    answer = named_in(text, ACTIONS)
    assert answer.action is None
    assert problem in answer.problem
    assert len(answer.problem) < 400
    assert "\n" not in answer.problem


def test_only_the_end_of_a_long_answer_is_read() -> None:
    assert named_in("Action: 3\n" + "so\n" * MOST_READ + "Action: 5", ACTIONS).action == 5


def test_an_illegal_action_is_explained() -> None:
    match = Match(get_game("aquasphere").variant(2), 1)
    legal = match.legal_actions()
    assert read_answer(json.dumps({"action": legal[0]}), match.variant, match.state) == (
        legal[0],
        "",
    )
    illegal = next(a for a in range(len(ACTIONS)) if a not in legal)
    for given_id, reason in ((illegal, f"({ACTIONS.describe(illegal)})"), (999, "0 to 84")):
        answer = read_answer(f"Action: {given_id}", match.variant, match.state)
        assert answer.action is None
        assert answer.problem.startswith(f"Illegal action {given_id} ")
        assert reason in answer.problem
