"""Commands name the extra of a library that is missing, as it is installed here."""

from pathlib import Path

import pytest

from aquasphere_env.core import extras
from tests.processes import python

COMMANDS = {
    "training.ppo": ("torch", "train"),
    "training.value": ("torch", "train"),
    "training.seeds": ("torch", "train"),
    "training.zoo": ("torch", "train"),
    "training.export": ("tyro", "train"),
    "training.evaluate": ("tyro", "train"),
    "training.data": ("tyro", "data"),
    "benchmarks.league": ("choix", "league"),
    "benchmarks.agreement": ("tyro", "league"),
    "benchmarks.readme": ("tyro", "league"),
    "benchmarks.ablation": ("torch", "train"),
    "benchmarks.throughput": ("tyro", "bench"),
    "benchmarks.clients": ("tyro", "train"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_what_to_install(name: str, tmp_path: Path) -> None:
    library, extra = COMMANDS[name]
    text = f"raise ModuleNotFoundError({'no module named ' + library!r}, name={library!r})"
    (tmp_path / f"{library}.py").write_text(text)
    done = python("-m", name, "--help", first=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f'{name} needs {library}: pip install -e ".[{extra}]"\n'


@pytest.mark.slow
@pytest.mark.parametrize("words", [("play", "octodice", "--no-browser"), ("games",)])
def test_playing_needs_the_viewer_and_listing_games_does_not(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    for library in ("starlette", "uvicorn", "resvg_py", "PIL"):
        text = f"raise ModuleNotFoundError('gone', name={library!r})"
        (tmp_path / f"{library}.py").write_text(text)
    done = python("-m", "aquasphere_env", *words, first=tmp_path)
    if words == ("games",):
        assert (done.returncode, done.stderr) == (0, "")
    else:
        assert done.returncode == 1
        assert done.stderr == 'aquasphere needs starlette: pip install -e ".[viewer]"\n'


def test_elsewhere_it_is_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(extras, "_PROJECT", tmp_path / "pyproject.toml")
    assert extras.how_to_install("viewer") == 'pip install "aquasphere-env[viewer]"'


def test_a_missing_module_of_ours_is_a_fault_with_a_trace(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[BaseException] = []
    monkeypatch.setattr("sys.excepthook", lambda kind, error, trace: seen.append(error))
    extras.explain_missing("command", "train")
    import sys

    for error in (ModuleNotFoundError("x", name="training.gone"), ValueError("x")):
        sys.excepthook(type(error), error, None)
        assert seen.pop() is error
    assert capsys.readouterr().err == ""
