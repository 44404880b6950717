"""What seats decided and what came of it: the rollout buffer of `SeatPPO`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import MaskableRolloutBufferSamples

from ..envs.engine import rule


@rule
def estimate(rewards, values, follows, ended, used, gamma, gae_lambda, advantages):
    """Generalized advantage estimates (Schulman et al. 2016) along the streams of all seats, from the last row back.

    Row k is followed by row ``follows[k]`` > k of the same stream, or by nothing: either the game ``ended`` with it, or
    it waits to be settled; then its advantage is 0 and its value stands for what is to come.
    """
    for k in range(used - 1, -1, -1):
        after = follows[k]
        if after >= 0:
            delta = rewards[k] + gamma * values[after] - values[k]
            advantages[k] = delta + gamma * gae_lambda * advantages[after]
        elif ended[k]:
            advantages[k] = rewards[k] - values[k]
        else:
            advantages[k] = 0.0


class Experience:
    """Decisions in the order in which they were made, each a row.

    Rows are settled once the seat has decided again or its game has ended; those that are not stay for the next
    collection, with what the policy said then.

    Attributes:
        used: Number of rows.
        observations: float32[capacity, D].
        masks: Legal actions, bool[capacity, N].
        actions: int64[capacity].
        expected: Expected returns, float32[capacity].
        log_probs: Logarithms of the probabilities of the actions, float32[capacity].
        rewards: What was paid up to the seat's next decision, float64[capacity].
        follows: Row of the seat's next decision, or -1, int64[capacity].
        ended: Whether the game ended before that, bool[capacity].
        kinds: Kind of decision (the position's node), int64[capacity].
        advantages: float64[capacity], after `finish`.
    """

    def __init__(self, capacity: int, observation_size: int, n_actions: int, device: Any = "cpu"):
        """Makes room."""
        self.capacity, self.used, self._device = capacity, 0, device
        self.observations = np.zeros((capacity, observation_size), np.float32)
        self.masks = np.zeros((capacity, n_actions), np.bool_)
        self.actions, self.kinds = np.zeros(capacity, np.int64), np.zeros(capacity, np.int64)
        self.expected, self.log_probs = np.zeros(capacity, np.float32), np.zeros(capacity, np.float32)
        self.rewards, self.advantages = np.zeros(capacity), np.zeros(capacity)
        self.follows, self.ended = np.full(capacity, -1), np.zeros(capacity, np.bool_)
        self._settled = np.zeros(0, np.int64)

    def claim(self, n: int) -> NDArray[np.int64]:
        """The numbers of ``n`` new rows."""
        rows = np.arange(self.used, self.used + n)
        self.used += n
        self.rewards[rows], self.follows[rows], self.ended[rows] = 0, -1, False
        return rows

    @property
    def settled(self) -> int:
        """How many rows are settled."""
        return int(((self.follows[: self.used] >= 0) | self.ended[: self.used]).sum())

    def begin(self) -> NDArray[np.int64]:
        """Drops the settled rows and moves the others to the front; returns the new row of each old one, or -1."""
        kept = np.flatnonzero((self.follows[: self.used] < 0) & ~self.ended[: self.used])
        moved = np.full(self.used, -1)
        moved[kept] = np.arange(kept.size)
        for rows in (self.observations, self.masks, self.actions, self.kinds, self.expected, self.log_probs):
            rows[: kept.size] = rows[kept]
        self.used = 0
        self.claim(kept.size)
        return moved

    def finish(self, gamma: float, gae_lambda: float, most: int) -> None:
        """Works out the advantages; the first ``most`` settled rows are what is learned from."""
        estimate(self.rewards, self.expected, self.follows, self.ended, self.used, gamma, gae_lambda, self.advantages)
        self._settled = np.flatnonzero((self.follows[: self.used] >= 0) | self.ended[: self.used])[:most]

    # --- what MaskablePPO.train reads --------------------------------------------------------------------------------

    @property
    def returns(self) -> NDArray[np.float32]:
        """Advantages and values of settled rows together, float32[k]."""
        rows = self._settled
        return (self.advantages[rows] + self.expected[rows]).astype(np.float32)

    @property
    def values(self) -> NDArray[np.float32]:
        """Values of the settled rows, float32[k]."""
        return self.expected[self._settled]

    def get(self, batch_size: int | None = None) -> Iterator[MaskableRolloutBufferSamples]:
        """The settled rows in random order (numpy's global generator, as SB3's buffers), in batches."""
        order = np.random.permutation(self._settled)
        size = batch_size or order.size
        for start in range(0, order.size, size):
            rows = order[start : start + size]
            yield MaskableRolloutBufferSamples(
                self._tensor(self.observations[rows]), self._tensor(self.actions[rows, None]),
                self._tensor(self.expected[rows]), self._tensor(self.log_probs[rows]),
                self._tensor(self.advantages[rows].astype(np.float32)),
                self._tensor((self.advantages[rows] + self.expected[rows]).astype(np.float32)),
                self._tensor(self.masks[rows]),
            )  # fmt: skip

    def surprise(self) -> dict[int, float]:
        """Mean of -log p of what was chosen, by kind of decision: an unbiased estimate of the policy's entropy there.

        Decisions with one legal action count too.
        """
        rows = self._settled
        kinds, of = np.unique(self.kinds[rows], return_inverse=True)
        means = np.bincount(of, -self.log_probs[rows].astype(np.float64)) / np.bincount(of)
        return dict(zip(kinds.tolist(), means.tolist(), strict=True))

    def _tensor(self, values: NDArray[Any]) -> torch.Tensor:
        return torch.as_tensor(values, device=self._device)
