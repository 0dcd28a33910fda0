"""Games of an evaluation against itself, and the states after moves that it learns from."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from aquasphere_env.core.game import Variant
from aquasphere_env.core.jit import kernel
from aquasphere_env.core.loops import is_over, random_action, reset, step
from aquasphere_env.core.processors import num_processors
from aquasphere_env.core.protocol import NUM_SCORE_KEYS, scores
from aquasphere_env.core.rng import RNG_DTYPE, next_u64, randint, seed_source
from aquasphere_env.core.state import Array, Index, Record, State, new_records
from aquasphere_env.players.evaluation import AnyJudge, Judge, read_numbers, update_inputs
from aquasphere_env.players.mcts import Settings, new_search
from aquasphere_env.players.policies import NUM_SCRATCH, best_action, value_after
from aquasphere_env.players.search import find_favourite, margin_on
from aquasphere_env.players.tree import Search
from aquasphere_env.players.value import DRAWS, make_judge, untrained
from aquasphere_env.players.weights import Tensors

NO_SAMPLE = -1
PERCENT = 100
STREAMS = 8  # of games: the same on any number of processors


class Samples(NamedTuple):
    """States after a move as a player sees them, and what became of them."""

    inputs: Array  # int16 (samples, inputs of the evaluation)
    hand_margins: Array  # float32 (samples,): margins by the game's own evaluation
    margins: Array  # float32 (samples,): at the end of the game
    expected: Array  # float32 (samples,): what the next decision's best action promised; or NaN
    seats: Array  # int64 (samples,): who sees the state


class SelfPlay(NamedTuple):
    """Where one thread plays."""

    states: Array  # one
    blank: Array  # one
    scratch: Array  # policies.NUM_SCRATCH
    source: Array  # RNG_DTYPE, one
    points: Array  # int32 (players, NUM_SCORE_KEYS)
    reader: Judge  # writes inputs


@kernel
def play_samples(
    game: SelfPlay,
    judge: AnyJudge,
    search: Search | None,
    random_percent: int,
    sampled_percent: int,
    samples: Samples,
) -> Index:
    """Fill ``samples`` from whole games; return how many there are.

    Everyone plays by ``search`` if there is one, else one decision ahead by ``judge``.
    ``random_percent`` of the moves are random, ``sampled_percent`` of the states are sampled. The
    last game is left out if it has no room.
    """
    states, source = game.states, game.source[0]
    whole, count, waiting = 0, 0, False  # waiting: the last sample's expectation is to come
    reset(states, 0, game.blank, next_u64(source))
    while True:
        player = int(states[0].current_player)
        at_random = randint(source, PERCENT) < random_percent
        action = -1
        if waiting or not at_random:
            action = best_move(game, judge, search, samples, count - 1 if waiting else NO_SAMPLE)
        if at_random:
            action = random_action(states[0], source)
        waiting = False
        step(states, 0, action)
        if is_over(states[0]):
            write_margins(game, samples, whole, count)
            whole = count
            reset(states, 0, game.blank, next_u64(source))
        elif randint(source, PERCENT) < sampled_percent:
            if count == samples.seats.shape[0]:
                return whole
            write_sample(game, samples, count, viewer_of(states[0], source, player))
            count += 1
            waiting = True


@kernel
def best_move(
    game: SelfPlay, judge: AnyJudge, search: Search | None, samples: Samples, k: int
) -> Index:
    """Return the best action, and write what it promises as the expectation of sample ``k``."""
    states = game.states
    if search is not None:
        edge = find_favourite(search, states, 0, search.nodes.shape[0])
        if k != NO_SAMPLE:
            samples.expected[k] = margin_on(search, edge, int(samples.seats[k]))
        return int(search.edges[edge].action)
    action = best_action(states, 0, game.source[0], game.scratch, judge)
    if judge is not None and k != NO_SAMPLE:
        samples.expected[k] = value_after(game.scratch, action, int(samples.seats[k]), judge)
    return action


@kernel
def viewer_of(state: State, source: Record, mover: int) -> Index:
    """Return who sees a sample: who has moved, with more than two players half of the time."""
    if state.num_players > 2 and randint(source, 2) == 0:
        return randint(source, int(state.num_players))
    return mover


@kernel
def write_sample(game: SelfPlay, samples: Samples, k: int, player: int) -> None:
    """Write what ``player`` sees of the state as sample ``k``."""
    samples.hand_margins[k] = read_numbers(game.states, 0, player, game.reader)
    update_inputs(game.reader)
    samples.seats[k] = player
    samples.expected[k] = np.nan
    for j in range(samples.inputs.shape[1]):
        samples.inputs[k, j] = game.reader.net[0].inputs[j]


@kernel
def write_margins(game: SelfPlay, samples: Samples, first: int, last: int) -> None:
    """Write the final margins of the samples from ``first`` up to ``last``, all of this game."""
    scores(game.states[0], game.points)
    players = game.points.shape[0]
    total = 0
    for player in range(players):
        total += game.points[player, 0]
    for k in range(first, last):
        own = game.points[samples.seats[k], 0]
        samples.margins[k] = own - (total - own) / max(1, players - 1)


class Generator:
    """Fills samples with games, many threads at once; the same ones on any machine."""

    def __init__(
        self, variant: Variant, count: int, seed: int, teacher: Settings | None = None
    ) -> None:
        """Make room for ``count`` samples of games of ``variant``.

        In games by an evaluation, a search as ``teacher`` says chooses the moves with it.
        """
        self._variant = variant
        self._seed = seed
        self._teacher = teacher
        size = len(make_judge(variant, untrained(variant)).numbers)
        self.samples = Samples(
            inputs=np.zeros((count, size), np.int16),
            hand_margins=np.zeros(count, np.float32),
            margins=np.zeros(count, np.float32),
            expected=np.zeros(count, np.float32),
            seats=np.zeros(count, np.int64),
        )

    def fill(
        self,
        selves: Sequence[Tensors | None],
        number: int,
        random_percent: int,
        sampled_percent: int,
        advance: Callable[[int], None] = lambda samples: None,
    ) -> np.ndarray:
        """Play round ``number`` by each of the evaluations ``selves`` in turn; ``None`` is greedy.

        ``advance`` is called with the number of samples filled since the last call.

        Returns:
            int64: the places in ``samples`` that are filled.
        """
        edges = np.linspace(0, len(self.samples.seats), STREAMS + 1).astype(int)
        seeds = np.random.SeedSequence([self._seed, number]).generate_state(STREAMS, np.uint64)

        def play(k: int) -> np.ndarray:
            part = Samples(*(array[edges[k] : edges[k + 1]] for array in self.samples))
            tensors = selves[k % len(selves)]
            game, search = self._game(seeds[k]), self._search(seeds[k], tensors)
            judge = None if tensors is None else make_judge(self._variant, tensors, DRAWS)
            count = play_samples(game, judge, search, random_percent, sampled_percent, part)
            return np.arange(edges[k], edges[k] + count)

        filled = []
        with ThreadPoolExecutor(num_processors()) as pool:
            for places in pool.map(play, range(STREAMS)):
                filled.append(places)
                advance(len(places))
        return np.concatenate(filled)

    def _game(self, seed: np.uint64) -> SelfPlay:
        variant = self._variant
        source = new_records(1, RNG_DTYPE)
        seed_source(source, 0, seed)
        return SelfPlay(
            states=variant.new_states(),
            blank=variant.blank,
            scratch=variant.new_states(NUM_SCRATCH),
            source=source,
            points=np.zeros((variant.num_players, NUM_SCORE_KEYS), np.int32),
            reader=make_judge(variant, untrained(variant)),
        )

    def _search(self, seed: np.uint64, tensors: Tensors | None) -> Search | None:
        if self._teacher is None or tensors is None:
            return None
        search = new_search(self._teacher, self._variant, tensors)
        seed_source(search.source, 0, ~seed)
        return search
