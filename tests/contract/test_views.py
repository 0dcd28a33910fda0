"""Every view is a bounded float32 record that is written whole for every player at any time."""

import numpy as np

from aquasphere_env.core import loops
from aquasphere_env.core.game import Game, Variant
from aquasphere_env.core.state import new_records
from aquasphere_env.core.view import View

from .setups import sample


def test_every_field_is_written_finite_and_within_bounds(variant: Variant) -> None:
    records = {name: new_records(1, view.dtype) for name, view in variant.game.views.items()}
    for match in sample(variant, seed=11, every=3):
        for player in range(variant.num_players):
            for record in records.values():
                record.view(np.float32)[:] = np.nan
                loops.observe_one(match.states, 0, player, record, 0)
                assert outside(record) == [], f"player {player}"


def outside(record: np.ndarray) -> list[str]:
    """Return the features with a value that is not in [-1, 1]; NaN is not."""
    return [f for f in record.dtype.names or () if not (np.abs(record[f]) <= 1).all()]


def test_observing_changes_nothing(variant: Variant) -> None:
    for match in sample(variant, seed=12, every=9):
        before = match.states.tobytes()
        for view in variant.game.views.values():
            for player in range(variant.num_players):
                loops.observe_one(match.states, 0, player, new_records(1, view.dtype), 0)
        assert match.states.tobytes() == before


def test_documented_features_are_the_record(game: Game) -> None:
    assert next(iter(game.views)) == "flat"
    assert game.views["flat"].layout == "vector"
    assert "entities" in game.views
    for view in game.views.values():
        assert [f.name for f in view.features] == list(view.dtype.names or ())
        for feature in view.features:
            assert view.dtype[feature.name].base == np.float32
            assert view.dtype[feature.name].shape == feature.shape
            assert feature.meaning.strip()
        assert view.dtype.itemsize == 4 * view.size  # no padding: networks see one array


def test_tokens_say_whether_they_are_there(variant: Variant) -> None:
    """The first feature of each row of a token matrix is 0 or 1; an absent token is all zeros."""
    view = variant.game.views["entities"]
    assert view.layout == "fields"
    record = new_records(1, view.dtype)
    for match in sample(variant, seed=13, every=10):
        for player in range(variant.num_players):
            loops.observe_one(match.states, 0, player, record, 0)
            for feature in view.features:
                if len(feature.shape) == 2:
                    tokens = record[feature.name][0]
                    assert np.isin(tokens[:, 0], (0, 1)).all(), feature.name
                    assert not tokens[tokens[:, 0] == 0].any(), feature.name


def test_a_digest_stands_for_names_shapes_order_and_meanings(game: Game) -> None:
    for view in game.views.values():
        first, *rest = view.features
        assert digest_of(view.features) == view.digest
        changed = [
            [*rest, first],
            [first._replace(name="another"), *rest],
            [first._replace(shape=(*first.shape, 1)), *rest],
            [first._replace(meaning="another"), *rest],
        ]
        digests = {digest_of(features) for features in changed if len(view.features) > 1}
        assert view.digest not in digests


def digest_of(features: object) -> str:
    """Return the digest of a view of ``features`` without binding a kernel to it."""
    view = object.__new__(View)
    view.features = tuple(features)  # type: ignore[arg-type]
    return view.digest
