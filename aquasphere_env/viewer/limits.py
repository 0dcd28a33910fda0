"""Limits that several parts of the viewer share."""

MAX_SEED = 2**53 - 1  # what every reader of JSON takes exactly, JavaScript among them
MAX_SIMULATED = 1_000_000  # games of one file
MAX_MESSAGE = 400  # characters of an error message


def shortened(text: str) -> str:
    """Return ``text``, its middle left out if it is too long for a message."""
    half = MAX_MESSAGE // 2
    return text if len(text) <= MAX_MESSAGE else f"{text[:half]} … {text[-half:]}"
