"""The browser of this machine, for what is measured and tested at the page."""

import os
import shutil

ARGUMENTS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def chromium_path() -> str | None:
    """Return the program that the variable ``CHROMIUM`` or the system names, ``None`` if none."""
    found = (path for name in _NAMES if (path := shutil.which(name)))
    return os.environ.get("CHROMIUM") or next(found, None)
