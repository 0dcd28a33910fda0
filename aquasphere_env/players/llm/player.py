"""``LlmPlayer``: asks a language model for each decision and plays what its answer names."""

import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from ...core.game import Variant, digest, legal_ids
from ...language.answers import FORMAT, Answer, read_answer
from ...language.moves import Event, events
from ...language.telling import Teller
from ..player import Explanation, Matches
from .chat import Chat, Message
from .settings import PREFIX, ModelSettings, read_settings
from .transcript import Transcript
from .usage import Account, BudgetSpentError

_CUT = "The answer was cut: it was longer than allowed. "


class _Decision(NamedTuple):
    """What a model is asked for."""

    state: np.void
    messages: list[Message]  # grows while it answers with what is not legal


class LlmPlayer:
    """A language model; every decision is a conversation of its own.

    The model gets the rules as the system's message, and the situation with the legal actions as
    the user's. An answer that names no legal action is sent back with the reason, up to ``tries``
    in all; then, or when the budget is spent, a legal action is drawn from seed and position, which
    ``usage`` counts. Several games are asked for at once. Copies of a player are the player itself:
    there is one budget.
    """

    def __init__(self, argument: str, variant: Variant) -> None:
        """Prepare the player ``llm:argument``; nothing is sent before its first decision.

        Raises:
            ModelSettingsError: no such option or value, no key for OpenAI's own address, or no
                httpx installed.
            ValueError: the game has no such rules.
        """
        self.name = f"{PREFIX}:{argument}"
        self._argument = argument
        self._variant = variant
        self.settings: ModelSettings = read_settings(argument)
        self._teller = Teller(variant, self.settings.telling)
        self._account = Account(self.settings)
        self._chat = Chat(self.settings, self._account)
        self._transcript: Transcript | None = None
        self._seed = 0

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as what makes it; another process has a budget of its own."""
        return LlmPlayer, (self._argument, self._variant)

    def __deepcopy__(self, memo: dict[int, Any]) -> "LlmPlayer":
        """Return the same player: there is one budget."""
        return self

    def seed(self, seed: int) -> None:
        """Restart the chance of what is played instead of an answer."""
        self._seed = seed

    def usage(self) -> dict[str, Any]:
        """Return what the player has cost so far, see ``usage.Usage``; ``cost`` in dollars."""
        return self._account.report()

    def act_on_states(self, states: np.ndarray) -> np.ndarray:
        """Return legal actions, int64 (batch,), without telling the model what has happened.

        Raises:
            ModelError: the model cannot be asked.
        """
        return self._decide(states, [None] * len(states))

    def act_in_matches(self, states: np.ndarray, matches: Matches) -> np.ndarray:
        """Return legal actions as ``act_on_states`` does, where the games so far are known.

        Raises:
            ModelError: the model cannot be asked.
        """
        if not self.settings.news:
            return self.act_on_states(states)
        return self._decide(states, [events(match) for match in matches()])

    def explain(self, states: np.ndarray, i: int) -> Explanation:
        """Return that the player is certain of the answer that it gives now."""
        chosen = int(self.act_on_states(states[i : i + 1])[0])
        legal = legal_ids(states[i])
        return Explanation("probability", {action: float(action == chosen) for action in legal})

    def _decide(self, states: np.ndarray, pasts: Sequence[Sequence[Event] | None]) -> np.ndarray:
        if self._transcript is None and self.settings.transcript is not None:
            self._transcript = Transcript(self.settings.transcript, self._chat.key)
        self._chat.restart()
        decisions = [self._posed(state, past) for state, past in zip(states, pasts, strict=True)]
        self._account.count(decisions=len(decisions))
        if len(decisions) == 1:
            return np.array([self._answered(decisions[0])], np.int64)
        pool = ThreadPoolExecutor(min(self.settings.parallel, max(1, len(decisions))))
        try:
            return np.array(list(pool.map(self._answered, decisions)), np.int64)
        except BaseException:
            self._chat.stop()  # so that nobody waits for requests on their way
            raise
        finally:
            pool.shutdown(cancel_futures=True)

    def _posed(self, state: np.void, past: Sequence[Event] | None) -> _Decision:
        """Return the decision that is open in ``state``, in words."""
        player = int(state["current_player"])
        rules = self._teller.rules or f"You play {self._variant.game.title}."
        system = f"{rules}\n\nPlay to win. You may think first. {FORMAT}"
        situation = self._teller.situation(state, player, past)
        messages = [
            {"role": "system", "content": system},
            {"role": "user", "content": situation},
        ]
        return _Decision(state, messages)

    def _answered(self, decision: _Decision) -> int:
        """Return what the model answers, or a legal action at random if it cannot."""
        try:
            for number in range(1, self.settings.tries + 1):
                answer = self._asked(decision, number)
                if answer.action is not None:
                    return answer.action
            self._account.count(fallbacks=1)
            reason = "no legal answer"
        except BudgetSpentError:
            self._account.count(unasked=1)
            reason = "the budget is spent"
        except OSError as error:
            self._chat.stop(error)  # so that no other game goes on asking
            raise
        action = self._drawn(decision.state)
        self._note(decision, action=action, played_at_random=reason)
        return action

    def _asked(self, decision: _Decision, number: int) -> Answer:
        """Ask once; an answer that does not count is added to the conversation with the reason."""
        asked = list(decision.messages)
        try:
            reply = self._chat.ask(asked)
        except OSError as error:
            self._note(decision, messages=asked, number=number, error=str(error))
            raise
        answer = read_answer(reply.text, self._variant, decision.state)
        self._note(
            decision,
            number=number,
            messages=asked,
            answer=reply.text,
            action=answer.action,
            problem=answer.problem,
            prompt_tokens=reply.prompt_tokens,
            completion_tokens=reply.completion_tokens,
        )
        if answer.action is None:
            self._account.count(illegal=1)
            problem = f"{_CUT if reply.cut else ''}{answer.problem}"
            decision.messages.append({"role": "assistant", "content": reply.text})
            decision.messages.append({"role": "user", "content": problem})
        return answer

    def _note(self, decision: _Decision, **entry: Any) -> None:
        if self._transcript is not None:
            state = decision.state
            self._transcript.add(
                model=self.settings.model,
                game=self._variant.game.id,
                position=digest(state),
                player=int(state["current_player"]),
                decision=int(state["step_count"]),
                **entry,
            )

    def _drawn(self, state: np.void) -> int:
        """Return a legal action by seed and position, whichever thread asks first."""
        legal = legal_ids(state)
        mixed = hashlib.sha256(f"{self._seed} {digest(state)}".encode()).digest()
        return legal[int.from_bytes(mixed[:8], "big") % len(legal)]
