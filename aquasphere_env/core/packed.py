"""Small counts side by side in one integer, a byte each: one look at a board counts for all."""

from .jit import kernel

BYTE = 8  # bits


@kernel
def byte_of(packed: int, number: int) -> int:
    """Return the byte with this ``number`` in ``packed``."""
    return int(packed >> BYTE * int(number) & (1 << BYTE) - 1)
