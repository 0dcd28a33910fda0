"""Damaged requests, some hundred of them; ``python -m tests.torture requests`` makes more."""

import pytest

from aquasphere_env.games import get_game
from tests.torture import page_requests


@pytest.mark.slow
def test_no_request_is_answered_by_a_fault() -> None:
    games = [get_game("octodice"), get_game("aquasphere")]
    report = page_requests.trials(600, seed=1, games=games)
    assert not report.faults, str(report)
    assert report.worked > 100
    assert report.refused > 100
    assert len(report.tried) == len(set(page_requests.DAMAGES))


def test_the_trials_notice_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    from aquasphere_env.viewer import server

    def fails(body: bytes) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(server, "json_object", fails)
    report = page_requests.trials(20, seed=1, games=[get_game("octodice")])
    assert any("ZeroDivisionError" in fault for fault in report.faults)
