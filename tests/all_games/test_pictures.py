"""Pictures of whole games: one size per game and number of players, so that they can become a video."""

import io
import re

import numpy as np
import pytest
from PIL import Image, ImageSequence

from meeplezoo.envs.engine.pictures.raster import rgb_array

from .configs import PLAYERS, Config, quickly, random_game, some

VIDEO_WIDTH = 240
STEP = 4  # decisions between two pictures that are measured
BETWEEN = 25  # decisions between two frames of the video


def viewers(config: Config) -> list[int | None]:
    return [None, *range(config.players)]


def size_of(svg: str) -> tuple[str, ...]:
    """Width, height and view box that the document declares."""
    head = svg[: svg.index(">")]
    return tuple(re.search(rf' {name}="([^"]+)"', head)[1] for name in ("width", "height", "viewBox"))


@pytest.mark.parametrize("config", quickly(some(PLAYERS), PLAYERS), ids=str)
def test_every_picture_of_a_game_has_the_same_size(config):
    game, states, mask = config.game, config.start(17), config.game.new_mask()
    sizes = {size_of(game.draw(states[0], viewer)) for viewer in viewers(config)}
    for k, action in enumerate(random_game(config, 17)):
        assert game.loops.play_if_legal(states, 0, action, mask)
        turn, which = divmod(k, STEP)
        if states["over"][0] or which == 0:  # all viewers at the end, else one after the other
            seen_by = viewers(config) if states["over"][0] else viewers(config)[turn % (config.players + 1) :][:1]
            sizes |= {size_of(game.draw(states[0], viewer)) for viewer in seen_by}
    assert states["over"][0]
    assert len(sizes) == 1, sizes


@pytest.mark.parametrize("config", quickly(some(PLAYERS)[::2], some(PLAYERS)), ids=str)
def test_a_game_becomes_a_video(config):
    game, states, mask = config.game, config.start(18), config.game.new_mask()
    frames = [rgb_array(game.draw(states[0], None), VIDEO_WIDTH)]
    for k, action in enumerate(random_game(config, 18), 1):
        assert game.loops.play_if_legal(states, 0, action, mask)
        if k % BETWEEN == 0 or states["over"][0]:
            frames.append(rgb_array(game.draw(states[0], None), VIDEO_WIDTH))
    assert {frame.shape for frame in frames} == {(*frames[0].shape[:1], VIDEO_WIDTH, 3)}
    file = io.BytesIO()
    first, *others = (Image.fromarray(frame) for frame in frames)
    first.save(file, "PNG", save_all=True, append_images=others, duration=200)
    with Image.open(file) as video:
        shown = [np.asarray(frame.convert("RGB")) for frame in ImageSequence.Iterator(video)]
    different = [frame for k, frame in enumerate(frames) if k == 0 or (frame != frames[k - 1]).any()]
    assert len(shown) == len(different)  # Pillow lets equal frames stand longer
    assert all(np.array_equal(a, b) for a, b in zip(shown, different, strict=True))
