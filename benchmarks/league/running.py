"""A league from its command line to its results."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import aquasphere_env
from aquasphere_env.core.files import replacing
from aquasphere_env.core.game import Game, Variant
from aquasphere_env.core.signals import uninterrupted
from aquasphere_env.games import get_game
from aquasphere_env.players.fingerprints import fingerprints
from aquasphere_env.viewer.progress import Progress
from benchmarks.machine import machine
from training.options import check

from .cast import Cast
from .design import DEALS_A_BLOCK, Block, Field, blocks_of, deal_seeds, fields_of, num_blocks
from .held_out import held_out_variants
from .options import USUAL_FIELD, USUAL_GAME, USUAL_GAMES, Options
from .pictures import MATRIX, RATINGS, draw_matrix, draw_ratings
from .ratings import NUM_FITS
from .records import FieldRecord, RecordError, Settings
from .report import page
from .standings import SCHEMA, LeagueTable, Results, anchor_of, pairwise_of, standings_of

TABLE, PAGE = "league.json", "league.md"
HUMAN_GAMES = {("aquasphere", 4): [[93, 77, 70, 65]]}  # points in recorded games of people


@dataclass(frozen=True)
class League:
    """A league in its folder; nothing is written before ``play``."""

    folder: Path
    settings: Settings
    cast: Cast
    records: dict[Field, FieldRecord]
    outdated: frozenset[Field] = frozenset()  # fields whose games are played again

    @classmethod
    def open(cls, options: Options) -> "League":
        """Return the league that ``options`` and the folder describe.

        Raises:
            ValueError: what cannot be played, or a folder that holds something else.
        """
        check(options)
        folder, before = _folder(options)
        usual_game, usual_players = (
            (before.game, before.num_players) if before else (USUAL_GAME, None)
        )
        game = get_game(usual_game if options.game is None else options.game)
        players = usual_players if options.players is None else options.players
        held_out = options.held_out or (before is not None and before.held_out)
        variants = _variants(game, players, held_out)
        num_players = next(iter(variants.values())).num_players
        names = _entrants(options, before, num_players)
        cast = Cast.of(names, list(variants.values()))
        settings = _settings(options, before, variants, names)
        check(replace(options, games=settings.games, seed=settings.seed))  # of the folder, too
        again = frozenset(options.again)
        if before is not None:
            settings.check_continues(before, folder)
            _refuse_changed(before, settings, again, folder)
        fields = fields_of(names, settings.num_players)
        outdated = frozenset(field for field in fields if again & set(field))
        records = {
            field: FieldRecord.of(folder, settings, field, new=field in outdated)
            for field in fields
        }
        return cls(folder, settings, cast, records, outdated)

    @property
    def wanted(self) -> int:
        """How many games the league has."""
        return len(self._blocks()) * self._games_a_block

    @property
    def missing(self) -> int:
        """How many of them have not been played."""
        return len([block for block in self._blocks() if self._lacks(block)]) * self._games_a_block

    @property
    def _games_a_block(self) -> int:
        return DEALS_A_BLOCK * self.settings.num_players

    @property
    def _blocks_a_field(self) -> int:
        settings = self.settings
        return num_blocks(settings.games, settings.num_players, len(settings.component_sets))

    def _blocks(self) -> list[Block]:
        return blocks_of(list(self.records), self._blocks_a_field)

    def _lacks(self, block: Block) -> bool:
        return block.number not in self.records[block.field].blocks

    def play(self) -> None:
        """Play what is missing; every block is kept as soon as it is finished.

        Raises:
            OSError: a file cannot be written.
            IllegalActionError: a player answered with an illegal action.
            TypeError: it answered with something else than actions.
        """
        for field in self.outdated:
            self.records[field].forget()
        self.settings.write(self.folder)
        with Progress("games", self.wanted, self.wanted - self.missing) as progress:
            for block in filter(self._lacks, self._blocks()):
                played = self.cast.play(self.settings.seed, block, progress.advance)
                with uninterrupted():
                    self.records[block.field].add(block, played)

    def finish(self) -> dict[str, Any]:
        """Rate the players, write all results and return the content of ``league.json``."""
        table = asdict(self._table())
        with replacing(self.folder / TABLE) as stream:
            stream.write(json.dumps(table, indent=1, allow_nan=False) + "\n")
        with replacing(self.folder / PAGE) as stream:
            stream.write(page(table))
        draw_ratings(table, self.folder / RATINGS)
        draw_matrix(table, self.folder / MATRIX)
        return table

    def _table(self) -> LeagueTable:
        settings = self.settings
        played = {field: r.results(self._blocks_a_field) for field, r in self.records.items()}
        results = Results.of(played, len(settings.component_sets))
        names = results.names
        milliseconds = self._milliseconds(names)
        with Progress("fits of ratings", NUM_FITS) as progress:
            standings = standings_of(results, settings.seed, milliseconds, progress.advance)
        return LeagueTable(
            schema=SCHEMA,
            game=settings.game,
            title=self.cast.variants[0].game.title,
            version=settings.version,
            num_players=settings.num_players,
            held_out=settings.held_out,
            component_sets=settings.component_sets,
            package=settings.package,
            seed=settings.seed,
            deals=results.num_deals,
            games=self.wanted,
            entrants=settings.entrants,
            anchor=anchor_of(names),
            standings=standings,
            pairwise=pairwise_of(results, [standing.player for standing in standings]),
            human_points=HUMAN_GAMES.get((settings.game, settings.num_players), []),
            machine=machine(),
        )

    def _milliseconds(self, names: Sequence[str]) -> dict[str, float]:
        (seed,) = deal_seeds(self.settings.seed, [0])
        times = {}
        with Progress("players timed", len(names)) as progress:
            for name in names:
                times[name] = self.cast.milliseconds(name, seed)
                progress.advance(1)
        return times


def _folder(options: Options) -> tuple[Path, Settings | None]:
    """Return the league's folder and what it says."""
    folder = options.folder
    if folder is None:
        game = get_game(USUAL_GAME if options.game is None else options.game)
        players = game.default_players if options.players is None else options.players
        held_out = "-held-out" if options.held_out else ""
        folder = Path("runs") / f"league-{game.name}-{players}p{held_out}"
    return folder, Settings.read(folder)


def _variants(game: Game, players: int | None, held_out: bool) -> dict[str, Variant]:
    if held_out:
        return held_out_variants(game, players)
    variant = game.variant(players)
    return {variant.component_set: variant}


def _entrants(options: Options, before: Settings | None, num_players: int) -> list[str]:
    """Return all entrants, each once; raise ``ValueError`` for too few."""
    recorded = before.entrants if before else ()
    field = options.field or (() if before else USUAL_FIELD)
    names = list(dict.fromkeys([*recorded, *field, *options.player]))
    least = max(2, num_players)
    if len(names) < least:
        raise ValueError(
            f"a league of {num_players} players has {least} or more entrants, not {len(names)} "
            f"({', '.join(names)}); enter others with --player"
        )
    return names


def _settings(
    options: Options, before: Settings | None, variants: dict[str, Variant], names: list[str]
) -> Settings:
    variant = next(iter(variants.values()))
    usual_games, usual_seed = (before.games, before.seed) if before else (USUAL_GAMES, 0)
    return Settings(
        game=variant.game.name,
        version=variant.game.version,
        num_players=variant.num_players,
        held_out=options.held_out or (before is not None and before.held_out),
        seed=usual_seed if options.seed is None else options.seed,
        package=aquasphere_env.__version__,
        component_sets={name: v.digest for name, v in variants.items()},
        games=usual_games if options.games is None else options.games,
        entrants=fingerprints(names, variant.game.variant(variant.num_players)),
    )


def _refuse_changed(before: Settings, now: Settings, again: frozenset[str], folder: Path) -> None:
    """Raise ``RecordError`` for an entrant that is not what it was, unless it plays ``again``."""
    for name in sorted(again - set(before.entrants)):
        raise RecordError(f"--again {name}: {folder} holds no games of such an entrant")
    for name, fingerprint in before.entrants.items():
        if fingerprint != now.entrants[name] and name not in again:
            raise RecordError(
                f"{name} has changed since its games in {folder} were played; --again {name} "
                "plays them again, or name another --folder"
            )
