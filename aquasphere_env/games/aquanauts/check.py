"""What makes a state of Aquanauts possible."""

import numpy as np


def check_state(state: np.void, blank: np.void) -> None:
    """Raise ``StateError`` unless the fields fit together."""
