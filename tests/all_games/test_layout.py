"""The declared observation and actions are those of play."""

import numpy as np
import pytest

from meeplezoo.envs import GAMES
from meeplezoo.envs.engine import MAX_PLAYERS

from .configs import CONFIGS, PLAYERS, play_batch, some


def view(game, states, i, seat, end):
    out = np.zeros(game.layout.size, np.float32)
    game.loops.view_at(states, i, seat, end, out)
    return out


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_observations_stay_within_their_fields(config):
    """In natural units, field by field, hidden ones too."""
    layout = config.game.layout
    batch = config.batch(40, seed=51, hide="all")
    least, most = np.full(layout.size, np.inf), np.full(layout.size, -np.inf)
    for _ in play_batch(batch, 51):
        least = np.minimum(least, batch.observations.min(axis=0))
        most = np.maximum(most, batch.observations.max(axis=0))
    for i in range(batch.n):
        for seat in range(config.players):
            final = view(config.game, batch.finals, i, seat, layout.size)
            least, most = np.minimum(least, final), np.maximum(most, final)
    assert np.isfinite(least).all() and np.isfinite(most).all()
    for field in layout:
        part = layout.slice(field.name)
        assert least[part].min() * field.scale >= min(field.low, 0) - 1e-3, field.name
        assert most[part].max() * field.scale <= max(field.high, 0) + 1e-3, field.name


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_decode_and_encode(config):
    layout = config.game.layout
    batch = config.batch(8, seed=52, hide="all")
    for step, _ in enumerate(play_batch(batch, 52)):
        if step % 20:
            continue
        for vector in batch.observations:
            values = layout.decode(vector)
            assert list(values) == [field.name for field in layout]
            assert all(values[field.name].shape == field.shape for field in layout)
            assert np.allclose(layout.encode(values), vector, atol=1e-4)
        assert layout.decode(batch.observations)["players"].shape[0] == batch.n


@pytest.mark.parametrize("config", PLAYERS, ids=str)
def test_hiding_blanks_exactly_what_is_not_visible(config):
    """In batch and environment alike, for every mode."""
    game, layout = config.game, config.game.layout
    batch = config.batch(8, seed=53, observe=False)
    nonzero = np.zeros(layout.size, np.bool_)
    env = config.env()
    env.reset(seed=53)
    for step, _ in enumerate(play_batch(batch, 53)):
        if step % 15:
            continue
        for seat in range(config.players):
            full = view(game, batch.states, 0, seat, layout.size)
            nonzero |= full != 0
            for mode in ("public", "own", "all"):
                for open_scores in (False, True):
                    shown = view(game, batch.states, 0, seat, layout.level(mode, open_scores))
                    assert np.array_equal(shown, np.where(layout.visible(mode, open_scores), full, 0))
            env.unwrapped.states[0] = batch.states[0]
            own = env.observe(f"player_{seat}")["observation"]
            assert np.array_equal(own, np.where(layout.visible("own"), full, 0))
    # Where there are secrets they were seen; some games have none but chance.
    assert (nonzero & ~layout.visible("own")).any() == (layout.own_end < layout.size)
    assert (layout.visible("public") <= layout.visible("own")).all()
    assert layout.visible("all").all()


@pytest.mark.parametrize("name", GAMES)
def test_layout_is_well_formed(name):
    layout = GAMES[name].layout
    assert sum(field.size for field in layout) == layout.size == layout.low.size == layout.high.size
    assert (layout.low <= 0).all() and (layout.high >= 0).all()
    assert (layout.low < layout.high).all()
    for field in layout:
        assert field.meaning and field.name == field.name.lower()
        assert f"`{field.name}`" in layout.markdown()


@pytest.mark.parametrize("name", GAMES)
def test_actions_are_well_formed(name):
    actions = GAMES[name].actions
    assert actions.n == GAMES[name].n_actions < 500
    for action in range(actions.n):
        kind, index = actions.decode(action)
        assert actions.encode(kind, index) == action
        assert actions[kind].rule, kind
        text = actions.describe(action)
        assert isinstance(text, str) and text.strip(), action
    for r in actions:
        assert f"`{r.name}`" in actions.markdown()


@pytest.mark.parametrize("config", CONFIGS, ids=str)
def test_every_legal_action_has_a_name_of_its_own(config):
    """Names are for people: two legal actions of one moment must not read alike."""
    game = config.game
    batch = config.batch(6, seed=54, observe=False)
    for step, _ in enumerate(play_batch(batch, 54)):
        i = step % batch.n
        record = batch.states.view(np.recarray)[i]
        legal = np.flatnonzero(batch.masks[i]).tolist()
        names = [game.actions.describe(action, record) for action in legal]
        assert all(isinstance(name, str) and name.strip() for name in names)
        twice = {name for name in names if names.count(name) > 1}
        assert not twice, (int(record.node), twice)


@pytest.mark.parametrize("config", some(PLAYERS), ids=str)
def test_sizes_do_not_depend_on_players_or_variants(config):
    env = config.env()
    env.reset(seed=0)
    for agent in env.agents:
        assert env.observation_space(agent)["observation"].shape == (config.game.layout.size,)
        assert env.action_space(agent).n == config.game.n_actions
    assert config.players <= MAX_PLAYERS
