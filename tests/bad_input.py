"""Values that every interface refuses alike."""

import numpy as np

NO_ACTIONS = (
    *(None, True, np.bool_(1), 1.0, np.float32(1), [1], (1,), {}, b"1", object),
    *(np.array([1, 2]), np.array([]), np.array([1.0]), np.array([True]), np.array([1], object)),
)
NO_SEEDS = ("x", "1", 1.0, 1.5, np.float64(1), True, np.bool_(1), -1, np.int8(-1), b"1")
SEEDS = tuple(
    kind(7)
    for kind in (
        int,
        np.int8,
        np.int16,
        np.int32,
        np.int64,
        np.uint8,
        np.uint16,
        np.uint32,
        np.uint64,
    )
)
NO_COUNTS = (0, -1, 2.0, 2.7, True, "3", float("nan"), [2])
