"""Progress in plain lines: what was done before does not count in the rate."""

from types import SimpleNamespace

import pytest

from aquasphere_env.viewer import progress


def test_the_rate_is_that_of_this_session(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = [100.0]
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    with progress.Progress("steps", 2000, 1000) as counting:
        clock[0] += 10.0
        counting.reach(1500)
    assert capsys.readouterr().err == "1,500 of 2,000 steps, 50/s, 10 s left\n"


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        *((0.2, "1 s"), (59.4, "59 s"), (59.6, "1 min"), (3540.0, "59 min")),
        *((3599.0, "1 h 0 min"), (90_000.0, "25 h 0 min")),
    ],
)
def test_times_are_told_in_few_words(seconds: float, told: str) -> None:
    assert progress.duration(seconds) == told
