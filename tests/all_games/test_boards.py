"""The picture as an interface: every place is on it, everything is explained, and nothing of it gives a secret away."""

import re
from collections import Counter
from functools import cache
from xml.etree import ElementTree

import numpy as np
import pytest

from meeplezoo.envs import GAMES, ConfigError
from meeplezoo.envs.engine.pictures.board import board_of, button_group, legal_actions, story, wording
from meeplezoo.envs.engine.pictures.tallies import consequences, differences

from .configs import CONFIGS, PLAYERS, Config, one_of_each, position, quickly, random_game, some
from .redraws import redrawn

BOARDS = quickly(one_of_each(CONFIGS), CONFIGS)  # drawing takes long
SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("Anna <b>", "Bo & Co", "Čeněk “3”", "D'Arcy", "E")
PAGE = 1000  # width at which a board is shown
TOUCH = 24  # the least width and height of what is clicked on, in pixels of the page (WCAG 2.5.8)
PLACED = {"aztlan": 0.95, "deus": 0.85, "glen_more": 0.8, "nations_dice": 0.8, "teotihuacan": 0.85}
"""Share of legal actions with a place on the board, at least."""


@cache
def game_of(config: Config, seed: int) -> tuple[list[np.ndarray], list[int]]:
    """The positions of a random game, the last one included, and its actions."""
    actions, states, mask = random_game(config, seed), config.start(seed), config.game.new_mask()
    positions = [states.copy()]
    for action in actions:
        assert config.game.loops.play_if_legal(states, 0, action, mask)
        positions.append(states.copy())
    return positions, actions


def sampled(config: Config, seed: int, count: int) -> list[np.ndarray]:
    """Some positions of a random game, evenly spread, the last one included."""
    positions, _ = game_of(config, seed)
    return positions[: -1 : max(1, len(positions) // count)] + positions[-1:]


def viewers(config: Config) -> list[int | None]:
    return [None, *range(config.players)]


def actor(states: np.ndarray) -> int | None:
    return None if states["over"][0] else int(states["seat"][0])


@pytest.mark.parametrize("config", PLAYERS, ids=str)
def test_every_place_is_on_the_board_and_can_be_touched_and_every_element_is_explained(config):
    small = {}
    for states in sampled(config, 31, 16):
        seat = actor(states)
        board = board_of(config.game, states[0], seat, NAMES)
        root = ElementTree.fromstring(board.svg)
        groups = {e.get("id"): e for e in root.iter(f"{SVG}g") if e.get("id")}
        ids = [e.get("id") for e in root.iter() if e.get("id")]
        assert len(ids) == len(set(ids)), [key for key, n in Counter(ids).items() if n > 1]
        assert set(board.places.values()) <= set(groups)
        assert set(board.places) <= set(legal_actions(config.game, states[0], seat))
        assert {key for key, group in groups.items() if group.get("class") == "place"} == set(board.places.values())
        assert list(board.tips) == list(groups)
        for key, group in groups.items():
            assert group[0].tag == f"{SVG}title" and group[0].text, key
            assert len(board.tips[key]) > 10, key
        assert "None" not in "".join(board.tips.values())
        scale = PAGE / float(root.get("width"))
        for key, (width, height) in hit_areas(root).items():
            if min(width, height) * scale < TOUCH - 0.01:
                small[key] = width * scale, height * scale
    assert not small


def hit_areas(root) -> dict[str, tuple[float, float]]:
    """Width and height of the smallest hit shape of every place, in the document's units."""
    found = {}

    def visit(element, scale, key):
        scale *= float((re.search(r"scale\(([\d.]+)\)", element.get("transform", "")) or ["", "1"])[1])
        key = element.get("id") if element.get("class") == "place" else key
        for child in element:
            if child.get("class") == "hit":
                width, height = box(child)
                if key:
                    found[key] = min(found.get(key, (9e9, 9e9)), (width * scale, height * scale))
            visit(child, scale, key)

    visit(root, 1.0, None)
    assert set(found) == {e.get("id") for e in root.iter() if e.get("class") == "place"}, "a place without a hit shape"
    return found


def box(shape) -> tuple[float, float]:
    if shape.tag == f"{SVG}polygon":
        corners = np.array([pair.split(",") for pair in shape.get("points").split()], float)
        return tuple(corners.max(0) - corners.min(0))
    if shape.tag == f"{SVG}circle":
        return 2 * float(shape.get("r")), 2 * float(shape.get("r"))
    return float(shape.get("width")), float(shape.get("height"))


@pytest.mark.parametrize("name", [name for name in PLACED if name in GAMES])
def test_most_actions_and_all_decisions_have_places_on_the_board(name):
    placed, actions = 0, 0
    for config in some([c for c in PLAYERS if c.name == name]):
        pictures = config.game.pictures()
        for states in game_of(config, 33)[0][:-1]:
            s = states.view(np.recarray)[0]
            have = [pictures.place(s, action) is not None for action in legal_actions(config.game, s, actor(states))]
            assert any(have)
            placed += sum(have)
            actions += len(have)
    assert placed >= PLACED[name] * actions, f"{placed} of {actions}"


# --- Honesty ---------------------------------------------------------------------------------------------------------


def shown(config: Config, states: np.ndarray, viewer: int | None) -> list[object]:
    """All that a viewer is given of a position: by the engine, and by the game's picture itself, without its help."""
    game, pictures, s = config.game, config.game.pictures(), states.view(np.recarray)[0]
    board = board_of(game, states[0], viewer, NAMES)
    direct = [pictures.draw(s, viewer)] + [pictures.tip(s, viewer, element) for element in board.tips]
    places = [pictures.place(s, action) for action in legal_actions(game, s, viewer)]
    return [board.svg, board.places, board.tips, direct, places]


@pytest.mark.parametrize("config", BOARDS, ids=str)
def test_boards_do_not_depend_on_what_is_hidden(config):
    for k, states in enumerate(sampled(config, 34, 8)):
        for viewer in {actor(states) or 0, k % config.players}:
            world = redrawn(config.game, states, viewer, 40 + k)
            assert shown(config, world, viewer) == shown(config, states, viewer)
        assert shown(config, world, None) == shown(config, states, None)


@pytest.mark.parametrize("config", BOARDS, ids=str)
def test_wordings_do_not_depend_on_what_is_hidden(config):
    game = config.game
    for k, states in enumerate(sampled(config, 35, 8)[:-1]):
        seat = actor(states)
        world = redrawn(game, states, seat, 50 + k)
        for action in legal_actions(game, states[0], seat)[:8]:
            assert wording(game, world[0], seat, action) == wording(game, states[0], seat, action)


@pytest.mark.parametrize("config", BOARDS, ids=str)
def test_stories_do_not_depend_on_what_is_hidden(config):
    game = config.game
    positions, actions = game_of(config, 36)
    for k in range(0, len(actions), 7):
        before, after, seat = positions[k], positions[k + 1], actor(positions[k])
        for viewer in viewers(config):
            told = story(game, before[0], after[0], viewer, seat, actions[k], NAMES)
            assert all(sentence[0] == sentence[0].upper() for sentence in told)
            for blind in [viewer] if viewer is not None else range(config.players):
                worlds = [redrawn(game, states, blind, 60 + k) for states in (before, after)]
                # An action's index may lie in the part that is hidden: the actor's own slot means nothing in a world
                # in which it holds other cards. `ActionTable.tell` is tested for that by itself.
                if game.actions.range_of(actions[k]).known(int(before["node"][0])) == "all" or viewer in (seat, None):
                    assert story(game, worlds[0][0], worlds[1][0], viewer, seat, actions[k], NAMES) == told
                news = game.pictures().news
                record = [states.view(np.recarray)[0] for states in (before, after, *worlds)]
                assert news(record[2], record[3], viewer) == news(record[0], record[1], viewer)


@pytest.mark.parametrize("config", PLAYERS, ids=str)
def test_sure_consequences_come_true(config):
    game = config.game
    told = 0
    for states in sampled(config, 37, 15)[:-1]:
        seat = actor(states)
        for action in legal_actions(game, states[0], seat)[:6]:
            after = states.copy()
            assert game.loops.play_if_legal(after, 0, action, game.new_mask())
            found = differences(game, states[0], after[0], seat, sure=True)
            true = {f"{thing} {'+' if n > 0 else '−'}{abs(n)}" for (p, thing), n in found.items() if p == seat}
            sure = consequences(game, states[0], seat, action)
            assert set(sure) <= true
            told += bool(sure)
    assert told


# --- What games declare ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_headings_and_tallies_fit_the_game(name):
    game = GAMES[name]
    pictures = game.pictures()
    assert set(pictures.HEADINGS) == {r.name for r in game.actions}
    assert all(button_group(game, r.offset) == pictures.HEADINGS[r.name] for r in game.actions)
    for tally in pictures.TALLIES:
        field = game.layout[tally.field]
        size = field.size // field.shape[0] if tally.whose == "seats" else field.size
        assert (1 if isinstance(tally.things, str) else len(tally.things)) == size, tally.field
        assert field.visibility == ("own" if tally.whose == "own" else "public"), tally.field
        assert tally.whose != "seats" or field.shape[0] == game.players[-1], tally.field
        assert set(tally.told_by) <= set(pictures.HEADINGS)


@pytest.mark.parametrize("config", some(PLAYERS), ids=str)
def test_players_are_called_by_their_names(config):
    states = position(config, 38, random_game(config, 38)[:30])
    svg = board_of(config.game, states[0], None, NAMES).svg
    words = "\n".join(ElementTree.fromstring(svg).itertext())
    for name in NAMES[: config.players]:
        assert name in words
    assert "seat 0" not in words


@pytest.mark.parametrize("config", some(PLAYERS), ids=str)
def test_a_story_tells_the_end(config):
    positions, actions = game_of(config, 39)
    before, after = positions[-2][0], positions[-1][0]
    told = story(config.game, before, after, None, int(before["seat"]), actions[-1], NAMES)
    assert told[-1].startswith("The game is over: 1. ")
    for p in range(config.players):
        assert f"{NAMES[p]} with {after['score'][p]}" in told[-1]


@pytest.mark.parametrize("name", [name for name in ("aztlan", "deus") if name in GAMES])
def test_a_finished_game_can_be_shown_openly(name):
    """Any position of it, with all hands."""
    config = some([c for c in PLAYERS if c.name == name])[-1]
    game, pictures = config.game, config.game.pictures()
    states = sampled(config, 40, 4)[2]
    opened = board_of(game, states[0], None, reveal=True)
    assert opened.svg != board_of(game, states[0], None).svg
    world = redrawn(game, states, 0, 3)
    assert board_of(game, world[0], None, reveal=True).svg != opened.svg
    assert not opened.places
    closed = pictures.draw(states.view(np.recarray)[0], None)
    assert set(opened.tips) > set(re.findall(r'<g id="([^"]+)"', closed)) or name == "deus"  # hands are no elements


def test_wordings_are_for_the_seat_to_decide():
    game = next(iter(GAMES.values()))
    states = game.start(0)
    other = (int(states["seat"][0]) + 1) % int(states["players"][0])
    with pytest.raises(ConfigError, match="not to decide"):
        wording(game, states[0], other, legal_actions(game, states[0], 1 - other)[0] if other < 2 else 0)
    assert board_of(game, states[0], other).places == {}
