"""Each game to its end in a real browser: by mouse, touch and keyboard, at two sizes."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from aquasphere_env.games import get_game
from aquasphere_env.viewer.setting import Setting

from .conftest import Tab
from .playing import PHONE, WIDE, Press, click, play_to_the_end, press, tap
from .test_pictures import drawn_games

pytestmark = pytest.mark.slow

SCREENS = {"1280": {**WIDE, "has_touch": True}, "390": PHONE}
INPUTS = {"mouse": click, "touch": tap, "keyboard": press}
LEAST_DECISIONS = 10


def plays() -> Iterator[Any]:
    """Yield every game by every input at every size; most are left to CI."""
    for j, name in enumerate(drawn_games()):
        for k, how in enumerate(INPUTS):
            for n, size in enumerate(SCREENS):
                usual = (j % len(INPUTS), j % len(SCREENS)) == (k, n)
                marks = [] if usual else [pytest.mark.thorough]
                yield pytest.param(size, name, INPUTS[how], marks=marks, id=f"{name}-{how}-{size}")


@pytest.fixture(scope="module")
def window(request: Any, browser: Any) -> Iterator[Any]:
    """Return the context that all games of a size share: what the page loads is kept."""
    options = SCREENS[request.param]
    context = browser.new_context(reduced_motion="reduce", **options)
    yield context
    context.close()


@pytest.mark.parametrize(("window", "name", "how"), [*plays()], indirect=["window"])
def test_a_game_is_played_to_its_end(name: str, how: Press, window: Any, serve: Any) -> None:
    players = max(2, get_game(name).min_players)
    tab = Tab(window, serve(Setting(name, players, ("random",), 11)))
    page = tab.page
    decided, on_board = play_to_the_end(tab, how, np.random.default_rng(1))
    assert decided >= LEAST_DECISIONS
    assert how is press or on_board >= decided / 2
    assert page.inner_text("#prompt").startswith(("You won", "You lost", "You share"))
    assert not page.locator("#board [data-playable], #choices button[data-action]").count()
    assert page.is_visible("#breakdown"), "the end shows where points came from"
    assert not tab.errors
    assert len(tab.hosts) == 1, "the page asked another host"
    page.close()
