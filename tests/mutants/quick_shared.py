"""What `tests/all_games` checks, on as few positions as plain Python can bear; only `tests.mutants` runs this."""

import numpy as np
import pytest

from tests.all_games.configs import CONFIGS, PLAYERS, invariants_of
from tests.all_games.redraws import redrawn
from tests.all_games.test_hidden import game_record, leaks
from tests.all_games.test_masks import try_every_action


def positions(config, seed, every):
    """Some positions of one random game, and its end."""
    game, rng = config.game, np.random.default_rng(seed)
    states, mask = config.start(seed), config.game.new_mask()
    game.loops.mask_at(states, 0, mask)
    step = 0
    while not states["over"][0]:
        if step % every == every // 2:
            yield states.copy()
        assert game.loops.play_if_legal(states, 0, int(rng.choice(np.flatnonzero(mask))), mask)
        step += 1
    yield states


@pytest.mark.parametrize("config", PLAYERS, ids=str)
def test_redrawn_worlds(config):
    game, check = config.game, invariants_of(config.name)
    for states in positions(config, 3, 12):
        for seat in range(config.players):
            one, other = redrawn(game, states, seat, 5), redrawn(game, states, seat, 6)
            assert not leaks(game, states, one, seat)
            assert redrawn(game, other, seat, 7).tobytes() == redrawn(game, states, seat, 7).tobytes()
            if check is not None:
                check(game_record(one))
    states = next(positions(config, 4, 20))
    world = redrawn(game, states, 0, 5)
    game.loops.playout(world, 0, game.max_decisions, game.new_mask())
    assert world["over"][0]


@pytest.mark.parametrize("config", PLAYERS, ids=str)
def test_masks_are_exact(config):
    game, mask = config.game, config.game.new_mask()
    for states in positions(config, 5, 25):
        if not states["over"][0]:
            game.loops.mask_at(states, 0, mask)
            try_every_action(game, states, mask.copy())


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_observations_stay_within_their_fields(config):
    game, layout = config.game, config.game.layout
    for states in positions(config, 6, 10):
        views = []
        for seat in range(config.players):
            full = np.zeros(layout.size, np.float32)
            game.loops.view_at(states, 0, seat, layout.size, full)
            views.append(full)
        for field in layout:
            part = np.array([view[layout.slice(field.name)] for view in views]) * field.scale
            assert part.min() >= min(field.low, 0) - 1e-3, field.name
            assert part.max() <= max(field.high, 0) + 1e-3, field.name
