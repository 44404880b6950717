"""The example on the page about data: what it learns is worth something."""

import pytest

from docs.examples.behaviour_cloning import clone


@pytest.mark.slow
def test_a_clone_of_the_heuristic_beats_random_play_clearly(tmp_path):
    standing = clone("nations_dice", tmp_path, games=128, judged=200)
    assert standing.win_low > 0.75
