from dataclasses import dataclass
@dataclass(frozen=True)
class Board:
    svg: str
    places: dict
    tips: dict
def board_of(game, state, seat, names=(), reveal=False):
    return Board(game.draw(state, seat), {}, {})
def button_group(game, action):
    return game.actions.range_of(action).name.replace("_", " ").capitalize()
def wording(game, state, seat, action):
    return game.actions.describe(action, state)
def story(game, before, after, seat, action_seat, action, names=()):
    told = game.actions.tell(action, before, seat)
    return [f"{'You' if seat == action_seat else names[action_seat]}: {told}."] if told else []
