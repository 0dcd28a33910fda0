"""Writes the tables of the README and the documentation from the results in ``benchmarks/results``.

python -m benchmarks.readme              # write
python -m benchmarks.readme --check      # fail if a page says something else
python -m benchmarks.readme --runs runs  # take over the training runs in a folder first
"""

if __name__ == "__main__":
    from aquasphere_env.core.extras import explain_missing
    from aquasphere_env.core.signals import catch_signals

    catch_signals("benchmarks.readme")
    explain_missing("benchmarks.readme", "league")

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import tyro
from safetensors import safe_open

from aquasphere_env.core.console import command, fail
from aquasphere_env.core.files import replacing
from aquasphere_env.games import GAMES, pages
from aquasphere_env.players.network import TRUST
from aquasphere_env.players.policies import GREEDY, POLICIES
from aquasphere_env.players.registry import PLAYER_FORMS
from aquasphere_env.players.zoo import FOLDER, zoo_names

from .agreement import pairs_of, pairs_table
from .clients import clients_table
from .league.report import standings_table, title
from .league.standings import read_league
from .page import page_table
from .peers.report import lead_table, peers_table

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
PAGES = (README, ROOT / "benchmarks" / "PROTOCOL.md", *sorted((ROOT / "docs").rglob("*.md")))
RESULTS = ROOT / "benchmarks" / "results"
_GREEDY = POLICIES[GREEDY]
_NETWORK = "player.safetensors"  # in the folder of a run of training.ppo
_STARTS = ("cold_start", "warm_start")
_MODES = ("playout", "batch", "vector", "gymnasium", "aec")


def throughput_table(results: dict[str, Any]) -> str:
    """Return decisions per second by game, player count and mode, and the seconds to start."""
    machine = results["machine"]
    lines = [
        f"| game | players | {' | '.join(_MODES)} | playout, times Connect Four | cold, warm |",
        "|---|---|" + "---|" * (len(_MODES) + 2),
    ]
    tables: dict[tuple[str, int], dict[str, dict[str, Any]]] = {}
    for row in results["rows"]:
        tables.setdefault((row["game"], row["players"]), {})[row["mode"]] = row
    for (game, players), modes in tables.items():
        if not set(_MODES) <= set(modes):
            continue  # Connect Four itself
        rates = [_short(modes[mode]["decisions_per_s"]) for mode in _MODES]
        ratio = f"{modes['playout']['ratio_to_connect_four']:,.0f}"
        starts = [f"{modes[m]['seconds']:.1f} s" for m in _STARTS if m in modes]
        cells = [game, str(players), *rates, ratio, ", ".join(starts)]
        lines.append("| " + " | ".join(cells) + " |")
    lines += ["", f"({machine['processor']}, Python {machine['python']}, numpy {machine['numpy']})"]
    return "\n".join(lines)


def _short(rate: float) -> str:
    return f"{rate / 1e6:.1f} M" if rate >= 1e6 else f"{rate / 1e3:.0f} k"


def training_table(results: list[list[dict[str, Any]]]) -> str:
    """Return how the agents of the default runs did; a run is its ``evaluation.json``."""
    lines = [
        "| game | version | players | agent | against | victories | points | opponent's points |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for run in results:
        standings = [evaluation["standings"] for evaluation in run]
        alone = run[0]["num_players"] == 1
        learned = standings[0][0]
        pairs = (
            [(learned, s[0]) for s in standings[1:]] if alone else [(s[0], s[1]) for s in standings]
        )
        for own, other in pairs:
            cells = [
                run[0]["game"],
                str(run[0]["version"]),
                str(run[0]["num_players"]),
                own["agent"],
                f"{other['agent']} (each alone)" if alone else other["agent"],
                "" if alone else _interval(own["win_rate"], 100, "%"),
                _interval(own["score"]),
                _interval(other["score"]),
            ]
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def zoo_table() -> str:
    """Return how everything in the zoo did against greedy on all other seats, or beside it."""
    rows = []
    for name in zoo_names():
        path = FOLDER / f"{name}.safetensors"
        told = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        own, greedy = _against_greedy(told["result"])
        is_alone = told["trained_on"]["num_players"] == 1
        rate = "" if is_alone else _interval(own["win_rate"], 100, "%")
        points = _interval(own["score"]), _interval(greedy["score"])
        rows.append((f"`zoo:{name}`", rate, *points, f"{path.stat().st_size / 1000:,.0f} kB"))
    return pages.table(("player", "victories", "points", "greedy's points", "file"), rows)


def _against_greedy(result: list[dict[str, Any]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the standings of a run's agent and of greedy, which played it or the same games."""
    (own, *others), *rest = ([*evaluation["standings"]] for evaluation in result)
    found = [*others, *(standing for field in rest for standing in field)]
    return own, next(standing for standing in found if standing["agent"] == _GREEDY)


def _interval(estimate: dict[str, Any], factor: float = 1, unit: str = "") -> str:
    if estimate["low"] is None:  # of a single seed
        return f"{factor * estimate['mean']:.1f}{unit}"
    mean, low, high = (factor * estimate[key] for key in ("mean", "low", "high"))
    return f"{mean:.1f}{unit} [{low:.1f}, {high:.1f}]"


def players_table() -> str:
    """Return the forms of players and their meanings."""
    rows = [(f"`{form}`", meaning) for form, meaning in PLAYER_FORMS.items()]
    return pages.table(("player", "plays"), rows)


def league_files() -> list[Path]:
    """Return the results of the leagues that the README shows."""
    return sorted(RESULTS.glob("league-*p.json"))


def league_tables() -> str:
    """Return the standings of all leagues."""
    leagues = map(read_league, league_files())
    return "\n\n".join(f"{title(league)}:\n\n{standings_table(league)}" for league in leagues)


def agreement_tables() -> str:
    """Return how the leagues agree with others on the deals of another seed."""
    parts = []
    for path in league_files():
        first, second = read_league(path), read_league(path.with_stem(f"{path.stem}-other-seed"))
        head = f"{title(first)}, --seed {first['seed']} and {second['seed']}:"
        parts.append(f"{head}\n\n{pairs_table(pairs_of(first, second))}")
    return "\n\n".join(parts)


def _results(name: str) -> Any:
    return json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))


TABLES: dict[str, Callable[[], str]] = {
    "agreement": agreement_tables,
    "clients": lambda: clients_table(_results("clients")),
    "league": league_tables,
    "page": lambda: page_table(_results("page")),
    "peers": lambda: peers_table(_results("peers")),
    "lead": lambda: lead_table(_results("peers")),
    "players": players_table,
    "throughput": lambda: throughput_table(_results("throughput")),
    "training": lambda: training_table(_results("training")),
    "zoo": zoo_table,
}


def filled(text: str) -> str:
    """Return the ``text`` of a page with its tables as the results say."""
    for name in re.findall(r"<!-- begin (\w+) -->", text):
        if name in TABLES:
            text = pages.filled(text, name, TABLES[name]())
    return text


def collect(runs: Path) -> None:
    """Take over ``evaluation.json`` of all training runs in ``runs``; other results stay."""
    target = RESULTS / "training.json"
    results = {_setup(run): run for run in json.loads(target.read_text(encoding="utf-8"))}
    paths = sorted(runs.glob("*/evaluation.json"))
    if not paths:
        fail("benchmarks.readme", f"{runs}: no run with an evaluation.json")
    for path in paths:
        run = json.loads(path.read_text(encoding="utf-8"))
        for standing in (s for evaluation in run for s in evaluation["standings"]):
            standing["agent"] = _without_path(standing["agent"], path.parent)
        results[_setup(run)] = run
    ordered = [results[setup] for setup in sorted(results)]
    with replacing(target) as stream:
        stream.write(json.dumps(ordered, indent=1, allow_nan=False) + "\n")


def _without_path(agent: str, run: Path) -> str:
    """Return an agent's name without its file; a network that nobody advises is called so."""
    name = agent.partition(":")[0]
    if name != "net" or not (run / _NETWORK).exists():
        return name
    with safe_open(run / _NETWORK, "np") as network:
        return name if TRUST in network.keys() else f"{name}, views alone"  # noqa: SIM118


def _setup(run: list[dict[str, Any]]) -> tuple[int, int, str]:
    """Return what the table is sorted by: the place of the run's game, players, agent."""
    agent = run[0]["standings"][0]["agent"]
    return GAMES.index(run[0]["game"]), run[0]["num_players"], agent


@dataclass
class Options:
    """Write the tables of the README and the documentation."""

    check: Annotated[bool, tyro.conf.FlagCreatePairsOff] = False
    """Fail if a page says something else; write nothing."""
    runs: Path | None = None
    """Take over the training runs in this folder first."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    with command("benchmarks.readme"):
        options = tyro.cli(Options, args=arguments, description=__doc__)
        if options.runs is not None:
            collect(options.runs)
        for page in PAGES:
            _fill(page, options.check)


def _fill(page: Path, check: bool) -> None:
    """Fill ``page`` if it says something else, or fail if it is only to be checked."""
    text = page.read_text(encoding="utf-8")
    wanted = filled(text)
    if text == wanted:
        return
    if check:
        fail("benchmarks.readme", f"{page.name}: run python -m benchmarks.readme")
    with replacing(page) as stream:
        stream.write(wanted)


if __name__ == "__main__":
    main()
