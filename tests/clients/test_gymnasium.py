"""Gymnasium's vectors: masks in each autoreset mode, and what learners that know no masks meet."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from meeplezoo.envs import IllegalActionError
from tests.clients.page import run_example

NAME = "meeplezoo.envs:meeplezoo/Aztlan-v0"
KINDS = ("sync", "async")


def vector(kind, n=2, mode=AutoresetMode.NEXT_STEP, **options):
    return gymnasium.make_vec(
        NAME, n, vectorization_mode=kind, vector_kwargs={"autoreset_mode": mode}, **{"players": 2, **options}
    )


def legal(masks, rng):
    return (rng.random(masks.shape) * masks).argmax(axis=1)


def test_example():
    names = run_example("Gymnasium vectors")
    assert names["observations"].shape[0] == names["masks"].shape[0] == 2


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.name)
def test_masks_say_what_is_legal_in_every_autoreset_mode(kind, mode):
    """Plays over the ends of episodes with the masks as docs/clients.md says; an illegal action would raise."""
    envs, rng, ended = vector(kind, mode=mode), np.random.default_rng(0), 0
    _, infos = envs.reset(seed=1)
    masks = infos["action_mask"]
    while ended < 4:
        assert masks.any(axis=1).all()
        _, rewards, over, _, infos = envs.step(legal(masks, rng))
        masks = infos["action_mask"].copy()
        assert (rewards[~over] == 0).all()
        if not over.any():
            continue
        ended += int(over.sum())
        if mode is AutoresetMode.SAME_STEP:
            assert (infos["final_info"]["payoff"][over] == rewards[over]).all()
            continue
        assert not masks[over].any()
        if mode is AutoresetMode.DISABLED:
            _, infos = envs.reset(options={"reset_mask": over})
            masks = np.where(infos["_action_mask"][:, None], infos["action_mask"], masks)
        else:
            _, _, _, _, infos = envs.step(legal(masks, rng))
            masks = infos["action_mask"]
    envs.close()


@pytest.mark.parametrize("kind", KINDS)
def test_masks_in_observations_are_there_for_every_game_at_all_times(kind):
    envs, rng, ended = vector(kind, mode=AutoresetMode.DISABLED, mask="observation"), np.random.default_rng(0), 0
    seen, _ = envs.reset(seed=1)
    while ended < 2:
        seen, _, over, _, infos = envs.step(legal(seen["action_mask"], rng))
        assert np.array_equal(seen["action_mask"], infos["action_mask"])
        if over.any():
            ended += int(over.sum())
            seen, _ = envs.reset(options={"reset_mask": over})
            assert seen["action_mask"].any(axis=1).all()
    envs.close()


def test_the_error_that_maskless_code_meets_names_the_remedy():
    envs = vector("sync")
    _, infos = envs.reset(seed=1)
    with pytest.raises(IllegalActionError) as caught:
        envs.step(infos["action_mask"].argmin(axis=1))
    assert "illegal_reward=" in " ".join(caught.value.__notes__)
    envs.close()


@pytest.mark.filterwarnings("ignore")  # Gymnasium reports what the worker says as warnings
def test_the_error_of_a_worker_process_reaches_the_learner(monkeypatch):
    said = []
    monkeypatch.setattr("gymnasium.logger.error", lambda message, *rest: said.append(message))
    envs = vector("async")
    _, infos = envs.reset(seed=1)
    with pytest.raises(IllegalActionError, match="Legal now"):
        envs.step(infos["action_mask"].argmin(axis=1))
    assert "illegal_reward=" in " ".join(said)
    envs.close(terminate=True)


@pytest.mark.parametrize("kind", KINDS)
def test_maskless_code_plays_with_an_illegal_reward(kind):
    envs = vector(kind, illegal_reward=-2.0)
    envs.reset(seed=1)
    lost = 0
    for _ in range(20):
        _, rewards, over, _, _ = envs.step(envs.action_space.sample())
        lost += int((rewards[over] == -2).sum())
    assert lost
    envs.close()
