"""A league in words: tables in Markdown, from what ``league.json`` holds."""

from typing import Any

from aquasphere_env.games.pages import table

_HEAD = (
    *("player", "Bradley-Terry", "Plackett-Luce", "points", "place", "victories"),
    *("by seat", "ms a decision"),
)


def standings_table(league: dict[str, Any]) -> str:
    """Return the standings, and below them the points of people if a game is recorded."""
    rows = [
        (
            f"`{s['player']}`",
            _interval(s["bradley_terry"], digits=0),
            _interval(s["plackett_luce"]),
            _interval(s["points"]),
            f"{s['mean_place']['mean']:.2f}",
            _interval(s["win_rate"], 100, unit="%"),
            " ".join(f"{100 * rate:.0f}" for rate in s["win_rate_by_seat"]),
            "" if s["milliseconds"] is None else f"{s['milliseconds']:.3g}",
        )
        for s in league["standings"]
    ]
    people = [
        ("people, one game", "", "", ", ".join(map(str, points)), "", "", "", "")
        for points in league["human_points"]
    ]
    return table(_HEAD, [*rows, *people])


def _interval(
    estimate: dict[str, float | None], factor: float = 1, digits: int = 1, unit: str = ""
) -> str:
    mean, low, high = (estimate[key] for key in ("mean", "low", "high"))
    if mean is None:
        return ""
    text = f"{factor * mean:.{digits}f}{unit}"
    if low is None or high is None:  # of a single deal
        return text
    return f"{text} [{factor * low:.{digits}f}, {factor * high:.{digits}f}]"


def pairwise_table(league: dict[str, Any]) -> str:
    """Return how often the player of the row was placed before that of the column."""
    pairwise = league["pairwise"]
    names = [f"`{name}`" for name in pairwise["players"]]
    rows = [
        (name, *("" if rate is None else f"{100 * rate:.1f}%" for rate in rates))
        for name, rates in zip(names, pairwise["win_rates"], strict=True)
    ]
    return table(("", *names), rows)


def title(league: dict[str, Any]) -> str:
    """Return what was played, in one line."""
    players = league["num_players"]
    how = "alone" if players == 1 else f"{players} players"
    held_out = ", held-out components" if league["held_out"] else ""
    return f"{league['title']} v{league['version']}, {how}{held_out}"


def page(league: dict[str, Any]) -> str:
    """Return ``league.md``."""
    anchor = league["anchor"]
    sets = ", ".join(f"{name} ({digest})" for name, digest in league["component_sets"].items())
    first = league["seed"] * 1_000_000
    return "\n".join(
        [
            f"# League: {title(league)}",
            "",
            standings_table(league),
            "",
            f"{league['games']:,} games on {league['deals']:,} deals (seeds {first:,} to "
            f"{first + league['deals'] - 1:,}), every deal in every rotation of the seats. "
            "Intervals are 95 % from resampled deals. Bradley-Terry ratings are on Elo's scale, "
            + (f"`{anchor}` is 1000." if anchor else "their mean is 1000."),
            "",
            "How often the player of the row was placed before that of the column:",
            "",
            pairwise_table(league),
            "",
            f"aquasphere-env {league['package']}, components: {sets}. Times on "
            f"{league['machine']['processor']}. What the numbers mean and what a claim has to "
            "report: `benchmarks/PROTOCOL.md`.",
            "",
        ]
    )
