"""How a finished game pays: by place, zero-sum, in [-1, 1]."""

from .rule import rule

SOLO_FULL_SCORE = 50


@rule
def finish(s):
    """Ends the game: ``score`` and ``tiebreak`` must be final; sets ``over``, ``seat`` and ``payoff``.

    Place i of n is worth 1 - 2(i-1)/(n-1) and tied seats share the mean of their places, which is the share of
    rivals beaten minus the share of rivals that were better. Alone: min(score, 50) / 50, at least 0.
    """
    s.over = True
    s.seat = -1
    n = int(s.players)
    if n == 1:
        s.payoff[0] = min(max(int(s.score[0]), 0), SOLO_FULL_SCORE) / SOLO_FULL_SCORE
        return
    for p in range(n):
        beaten = 0
        for q in range(n):
            beaten += compare(s, p, q)
        s.payoff[p] = beaten / (n - 1)


@rule
def compare(s, p, q):
    """1 if seat ``p`` ranks before seat ``q``, -1 if behind, 0 if they tie: by score, then tiebreak."""
    if s.score[p] != s.score[q]:
        return 1 if s.score[p] > s.score[q] else -1
    if s.tiebreak[p] != s.tiebreak[q]:
        return 1 if s.tiebreak[p] > s.tiebreak[q] else -1
    return 0
