"""A game on file, read back, replayed bit for bit, and drawn."""

import tempfile
from pathlib import Path

from meeplezoo.agents import load_agent, play_game
from meeplezoo.envs import GAMES
from meeplezoo.envs.engine import Replay, read_records


def main() -> None:
    """Records a game between Greedy and Random and steps through it."""
    game = GAMES["glen_more"]
    record = play_game(game, [load_agent("greedy", game), load_agent("random", game)], seed=5)
    with tempfile.TemporaryDirectory() as folder:
        record.append_to(Path(folder, "games.jsonl"))
        (read,) = read_records(Path(folder, "games.jsonl"))
    replay = Replay(game, read)
    replay.verify()
    replay.seek(len(read.actions) // 2)
    print(f"{len(read.actions)} decisions, points {read.scores}; the position half-way, as seat 0 sees it:")
    print(game.text(replay.state, viewer=0))
    print(f"as a picture: {len(game.draw(replay.state, viewer=0)):,} characters of SVG")


if __name__ == "__main__":
    main()
