"""No leaks: what a seat does not know cannot be seen in anything that it is shown."""

import numpy as np
import pytest

from meeplezoo.envs.engine import Batch
from tests.toy import GUESS_OF, faults
from tests.toy import game as toy

from .configs import CONFIGS, PLAYERS, invariants_of, one_of_each, play_batch, quickly, some
from .redraws import Redraws, redrawn, state_fields_that_differ, view_fields_that_differ

GAMES_PLAYED = 12


def leaks(game, states, world, seat):
    """Where a seat sees that ``world`` is not ``states``: fields of its view, and its mask."""
    views, masks = np.zeros((2, game.layout.size), np.float32), np.zeros((2, game.n_actions), np.bool_)
    for position, view, mask in zip((states, world), views, masks, strict=True):
        game.loops.look(position, 0, seat, game.layout.own_end, view, mask)
    actions = [game.actions.decode(a) for a in np.flatnonzero(masks[0] != masks[1]).tolist()]
    return view_fields_that_differ(game.layout, *views) + actions


def sampled_positions(config, seed, share):
    """Single positions of random games, the finished ones among them."""
    yield from positions_of(config.batch(GAMES_PLAYED, seed=seed, observe=False), seed, share)


def positions_of(batch, seed, share):
    rng = np.random.default_rng(seed)
    for _ in play_batch(batch, seed):
        if rng.random() < share:
            i = int(rng.integers(batch.n))
            yield batch.states[i : i + 1].copy()
    yield batch.finals[:1].copy()


@pytest.mark.parametrize("config", quickly(one_of_each(CONFIGS), CONFIGS), ids=str)
def test_redrawn_worlds(config):
    game, check = config.game, invariants_of(config.name)
    mask = game.new_mask()
    varied, redraws = False, Redraws(game, config.players)
    for k, states in enumerate(sampled_positions(config, 21, 0.15)):
        if not states["over"][0]:
            redraws.look(states)
        for seat in range(config.players):
            worlds = [redrawn(game, states, seat, seed) for seed in (5, 6)]
            for world in worlds:
                # Nothing the seat sees has changed.
                assert not leaks(game, states, world, seat)
                known = {"players", "seat", "node", "over", "decisions", *game.variants}
                assert not known & set(state_fields_that_differ(world, states))
                # The world is possible: its actor can move, and the game can be played out.
                game.loops.mask_at(world, 0, mask)
                assert mask.any() or world["over"][0]
                if check is not None:
                    check(game_record(world))
            varied |= worlds[0].tobytes() != worlds[1].tobytes()
            # Both worlds are one information set of the seat: one seed makes one world of them.
            twins = redrawn(game, worlds[0], seat, 7), redrawn(game, states, seat, 7)
            assert not state_fields_that_differ(*twins), "the redrawn fields depend on the truth"
            if k % 4 == 0:
                game.loops.playout(worlds[0], 0, game.max_decisions, mask)
                assert worlds[0]["over"][0]
    assert varied
    assert redraws.faults() == []


def faults_of_redraws(game, players):
    """What `Redraws` finds at random positions of a short game."""
    redraws = Redraws(game, players)
    for seed in range(GAMES_PLAYED):
        for states in positions_of(Batch(game, 1, players, seed=seed, observe=False), seed, 0.9):
            if not states["over"][0]:
                redraws.look(states)
    return redraws.faults()


@pytest.mark.parametrize("players", [2, 3])
def test_secrets_that_are_never_redrawn_are_found(players):
    assert faults_of_redraws(toy, players) == []
    kept = faults_of_redraws(faults.keeps_card_of_seat_1, players)
    assert kept == [
        f"hidden field cards of seat 1 is the true one in every world drawn for seat {seat}"
        for seat in range(players)
        if seat != 1
    ]


@pytest.mark.parametrize("players", [2, 3])
def test_redraws_made_from_the_truth_are_found(players):
    found = faults_of_redraws(faults.redraws_from_the_truth, players)
    assert sorted(found) == [f"the redrawn card depends on the truth hidden from seat {p}" for p in range(players)]


def test_leaks_have_names():
    states = toy.start(0, 2)
    toy.apply(states[0], GUESS_OF)
    world = states.copy()
    world["stake"], world["guess"], world["seat"] = 2, 1, 1 - states["seat"]
    assert state_fields_that_differ(states, world) == ["seat", "guess", "stake"]
    guesser = int(states["guesser"][0])
    assert leaks(toy, states, world, guesser) == ["stake", "own_guess", ("stake", 0), ("stake", 1), ("stake", 2)]
    assert leaks(toy, states, states.copy(), guesser) == []


def game_record(states):
    return states.view(np.recarray)[0]


@pytest.mark.parametrize("config", quickly(some(PLAYERS), PLAYERS), ids=str)
def test_pictures_and_descriptions_leak_nothing(config):
    game, mask = config.game, config.game.new_mask()
    for states in sampled_positions(config, 22, 0.01):
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
