import numpy as np
import pytest
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from meeplezoo.agents.network import NotFiniteError, PolicyNetwork
from meeplezoo.envs import DataError

SIZE, ACTIONS = 7, 5


@pytest.fixture
def policy():
    torch.manual_seed(3)
    return MaskableActorCriticPolicy(
        spaces.Box(-1, 1, (SIZE,)), spaces.Discrete(ACTIONS), lambda _: 1e-3, net_arch=[8, 6],
        activation_fn=torch.nn.Tanh,
    )  # fmt: skip


def arrays(policy):
    """The policy's weights as numpy arrays that share their memory."""
    return {name: value.detach().numpy() for name, value in policy.state_dict().items()}


@pytest.fixture
def positions():
    rng = np.random.default_rng(1)
    masks = rng.random((200, ACTIONS)) < 0.4
    masks[np.arange(200), rng.integers(ACTIONS, size=200)] = True
    return rng.normal(size=(200, SIZE)).astype(np.float32), masks


def test_likeliest_action_is_that_of_the_policy(policy, positions):
    views, masks = positions
    network = PolicyNetwork(arrays(policy), "tanh")
    expected, _ = policy.predict(views, deterministic=True, action_masks=masks)
    assert (network.choose(views, masks, None) == expected).all()


def test_samples_are_legal_and_follow_the_policy(policy, positions):
    views, masks = positions
    network = PolicyNetwork(arrays(policy), "tanh")
    draws = np.array([0.0, 0.5, 1 - 1e-9, 1 - 2**-53])
    for draw in draws:
        chosen = network.choose(views, masks, np.full(200, draw))
        assert masks[np.arange(200), chosen].all()
    n = 20_000
    view, mask = np.repeat(views[:1], n, 0), np.repeat(np.array([[True, False, True, True, False]]), n, 0)
    seen = np.bincount(network.choose(view, mask, np.random.default_rng(2).random(n)), minlength=ACTIONS) / n
    with torch.no_grad():
        wanted = policy.get_distribution(torch.from_numpy(view[:1]), mask[:1]).distribution.probs[0].numpy()
    assert np.abs(seen - wanted).max() < 0.02


def test_network_follows_the_policy_and_a_frozen_copy_does_not(policy, positions):
    views, masks = positions
    live = PolicyNetwork(arrays(policy), "tanh")
    frozen = live.frozen()
    before = live.choose(views, masks, None)
    optimizer = torch.optim.SGD(policy.parameters(), lr=5.0)
    policy.get_distribution(torch.from_numpy(views), masks).distribution.logits[:, 0].mean().backward()
    optimizer.step()
    assert (live.choose(views, masks, None) != before).any()
    assert (frozen.choose(views, masks, None) == before).all()


def test_damaged_weights_are_refused(policy):
    weights = arrays(policy)
    with pytest.raises(DataError, match="lack"):
        PolicyNetwork({k: v for k, v in weights.items() if k != "action_net.bias"}, "tanh")
    with pytest.raises(DataError, match="do not fit"):
        PolicyNetwork({**weights, "action_net.weight": np.zeros((ACTIONS, 3), np.float32)}, "tanh")
    with pytest.raises(DataError, match="activation"):
        PolicyNetwork(weights, "sine")


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("draws", [None, np.zeros(200)])
def test_a_network_without_numbers_chooses_nothing(policy, positions, value, draws):
    weights = {name: array.copy() for name, array in arrays(policy).items()}
    weights["action_net.bias"][2] = value
    with pytest.raises(NotFiniteError, match="no finite numbers"):
        PolicyNetwork(weights, "tanh").choose(*positions, draws)
