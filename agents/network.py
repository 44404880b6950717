"""A trained policy's layers for playing: a plain matrix product per layer, in numpy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

import numpy as np
from numpy.typing import NDArray

from ..envs import ConfigError, DataError, Game

ACTIVATIONS = ("relu", "tanh")
# Largest uniform draw: times a float32 total it stays below the total, so a cumulated search never runs off the end.
_BELOW_ONE = np.float32(1 - 2.0**-20)

TRUST, UNITS = "action_net.trust", "action_net.units"
"""Names of what a policy with advice has besides its layers."""

Weights = Mapping[str, NDArray[np.float32]]


class NotFiniteError(DataError):
    """A network that answers with something that is no finite number."""


class Layers:
    """Dense layers, whose last one has no activation.

    They share memory with the weights they are made from: a network made from a policy in training always plays like
    the policy does now; `frozen` makes an independent copy.

    Attributes:
        layers: Matrices [outputs, inputs] and offsets, from input to output.
        activation: ``relu`` or ``tanh``.
    """

    body: str
    head: str

    def __init__(self, weights: Weights, activation: str):
        """Takes its part of ``weights``.

        Args:
            weights: The state dict of MaskablePPO's policy as arrays, or just these layers.
            activation: ``relu`` or ``tanh``.

        Raises:
            DataError: Layers are missing or do not fit one another.
        """
        body = sorted({int(k.removeprefix(self.body).split(".")[0]) for k in weights if k.startswith(self.body)})
        try:
            names = [f"{self.body}{i}." for i in body] + [self.head]
            self.layers = [(weights[f"{n}weight"], weights[f"{n}bias"]) for n in names]
        except KeyError as error:
            raise DataError(f"the weights lack {error}; the checkpoint is damaged or of another kind") from error
        for (w, _), (v, _) in zip(self.layers, self.layers[1:], strict=False):
            if w.shape[0] != v.shape[1]:
                raise DataError(f"layers of {w.shape[0]} outputs and {v.shape[1]} inputs do not fit: damaged weights")
        if activation not in ACTIVATIONS:
            raise DataError(f"activation {activation!r} is unknown; known: {', '.join(ACTIVATIONS)}")
        self.activation = activation
        self._names = names

    @property
    def observation_size(self) -> int:
        """Length of the observation vector."""
        return int(self.layers[0][0].shape[1])

    @property
    def outputs(self) -> int:
        """Number of answers."""
        return int(self.layers[-1][0].shape[0])

    def wanted(self, game: Game) -> int:
        """Number of answers that the game needs."""
        raise NotImplementedError

    def check(self, game: Game, what: str) -> None:
        """Checks that the network fits a game.

        Raises:
            ConfigError: It takes or gives another number of values.
        """
        needed = game.layout.size, self.wanted(game)
        if (self.observation_size, self.outputs) != needed:
            raise ConfigError(
                f"the network for the {what} takes {self.observation_size} and gives {self.outputs} values; "
                f"{game.name} needs {needed[0]} and {needed[1]}"
            )

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """Copies of the layers, by their names in the state dict."""
        named: dict[str, NDArray[np.float32]] = {}
        for name, (weight, bias) in zip(self._names, self.layers, strict=True):
            named[f"{name}weight"], named[f"{name}bias"] = weight.copy(), bias.copy()
        return named

    def frozen(self) -> Self:
        """An independent copy."""
        return type(self)(self.weights(), self.activation)

    def answers(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        """What the network says of observations float32[n, D]: float32[n, outputs]."""
        x = np.ascontiguousarray(observations, np.float32)
        for weight, bias in self.layers[:-1]:
            x = x @ weight.T
            x += bias
            if self.activation == "relu":
                np.maximum(x, 0, out=x)
            else:
                np.tanh(x, out=x)
        weight, bias = self.layers[-1]
        scores: NDArray[np.float32] = x @ weight.T + bias
        return scores


class ValueNetwork(Layers):
    """Expected payoff of the seat that sees a position."""

    body, head = "mlp_extractor.value_net.", "value_net."

    def wanted(self, game: Game) -> int:
        """One."""
        return 1


class PolicyNetwork(Layers):
    """A masked softmax policy made from the weights of a trained one.

    Attributes:
        trust: Factor of advice that is added to the logits (see `advice`), float32[1]; None for a policy without.
        units: The units of that advice by number of players, float32; None likewise.
    """

    body, head = "mlp_extractor.policy_net.", "action_net."

    def __init__(self, weights: Weights, activation: str):
        """See `Layers`."""
        super().__init__(weights, activation)
        self.trust, self.units = weights.get(TRUST), weights.get(UNITS)
        if (self.trust is None) != (self.units is None):
            raise DataError(f"the weights hold only one of {TRUST} and {UNITS}: damaged weights")

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """See `Layers.weights`."""
        named = super().weights()
        if self.trust is not None and self.units is not None:
            named[TRUST], named[UNITS] = self.trust.copy(), self.units.copy()
        return named

    def point(self, players: int) -> float:
        """What a point of appraisal adds to the logits in a game of so many; 0 for a policy without advice."""
        if self.trust is None or self.units is None:
            return 0.0
        return max(0.0, float(self.trust[0]) / float(self.units[players]))

    def wanted(self, game: Game) -> int:
        """One for each action."""
        return game.n_actions

    @property
    def n_actions(self) -> int:
        """Size of the action space."""
        return self.outputs

    def logits(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        """Unmasked scores of all actions, float32[n, N].

        Args:
            observations: float32[n, D]; with the advice behind it, float32[n, D + N], for a policy that wants it.
        """
        if self.trust is None:
            return self.answers(observations)
        views, advice = np.split(observations, [self.observation_size], axis=1)
        advised: NDArray[np.float32] = self.answers(views) + self.trust * advice
        return advised

    def choose(
        self, observations: NDArray[np.float32], masks: NDArray[np.bool_], draws: NDArray[np.float64] | None
    ) -> NDArray[np.int64]:
        """Legal actions for many positions.

        Args:
            observations: As for `logits`.
            masks: bool or int8 [n, N], at least one legal action a row.
            draws: A uniform number from [0, 1) per row to sample from the policy; None takes the likeliest action.

        Returns:
            Flat action ids, int64[n].

        Raises:
            NotFiniteError: The network answers with something that is no finite number.
        """
        scores = np.where(masks, self.logits(observations), np.float32(-np.inf))
        top = scores.max(1, keepdims=True)
        if not np.isfinite(top).all():
            raise NotFiniteError(
                "the network answers with no finite numbers: its weights are damaged; use another checkpoint"
            )
        if draws is None:
            likeliest: NDArray[np.int64] = scores.argmax(1)
            return likeliest
        cumulated = np.exp(scores - top).cumsum(1)
        at = np.minimum(draws.astype(np.float32), _BELOW_ONE)[:, None] * cumulated[:, -1:]
        # The first entry above the draw: illegal actions add nothing to the sum, so it is never one of them.
        chosen: NDArray[np.int64] = (cumulated > at).argmax(1)
        return chosen
