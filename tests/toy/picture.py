"""Pictures of the toy game: the stake and the viewer's own card."""


def text(record, viewer):
    card = "" if viewer is None else f", your card {int(record.card[viewer])}"
    return f"seat {int(record.guesser)} guesses, stake {int(record.stake)}{card}"


def draw(record, viewer):
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" viewBox="0 0 80 40">'
        f'<rect x="0" y="0" width="{20 * int(record.stake) + 5}" height="40" fill="#336699"/></svg>'
    )
