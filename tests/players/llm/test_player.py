"""A language model as a player, against a server with a script."""

import copy
import json
import pickle
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aquasphere_env.core.game import legal_ids
from aquasphere_env.core.match import Match
from aquasphere_env.games import get_game
from aquasphere_env.players.llm import chat
from aquasphere_env.players.llm.chat import ModelError
from aquasphere_env.players.llm.player import LlmPlayer
from aquasphere_env.players.playing import play_games
from aquasphere_env.players.registry import make_player
from tests.toy.pebbles import GAME as PEBBLES

from .scripted import Script, Sent, Server, answer, failure, first_legal, in_turn, serving

KEY = "sk-test-0123456789"
VARIANT = PEBBLES.variant(2)


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr(chat, "_FIRST_PAUSE", 0.0)


def model(server: Server, options: str = "", variant: Any = VARIANT) -> LlmPlayer:
    rules = "" if "rules=" in options or variant.game is not PEBBLES else ",rules=none"
    player = make_player(f"llm:m,url={server.url}{rules}{options}", variant)
    assert isinstance(player, LlmPlayer)
    return player


def states_of(count: int) -> np.ndarray:
    states = VARIANT.new_states(count)
    for i in range(count):
        VARIANT.start(states, i, i)
    return states


def decided(script: Script, options: str = "", count: int = 1) -> tuple[list[int], dict, Server]:
    """Return what is played in ``count`` games, the usage and what the server was asked."""
    states = states_of(count)
    with serving(script) as server:
        player = model(server, options)
        actions = player.act_on_states(states)
    assert all(a in legal_ids(s) for a, s in zip(actions.tolist(), states, strict=True))
    return actions.tolist(), player.usage(), server


def test_an_answer_is_played_and_counted() -> None:
    options = ",temperature=0.5,max_tokens=50,price_in=2,price_out=8"
    actions, usage, server = decided(first_legal, options)
    assert actions == legal_ids(states_of(1)[0])[:1]
    assert usage == {
        "decisions": 1,
        "calls": 1,
        "failures": 0,
        "estimated": 0,
        "prompt_tokens": 100,
        "completion_tokens": 10,
        "illegal": 0,
        "fallbacks": 0,
        "unasked": 0,
        "cost": 0.00028,
    }
    body = server.bodies[0]
    assert {k: body[k] for k in body if k != "messages"} == {
        "model": "m",
        "temperature": 0.5,
        "max_tokens": 50,
    }
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"


def test_without_a_key_none_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    _, _, server = decided(first_legal)
    assert "Authorization" not in server.headers[0]


def test_the_system_s_message_has_the_rules_and_the_form_of_an_answer() -> None:
    variant = get_game("octodice").variant(1)
    match = Match(variant, 1)
    with serving(first_legal) as server:
        model(server, variant=variant).act_on_states(match.states)
        model(server, ",rules=full", variant).act_on_states(match.states)
    short, full = (body["messages"][0]["content"] for body in server.bodies)
    assert short.startswith("# OctoDice: what you must know")
    assert full.startswith("# OctoDice\n")
    assert short.endswith('like "Action: 17", with the id of one legal action.')
    said = server.bodies[0]["messages"][1]["content"]
    assert "2: keep white 1 and black 1 | Keep " in said


def test_a_wrong_answer_is_sent_back_with_the_reason() -> None:
    script = in_turn(answer("I pass the ball."), answer("Action: 999"), answer("Action: 1 or 2"))
    _, usage, server = decided(script, ",tries=4")
    assert (usage["illegal"], usage["calls"], usage["fallbacks"]) == (3, 4, 0)
    last = server.bodies[-1]["messages"]
    assert [message["role"] for message in last] == ["system", "user", *["assistant", "user"] * 3]
    assert last[2]["content"] == "I pass the ball."
    assert last[3]["content"].startswith("The answer names no action. End your answer with")
    assert last[5]["content"].startswith("Illegal action 999 for player_0: ids go from 0 to ")
    assert last[7]["content"].startswith("The answer names several actions, 1 and 2.")


def test_after_the_last_try_a_legal_action_is_drawn_and_counted() -> None:
    seen = set()
    for seed in range(8):
        with serving(lambda body: answer("hm")) as server:
            player = model(server, ",tries=2")
            player.seed(seed)
            first = player.act_on_states(states_of(3)).tolist()
            assert player.act_on_states(states_of(3)).tolist() == first, "by seed and position"
        usage = player.usage()
        assert (usage["calls"], usage["illegal"], usage["fallbacks"]) == (12, 12, 6)
        seen.update(first)
    assert len(seen) > 1


def test_an_answer_that_was_cut_is_told_so() -> None:
    _, usage, server = decided(in_turn(answer("I think that", finish="length")))
    assert usage["illegal"] == 1
    assert server.bodies[1]["messages"][3]["content"].startswith("The answer was cut:")


@pytest.mark.parametrize("content", [None, "", [{"type": "text", "text": "hm"}]])
def test_an_answer_without_words_is_no_failure(content: Any) -> None:
    _, usage, _ = decided(in_turn(answer(content)))
    assert (usage["illegal"], usage["failures"]) == (1, 0)


@pytest.mark.parametrize(
    "sent",
    [
        failure(429, "slow down"),
        failure(500),
        failure(503),
        failure(408),
        Sent(b"", 502),
        Sent(b"{not json"),
        Sent(b"[1, 2]"),
        Sent(b"{}"),
        Sent(b'{"choices": []}'),
        Sent(b'{"choices": [{"message": null}]}'),
        Sent(b'{"choices": [{"message": {"content": 7}}]}'),
        Sent(b'{"choices": [{"mess', length=5000),
        Sent(b"[" * 100_000),
        Sent(b"\xff\xfe"),
    ],
    ids=lambda sent: f"{sent.status} {sent.content[:20]!r}",
)
def test_what_may_pass_is_asked_again(sent: Sent) -> None:
    _, usage, server = decided(in_turn(sent, sent))
    assert (usage["calls"], usage["failures"], usage["illegal"]) == (3, 2, 0)
    assert server.bodies[0] == server.bodies[1] == server.bodies[2]


def test_a_slow_server_is_asked_again() -> None:
    never = threading.Event()
    slow = Sent(answer("Action: 0").content, wait=never)
    try:
        _, usage, _ = decided(in_turn(slow), ",timeout=0.2")
    finally:
        never.set()
    assert (usage["calls"], usage["failures"]) == (2, 1)


def test_after_the_last_repetition_the_reason_is_told() -> None:
    with (
        serving(lambda body: failure(429, f"quota of {KEY} used up")) as server,
        pytest.raises(ModelError) as error,
    ):
        model(server, ",retries=2").act_on_states(states_of(1))
    assert str(error.value) == (
        f"m at {server.url}: no answer after 3 requests, the last one: "
        "status 429: quota of [key] used up"
    )
    assert len(server.bodies) == 3


@pytest.mark.parametrize("status", [301, 400, 401, 403, 404, 422])
def test_what_cannot_pass_is_told_at_once(status: int, tmp_path: Path) -> None:
    file = tmp_path / "t.jsonl"
    with (
        serving(lambda body: failure(status, f"Incorrect key: {KEY}")) as server,
        pytest.raises(ModelError, match=rf"status {status}: Incorrect key: \[key\]$"),
    ):
        model(server, f",transcript={file}").act_on_states(states_of(1))
    assert len(server.bodies) == 1
    (line,) = map(json.loads, file.read_text().splitlines())
    assert line["error"].endswith(f"status {status}: Incorrect key: [key]")


def test_no_server_at_all() -> None:
    with serving(first_legal) as server:
        player = model(server, ",retries=1")
    with pytest.raises(ModelError, match="no answer after 2 requests"):
        player.act_on_states(states_of(1))


def test_an_error_ends_all_games_and_the_player_can_be_asked_again() -> None:
    script = in_turn(answer("hm"), failure(401), then=lambda body: first_legal(body))
    with serving(script) as server:
        player = model(server, ",parallel=1")
        with pytest.raises(ModelError, match="status 401"):
            player.act_on_states(states_of(5))
        assert len(server.bodies) == 2
        player.act_on_states(states_of(5))


@pytest.mark.parametrize(
    ("limit", "calls"), [("calls=5", 5), ("budget=300", 3), ("budget=330", 3), ("budget=331", 4)]
)
def test_a_spent_budget_ends_asking(limit: str, calls: int) -> None:
    """A call is 110 tokens."""
    _, usage, server = decided(first_legal, f",{limit},parallel=1", count=8)
    assert (usage["calls"], usage["unasked"], usage["decisions"]) == (calls, 8 - calls, 8)
    assert len(server.bodies) == calls


def test_repeated_requests_count_as_calls() -> None:
    _, usage, _ = decided(in_turn(failure(500), failure(500)), ",calls=2")
    assert (usage["calls"], usage["failures"], usage["unasked"]) == (2, 2, 1)


def test_tokens_that_are_not_counted_are_estimated() -> None:
    _, usage, server = decided(lambda body: answer("Action: 0", usage=False))
    asked = sum(len(message["content"]) for message in server.bodies[0]["messages"])
    assert usage["prompt_tokens"] == -(-asked // 4)
    assert (usage["completion_tokens"], usage["estimated"]) == (3, 1)


def test_games_are_asked_for_at_the_same_time() -> None:
    """The server answers nobody until four are asking."""
    together = threading.Barrier(4)

    class Waiting:
        def wait(self, seconds: float) -> None:
            together.wait(seconds)

    def script(body: dict[str, Any]) -> Sent:
        sent = first_legal(body)
        sent.wait = Waiting()  # type: ignore[assignment]
        return sent

    actions, usage, _ = decided(script, ",parallel=4", count=4)
    assert actions == [legal_ids(state)[0] for state in states_of(4)]
    assert usage["calls"] == 4


def test_a_transcript_is_every_exchange_in_whole_lines_without_the_key(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "talk.jsonl"
    file.parent.mkdir()
    file.write_text('{"half": "a li')  # of a process that was killed
    script = in_turn(answer(f"My key is {KEY}."), answer("Action: 999"))
    decided(script, f",tries=2,calls=2,transcript={file}")
    half, *lines = file.read_text().splitlines()
    assert half == '{"half": "a li'
    first, second, played = map(json.loads, lines)
    assert (first["number"], second["number"]) == (1, 2)
    assert first["answer"] == "My key is [key]."
    assert first["problem"].startswith("The answer names no action")
    assert second["messages"][3]["content"] == first["problem"]
    assert second["messages"][2]["content"] == "My key is [key]."
    assert (second["action"], second["prompt_tokens"], second["player"]) == (None, 100, 0)
    assert played["played_at_random"] == "no legal answer"
    assert (played["game"], played["model"]) == ("pebbles_v0", "m")
    assert KEY not in file.read_text()


def test_whole_games_with_news(tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    variant = get_game("octodice").variant(2)
    with serving(first_legal) as server:
        player = model(server, f",rules=none,transcript={file}", variant)
        played = play_games(variant, [player, make_player("random", variant)], range(3))
    assert len(played.finished()) == 3
    usage = player.usage()
    assert usage["decisions"] == usage["calls"] == len(file.read_text().splitlines()) > 30
    asked = [body["messages"][1]["content"] for body in server.bodies]
    assert any(text.startswith("Since your last decision:\n- player_1: ") for text in asked)
    assert all("You are player_0." in text for text in asked)


def test_copies_share_the_budget_and_pickles_begin_anew() -> None:
    with serving(first_legal) as server:
        player = model(server)
        assert copy.deepcopy(player) is player
        again = pickle.loads(pickle.dumps(player))
        assert again.name == player.name
        again.act_on_states(states_of(1))
        assert (again.usage()["calls"], player.usage()["calls"]) == (1, 0)
        explanation = player.explain(states_of(2), 1)
    assert explanation.scores[legal_ids(states_of(2)[1])[0]] == 1.0


def test_two_evaluated_agents_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    from training.evaluate import main

    with serving(first_legal) as server:
        name = f"llm:m,url={server.url},price_in=1,price_out=1"
        arguments = [name, "random", "--game", "octodice", "--games", "2"]
        main([*arguments, "--json"])
        told = json.loads(capsys.readouterr().out)
        main(arguments)
    usage = told["usage"][name]
    assert list(told["usage"]) == [name]
    assert usage["calls"] == usage["decisions"] > 10
    assert usage["cost"] == pytest.approx(110e-6 * usage["calls"])
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(f"{name}: decisions {usage['decisions']}, calls {usage['calls']}, ")


def test_an_evaluation_ends_with_a_sentence_if_the_model_cannot_be_asked() -> None:
    from training.evaluate import main

    with (
        serving(lambda body: failure(401, "bad key")) as server,
        pytest.raises(SystemExit, match=r"^training.evaluate: m at http.*: status 401: bad key$"),
    ):
        main([f"llm:m,url={server.url}", "random", "--game", "octodice", "--games", "2"])
