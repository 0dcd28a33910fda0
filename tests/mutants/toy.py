"""A kernel whose mutants are known, and tests that let some of them live."""

LIMIT = 3


def bounded(total: int, taken: int) -> int:
    """Return how many of ``taken`` fit under the limit."""
    if total + taken > LIMIT:
        return LIMIT - total
    return taken


def test_what_fits_is_kept() -> None:
    assert bounded(1, 1) == 1


def test_the_rest_is_cut() -> None:
    assert bounded(2, 5) == 1


def test_the_limit_itself_fits() -> None:
    assert bounded(0, 3) == 3
