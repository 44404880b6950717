"""The policy's layers for playing: a plain matrix product per layer, without Stable-Baselines3 around it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from ..envs import DataError

ACTIVATIONS: dict[str, type[torch.nn.Module]] = {"relu": torch.nn.ReLU, "tanh": torch.nn.Tanh}
_BODY, _HEAD = "mlp_extractor.policy_net.", "action_net."
# Largest uniform draw: times a float32 total it stays below the total, so a cumulated search never runs off the end.
_BELOW_ONE = 1 - 2.0**-20

Weights = Mapping[str, torch.Tensor]


class PolicyNetwork:
    """A masked softmax policy made from the weights of a trained one.

    The layers share memory with the weights they are made from: a network made from a policy in training always plays
    like the policy does now; `frozen` makes an independent copy.
    """

    def __init__(self, weights: Weights, activation: str):
        """Takes the policy's part of ``weights``.

        Args:
            weights: A state dict of MaskablePPO's policy, or just its policy layers.
            activation: ``relu`` or ``tanh``.

        Raises:
            DataError: Layers are missing or do not fit one another.
        """
        body = sorted({int(k.removeprefix(_BODY).split(".")[0]) for k in weights if k.startswith(_BODY)})
        try:
            names = [f"{_BODY}{i}." for i in body] + [_HEAD]
            self._layers = [(weights[f"{n}weight"].detach(), weights[f"{n}bias"].detach()) for n in names]
        except KeyError as error:
            raise DataError(f"the weights lack {error}; the checkpoint is damaged or of another kind") from error
        for (w, _), (v, _) in zip(self._layers, self._layers[1:], strict=False):
            if w.shape[0] != v.shape[1]:
                raise DataError(f"layers of {w.shape[0]} outputs and {v.shape[1]} inputs do not fit: damaged weights")
        if activation not in ACTIVATIONS:
            raise DataError(f"activation {activation!r} is unknown; known: {', '.join(ACTIVATIONS)}")
        self.activation = activation
        self._names = names

    @property
    def observation_size(self) -> int:
        """Length of the observation vector."""
        return int(self._layers[0][0].shape[1])

    @property
    def n_actions(self) -> int:
        """Size of the action space."""
        return int(self._layers[-1][0].shape[0])

    def weights(self) -> dict[str, torch.Tensor]:
        """The policy's layers as a state dict."""
        named: dict[str, torch.Tensor] = {}
        for name, (weight, bias) in zip(self._names, self._layers, strict=True):
            named[f"{name}weight"], named[f"{name}bias"] = weight.clone(), bias.clone()
        return named

    def frozen(self) -> PolicyNetwork:
        """An independent copy."""
        return PolicyNetwork(self.weights(), self.activation)

    @torch.inference_mode()
    def choose(
        self, observations: NDArray[np.float32], masks: NDArray[Any], draws: NDArray[np.float64] | None
    ) -> NDArray[np.int64]:
        """Legal actions for many positions.

        Args:
            observations: float32[n, D].
            masks: bool or int8 [n, N], at least one legal action a row.
            draws: A uniform number from [0, 1) per row to sample from the policy; None takes the likeliest action.

        Returns:
            Flat action ids, int64[n].
        """
        x = torch.from_numpy(np.ascontiguousarray(observations, np.float32))
        for weight, bias in self._layers[:-1]:
            x = torch.addmm(bias, x, weight.t())
            x = x.relu_() if self.activation == "relu" else x.tanh_()
        weight, bias = self._layers[-1]
        legal = torch.from_numpy(np.ascontiguousarray(masks).astype(np.bool_, copy=False))
        logits = torch.addmm(bias, x, weight.t()).masked_fill_(~legal, -torch.inf)
        if draws is None:
            likeliest: NDArray[np.int64] = logits.argmax(1).numpy()
            return likeliest
        cumulated = torch.softmax(logits, 1).cumsum_(1)
        at = torch.from_numpy(draws).float().clamp_(max=_BELOW_ONE).unsqueeze_(1) * cumulated[:, -1:]
        # The first entry above the draw: illegal actions add nothing to the sum, so it is never one of them.
        chosen: NDArray[np.int64] = torch.searchsorted(cumulated, at, right=True).squeeze(1).numpy()
        return chosen


def read_weights(model: Path) -> dict[str, torch.Tensor]:
    """The policy's weights in a model file of Stable-Baselines3, without running any code from the file.

    Raises:
        DataError: The file is missing or damaged.
    """
    try:
        with zipfile.ZipFile(model) as archive:
            data = archive.read("policy.pth")
        weights: dict[str, torch.Tensor] = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
    except FileNotFoundError as error:
        raise DataError(f"{model} is missing: the checkpoint is incomplete; use another one") from error
    except Exception as error:  # zipfile, pickle and torch each have their own errors for damage
        raise DataError(f"{model} is damaged ({error}); use another checkpoint or train anew") from error
    return weights
