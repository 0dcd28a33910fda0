"""The command that tortures: its processes start, and their reports arrive."""

from collections import Counter

import pytest

from tests.processes import told

from . import Report


def test_a_report_survives_its_journey() -> None:
    report = Report("states", Counter({"octodice": 3, "a: b": 1}), 2, 1, ["a fault"])
    assert Report.from_json(report.to_json()) == report


@pytest.mark.slow
def test_a_moment_of_two_kinds() -> None:
    words = ("--kinds", "logs", "networks", "--games", "octodice", "--minutes", "0.001")
    said = told("-m", "tests.torture", *words)
    assert "\nlogs " in said
    assert "\nnetworks " in said
    assert said.endswith("0 crashes, 0 hangs, 0 other faults\n")
