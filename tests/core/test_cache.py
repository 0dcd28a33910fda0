"""The kernel cache is never stale, and a damaged entry is compiled again."""

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .caching import (
    COMPILED,
    FOLDER,
    FROM_CACHE,
    RUN_A_KERNEL,
    compiled_only,
    entries,
    environment,
    run_in,
    write_sealed,
)

pytestmark = pytest.mark.slow


# Stale entries


@pytest.fixture(scope="module")
def folder(site: Path, filled: Path) -> str:
    """Return the name of the folder of the core's kernels while no source is changed."""
    return Path(run_in(site, FOLDER, NUMBA_CACHE_DIR=str(filled))).name


@pytest.fixture
def edited(site: Path) -> Iterator[Callable[[str], None]]:
    """Return a function that changes a file of the copy until the end of the test."""
    originals: dict[Path, bytes] = {}

    def edit(name: str) -> None:
        path = site / "aquasphere_env" / name
        originals.setdefault(path, path.read_bytes())
        path.write_bytes(originals[path] + b"\n# a change\n")

    yield edit
    for path, content in originals.items():
        path.write_bytes(content)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("core/state.py", True),
        ("games/aquasphere/rules.py", True),
        ("games/octodice/text.py", True),
        ("players/compiled_player.py", True),
        ("envs/vector.py", True),
        ("games/aquasphere/components.toml", False),  # kernels read it from the state
        ("games/aquasphere/draw/__init__.py", False),
        ("drawing/svg.py", False),
        ("viewer/cli.py", False),
    ],
)
def test_the_folder_changes_with_the_sources_that_may_feed_kernels(
    site: Path, tmp_path: Path, folder: str, edited: Callable[[str], None], name: str, counts: bool
) -> None:
    edited(name)
    now = Path(run_in(site, FOLDER, NUMBA_CACHE_DIR=str(tmp_path))).name
    assert (now != folder) == counts


@pytest.mark.parametrize("flag", ["NUMBA_BOUNDSCHECK", "NUMBA_OPT"])
def test_the_folder_changes_with_flags_of_numba(
    site: Path, tmp_path: Path, folder: str, flag: str
) -> None:
    settings = {"NUMBA_CACHE_DIR": str(tmp_path), flag: "1"}
    assert Path(run_in(site, FOLDER, **settings)).name != folder


KERNEL_ELSEWHERE = """
from aquasphere_env.core.jit import kernel
from {package}constants import ANSWER

@kernel
def answer():
    return ANSWER
"""
ANSWER = "from {module} import answer; print(answer(), sum(answer.stats.cache_hits.values()))"


@pytest.mark.parametrize(
    ("package", "module", "constants"),
    [
        ("mygame.", "mygame.rules.kernels", "mygame/constants.py"),
        ("", "kernels", "constants.py"),
    ],
)
@compiled_only
def test_kernels_of_another_package_or_folder_follow_its_sources(
    site: Path, tmp_path: Path, package: str, module: str, constants: str
) -> None:
    kernels = tmp_path / (module.replace(".", "/") + ".py")
    kernels.parent.mkdir(parents=True, exist_ok=True)
    kernels.write_text(KERNEL_ELSEWHERE.format(package=package))
    for folder in kernels.relative_to(tmp_path).parents[:-1]:
        (tmp_path / folder / "__init__.py").touch()
    settings = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": f"{site}:{tmp_path}"}
    for answer, hits in [(1, COMPILED), (1, FROM_CACHE), (2, COMPILED), (1, FROM_CACHE)]:
        (tmp_path / constants).write_text(f"ANSWER = {answer}\n")
        assert run_in(tmp_path, ANSWER.format(module=module), **settings) == f"{answer} {hits}"


OWN_GAME = """
import sys
import numpy as np
from aquasphere_env.core import loops, protocol, state
from aquasphere_env.core.jit import kernel
from constants import ANSWER

@kernel
def nothing(state):
    pass

@kernel
def allow_the_first(state, legal):
    legal[0] = (1 << ANSWER) - 1

deal = setup = apply = redeal = evaluate = scores = nothing
legal_actions = allow_the_first
STATE = state.state_dtype(9, [])
protocol.register_rules(STATE, sys.modules[__name__])
num_legal = loops.refresh(state.new_records(1, STATE), 0)
print(num_legal, sum(loops.refresh.stats.cache_hits.values()))
"""


@compiled_only
def test_loops_of_the_core_follow_the_sources_of_the_game_they_run(
    site: Path, tmp_path: Path
) -> None:
    (tmp_path / "rules.py").write_text(OWN_GAME)
    settings = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": f"{site}:{tmp_path}"}
    for answer, hits in [(1, COMPILED), (1, FROM_CACHE), (2, COMPILED), (1, FROM_CACHE)]:
        (tmp_path / "constants.py").write_text(f"ANSWER = {answer}\n")
        assert run_in(tmp_path, "import rules", **settings) == f"{answer} {hits}"


CLOSURE = """
from aquasphere_env.core.jit import kernel

def returns(value):
    @kernel
    def constant():
        return value
    return constant

print(returns(1)(), returns(2)())
"""


@compiled_only
def test_what_has_no_source_of_its_own_is_not_kept(site: Path, tmp_path: Path) -> None:
    """numba #7798 #7646: as in the cell of a notebook."""
    (tmp_path / "closures.py").write_text(CLOSURE)
    settings = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": f"{site}:{tmp_path}"}
    assert run_in(tmp_path, "import closures", **settings) == "1 2"
    assert run_in(tmp_path, CLOSURE, **settings) == "1 2"
    assert not list(tmp_path.rglob("*.nb?"))


# Damaged entries


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "halved": lambda content: content[: len(content) // 2],
    "first byte": lambda content: bytes([content[0] ^ 1]) + content[1:],
    "middle byte": lambda content: (
        content[: len(content) // 2]
        + bytes([content[len(content) // 2] ^ 1])
        + content[len(content) // 2 + 1 :]
    ),
    "last byte": lambda content: content[:-1] + bytes([content[-1] ^ 1]),
    "zeros": lambda content: bytes(len(content)),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
@compiled_only
def test_a_damaged_entry_is_compiled_again_and_replaced(
    site: Path, cache: Path, damage: Callable[[bytes], bytes]
) -> None:
    """numba #9348."""
    for path in entries(cache):
        path.write_bytes(damage(path.read_bytes()))
    assert run_in(site, RUN_A_KERNEL, NUMBA_CACHE_DIR=str(cache)) == COMPILED
    assert run_in(site, RUN_A_KERNEL, NUMBA_CACHE_DIR=str(cache)) == FROM_CACHE


@pytest.mark.parametrize("payload", [b"text", pickle.dumps((1, 2))])
@compiled_only
def test_an_entry_of_another_content_is_compiled_again(
    site: Path, cache: Path, payload: bytes
) -> None:
    for path in entries(cache):
        write_sealed(path, payload)
    assert run_in(site, RUN_A_KERNEL, NUMBA_CACHE_DIR=str(cache)) == COMPILED
    assert run_in(site, RUN_A_KERNEL, NUMBA_CACHE_DIR=str(cache)) == FROM_CACHE


@compiled_only
def test_entries_under_each_others_names_are_compiled_again(site: Path, cache: Path) -> None:
    paths = entries(cache)
    contents = [path.read_bytes() for path in paths]
    for path, content in zip(paths, contents[1:] + contents[:1], strict=True):
        path.write_bytes(content)
    assert len(paths) > 1
    assert run_in(site, RUN_A_KERNEL, NUMBA_CACHE_DIR=str(cache)) == COMPILED


@compiled_only
def test_a_folder_in_place_of_an_entry_changes_nothing(site: Path, cache: Path) -> None:
    for path in entries(cache):
        path.unlink()
        path.mkdir()
    assert run_in(site, RUN_A_KERNEL, NUMBA_CACHE_DIR=str(cache)) == COMPILED


@compiled_only
def test_processes_that_compile_at_once_leave_whole_entries(site: Path, tmp_path: Path) -> None:
    settings = environment(site, NUMBA_CACHE_DIR=str(tmp_path))
    command = [sys.executable, "-c", RUN_A_KERNEL]
    at_once = [subprocess.Popen(command, env=settings, stdout=subprocess.PIPE) for _ in range(3)]
    for process in at_once:
        process.communicate()
    assert [process.returncode for process in at_once] == [0, 0, 0]
    assert run_in(site, RUN_A_KERNEL, NUMBA_CACHE_DIR=str(tmp_path)) == FROM_CACHE
    assert not list(tmp_path.rglob(".*"))
