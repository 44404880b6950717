"""Environments with one seeded defect each, and the checks that must find it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from pettingzoo.classic.connect_four import connect_four

from meeplezoo.envs import aztlan_v0
from meeplezoo.envs.engine import GameEnv, IllegalActionError

MUTANTS: dict[str, tuple[type, tuple[str, ...]]] = {}


def caught_by(*checks: str) -> Any:
    """Registers a mutant with the checks of which each must find it."""

    def register(mutant: type) -> type:
        MUTANTS[mutant.__name__] = (mutant, checks)
        return mutant

    return register


class Aztlan(GameEnv):
    """The sound environment that most mutants change: three players, own information."""

    def __init__(self, render_mode: str | None = None, players: int = 3, **options: Any):
        super().__init__(aztlan_v0.game, players, render_mode=render_mode, hide="own", **options)


# --- masks -----------------------------------------------------------------------------------------------------------


@caught_by("mask_exact")
class MaskHidesMove(Aztlan):
    def observe(self, agent):
        observation = super().observe(agent)
        legal = np.flatnonzero(observation["action_mask"])
        if legal.size > 1:
            observation["action_mask"][legal[0]] = 0
        return observation


@caught_by("mask_exact")
class MaskOffersIllegalMove(Aztlan):
    def observe(self, agent):
        observation = super().observe(agent)
        mask = observation["action_mask"]
        if mask.any():
            mask[np.flatnonzero(mask == 0)[:1]] = 1
        return observation


@caught_by("mask_exact")
class StaleMask(Aztlan):
    """One decision late."""

    def reset(self, seed=None, options=None):
        super().reset(seed, options)
        self._late = self._legal()

    def step(self, action):
        late = self._legal()
        super().step(action)
        self._late = late

    def observe(self, agent):
        observation = super().observe(agent)
        if observation["action_mask"].any():
            observation["action_mask"] = self._late.view(np.int8).copy()
        return observation


@caught_by("mask_form")
class ShortMask(Aztlan):
    def observe(self, agent):
        observation = super().observe(agent)
        return {**observation, "action_mask": observation["action_mask"][:-1]}


@caught_by("mask_form")
class FloatMask(Aztlan):
    def observe(self, agent):
        observation = super().observe(agent)
        return {**observation, "action_mask": observation["action_mask"].astype(np.float32)}


@caught_by("mask_form")
class MaskOfTwos(Aztlan):
    def observe(self, agent):
        observation = super().observe(agent)
        return {**observation, "action_mask": observation["action_mask"] * np.int8(2)}


@caught_by("mask_waiting")
class MaskForEverybody(Aztlan):
    def observe(self, agent):
        observation = super().observe(agent)
        return {**observation, "action_mask": self._legal().view(np.int8)}


@caught_by("mask_nonempty")
class EmptyMask(Aztlan):
    """last() is right, observe() is not."""

    def observe(self, agent):
        observation = super().observe(agent)
        return {**observation, "action_mask": np.zeros_like(observation["action_mask"])}

    def last(self, observe=True):
        _, *others = super().last(observe)
        return (GameEnv.observe(self, self.agent_selection), *others)


@caught_by("mask_fresh")
class AliasedMask(Aztlan):
    def observe(self, agent):
        observation = super().observe(agent)
        self.kept = getattr(self, "kept", observation["action_mask"])
        self.kept[:] = observation["action_mask"]
        return {**observation, "action_mask": self.kept}


@caught_by("play")
class NoLegalMove(Aztlan):
    def observe(self, agent):
        observation = super().observe(agent)
        if len(self._actions) == 20:
            observation["action_mask"][:] = 0
        return observation


# --- observations ----------------------------------------------------------------------------------------------------


@caught_by("egocentric")
class SwappedSeats(Aztlan):
    """Everybody sees the board from the next seat."""

    def observe(self, agent):
        following = self.possible_agents[(self.possible_agents.index(agent) + 1) % self.players]
        return {**super().observe(following), "action_mask": super().observe(agent)["action_mask"]}


@caught_by("egocentric")
class NotEgocentric(Aztlan):
    def observe(self, agent):
        return {**super().observe(self.possible_agents[0]), "action_mask": super().observe(agent)["action_mask"]}


@caught_by("visibility", "resample_invisible")
class Leak(Aztlan):
    """One card of the deck shows."""

    def observe(self, agent):
        observation = super().observe(agent)
        at = self.game.layout.slice("deck").start
        observation["observation"][at] = (self.states["deck"][0, 0] + 1) / 10
        return observation


@caught_by("resample_invisible")
class LeakInPublicField(Aztlan):
    """An opponent's secret card shows in an element that is public."""

    def observe(self, agent):
        observation = super().observe(agent)
        other = (self.possible_agents.index(agent) + 1) % self.players
        at = self.game.layout.slice("removed").start
        observation["observation"][at] = (self.states["power_now"][0, other] + 1) / 10
        return observation


@caught_by("observation_fresh")
class AliasedObservation(Aztlan):
    def observe(self, agent):
        observation = super().observe(agent)
        self.kept = getattr(self, "kept", observation["observation"])
        self.kept[:] = observation["observation"]
        return {**observation, "observation": self.kept}


@caught_by("observe_pure")
class ObserveDrawsChance(Aztlan):
    def observe(self, agent):
        self.states["rng"] += np.uint64(1)
        return super().observe(agent)


@caught_by("observe_pure")
class ObserveCountsCalls(Aztlan):
    calls = 0

    def observe(self, agent):
        self.calls += 1
        observation = super().observe(agent)
        observation["observation"][0] = self.calls % 2
        return observation


@caught_by("observation_space")
class OutOfBounds(Aztlan):
    def observe(self, agent):
        observation = super().observe(agent)
        return {**observation, "observation": observation["observation"] * 100}


@caught_by("observation_space")
class DoublePrecision(Aztlan):
    def observe(self, agent):
        observation = super().observe(agent)
        return {**observation, "observation": observation["observation"].astype(np.float64)}


@caught_by("spaces")
class NewSpaceEachCall(Aztlan):
    def action_space(self, agent):
        return type(super().action_space(agent))(self.game.n_actions)


# --- turns and legality ----------------------------------------------------------------------------------------------


@caught_by("agent_order")
class RoundRobin(Aztlan):
    def observe(self, agent):
        observation = super().observe(agent)
        if agent == self.agent_selection:
            observation["action_mask"] = self._legal().view(np.int8)
        return observation

    def step(self, action):
        turn = self.agents.index(self.agent_selection) + 1 if self.agents else 0
        super().step(action)
        if self.agents and not any(self.terminations.values()):
            self.agent_selection = self.agents[turn % len(self.agents)]


@caught_by("illegal_unchanged")
class IllegalAdvances(Aztlan):
    def step(self, action):
        try:
            super().step(action)
        except IllegalActionError:
            self.states["decisions"] += 1
            raise


@caught_by("mask_exact")
class IllegalIsReplaced(Aztlan):
    def step(self, action):
        try:
            super().step(action)
        except IllegalActionError:
            super().step(int(np.flatnonzero(self._legal())[0]))


@caught_by("action_range")
class NegativeIndex(Aztlan):
    def step(self, action):
        legal = self._legal()
        super().step(int(np.flatnonzero(legal)[0]) if action == -1 else action)


# --- rewards and the end ---------------------------------------------------------------------------------------------


@caught_by("zero_sum", "reward_payoff")
class LoserUnpunished(Aztlan):
    def _close(self):
        super()._close()
        for rewards in (self.rewards, self._cumulative_rewards):
            rewards.update({agent: max(reward, 0.0) for agent, reward in rewards.items()})


@caught_by("reward_once")
class RewardTwice(Aztlan):
    def _close(self):
        super()._close()
        self._accumulate_rewards()


@caught_by("reward_once")
class RewardToTheMoverOnly(Aztlan):
    """As in the well-known recipe: the loser is never told."""

    def _close(self):
        self._mover = self.agent_selection
        super()._close()

    def _accumulate_rewards(self):
        super()._accumulate_rewards()
        self._cumulative_rewards.update({a: 0.0 for a in self.agents if a != self._mover})


@caught_by("reward_payoff")
class RewardsSwapped(Aztlan):
    def _close(self):
        super()._close()
        first, *_, last = self.agents
        for rewards in (self.rewards, self._cumulative_rewards):
            rewards[first], rewards[last] = rewards[last], rewards[first]


@caught_by("end_together")
class OneSeatEndsAtATime(Aztlan):
    def _close(self):
        super()._close()
        self.terminations.update(dict.fromkeys(self.agents[1:], False))

    def _was_dead_step(self, action):
        super()._was_dead_step(action)
        if self.agents:
            self.terminations[self.agents[0]] = True
            self.agent_selection = self.agents[0]


@caught_by("end_drained")
class AgentsStay(Aztlan):
    def _was_dead_step(self, action):
        self.agent_selection = self.agents[(self.agents.index(self.agent_selection) + 1) % len(self.agents)]


@caught_by("after_end")
class StepAfterEnd(Aztlan):
    def step(self, action):
        if self._started and not self.agents:
            return
        super().step(action)


@caught_by("flags")
class TruncatedAndTerminated(Aztlan):
    def _close(self):
        super()._close()
        self.truncations.update(self.terminations)


@caught_by("reset")
class RewardsSurviveReset(Aztlan):
    def reset(self, seed=None, options=None):
        super().reset(seed, options)
        self._cumulative_rewards[self.agents[0]] = 1.0


@caught_by("before_reset")
class UsableBeforeReset(Aztlan):
    def last(self, observe=True):
        return super().last(observe) if self._started else (None, 0.0, False, False, {})


# --- seeds and configuration -----------------------------------------------------------------------------------------


@caught_by("global_random_changed")
class ReseedsNumpy(Aztlan):
    def reset(self, seed=None, options=None):
        np.random.seed(seed)
        super().reset(seed, options)


@caught_by("global_random_changed", "global_random_read")
class DrawsFromRandom(Aztlan):
    def step(self, action):
        super().step(action)
        self.states["rng"] += np.uint64(random.getrandbits(20))


@caught_by("global_random_read")
class PeeksAtNumpy(Aztlan):
    """Reads the global generator without changing it."""

    def step(self, action):
        super().step(action)
        self.states["rng"] += np.uint64(np.random.get_state()[1][0])


@caught_by("determinism")
class SystemChance(Aztlan):
    def reset(self, seed=None, options=None):
        super().reset(seed, options)
        self.states["rng"] = np.uint64(random.SystemRandom().getrandbits(63))


@caught_by("seeds_differ")
class SeedIgnored(Aztlan):
    def reset(self, seed=None, options=None):
        super().reset(5, options)


@caught_by("reset_repeatable")
class ResetKeepsSomething(Aztlan):
    resets = 0

    def reset(self, seed=None, options=None):
        super().reset(seed, options)
        self.resets += 1
        if self.resets > 2:
            self.states["rng"] += np.uint64(1)


@caught_by("reset_config")
class ConfigLostOnReset(Aztlan):
    resets = 0

    def reset(self, seed=None, options=None):
        self.resets += 1
        if self.resets > 1:
            self.configure(players=4)
        super().reset(seed, options)


@caught_by("close")
class CloseOnce(Aztlan):
    closed = False

    def close(self):
        if self.closed:
            raise RuntimeError("closed")
        self.closed = True


# --- copies ----------------------------------------------------------------------------------------------------------


@caught_by("clone", "deepcopy")
class CloneSharesState(Aztlan):
    def clone(self):
        twin = super().clone()
        twin.states = self.states
        twin._bind_record()
        return twin


@caught_by("clone", "deepcopy")
class CloneSharesRewards(Aztlan):
    def clone(self):
        twin = super().clone()
        twin._cumulative_rewards = self._cumulative_rewards
        return twin


@caught_by("pickle")
class PickleForgetsChance(Aztlan):
    def __setstate__(self, values):
        super().__setstate__(values)
        self.states["rng"] = 1


@caught_by("save_state")
class SaveForgetsChance(Aztlan):
    def load_state(self, data):
        super().load_state(data)
        self.states["rng"] = 1


# --- hidden information ----------------------------------------------------------------------------------------------


@caught_by("resample_blind")
class ResamplePeeks(Aztlan):
    """The drawn world depends on the true order of the deck."""

    def resample_hidden(self, seat, seed):
        super().resample_hidden(seat, seed + int(self.states["deck"][0, :5].sum()))


@caught_by("resample_varies")
class ResampleKeepsTruth(Aztlan):
    """Opponents keep the cards they really hold."""

    def resample_hidden(self, seat, seed):
        hands, deck = self.states["hand"].copy(), self.states["deck"].copy()
        super().resample_hidden(seat, seed)
        self.states["hand"], self.states["deck"] = hands, deck


@caught_by("resample_varies")
class ResampleOneWorld(Aztlan):
    def resample_hidden(self, seat, seed):
        super().resample_hidden(seat, 1)


@caught_by("resample_invisible")
class ResampleTakesOwnCard(Aztlan):
    def resample_hidden(self, seat, seed):
        super().resample_hidden(seat, seed)
        self.states["hand"][0, seat] = 0


@caught_by("resample_playable")
class ResampleSkipsTurn(Aztlan):
    def resample_hidden(self, seat, seed):
        super().resample_hidden(seat, seed)
        self.agent_selection = self.agents[(self.agents.index(self.agent_selection) + 1) % len(self.agents)]


@caught_by("render")
class RenderForgetsMode(Aztlan):
    def render(self):
        return None


# --- a small environment of another author: the defects that PettingZoo's api_test lets pass ------------------------


@caught_by("observation_expected")
class FourSwappedPlanes(connect_four.raw_env):
    def observe(self, agent):
        observation = super().observe(agent)
        return {**observation, "observation": observation["observation"][..., ::-1].copy()}


@caught_by("observation_expected", "egocentric")
class FourNotEgocentric(connect_four.raw_env):
    def observe(self, agent):
        return {**super().observe(agent), "observation": super().observe("player_0")["observation"]}


@caught_by("mask_exact")
class FourHidesMoves(connect_four.raw_env):
    def _legal_moves(self):
        return super()._legal_moves()[:3]


@caught_by("zero_sum", "reward_payoff")
class FourLoserUnpunished(connect_four.raw_env):
    def step(self, action):
        super().step(action)
        for rewards in (self.rewards, self._cumulative_rewards):
            rewards.update({agent: max(reward, 0) for agent, reward in rewards.items()})


@caught_by("global_random_changed")
class FourReseedsNumpy(connect_four.raw_env):
    def reset(self, seed=None, options=None):
        np.random.seed(seed)
        super().reset(seed, options)
