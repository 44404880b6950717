from ..engine import Field, ObservationLayout, rule

LAYOUT = ObservationLayout([Field("players", (4,), 1, "number of players, one-hot 2–5")])


@rule
def observe_known(s, seat, out):
    out[s.players - 2] = 1


@rule
def observe_hidden(s, seat, out):
    pass
