"""What ``@kernel`` compiles and refuses, with all pieces of numba that it uses and without them."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba.core.errors import NumbaError

from aquasphere_env.core import bits, jit, numba_internals
from tests.processes import python

pytestmark = pytest.mark.skipif(bool(jit.flags.DISABLE_JIT), reason="nothing is compiled")


def test_a_kernel_that_would_allocate_is_refused() -> None:
    """Without numba's runtime there is nothing to count references with, nor to allocate by."""

    @jit.kernel
    def assign(target, source):  # type: ignore[no-untyped-def]
        target[:] = source  # goes through a copy in case they overlap

    with pytest.raises(NumbaError, match="NRT required but not enabled"):
        assign(np.zeros(3), np.ones(3))


def test_constants_and_small_integers_share_a_signature() -> None:
    @jit.kernel
    def double(number):  # type: ignore[no-untyped-def]
        return 2 * number

    @jit.kernel
    def use(small, large):  # type: ignore[no-untyped-def]
        return double(small[0]) + double(large[0]) + double(number=7)

    assert use(np.ones(1, np.int8), np.ones(1, np.int64)) == 18
    assert len(double.signatures) == 1


def test_this_numba_has_every_piece() -> None:
    assert numba_internals.options_without_runtime() == {"_nrt": False}
    assert bits.count.targetoptions["_nrt"] is False
    assert "get_call_template" in vars(bits.count)
    dispatcher = jit.numba.njit(bits.count.py_func)
    assert numba_internals.replace_cache(dispatcher, Path(__file__), Path())
    assert isinstance(dispatcher._cache, numba_internals.EntryCache)


def test_without_a_piece_numba_is_left_as_it_is() -> None:
    assert numba_internals.options_without_runtime(object) == {}

    def other_signature(args: Any) -> None: ...

    for changed in (SimpleNamespace(get_call_template=other_signature), SimpleNamespace()):
        before = dict(vars(changed))
        numba_internals.widen_arguments(changed)
        assert vars(changed) == before
    for changed in (SimpleNamespace(_cache="another"), SimpleNamespace()):
        before = dict(vars(changed))
        assert not numba_internals.replace_cache(changed, Path(__file__), Path())
        assert vars(changed) == before


OTHER_NUMBA = """
from numba.core import caching, cpu, dispatcher

for base in cpu.CPUTargetOptions.__mro__:
    if "_nrt" in vars(base):
        del base._nrt  # numba refuses options that it does not know

original = dispatcher.Dispatcher.get_call_template
dispatcher.Dispatcher.get_call_template = lambda self, *types: original(self, *types)
caching.NullCache = type("NullCache", (), {})  # not what dispatchers begin with

import numpy as np
from aquasphere_env.core import bits

assert "_nrt" not in bits.count.targetoptions
assert "get_call_template" not in vars(bits.count)
assert bits.count(np.array([7, 1], np.uint64)) == 4
print(sum(bits.count.stats.cache_hits.values()))
"""


def test_kernels_run_and_are_cached_with_a_numba_that_lacks_every_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for hits in ("0", "1"):
        done = python("-c", OTHER_NUMBA)
        assert (done.returncode, done.stderr, done.stdout.strip()) == (0, "", hits)
    assert list(tmp_path.rglob("*.nbi"))  # numba's own
