"""The results of the comparison as Markdown and as a picture."""

from pathlib import Path
from typing import Any

from aquasphere_env.core.files import replacing
from aquasphere_env.games import pages

from .registry import BATCHES, OURS, PEERS, REFERENCE

PICTURE = "peers.png"
_COLUMNS = tuple((batch, seen) for seen in (False, True) for batch in BATCHES)
_HEADS = (
    *("rules alone, 1 game", "64", "1,024"),
    *("with observation and mask, 1 game", "64", "1,024"),
)

Results = dict[str, Any]
Rates = dict[tuple[int, bool], float]


def rates_by_game(results: Results) -> dict[tuple[str, str], Rates]:
    """Return the decisions per second by peer and game, then by batch and what is seen."""
    found: dict[tuple[str, str], Rates] = {}
    for row in results["rows"]:
        if row["decisions_per_s"] is not None:
            rates = found.setdefault((row["peer"], row["game"]), {})
            rates[row["batch"], row["seen"]] = row["decisions_per_s"]
    return found


def peers_table(results: Results) -> str:
    """Return a row for each game, how the libraries are played, and what was left out."""
    rows = []
    for (peer, game), rates in rates_by_game(results).items():
        cells = [short(rates[column]) if column in rates else "" for column in _COLUMNS]
        rows.append((PEERS[peer].title, game, *cells))
    parts = [pages.table(("library", "game", *_HEADS), rows), ""]
    for name, version in results["versions"].items():
        told = PEERS[name]
        parts.append(f"- **{told.title}** {version}: {told.way}.")
    for name, reason in results["missing"].items():
        parts.append(f"- **{PEERS[name].title}** could not be installed here: {reason}.")
    machine = results["machine"]
    parts += ["", f"({machine['processor']}, one core, Python {machine['python']})"]
    return "\n".join(parts)


def lead_table(results: Results) -> str:
    """Return each library's fastest comparable game beside ours, in the same mode."""
    rates = rates_by_game(results)
    ours = rates[OURS, REFERENCE]
    best: dict[tuple[str, bool], tuple[float, str]] = {}
    for (peer, game), told in rates.items():
        if peer == OURS or not is_comparable(peer, game):
            continue
        for (_, seen), rate in told.items():
            best[peer, seen] = max(best.get((peer, seen), (0.0, "")), (rate, game))
    rows = []
    for (peer, seen), (rate, game) in sorted(best.items(), key=lambda item: -item[1][0]):
        own = max(rate for (_, is_seen), rate in ours.items() if is_seen == seen)
        what = "with observation and mask" if seen else "rules alone"
        name = f"{PEERS[peer].title}, {game.partition(',')[0]}"
        rows.append((name, what, short(rate), short(own), f"{own / rate:,.1f}"))
    heads = ("library, fastest comparable game", "what", "decisions/s", "AquaSphere", "times")
    return pages.table(heads, rows)


def is_comparable(peer: str, game: str) -> bool:
    """Return whether ``game`` of ``peer`` is no toy."""
    return any(entry.comparable for entry in PEERS[peer].games if entry.game == game)


def short(rate: float) -> str:
    """Return a rate with two digits or so."""
    if rate >= 1e6:
        return f"{rate / 1e6:.1f} M"
    return f"{rate / 1e3:.0f} k" if rate >= 1e4 else f"{rate / 1e3:.1f} k"


def draw(results: Results, target: Path) -> None:
    """Draw a bar for each game's fastest mode, on a logarithmic scale, ours in another colour."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    fastest = {key: max(rates.values()) for key, rates in rates_by_game(results).items()}
    ordered = sorted(fastest.items(), key=lambda item: item[1])
    names = [f"{PEERS[peer].title}: {game.partition(',')[0]}" for (peer, game), _ in ordered]
    colors = ["#0072b2" if peer == OURS else "#8296a3" for (peer, _), _ in ordered]
    figure, axes = plt.subplots(figsize=(8, 1 + 0.24 * len(names)), layout="constrained")
    axes.barh(names, [rate for _, rate in ordered], color=colors)
    axes.set(xscale="log", xlabel="decisions a second on one core, fastest mode")
    axes.grid(axis="x", alpha=0.3)
    axes.margins(y=0.01)
    with replacing(target, "wb") as stream:
        figure.savefig(stream, format="png", dpi=110)
    plt.close(figure)
