"""Record layouts: reserved names, the digest of a state, documented views."""

import numpy as np
import pytest

from aquasphere_env.core.game import digest
from aquasphere_env.core.integers import seed_word
from aquasphere_env.core.state import Feature, record_dtype, state_dtype, view_dtype


@pytest.mark.parametrize("name", ["round", "size", "data", "copy", "T"])
def test_names_of_numpy_attributes_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        record_dtype([(name, np.int8)])
    with pytest.raises(ValueError, match=name):
        state_dtype(9, [(name, np.int8)])
    with pytest.raises(ValueError, match=name):
        view_dtype([Feature(name, (), "")])


def test_a_digest_sees_fields_and_not_the_padding_between_them() -> None:
    dtype = record_dtype([("small", np.int8), ("large", np.int64)])
    assert dtype.itemsize > 1 + 8
    zeros = np.zeros(1, dtype)
    dirty = np.full(dtype.itemsize, 7, np.uint8).view(dtype)
    dirty["small"] = dirty["large"] = 0
    assert dirty.tobytes() != zeros.tobytes()
    assert digest(dirty[0]) == digest(zeros[0])
    dirty["small"] = 1
    assert digest(dirty[0]) != digest(zeros[0])


def test_a_view_is_packed_float32() -> None:
    dtype = view_dtype([Feature("a", (), ""), Feature("b", (2, 3), "")])
    assert dtype.itemsize == 7 * 4
    assert np.zeros(2, dtype).view(np.float32).shape == (14,)


@pytest.mark.parametrize("seed", [-1, -(2**64), "x", 1.5, None])
def test_an_invalid_seed_is_refused(seed: object) -> None:
    with pytest.raises(ValueError, match="a seed is 0 or a positive integer"):
        seed_word(seed)  # type: ignore[arg-type]


def test_seeds_of_any_integer_type_are_words() -> None:
    assert seed_word(np.int32(7)) == seed_word(7) == np.uint64(7)  # type: ignore[arg-type]
    assert seed_word(2**64 + 7) == np.uint64(7)
