"""MaskablePPO that learns from every seat that its policy holds."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.buffers import RolloutBuffer
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from .experience import Experience
from .lessons import batches
from .seats import EverySeat


class SeatPPO(MaskablePPO):
    """MaskablePPO whose experience comes from `EverySeat`; all else is as in sb3-contrib.

    A rollout lasts until ``n_steps`` times the number of games decisions are settled, and so many are learned from (the
    few that one step too many settled are dropped); ``num_timesteps`` counts those. Decisions that are not settled by
    then are learned from after the next rollout.

    Attributes:
        experience: The decisions.
        lesson_coef: Weight of the loss on a teacher's lessons.
    """

    lesson_coef = 1.0

    def _setup_model(self) -> None:
        super()._setup_model()
        games = self.env
        if not isinstance(games, EverySeat):
            raise TypeError(f"SeatPPO learns from an EverySeat, not from {type(games).__name__}; see MaskablePPO")
        waiting = sum(tables.last.size for tables in games.tables)
        capacity = self.n_steps * self.n_envs + waiting + games.num_envs
        space: Any = self.observation_space
        self.experience = Experience(capacity, space.shape[0], games.game.n_actions, self.device)
        self.rollout_buffer: Any = self.experience

    def collect_rollouts(
        self, env: VecEnv, callback: BaseCallback, rollout_buffer: RolloutBuffer, n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:  # fmt: skip
        """Plays until enough decisions are settled; see MaskablePPO.

        Returns:
            False if the callback wants to stop.

        Raises:
            NotFiniteError: The network answers with no finite numbers.
        """
        assert isinstance(env, EverySeat)
        self.policy.set_training_mode(False)
        experience, before = self.experience, self.num_timesteps
        env.keep(experience.begin())
        callback.on_rollout_start()
        while (settled := experience.settled) < n_rollout_steps * env.num_envs:
            env.collect(self.decide, experience)
            self.num_timesteps = before + min(settled, n_rollout_steps * env.num_envs)
            callback.update_locals(locals())
            if not callback.on_step():
                return False
        self.num_timesteps = before + n_rollout_steps * env.num_envs
        experience.finish(self.gamma, self.gae_lambda, n_rollout_steps * env.num_envs)
        callback.on_rollout_end()
        return True

    def train(self) -> None:
        """PPO's gradient steps, and then those on the lessons of the games' teacher if there is one.

        The lessons' loss is ``lesson_coef`` times the cross-entropy between the search's policy and the learner's.
        """
        super().train()
        games: Any = self.env
        lessons = games.teacher.take() if games.teacher is not None else None
        if lessons is None:
            return
        losses = []
        for views, masks, wanted in batches(lessons, self.batch_size or len(lessons), self.device):
            # Of distributions with the mask applied, MaskedPolicy's know all logarithms at once.
            distribution: Any = self.policy.get_distribution(views, action_masks=masks)
            loss = -(wanted * distribution.log_probs).sum(-1).mean()
            self.policy.optimizer.zero_grad()
            (self.lesson_coef * loss).backward()
            torch.nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm)
            self.policy.optimizer.step()
            losses.append(loss.item())
        self.logger.record("train/lesson_loss", float(np.mean(losses)))
        self.logger.record("train/lessons", len(lessons))

    def decide(
        self, observations: NDArray[np.float32], masks: NDArray[np.bool_]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """What the policy does in k positions: actions int64[k], expected returns and log-probabilities float32[k]."""
        with torch.no_grad():
            views = torch.as_tensor(observations, device=self.device)
            actions, values, log_probs = self.policy(views, action_masks=masks)
        return actions.cpu().numpy(), values.flatten().cpu().numpy(), log_probs.cpu().numpy()
