"""MaskablePPO's policy with a masked distribution that takes about a sixth of the usual one's time."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib.common.maskable.distributions import MaskableCategorical, MaskableCategoricalDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import MlpExtractor

from ..agents.network import NotFiniteError

# As in sb3-contrib: so far below all other logits that the probability is exactly 0.
_FORBIDDEN = -1e8

Masks = torch.Tensor | NDArray[Any] | None


class MaskedCategoricalDistribution(MaskableCategoricalDistribution):
    """The same distribution as sb3-contrib's, computed once instead of three times.

    Logits are normalised when a probability is first asked for (sb3-contrib does it when the distribution is made,
    when the mask is applied and when the mask is applied again); nothing is validated, since logits come from the
    network; and an action is drawn by one uniform number per row instead of one exponential number per action.

    Args:
        action_dim: Number of actions, N.
    """

    def __init__(self, action_dim: int):
        super().__init__(action_dim)
        self._logits = torch.empty(0)
        self._mask: torch.Tensor | None = None
        self._masked: torch.Tensor | None = None
        self._log: torch.Tensor | None = None

    def proba_distribution(self, action_logits: torch.Tensor) -> MaskedCategoricalDistribution:
        """Takes new logits, float32[..., N]; the mask before is forgotten."""
        self._logits = action_logits.view(-1, self.action_dim)
        self._mask = self._masked = self._log = None
        return self

    def apply_masking(self, masks: Masks) -> None:
        """Allows only the actions that are True in ``masks``, bool[..., N]; None allows all."""
        self._masked = self._log = None
        if masks is None:
            self._mask = None
        else:
            mask = torch.as_tensor(masks, dtype=torch.bool, device=self._logits.device)
            self._mask = mask.reshape(self._logits.shape)

    @property
    def masked_logits(self) -> torch.Tensor:
        """Logits, very low for forbidden actions, float32[n, N]."""
        if self._masked is None:
            self._masked = self._logits if self._mask is None else self._logits.masked_fill(~self._mask, _FORBIDDEN)
        return self._masked

    @property
    def log_probs(self) -> torch.Tensor:
        """Logarithms of all probabilities, float32[n, N]."""
        if self._log is None:
            self._log = torch.log_softmax(self.masked_logits, -1)
        return self._log

    @property
    def probs(self) -> torch.Tensor:
        """All probabilities, float32[n, N]. (``exp`` of such low numbers is slow.)"""
        return torch.softmax(self.masked_logits, -1)

    @property
    def distribution(self) -> MaskableCategorical:  # type: ignore[override]
        """The same as sb3-contrib's object, for code that looks inside."""
        return MaskableCategorical(logits=self._logits, masks=self._mask)

    def log_prob(self, actions: torch.Tensor) -> torch.Tensor:
        """Logarithm of the probability of one action per row, float32[n]."""
        return self.log_probs.gather(1, actions.long().reshape(-1, 1)).squeeze(1)

    def entropy(self) -> torch.Tensor:
        """Entropy of every row in nats, float32[n]; forbidden actions add nothing, as their probability is 0."""
        return -(self.probs * self.log_probs).sum(-1)

    def sample(self) -> torch.Tensor:
        """One action per row, int64[n], by inverting the cumulated probabilities.

        Raises:
            NotFiniteError: The network answered with something that is no finite number.
        """
        with torch.no_grad():
            cumulated = self.probs.cumsum(-1)
            _check_finite(cumulated[:, -1])
            draws = torch.rand(len(cumulated), 1, device=cumulated.device) * cumulated[:, -1:]
            # The first place that exceeds the draw: there the sum rose, so that action has a probability. There is
            # one, since a float32 below 1 times a total, rounded, stays below the total.
            return torch.searchsorted(cumulated, draws, right=True).squeeze(1)

    def mode(self) -> torch.Tensor:
        """The likeliest action of every row, int64[n].

        Raises:
            NotFiniteError: The network answered with something that is no finite number.
        """
        highest, actions = self.masked_logits.max(-1)
        _check_finite(highest)
        return actions


def _check_finite(values: torch.Tensor) -> None:
    """Refuses values, one per row, of which one is infinite or no number: there is no action to draw then."""
    if not torch.isfinite(values).all():
        raise NotFiniteError("the network answers with no finite numbers: its weights or observations are damaged")


class MaskedPolicy(MaskableActorCriticPolicy):
    """``MaskableActorCriticPolicy`` with `MaskedCategoricalDistribution`: ``MaskablePPO(MaskedPolicy, env)``.

    Weights have the same names and shapes as those of ``"MlpPolicy"``, so either loads the other's.

    Raises:
        ValueError: The action space is not ``Discrete``.
    """

    def __init__(self, observation_space: spaces.Space[Any], action_space: spaces.Space[Any], *args: Any, **kw: Any):
        if not isinstance(action_space, spaces.Discrete):
            raise ValueError(f"MaskedPolicy needs a Discrete action space, not {action_space}")
        super().__init__(observation_space, action_space, *args, **kw)
        self.action_dist = MaskedCategoricalDistribution(int(action_space.n))


class AdvisedPolicy(MaskedPolicy):
    """`MaskedPolicy` on observations with advice behind them, which skips the layers: see `meeplezoo.agents.advice`.

    The advice, times a learned factor, is added to the logits; the value does not see it.

    Args:
        observation_space: Box of D + N numbers.
        action_space: Discrete(N).
        lr_schedule: As in SB3.
        units: What `meeplezoo.agents.advice.scales` gave; kept with the weights.
        trust: The factor at first.
    """

    def __init__(
        self, observation_space: spaces.Box, action_space: spaces.Discrete, lr_schedule: Any, *,
        units: NDArray[np.float32], trust: float = 4.0, **kw: Any,
    ):  # fmt: skip
        self._units, self._first_trust = units, trust
        super().__init__(observation_space, action_space, lr_schedule, **kw)

    def _get_constructor_parameters(self) -> dict[str, Any]:
        return {**super()._get_constructor_parameters(), "units": self._units, "trust": self._first_trust}

    def _build_mlp_extractor(self) -> None:
        n = int(self.action_space.n)  # type: ignore[attr-defined]
        self.mlp_extractor = AdviceSkips(self.features_dim - n, self.net_arch, self.activation_fn, self.device)

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        plain: Any = self.action_net
        head = AdvisedHead(plain.in_features, plain.out_features, self._units, self._first_trust)
        head.weight.data, head.bias.data = plain.weight.data, plain.bias.data
        self.action_net = head
        options: dict[str, Any] = {"lr": lr_schedule(1), **self.optimizer_kwargs}
        self.optimizer = self.optimizer_class(self.parameters(), **options)


class AdviceSkips(MlpExtractor):
    """Layers for the first ``size`` numbers of their input; what comes behind is handed on to the policy's head."""

    def __init__(self, size: int, *arguments: Any):
        super().__init__(size, *arguments)
        self._size = size

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Latents for policy and value."""
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        """Latent of the policy with the advice behind it."""
        return torch.cat([super().forward_actor(features[:, : self._size]), features[:, self._size :]], 1)

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        """Latent of the value."""
        return super().forward_critic(features[:, : self._size])


class AdvisedHead(torch.nn.Linear):
    """Logits from a latent with advice behind it."""

    def __init__(self, latent: int, n_actions: int, units: NDArray[np.float32], trust: float):
        super().__init__(latent, n_actions)
        self.trust = torch.nn.Parameter(torch.full((1,), float(trust)))
        self.register_buffer("units", torch.as_tensor(units))

    def forward(self, latent: torch.Tensor) -> torch.Tensor:
        """The layer's answer plus the advice times ``trust``."""
        return super().forward(latent[:, : self.in_features]) + self.trust * latent[:, self.in_features :]
