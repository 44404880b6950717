"""A short training by self-play and its evaluation. Needs the extra ``train``; takes a minute or two."""

import sys
import tempfile
from pathlib import Path

from meeplezoo.agents import load_agent
from meeplezoo.envs import GAMES
from meeplezoo.training import TrainConfig
from meeplezoo.training.evaluate import evaluate
from meeplezoo.training.train import train

CONFIG = Path(__file__).resolve().parents[2] / "configs" / "train" / "nations_dice_quick.toml"


def main(steps: int = 30_000) -> None:
    """Trains for some decisions and judges the result on deals that it has not met."""
    with tempfile.TemporaryDirectory() as folder:
        config = TrainConfig.from_toml(CONFIG, [f"output={folder}/run", f"steps={steps}", "n_games=64"])
        train(config)
        game = GAMES[config.game]
        standing = evaluate(game, load_agent(config.output, game), load_agent("random", game), games=100, seed=99)
    print(f"won {standing.win_share:.2f} [{standing.win_low:.2f}, {standing.win_high:.2f}] of {standing.games} games "
          f"of {standing.players} against random; an equal would win {standing.par:.2f}")  # fmt: skip


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30_000)
