"""The action table: ids by group with the last axis fastest, descriptions both ways."""

from typing import Any

import numpy as np
import pytest

from aquasphere_env.core.actions import ActionGroup, ActionTable
from tests.bad_input import NO_ACTIONS

TABLE = ActionTable(
    [
        ActionGroup("pass", "pass"),
        ActionGroup("move", "move {piece} to {place}", {"piece": ["A", "B"], "place": "xyz"}),
        ActionGroup("stop", "stop"),
    ]
)


def test_ids_are_numbered_by_group_with_the_last_axis_fastest() -> None:
    """PettingZoo #1298: one flat space with words for every id, whatever an action is made of."""
    words = [TABLE.describe(action) for action in range(len(TABLE))]
    assert words == [
        "pass",
        "move A to x",
        "move A to y",
        "move A to z",
        "move B to x",
        "move B to y",
        "move B to z",
        "stop",
    ]
    assert [TABLE.start(group.name) for group in TABLE.groups] == [0, 1, 7]
    assert [group.size for group in TABLE.groups] == [1, 6, 1]


def test_locate_gives_group_and_index() -> None:
    located = [TABLE.locate(action) for action in range(len(TABLE))]
    assert [(group.name, index) for group, index in located] == [
        ("pass", 0),
        *(("move", index) for index in range(6)),
        ("stop", 0),
    ]


@pytest.mark.parametrize("words", ["move b TO   z", " MOVE B to z\n", "6", " 6 "])
def test_parse_ignores_case_and_spacing_and_takes_ids(words: str) -> None:
    assert TABLE.parse(words) == 6


@pytest.mark.parametrize(
    "words", ["6:move b to z", "6 : move B to z.", "6:", "6.", "move b to z ."]
)
def test_parse_takes_a_line_of_a_text_observation(words: str) -> None:
    assert TABLE.parse(words) == 6


@pytest.mark.parametrize("words", ["", "-1", "1.0", "9" * 5000, "x" * 10**6, "٣", "6 6"])
def test_parse_refuses_an_unknown_description_and_shows_examples(words: str) -> None:
    with pytest.raises(ValueError, match=r"no action reads .*: pass; move A to x; stop") as error:
        TABLE.parse(words)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("words", ["move C to z", "6: move C to z", "mov B to z", "moveb to z"])
def test_parse_refuses_an_unknown_description_and_names_the_nearest(words: str) -> None:
    with pytest.raises(ValueError, match=r"no action reads '.*'; the nearest are .*6: move B to z"):
        TABLE.parse(words)


def test_a_number_and_the_words_of_another_action_contradict_each_other() -> None:
    with pytest.raises(ValueError, match=r"two actions, 6: move B to z and 1: move a to x"):
        TABLE.parse("6: move A to x")


@pytest.mark.parametrize(
    "given",
    [1, np.int8(1), np.uint64(1), np.array(1), np.array([1]), np.array([[1]], np.uint8), "1"],
)
def test_read_takes_integers_of_any_kind_and_words(given: Any) -> None:
    assert TABLE.read(given) == 1
    assert type(TABLE.read(given)) is int


@pytest.mark.parametrize("given", [-1, 8, 2**63, 2**64, np.uint64(2**64 - 1)])
def test_read_leaves_integers_that_are_no_ids_to_the_caller(given: Any) -> None:
    assert TABLE.read(given) == int(given)
    assert TABLE.read(given) not in TABLE


@pytest.mark.parametrize("given", NO_ACTIONS, ids=repr)
def test_read_refuses_everything_else_in_words(given: Any) -> None:
    with pytest.raises(TypeError, match="an action is an integer or its words, not "):
        TABLE.read(given)


@pytest.mark.parametrize("action", [-1, 8, 10**9])
def test_ids_out_of_range_are_refused(action: int) -> None:
    for ask in (TABLE.describe, TABLE.locate):
        with pytest.raises(ValueError, match=rf"action {action} is not in 0\.\.7"):
            ask(action)
    if action > 0:
        with pytest.raises(ValueError, match=rf"action {action} is not in 0\.\.7"):
            TABLE.parse(str(action))


def test_two_actions_with_the_same_description_are_refused() -> None:
    with pytest.raises(ValueError, match="same words"):
        ActionTable([ActionGroup("a", "go"), ActionGroup("b", "Go")])


def test_the_error_for_an_unknown_group_lists_the_known_ones() -> None:
    with pytest.raises(KeyError, match="'pass', 'move', 'stop'"):
        TABLE.start("fly")
