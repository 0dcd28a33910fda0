"""The text that names a model."""

import pytest

from aquasphere_env.players.llm import chat, settings
from aquasphere_env.players.llm.settings import ModelSettingsError, read_settings
from aquasphere_env.players.registry import make_player
from tests.toy.pebbles import GAME as PEBBLES


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(settings.KEY, raising=False)
    monkeypatch.delenv(settings.BASE_URL, raising=False)


def test_every_option_is_read() -> None:
    text = (
        "org/model:8b-q4,url=http://localhost:8000/v1/,temperature=0.5,max_tokens=200,budget=9000,"
        "calls=50,price_in=0.15,price_out=0.6,tries=2,retries=0,timeout=2.5,parallel=3,rules=none,"
        "news=no,hints=yes,transcript=a=b.jsonl"
    )
    read = read_settings(text)
    assert (read.model, read.url) == ("org/model:8b-q4", "http://localhost:8000/v1")
    assert (read.temperature, read.max_tokens, read.budget, read.calls) == (0.5, 200, 9000, 50)
    assert (read.price_in, read.price_out, read.tries, read.retries) == (0.15, 0.6, 2, 0)
    assert (read.timeout, read.parallel, read.transcript) == (2.5, 3, "a=b.jsonl")
    assert (read.telling.rules, read.telling.news, read.telling.hints) == (None, False, True)


def test_the_address_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_settings("m").url == settings.USUAL_URL
    monkeypatch.setenv(settings.BASE_URL, "http://10.0.0.1:11434/v1")
    assert read_settings("m").url == "http://10.0.0.1:11434/v1"
    assert read_settings("m,url=http://other/v1").url == "http://other/v1"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "names no model; write llm:<model>"),
        ("temperature=0", "names no model"),
        ("m,speed=3", "llm has no option 'speed'; it has: url, temperature,"),
        ("m,temperature=hot", "temperature is a number from 0 to 2, not 'hot'"),
        ("m,temperature=nan", "temperature is a number from 0 to 2"),
        ("m,budget=0", "budget is a positive integer of tokens, not '0'"),
        ("m,budget=1e6", "budget is a positive integer"),
        ("m,calls=" + "9" * 5000, "calls is a positive integer"),
        ("m,tries=0", "tries is 1 to 20"),
        ("m,timeout=0", "timeout is seconds, more than 0"),
        ("m,rules=some", "rules is short, full or none, not 'some'"),
        ("m,news=1", "news is yes or no, not '1'"),
        ("m,transcript=", "transcript is a file, not ''"),
        ("m,url=localhost:8000", "url is an address such as http://localhost:8000/v1"),
        ("m,url=file:///etc/passwd", "url is an address"),
        ("m,url=http://a:99999/v1", "url is an address"),
    ],
)
def test_what_is_not_allowed_is_said(text: str, words: str) -> None:
    with pytest.raises(ModelSettingsError) as error:
        make_player(f"llm:{text}", PEBBLES.variant())
    assert words in str(error.value)
    assert len(str(error.value)) < 600 + len(text)


@pytest.mark.parametrize("secret", ["http://me:s3cret@host/v1", "http://host/v1?key=s3cret"])
def test_a_secret_in_an_address_is_refused_and_not_repeated(secret: str) -> None:
    with pytest.raises(ModelSettingsError, match="keys go into the environment") as error:
        read_settings(f"m,url={secret}")
    assert "s3cret" not in str(error.value)


def test_openai_s_own_address_needs_a_key() -> None:
    with pytest.raises(ModelSettingsError, match="OPENAI_API_KEY is not set; set it, or give"):
        make_player("llm:gpt-4o-mini,rules=none", PEBBLES.variant())


def test_a_missing_library_is_named_with_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "httpx", None)
    with pytest.raises(ModelSettingsError, match=r'need httpx: pip install -e "\.\[llm\]"'):
        make_player("llm:m,rules=none,url=http://localhost:1/v1", PEBBLES.variant())
    assert chat.KEY == "OPENAI_API_KEY"


def test_a_game_without_short_rules_is_refused() -> None:
    with pytest.raises(ValueError, match="Pebbles has no short rules"):
        make_player("llm:m,url=http://localhost:1/v1", PEBBLES.variant())
