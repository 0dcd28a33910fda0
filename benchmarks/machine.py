"""What figures were measured on."""

import os
import platform

import numpy as np

import aquasphere_env


def machine() -> dict[str, str | int | None]:
    """Return processor, cores and versions."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "version": aquasphere_env.__version__,
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
            names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    except OSError:
        names = []
    return names[0] if names else platform.processor() or platform.machine()
