"""Networks as the compiled search wants them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..network import Layers


@dataclass(frozen=True)
class Networks:
    """What networks tell a search; empty arrays for one that asks none.

    Attributes:
        weights: Parameters of both, float32; see `tree.forward`.
        shapes: Their shapes, int64[2, any].
        width: Greatest size of a layer.
    """

    weights: NDArray[np.float32]
    shapes: NDArray[np.int64]
    width: int

    def rows(self) -> NDArray[np.float32]:
        """Working space."""
        return np.zeros((3, self.width), np.float32)


NO_NETWORKS = Networks(np.zeros(0, np.float32), np.zeros((2, 3), np.int64), 0)


def networks_of(prior: Layers | None, value: Layers | None) -> Networks:
    """Copies the parameters of the networks for priors and for values (or neither) into one array."""
    networks = [prior, value]
    most = max((len(n.layers) for n in networks if n is not None), default=0)
    shapes, parts, at, width = np.zeros((2, 4 + most), np.int64), [np.zeros(0, np.float32)], 0, 0
    for k, network in enumerate(networks):
        if network is None:
            continue
        sizes = [network.layers[0][0].shape[1], *(bias.size for _, bias in network.layers)]
        shapes[k, : 3 + len(sizes)] = [at, len(network.layers), network.activation == "tanh", *sizes]
        for weight, bias in network.layers:
            parts += [weight.T.ravel(), bias]
            at += weight.size + bias.size
        width = max(width, *sizes)
    return Networks(np.concatenate(parts).astype(np.float32), shapes, width)
