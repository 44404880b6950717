"""What seats are paid: the choice between payoff by place, win share, victory-point margin, and shaping by score."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..errors import not_among

Final = Literal["place", "win_share", "margin"]
FINALS: tuple[Final, ...] = ("place", "win_share", "margin")


def win_shares(payoff: NDArray[np.floating]) -> NDArray[np.float64]:
    """One win a game, split among those who share the first place: float64[..., P] from payoffs of that shape."""
    best = payoff >= payoff.max(axis=-1, keepdims=True)
    shares: NDArray[np.float64] = best / best.sum(axis=-1, keepdims=True)
    return shares


@dataclass(frozen=True)
class Reward:
    """How rewards are made.

    Attributes:
        final: Paid at the end: ``place`` (zero-sum by place, the default), ``win_share`` (1 split among the winners,
            0 for the rest) or ``margin`` (score minus the mean of the others, divided by ``scale``).
        shaping: Weight of potential-based shaping (Ng, Harada, Russell 1999) with the potential ``shaping`` × margin;
            0 for none. It adds gamma·Φ(next) − Φ(now) to every step, with Φ = 0 before the first and after the last.
        gamma: Discount of the shaping; use the learner's own.
        scale: Victory points that count as 1.
    """

    final: Final = "place"
    shaping: float = 0.0
    gamma: float = 1.0
    scale: float = 50.0

    def __post_init__(self) -> None:
        """Checks the names and ranges."""
        if self.final not in FINALS:
            raise not_among("reward", self.final, FINALS)
        if self.scale <= 0:
            raise not_among("reward scale", self.scale, ["any positive number"])

    def at_end(self, payoff: NDArray[np.floating], score: NDArray[np.integer]) -> NDArray[np.float64]:
        """Final rewards, float64[..., P], from payoffs and scores of the same shape."""
        if self.final == "place":
            return payoff.astype(np.float64)
        if self.final == "margin":
            return self.margin(score)
        if payoff.shape[-1] == 1:
            return np.ones(payoff.shape)
        return win_shares(payoff)

    def margin(self, score: NDArray[np.integer]) -> NDArray[np.float64]:
        """Score minus the mean score of the others, in units of ``scale``: float64[..., P]."""
        n = score.shape[-1]
        if n == 1:
            return score / self.scale
        others = (score.sum(axis=-1, keepdims=True) - score) / (n - 1)
        lead: NDArray[np.float64] = (score - others) / self.scale
        return lead

    def potential(self, score: NDArray[np.integer]) -> NDArray[np.float64]:
        """The potential Φ of every seat, float64[..., P]."""
        return self.shaping * self.margin(score)
