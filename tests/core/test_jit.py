"""What ``@kernel`` compiles, and what it refuses."""

import numpy as np
import pytest
from numba.core.errors import NumbaError

from aquasphere_env.core import jit


@pytest.mark.skipif(bool(jit.flags.DISABLE_JIT), reason="nothing is compiled")
def test_a_kernel_that_would_allocate_is_refused() -> None:
    """Without numba's runtime there is nothing to count references with, nor to allocate by."""

    @jit.kernel
    def assign(target, source):  # type: ignore[no-untyped-def]
        target[:] = source  # goes through a copy in case they overlap

    with pytest.raises(NumbaError, match="NRT required but not enabled"):
        assign(np.zeros(3), np.ones(3))
