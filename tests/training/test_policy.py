"""The masked policy: the same distribution as sb3-contrib's, faster."""

import numpy as np
import pytest
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution

from meeplezoo.agents.network import NotFiniteError
from meeplezoo.training.policy import MaskedCategoricalDistribution, MaskedPolicy
from meeplezoo.wrappers import SeatVecEnv

N = 40


def both(seed, rows=64, masked=True):
    """Our distribution and sb3-contrib's for the same logits and masks; at least one action is legal."""
    rng = torch.Generator().manual_seed(seed)
    logits = 8 * torch.randn(rows, N, generator=rng)
    masks = torch.rand(rows, N, generator=rng) < 0.2
    masks[torch.arange(rows), torch.randint(N, (rows,), generator=rng)] = True
    made = []
    for kind in (MaskedCategoricalDistribution, MaskableCategoricalDistribution):
        own = logits.clone().requires_grad_()
        d = kind(N).proba_distribution(own)
        if masked:
            d.apply_masking(masks.numpy())
        made.append((d, own))
    return (*made, masks)


@pytest.mark.parametrize("masked", [True, False])
def test_same_numbers(masked):
    (ours, _), (theirs, _), masks = both(1, masked=masked)
    actions = masks.float().argmax(-1)
    torch.testing.assert_close(ours.log_prob(actions), theirs.log_prob(actions))
    torch.testing.assert_close(ours.entropy(), theirs.entropy(), atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(ours.probs, theirs.distribution.probs)
    torch.testing.assert_close(ours.distribution.probs, theirs.distribution.probs)
    assert torch.equal(ours.mode(), theirs.mode())


def test_same_gradients():
    (ours, mine), (theirs, other), masks = both(2)
    actions = masks.float().argmax(-1)
    for d in (ours, theirs):
        (d.log_prob(actions).sum() + d.entropy().sum()).backward()
    torch.testing.assert_close(mine.grad, other.grad, atol=1e-5, rtol=1e-5)
    assert mine.grad.abs().sum() > 0


def test_a_new_mask_replaces_the_old_one():
    (ours, _), (theirs, _), masks = both(3)
    for new in (masks.roll(1, 0), None):
        ours.log_prob(torch.zeros(len(masks), dtype=torch.int64))  # whatever was computed before is forgotten
        ours.apply_masking(new)
        theirs.apply_masking(new)
        torch.testing.assert_close(ours.probs, theirs.distribution.probs)


def test_samples_are_legal_and_as_frequent_as_they_should_be():
    torch.manual_seed(0)
    (ours, _), _, masks = both(4, rows=3)
    drawn = torch.stack([ours.sample() for _ in range(20_000)])
    for row in range(3):
        assert masks[row][drawn[:, row]].all()
        share = torch.bincount(drawn[:, row], minlength=N) / len(drawn)
        assert (share - ours.probs[row]).abs().max() < 0.015


def test_extreme_draws_stay_within_the_legal_actions(monkeypatch):
    d = MaskedCategoricalDistribution(4).proba_distribution(torch.zeros(2, 4))
    d.apply_masking(np.array([[False, True, True, False], [False, False, True, False]]))
    for value in (0.0, 1 - 2.0**-24):
        monkeypatch.setattr(torch, "rand", lambda *size, value=value, **_: torch.full(size, value))
        assert d.sample().tolist() == ([1, 2] if value == 0 else [2, 2])


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
@pytest.mark.parametrize("draw", [MaskedCategoricalDistribution.sample, MaskedCategoricalDistribution.mode])
def test_a_network_without_numbers_draws_nothing(value, draw):
    logits = torch.zeros(2, 4)
    logits[1, 2] = value
    d = MaskedCategoricalDistribution(4).proba_distribution(logits)
    d.apply_masking(np.ones((2, 4), bool))
    with pytest.raises(NotFiniteError, match="no finite numbers"):
        draw(d)
    d.apply_masking(np.array([[True] * 4, [True, True, False, True]]))
    assert draw(d).tolist()[1] in {0, 1, 3}, "what is forbidden does not count"


def test_refuses_other_action_spaces():
    with pytest.raises(ValueError, match="Discrete"):
        MaskedPolicy(spaces.Box(0, 1, (3,)), spaces.MultiDiscrete([2, 2]), lambda _: 1e-3)


def test_weights_fit_the_usual_policy():
    env = SeatVecEnv("aztlan", 4, 2, seed=0)
    usual = MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=16, seed=1, device="cpu")
    ours = MaskablePPO(MaskedPolicy, env, n_steps=8, batch_size=16, seed=2, device="cpu")
    ours.learn(64)
    usual.set_parameters(ours.get_parameters())
    observation, masks = env.reset(), env.action_masks()
    for model in (usual, ours):
        model.played, _ = model.predict(observation, deterministic=True, action_masks=masks)
    assert (usual.played == ours.played).all()
    assert masks[np.arange(4), ours.played].all()
