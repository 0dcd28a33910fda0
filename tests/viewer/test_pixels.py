"""Pictures as arrays and in a window."""

import io

import numpy as np
import pytest
from PIL import Image

from aquasphere_env.core.match import Match
from aquasphere_env.drawing import raster, svg
from aquasphere_env.drawing.window import Window
from aquasphere_env.envs.rendering import Renderer
from aquasphere_env.games import get_game

from .test_pictures import drawn_games

pytestmark = pytest.mark.slow


def tiny(*content: str) -> str:
    return svg.picture(80, 40, "tiny", svg.part((10, 5), (0, 0, 60, 30), *content))


def test_size_and_kind() -> None:
    pixels = raster.rgb_array(tiny())
    assert pixels.shape == (40, 80, 3)
    assert pixels.dtype == np.uint8
    assert raster.rgb_array(tiny(), 2).shape == (80, 160, 3)
    assert raster.size(tiny()) == (80, 40)


def test_text_is_drawn_in_the_font_that_we_ship() -> None:
    empty, words = raster.rgb_array(tiny()), raster.rgb_array(tiny(svg.text(5, 20, "WORDS", 16)))
    assert (empty != words).any(axis=2).sum() > 50
    bold = raster.rgb_array(tiny(svg.text(5, 20, "WORDS", 16, bold=True)))
    assert (bold != words).any()


def test_signs_used_in_pictures_have_glyphs() -> None:
    """A missing glyph would leave no ink, or the same box as another missing one."""
    drawn = {
        sign: raster.rgb_array(tiny(svg.text(5, 20, sign, 18))).tobytes() for sign in "→≤▸Σ↕÷·"
    }
    assert len({*drawn.values(), raster.rgb_array(tiny()).tobytes()}) == len(drawn) + 1


@pytest.mark.parametrize("name", drawn_games())
def test_parts_drawn_apart_make_the_same_picture(name: str) -> None:
    game = get_game(name)
    match = Match(game.variant(), 2)
    for _ in range(12):
        match.step(match.legal_actions()[0])
    picture = game.draw(match.state, 0, match.history[-1])
    whole = np.asarray(Image.open(io.BytesIO(raster.png(picture))).convert("RGB")).astype(int)
    apart = raster.rgb_array(picture).astype(int)
    assert apart.shape == whole.shape == (800, 1280, 3)
    difference = np.abs(whole - apart).max(axis=2)
    assert (difference > 48).mean() < 0.001, "a part lies elsewhere or is cut off"


MOST_ANEW = 150_000  # pixels a decision: what is drawn anew is what a frame costs


@pytest.mark.parametrize("name", drawn_games())
def test_frames_of_a_game_differ_by_little_that_is_drawn(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []

    def blank(picture: str, scale: float) -> Image.Image:
        width, height = raster.size(picture)
        drawn.append(width * height)
        return Image.new("RGBA", (1, 1))

    monkeypatch.setattr(raster, "_decoded", blank)
    raster._part.cache_clear()
    match, chance = Match(get_game(name).variant(), 3), np.random.default_rng(1)
    while not match.over and len(match.history) < 100:
        raster.image(match.game.draw(match.state, match.player))
        match.step(int(chance.choice(match.legal_actions())))
    raster._part.cache_clear()
    raster._drawn.cache_clear()
    assert sum(drawn) / len(match.history) < MOST_ANEW


def test_text_is_escaped() -> None:
    drawn = svg.text(0, 0, "<b>&") + svg.group(id='a"b', title="<t>")
    assert drawn == (
        '<text class="f-ink" fill="#14222c" x="0" y="0" font-size="12">&lt;b&gt;&amp;</text>'
        '<g id="a&quot;b"><title>&lt;t&gt;</title></g>'
    )


def test_roles_have_two_colours_in_the_style_sheet() -> None:
    assert ".dark .f-paper{fill:#0f1c25}" in svg.dark_css(".dark")
    assert svg.circle(1, 2, 3, "paper") == (
        '<circle cx="1" cy="2" r="3" class="f-paper" fill="#e9f0f4"/>'
    )


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


@pytest.mark.usefixtures("no_display")
def test_window_honours_fps_and_closes_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """PettingZoo #1130."""
    import pygame

    waits: list[float] = []

    class Clock:
        def tick(self, fps: float) -> None:
            waits.append(fps)

    monkeypatch.setattr(pygame.time, "Clock", Clock)
    window = Window("AquaSphere", 2)
    pixels = np.zeros((40, 80, 3), np.uint8)
    pixels[:, :, 0] = 200
    window.show(pixels)
    window.show(pixels)
    assert waits == [2, 2]
    assert pygame.display.get_surface().get_size() == (80, 40)
    assert pygame.display.get_surface().get_at((3, 3))[:3] == (200, 0, 0)
    assert pygame.display.get_caption()[0] == "AquaSphere"
    window.close()
    window.close()
    assert not pygame.display.get_init()
    window.show(pixels)
    assert not pygame.display.get_init(), "a closed window stays closed"


@pytest.mark.usefixtures("no_display")
def test_user_closes_the_window() -> None:
    import pygame

    window = Window("AquaSphere", 0)
    window.show(np.zeros((40, 80, 3), np.uint8))
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    window.show(np.zeros((40, 80, 3), np.uint8))
    assert window.closed


@pytest.mark.usefixtures("no_display")
@pytest.mark.parametrize("name", drawn_games())
def test_renderer_in_every_mode(name: str) -> None:
    variant = get_game(name).variant()
    state = Match(variant, 1).state
    assert isinstance(Renderer(variant, "ansi").render(state, 0), str)
    assert Renderer(variant, "rgb_array").render(state, 0).shape == (800, 1280, 3)
    human = Renderer(variant, "human")
    assert human.render(state, 0) is None
    human.close()
    human.close()
    with pytest.raises(ValueError, match="no render_mode"):
        Renderer(variant, None).render(state)
    with pytest.raises(ValueError, match="render_mode is one of"):
        Renderer(variant, "hologram")


def test_notebooks_show_a_match() -> None:
    match = Match(get_game("aquasphere").variant(), 1)
    match.step(match.legal_actions()[0])
    assert match._repr_svg_() == match.game.draw(match.state, None, match.history[-1])


@pytest.mark.usefixtures("no_display")
def test_human_environments_show_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    import gymnasium

    from aquasphere_env import aquasphere_v1
    from aquasphere_env.registration import register_gymnasium

    shown: list[tuple[int, ...]] = []
    monkeypatch.setattr(Window, "show", lambda self, pixels: shown.append(pixels.shape))
    register_gymnasium()
    env = gymnasium.make("AquaSphere-v1", render_mode="human", opponents="random")
    _, info = env.reset(seed=1)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert shown == [(800, 1280, 3)] * 2
    env.close()
    aec = aquasphere_v1.env(render_mode="human")
    aec.reset(seed=1)
    assert len(shown) == 3
    aec.close()
    aec.close()
