"""No leaks: what a seat does not know cannot be seen in anything that it is shown."""

import numpy as np
import pytest

from .configs import CONFIGS, PLAYERS, invariants_of, play_batch, some

GAMES_PLAYED = 12


def redrawn(game, states, seat, *seeds):
    twin = states.copy()
    for seed in seeds:
        game.loops.redraw(twin, 0, seat, np.uint64(seed))
    return twin


def shown(game, states, seat):
    """Own view and mask of a seat."""
    out, mask = np.zeros(game.layout.size, np.float32), game.new_mask()
    game.loops.look(states, 0, seat, game.layout.own_end, out, mask)
    return out.tobytes(), mask.tobytes()


def sampled_positions(config, seed, share):
    """Single positions of random games, the finished ones among them."""
    rng = np.random.default_rng(seed)
    batch = config.batch(GAMES_PLAYED, seed=seed, observe=False)
    for _ in play_batch(batch, seed):
        if rng.random() < share:
            i = int(rng.integers(batch.n))
            yield batch.states[i : i + 1].copy()
    yield batch.finals[:1].copy()


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_redrawn_worlds(config):
    game, check = config.game, invariants_of(config.name)
    mask = game.new_mask()
    varied = False
    for k, states in enumerate(sampled_positions(config, 21, 0.15)):
        for seat in range(config.players):
            worlds = [redrawn(game, states, seat, seed) for seed in (5, 6)]
            for world in worlds:
                # Nothing the seat sees has changed.
                assert shown(game, world, seat) == shown(game, states, seat)
                for name in ("players", "seat", "node", "over", "decisions", *game.variants):
                    assert world[name] == states[name]
                # The world is possible: its actor can move, and the game can be played out.
                game.loops.mask_at(world, 0, mask)
                assert mask.any() or world["over"][0]
                if check is not None:
                    check(game_record(world))
            varied |= worlds[0].tobytes() != worlds[1].tobytes()
            # Both worlds are one information set of the seat: one seed makes one world of them.
            assert redrawn(game, worlds[0], seat, 7).tobytes() == redrawn(game, states, seat, 7).tobytes()
            if k % 4 == 0:
                game.loops.playout(worlds[0], 0, game.max_decisions, mask)
                assert worlds[0]["over"][0]
    assert varied


def game_record(states):
    return states.view(np.recarray)[0]


@pytest.mark.parametrize("config", PLAYERS, ids=str)
def test_pictures_and_descriptions_leak_nothing(config):
    game, mask = config.game, config.game.new_mask()
    for states in sampled_positions(config, 22, 0.02):
        for seat in range(config.players):
            world = redrawn(game, states, seat, 9)
            assert game.text(world[0], seat) == game.text(states[0], seat)
            assert game.draw(world[0], seat) == game.draw(states[0], seat)
            # A spectator sees no more than any seat.
            assert game.text(world[0]) == game.text(states[0])
            assert game.draw(world[0]) == game.draw(states[0])
        actor = int(states["seat"][0])
        if actor >= 0:
            game.loops.mask_at(states, 0, mask)
            world = redrawn(game, states, actor, 9)
            for action in np.flatnonzero(mask).tolist():
                told = game.actions.describe(action, game_record(states))
                assert told == game.actions.describe(action, game_record(world))


@pytest.mark.parametrize("config", PLAYERS, ids=str)
def test_spectators_view_does_not_depend_on_anything_hidden(config):
    game = config.game
    end = game.layout.public_end
    for states in sampled_positions(config, 23, 0.03):
        views = []
        for world in (states, redrawn(game, states, 0, 3)):
            out = np.zeros(game.layout.size, np.float32)
            game.loops.view_at(world, 0, 0, end, out)
            views.append(out.tobytes())
        assert views[0] == views[1]


@pytest.mark.parametrize("config", some(PLAYERS), ids=str)
def test_chance_to_come_is_redrawn(config):
    """After a redraw the generator depends on the seed alone."""
    game = config.game
    states = config.start(4)
    other = states.copy()
    other["rng"] += np.uint64(1)
    assert redrawn(game, states, 0, 8).tobytes() == redrawn(game, other, 0, 8).tobytes()
    assert redrawn(game, states, 0, 8)["rng"] != redrawn(game, states, 0, 9)["rng"]
