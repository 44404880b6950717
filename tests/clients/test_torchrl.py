"""TorchRL: GymEnv and PettingZooWrapper play legal actions only."""

import pytest

from tests.clients.page import run_example

pytestmark = [pytest.mark.client, pytest.mark.filterwarnings("ignore")]


def test_example():
    import torch

    torch.manual_seed(1)
    names = run_example("TorchRL")
    rollout = names["rollout"]
    assert rollout["next", "done"][-1].all()
    assert (rollout["action"].bool() <= rollout["action_mask"].bool()).all()
    assert not rollout["next", "action_mask"][-1].any()
    game = names["game"]
    assert game["next", "done"][-1].all()
    paid = [game["next", name, "reward"].sum().item() for name in ("player_0", "player_1")]
    assert sum(paid) == pytest.approx(0)
    assert paid != [0, 0]
    turns = 0
    for name in ("player_0", "player_1"):
        turn = game[name, "mask"].flatten()
        legal = game[name, "action_mask"].flatten(1)[turn].bool()
        assert legal.gather(1, game[name, "action"].flatten(1)[turn]).all()
        turns += int(turn.sum())
    assert turns == len(game)


def test_many_episodes_and_action_numbers():
    """Episodes follow each other without an illegal action, which would raise."""
    from torchrl.envs import ActionMask, GymEnv, TransformedEnv

    base = GymEnv("meeplezoo.envs:meeplezoo/Aztlan-v0", players=2, mask="observation", categorical_action_encoding=True)
    env = TransformedEnv(base, ActionMask())
    rollout = env.rollout(400, break_when_any_done=False)
    assert rollout["next", "done"].sum() >= 2
    assert rollout["action_mask"].gather(-1, rollout["action"].unsqueeze(-1)).all()


def test_masks_in_infos_serve_too():
    from torchrl.envs import PettingZooWrapper

    from meeplezoo.envs import aztlan_v0
    from meeplezoo.wrappers import MaskInInfo

    game = PettingZooWrapper(MaskInInfo(aztlan_v0.env(players=2)), use_mask=True).rollout(1000)
    assert game["next", "done"][-1].all()
