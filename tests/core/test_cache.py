"""The kernel cache: never stale, and harmless when it is damaged, planted or cannot be written."""

import hashlib
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import aquasphere_env

PACKAGE = Path(aquasphere_env.__file__).parent
SETTINGS = ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP")
posix_only = pytest.mark.skipif(os.name == "nt", reason="Windows has neither owners nor modes")
compiled_only = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled"
)

FOLDER = (
    "from aquasphere_env.core import bits\n"
    "from aquasphere_env.core.cache_folder import cache_folder\n"
    "from pathlib import Path; print(cache_folder(Path(bits.__file__)))\n"
)
RUN_A_KERNEL = (
    "import numpy as np\n"
    "from aquasphere_env.core import bits\n"
    "assert bits.count(np.array([7, 1], np.uint64)) == 4\n"
    "print(sum(bits.count.stats.cache_hits.values()))\n"
)
COMPILED, FROM_CACHE = "0", "1"  # what RUN_A_KERNEL prints

Run = Callable[..., str]


def environment(path: Path, **settings: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    return kept | {"PYTHONPATH": str(path), "PYTHONDONTWRITEBYTECODE": "1"} | settings


def run_in(path: Path, code: str, **settings: str) -> str:
    """Return what ``code`` prints with the packages in ``path``; no error, no warning."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(path, **settings),
        cwd=path,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a copy of the package, which tests leave as it is."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(
        PACKAGE, folder / "aquasphere_env", ignore=shutil.ignore_patterns("__pycache__")
    )
    return folder


@pytest.fixture(scope="module")
def filled(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cache that holds the entries of ``RUN_A_KERNEL``; tests copy it."""
    folder = tmp_path_factory.mktemp("filled")
    assert run_in(site, RUN_A_KERNEL, NUMBA_CACHE_DIR=str(folder)) == COMPILED
    return folder


@pytest.fixture
def cache(filled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(filled, tmp_path / "cache"))


def entries(cache: Path) -> list[Path]:
    found = sorted(cache.rglob("*.nbc"))
    assert found
    return found


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
        ("players/compiled.py", True),
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
    (tmp_path / "closures.py").write_text(CLOSURE)
    settings = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": f"{site}:{tmp_path}"}
    assert run_in(tmp_path, "import closures", **settings) == "1 2"
    assert run_in(tmp_path, CLOSURE, **settings) == "1 2"
    assert not list(tmp_path.rglob("*.nb?"))


# Damaged entries


def write_sealed(path: Path, payload: bytes) -> None:
    """Make ``payload`` the entry ``path``, with the checksum that belongs to it."""
    path.write_bytes(hashlib.sha256(path.name.encode() + payload).digest() + payload)


def evil(marker: Path) -> bytes:
    """Return a pickle that makes the file ``marker`` when it is loaded."""

    class Bomb:
        def __reduce__(self) -> tuple[Any, ...]:
            return os.mkdir, (str(marker),)

    return pickle.dumps(Bomb())


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


# Where entries cannot be written


DISK_IS_FULL = (
    "import resource, signal\n"
    "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
)
FOLDER_VANISHES = (
    "import shutil, os, aquasphere_env.core.bits\n"
    "shutil.rmtree(os.environ['NUMBA_CACHE_DIR']); open(os.environ['NUMBA_CACHE_DIR'], 'w')\n"
)


@pytest.mark.parametrize(
    "first", [pytest.param(DISK_IS_FULL, marks=posix_only), FOLDER_VANISHES], ids=["full", "gone"]
)
@compiled_only
def test_an_entry_that_cannot_be_written_is_left_out(
    site: Path, tmp_path: Path, first: str
) -> None:
    settings = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    assert run_in(site, first + RUN_A_KERNEL, **settings) == COMPILED
    assert [path for path in tmp_path.rglob("*") if path.is_file()] in ([], [tmp_path / "cache"])


@posix_only
@compiled_only
def test_a_read_only_cache_is_passed_over(site: Path, cache: Path, tmp_path: Path) -> None:
    folders = [path for path in (cache, *cache.rglob("*")) if path.is_dir()]
    for folder in folders:
        folder.chmod(0o555)
    try:
        if os.access(cache, os.W_OK):
            pytest.skip("root may write everywhere")
        settings = {"NUMBA_CACHE_DIR": str(cache), "HOME": str(tmp_path / "home")}
        assert run_in(site, RUN_A_KERNEL, **settings) == COMPILED
    finally:
        for folder in folders:
            folder.chmod(0o755)


def test_a_package_without_write_permission_works(site: Path, tmp_path: Path) -> None:
    for path in [site, *site.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        found = run_in(site, FOLDER, HOME=str(tmp_path / "home"))
    finally:
        for path in [site, *site.rglob("*")]:
            path.chmod(0o755)
    assert Path(found).is_relative_to(tmp_path / "home")
    assert not list(site.rglob("__pycache__"))


# The choice of the folder


def test_the_first_writable_folder_is_taken(site: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.touch()
    temp = tmp_path / "TMPDIR"
    temp.mkdir()
    order = ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME", "TMPDIR")
    settings = {name: str(tmp_path / name) for name in order}

    def chosen() -> Path:
        return Path(run_in(site, FOLDER, **settings))

    assert chosen().is_relative_to(tmp_path / "NUMBA_CACHE_DIR")
    settings["NUMBA_CACHE_DIR"] = str(blocked)
    assert chosen().is_relative_to(tmp_path / "XDG_CACHE_HOME")
    del settings["XDG_CACHE_HOME"]  # ``HOME`` counts only without it
    assert chosen().is_relative_to(tmp_path / "HOME" / ".cache")
    settings["HOME"] = str(blocked)
    assert chosen().is_relative_to(temp)


NO_TEMP_AT_ALL = (
    "import tempfile\n"
    "def nowhere(): raise FileNotFoundError('no usable temporary directory found')\n"
    "tempfile.gettempdir = nowhere\n"
)


@pytest.mark.parametrize(
    "no_temp", ["import tempfile; tempfile.tempdir = '/no such folder'\n", NO_TEMP_AT_ALL]
)
def test_without_a_writable_folder_kernels_run_uncached(
    site: Path, tmp_path: Path, no_temp: str
) -> None:
    blocked = tmp_path / "a file"
    blocked.touch()
    settings = {"NUMBA_CACHE_DIR": str(blocked), "HOME": str(blocked)}
    assert run_in(site, no_temp + FOLDER, **settings) == "None"
    assert run_in(site, no_temp + RUN_A_KERNEL, **settings) == COMPILED


@posix_only
def test_the_temporary_folder_is_closed_to_others(site: Path, tmp_path: Path) -> None:
    folder = Path(run_in(site, "import os; os.umask(0)\n" + FOLDER, TMPDIR=str(tmp_path)))
    own = tmp_path / f"aquasphere-env-{os.getuid()}"
    assert folder.parent == own
    assert own.stat().st_mode & 0o777 == 0o700
    assert run_in(site, FOLDER, TMPDIR=str(tmp_path)) == str(folder)


def _open_to_all(folder: Path) -> None:
    folder.chmod(0o777)


def _open_to_the_group(folder: Path) -> None:
    folder.chmod(0o710)


def _a_link(folder: Path) -> None:
    folder.symlink_to(folder.rename(folder.with_name("elsewhere")))


def _of_another_owner(folder: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only root gives folders away")
    os.chown(folder, 12345, -1)


def _a_file(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))
    folder.touch(0o600)


@pytest.mark.parametrize(
    "plant", [_open_to_all, _open_to_the_group, _a_link, _of_another_owner, _a_file]
)
@posix_only
@compiled_only
def test_code_planted_in_the_temporary_folder_does_not_run(
    site: Path, filled: Path, tmp_path: Path, plant: Callable[[Path], None]
) -> None:
    own = tmp_path / f"aquasphere-env-{os.getuid()}"
    shutil.copytree(filled, own)
    marker = tmp_path / "the planted code ran"
    payload = evil(marker)
    for path in entries(own):
        write_sealed(path, payload)
    own.chmod(0o700)
    plant(own)
    assert run_in(site, RUN_A_KERNEL, TMPDIR=str(tmp_path)) == COMPILED
    assert run_in(site, FOLDER, TMPDIR=str(tmp_path)) == "None"
    assert not marker.exists()
    own_again = tmp_path / "private"  # the same code in a folder that is trusted does run
    shutil.copytree(filled, own_again / own.name).chmod(0o700)
    for path in entries(own_again):
        write_sealed(path, payload)
    run_in(site, RUN_A_KERNEL, TMPDIR=str(own_again))
    assert marker.exists()
