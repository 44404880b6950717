"""Makes the stored models of ``data/`` anew: ``python -m tests.training.stored``.

They stand for agents that users have saved, so make them anew only when a version of a game makes old agents useless.
"""

from __future__ import annotations

import io
import shutil
import tempfile
from pathlib import Path

from rich.console import Console
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from meeplezoo.agents.card import library_versions
from meeplezoo.training import TrainConfig
from meeplezoo.training.train import train
from meeplezoo.wrappers import SeatEnv

DATA = Path(__file__).parent / "data"
SB3_MODEL = DATA / "seat_env.zip"
CHECKPOINT = DATA / "checkpoint"
GAME, PLAYERS = "nations_dice", 2


def make_sb3_model() -> None:
    """A model that knows nothing of MeepleZoo but its environment, whose action space it holds."""
    env = DummyVecEnv([lambda: SeatEnv(GAME, PLAYERS)])
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=32, n_epochs=1, seed=1, device="cpu",
                        policy_kwargs={"net_arch": [8]})  # fmt: skip
    model.learn(64)
    model.save(SB3_MODEL)


def make_checkpoint() -> None:
    """The finished agent of a training run."""
    with tempfile.TemporaryDirectory() as folder:
        config = TrainConfig.from_dict({
            "game": GAME, "players": PLAYERS, "steps": 512, "n_games": 16, "threads": 1, "output": f"{folder}/stored",
            "learner": {"net": [8], "n_steps": 32, "batch_size": 64, "activation": "tanh"},
            "evaluation": {"games": 8, "against": ["random"]},
        })  # fmt: skip
        final = train(config, console=Console(file=io.StringIO()))
        shutil.rmtree(CHECKPOINT, ignore_errors=True)
        shutil.copytree(final, CHECKPOINT)


def main() -> None:
    """Makes both and says with what."""
    DATA.mkdir(exist_ok=True)
    make_sb3_model()
    make_checkpoint()
    versions = "\n".join(f"- {name} {version}" for name, version in library_versions().items())
    (DATA / "README.md").write_text(
        f"Made by `python -m tests.training.stored` ({Path(__file__).name} says how) with\n\n{versions}\n", "utf-8"
    )


if __name__ == "__main__":
    main()
