"""Makes Python look like one on Windows: a pytest plugin, and a command that runs another one.

    python -m pytest -p tests.platforms.elsewhere …
    python -m tests.platforms.elsewhere training.ppo --help

What other systems lack is removed after the libraries have been imported, which know where they
are, and before ours. The file system stays that of this machine.
"""

import contextlib
import importlib
import os
import runpy
import select
import signal
import sys
from types import ModuleType

import pytest

LIBRARIES = (  # those that look at the system when they are imported
    *("asyncio", "concurrent.futures", "ctypes.util", "multiprocessing.context", "selectors"),
    *("multiprocessing.popen_spawn_posix", "multiprocessing.resource_tracker", "platform"),
    *("multiprocessing.synchronize", "multiprocessing.shared_memory", "multiprocessing.pool"),
    *("tempfile", "webbrowser", "subprocess", "uuid", "getpass", "pdb", "readline", "tty"),
    *("numpy", "numpy.testing", "numba", "gymnasium", "gymnasium.vector", "pettingzoo", "typer"),
    *("safetensors.numpy", "typer.testing", "rich.console", "rich.progress", "httpx", "tyro"),
    *("starlette.applications", "uvicorn", "uvicorn.protocols.http.h11_impl", "anyio.to_thread"),
    *("anyio._backends._asyncio", "PIL.Image", "PIL.GifImagePlugin", "resvg_py", "hypothesis"),
)
LACKING: dict[ModuleType, tuple[str, ...]] = {
    os: (
        *("sched_getaffinity", "sched_setaffinity", "register_at_fork", "fork", "forkpty", "nice"),
        *("getuid", "geteuid", "getgid", "getegid", "getpgid", "killpg", "setsid", "getloadavg"),
        *("mkfifo", "chown", "lchown", "posix_fadvise", "posix_fallocate", "pread", "pwrite"),
        *("WNOHANG", "wait", "wait3", "wait4", "sysconf", "uname", "statvfs", "O_NONBLOCK"),
    ),
    signal: (
        *("SIGHUP", "SIGKILL", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGCHLD", "SIGPIPE", "SIGXFSZ"),
        *("alarm", "setitimer", "pthread_kill", "sigwait", "SIGQUIT", "SIGSTOP", "SIGTSTP"),
    ),
    select: ("epoll", "poll"),
}
MODULES = ("fcntl", "resource", "pwd", "grp", "termios", "pty", "syslog")


def remove() -> None:
    """Remove from this process what Windows lacks."""
    for name in LIBRARIES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for module, names in LACKING.items():
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]  # so that importing it fails
    sys.platform = "win32"


def main() -> None:
    """Run the module that is named, with the words after it."""
    module = sys.argv[1]
    if module.startswith(("training", "agents")):
        importlib.import_module("stable_baselines3")  # with torch
    if module.startswith("benchmarks"):
        importlib.import_module("matplotlib.pyplot")
        importlib.import_module("choix")  # with scipy
    remove()
    sys.argv[1:] = sys.argv[2:]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Remove it when pytest itself has looked at the system, and nothing of ours is imported."""
    remove()


if __name__ == "__main__":
    main()
