"""Model files are read without torch, and hold nothing but plain tensors; saved agents stay loadable."""

import io
import pickle
import subprocess
import sys
import zipfile

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from meeplezoo.agents import load_agent
from meeplezoo.agents.weights import read_weights, unpack
from meeplezoo.envs import DataError, resolve_game
from meeplezoo.envs.engine import Batch
from meeplezoo.wrappers import SeatEnv
from meeplezoo.wrappers.seat_env import LegalDiscrete
from tests.training.stored import CHECKPOINT, GAME, PLAYERS, SB3_MODEL


def written(value):
    data = io.BytesIO()
    torch.save(value, data)
    return data.getvalue()


def test_plain_tensors_are_read_as_torch_reads_them():
    whole = torch.arange(24, dtype=torch.float32).reshape(4, 6)
    tensors = {
        "float": torch.randn(3, 5), "double": torch.randn(2, dtype=torch.float64), "long": torch.arange(7),
        "transposed": whole.T, "part": whole[1:3, 2:5], "scalar": torch.tensor(3.5), "empty": torch.zeros(0, 4),
    }  # fmt: skip
    found = unpack(written(tensors))
    assert list(found) == list(tensors)
    for name, tensor in tensors.items():
        assert found[name].dtype == tensor.numpy().dtype
        np.testing.assert_array_equal(found[name], tensor.numpy())


class Touch:
    """Makes a file when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return self.path.touch, ()


@pytest.mark.parametrize(
    "value",
    [
        {"a": torch.nn.Linear(2, 2)},
        {"a": torch.zeros(2).to_sparse()},
        {"a": torch.zeros(2, dtype=torch.bfloat16)},
        {"a": torch.nn.Parameter(torch.zeros(2))},
        {"a": np.zeros(2)},
        {"a": 1.0},
        {"a": {"b": torch.zeros(2)}},
        [torch.zeros(2)],
        torch.zeros(2),
    ],
    ids=["module", "sparse", "bfloat16", "parameter", "numpy", "number", "nested", "list", "bare"],
)
def test_anything_but_plain_tensors_is_refused(value, tmp_path):
    with pytest.raises(pickle.UnpicklingError):
        unpack(written(value))
    with zipfile.ZipFile(tmp_path / "model.zip", "w") as archive:
        archive.writestr("policy.pth", written(value))
    with pytest.raises(DataError, match=r"model\.zip is damaged .*; use another checkpoint"):
        read_weights(tmp_path / "model.zip")


@pytest.mark.parametrize("hide", [lambda evil: {"a": evil}, lambda evil: {"a": torch.zeros(1), "b": [evil]}])
def test_no_code_of_a_file_is_run(hide, tmp_path):
    with pytest.raises(pickle.UnpicklingError, match="no part of a plain tensor"):
        unpack(written(hide(Touch(tmp_path / "ran"))))
    assert not (tmp_path / "ran").exists()


def test_a_tensor_cannot_reach_beyond_its_storage():
    """Sizes that do not fit would show, or overwrite, other memory of the process."""
    data = written({"a": torch.arange(6, dtype=torch.float32)})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    index = next(name for name in files if name.endswith("data.pkl"))
    # Protocol 2 writes the shape as (K 6 tuple1) and the strides as (K 1 tuple1); say 200 elements.
    assert files[index].count(b"K\x06\x85") == 1
    files[index] = files[index].replace(b"K\x06\x85", b"K\xc8\x85")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    with pytest.raises(pickle.UnpicklingError, match="beyond"):
        unpack(out.getvalue())


def positions():
    """Observations and masks of many decisions of random play."""
    game = resolve_game(GAME)
    batch = Batch(game, 32, PLAYERS, seed=4)
    rng = np.random.default_rng(5)
    views, masks = [], []
    for _ in range(12):
        views.append(batch.observations.copy())
        masks.append(batch.masks.copy())
        batch.step((rng.random(batch.masks.shape) * batch.masks).argmax(1))
    return np.concatenate(views), np.concatenate(masks)


# A None in sys.modules makes every import of that name fail.
PLAY_WITHOUT_TORCH = f"""
import sys
for name in ("torch", "stable_baselines3", "sb3_contrib"):
    sys.modules[name] = None
import numpy as np
from meeplezoo.agents import load_agent
from meeplezoo.envs import resolve_game
with np.load(sys.argv[2]) as given:
    views, masks = given["views"], given["masks"]
game = resolve_game({GAME!r})
likeliest = load_agent(sys.argv[1], game, sample=False).act_many(views, masks)
drawn = load_agent(sys.argv[1], game, seed=3).act_many(views, masks)
np.savez(sys.argv[2], likeliest=likeliest, drawn=drawn)
"""


def test_a_stored_agent_plays_without_torch_as_with_it(tmp_path):
    views, masks = positions()
    file = tmp_path / "play.npz"
    np.savez(file, views=views, masks=masks)
    subprocess.run([sys.executable, "-c", PLAY_WITHOUT_TORCH, str(CHECKPOINT), str(file)], check=True)
    model = MaskablePPO.load(CHECKPOINT / "model.zip", device="cpu")
    expected, _ = model.predict(views, deterministic=True, action_masks=masks)
    with np.load(file) as played:
        assert (played["likeliest"] == expected).all()
        drawn = load_agent(CHECKPOINT, resolve_game(GAME), seed=3).act_many(views, masks)
        assert (played["drawn"] == drawn).all()
    assert masks[np.arange(len(masks)), drawn].all()
    assert len(set(expected.tolist())) > 5, "the agent has something to choose from"


def test_a_stored_sb3_model_loads_and_plays():
    """It refers to the environment's action space by its path: `LegalDiscrete` must stay where it is."""
    model = MaskablePPO.load(SB3_MODEL, device="cpu")
    assert type(model.action_space) is LegalDiscrete
    env = SeatEnv(GAME, PLAYERS)
    observation, info = env.reset(seed=1)
    terminated = False
    while not terminated:
        action, _ = model.predict(observation, action_masks=env.action_masks())
        observation, _, terminated, _, info = env.step(int(action))
    assert info["place"] in {1, 2}


def test_a_stored_sb3_model_learns_on():
    model = MaskablePPO.load(SB3_MODEL, DummyVecEnv([lambda: SeatEnv(GAME, PLAYERS)]), device="cpu")
    model.learn(32, reset_num_timesteps=False)
    assert model.num_timesteps == 96
