"""The games as TextArena environments, for language models that play by messages.

>>> import textarena as ta
>>> import aquasphere_env.adapters.textarena
>>> env = ta.make("AquaSphere-v1")
>>> env.reset(num_players=2, seed=1)
>>> player_id, observation = env.get_observation()
>>> done, info = env.step(action="Action: 17")

Importing this module registers the games as ``<title>-v<version>``, with what has happened and the
board of the moment in one text, and with ``-raw`` behind it for the bare messages. TextArena is
needed to make an environment, not to import this module.
"""

import random
from typing import Any

from ..catalog import CATALOG
from ..core.game import Game
from ..core.match import Match
from ..games import get_game
from ..language.answers import FORMAT, read_answer
from ..language.moves import Chronicle, result
from ..language.telling import Teller, Telling

try:
    import textarena as ta
except ImportError:
    ta = None

_Base: Any = ta.Env if ta else object

_MOST_SEED = 2**63


class GameTextEnv(_Base):  # type: ignore[misc]
    """A game of TextArena: each player gets the rules once, then news and board before it decides.

    Answers are read as ``language.answers`` says. One that names no legal action is refused with
    the reason; TextArena's state counts these, and after ``error_allowance`` in a row the player
    loses: -1 for it, 1 for the others. Else winners get 1 and the others -1, all tied 0; alone, the
    reward is the points. ``close`` returns rewards and, by player, ``score`` and ``rank``.

    A player is told nothing that it cannot know; its own messages go to nobody else.
    """

    def __init__(
        self,
        game: Game | str,
        rules: str | None = "short",
        hints: bool = True,
        error_allowance: int = 1,
        **options: Any,
    ) -> None:
        """Prepare games of ``game``.

        Args:
            game: the game or its name.
            rules: ``short``, ``full`` or ``None``: what the prompt begins with.
            hints: whether each legal action is told with what it does.
            error_allowance: how many illegal answers in a row are only refused.
            options: the game's options.

        Raises:
            ImportError: TextArena is not installed.
            ValueError: rules that the game does not have.
        """
        if ta is None:
            raise ImportError("this environment needs TextArena: pip install textarena")
        super().__init__()
        self.game = get_game(game) if isinstance(game, str) else game
        self.telling = Telling(rules, hints=hints)
        self.telling.check(self.game, "text")
        self._options = options
        self._error_allowance = error_allowance

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Start a game for ``num_players``, from ``seed`` or by chance.

        Raises:
            ValueError: the game is not for that many players, or an option is invalid.
        """
        self.variant = self.game.variant(num_players, **self._options)
        game_seed = random.SystemRandom().randrange(_MOST_SEED) if seed is None else seed
        self.match = Match(self.variant, game_seed)
        self._teller = Teller(self.variant, self.telling)
        self._chronicle = Chronicle()
        kinds = {1: ta.SinglePlayerState, 2: ta.TwoPlayerState}
        self.state = kinds.get(num_players, ta.FFAMultiPlayerState)(
            num_players=num_players, seed=seed, error_allowance=self._error_allowance
        )
        self.state.reset(
            game_state={"game": self.game.id, "num_players": num_players},
            player_prompt_function=self._prompt,
        )
        self.state.current_player_id = self.match.player
        self._show()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Play what the message ``action`` names; return whether the game is over, and an info."""
        player = self.state.current_player_id
        kind = ta.ObservationType.PLAYER_ACTION
        self.state.add_observation(
            from_id=player, to_id=player, message=action, observation_type=kind
        )
        answer = read_answer(action, self.variant, self.match.state)
        if answer.action is None:
            self._refuse(player, answer.problem)
        else:
            self.match.step(answer.action)
            if self.match.over:
                self._finish()
        done, info = self._turned()
        if not done:
            self._show()
        return bool(done), dict(info)

    def get_board_str(self) -> str:
        """Return the position as the player to move sees it, for TextArena's renderers."""
        return self._teller.position(self.match.state, self.match.player)

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        rules = self._teller.rules or f"You play {self.game.title}."
        return f"{rules}\n\nYou are player_{player_id}. {FORMAT}"

    def _show(self) -> None:
        """Tell the player to move what has happened since its last decision, and the board."""
        player, state = self.match.player, self.match.state
        news = self._teller.news(state, player, self._chronicle.of(self.match))
        if news and not self.state.error_count:
            self._tell(news, ta.ObservationType.GAME_ACTION_DESCRIPTION, player)
        board = self._teller.position(state, player)
        self._tell(board, ta.ObservationType.GAME_BOARD, player)

    def _tell(self, message: str, kind: Any, player: int) -> None:
        self.state.add_observation(to_id=player, message=message, observation_type=kind)

    def _refuse(self, player: int, problem: str) -> None:
        """Refuse an answer; the player loses if it was one too many."""
        lost = self.state.set_invalid_move(reason=problem)
        if lost:  # more than two players: TextArena leaves the rest to the game
            others = [p for p in range(self.variant.num_players) if p != player]
            self.state.set_winners(player_ids=others, reason=f"Invalid Move: {problem}")

    def _turned(self) -> tuple[bool, dict[str, Any]]:
        """Count the turn, and let the next player be current."""
        if self.variant.num_players == 1:
            done, info = self.state.step()
            return bool(done), info
        done, info = self.state.step(rotate_player=False)
        if self.state.current_player_id != self.match.player:
            self.state.manually_set_current_player_id(self.match.player)
        return bool(done), info

    def _finish(self) -> None:
        """Give out rewards at the end of the game."""
        ranks, reason = self.match.ranks(), result(self.match)
        winners = [player for player, rank in enumerate(ranks) if rank == 1]
        if len(ranks) == 1:
            self.state.set_outcome(reward=float(self.match.scores()[0]), reason=reason)
        elif len(winners) == len(ranks):
            self.state.set_draw(reason=reason)
        elif len(ranks) == 2:
            self.state.set_winner(player_id=winners[0], reason=reason)
        else:
            self.state.set_winners(player_ids=winners, reason=reason)
        for player, score in enumerate(self.match.scores()):
            self.state.game_info[player].update(score=score, rank=ranks[player])
        self.state.add_observation(
            message=f"The game is over: {reason}", observation_type=ta.ObservationType.GAME_MESSAGE
        )


def register() -> None:
    """Make ``textarena.make`` know the games; those that it knows already stay."""
    registry = ta.envs.registration.ENV_REGISTRY
    # the one wrapper that shows refusals and only the last board, whatever its name
    shown = [ta.wrappers.SettlersOfCatanObservationWrapper]
    for game in CATALOG:
        if game.gym_id not in registry:
            ta.envs.registration.register_with_versions(
                id=game.gym_id,
                entry_point=f"{__name__}:GameTextEnv",
                wrappers={"default": shown, "-train": shown},
                game=game.name,
            )


if ta is not None:
    register()
