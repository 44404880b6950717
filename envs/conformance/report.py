"""What the kit checks, in words, and what it found."""

from __future__ import annotations

from dataclasses import dataclass, field

CHECKS: dict[str, str] = {
    "play": "a random game by the mask must run from reset() to the end without an error",
    "spaces": "observation_space(a) and action_space(a) return one object each; keys observation and action_mask",
    "reset": "after reset() agents equals possible_agents, nobody has terminated, rewards are 0, infos are dicts",
    "before_reset": "last() and step() raise until reset() was called",
    "mask_form": "the mask is int8 of the size of the action space and holds only 0 and 1",
    "mask_nonempty": "the agent to move has at least one legal action",
    "mask_waiting": "agents that are not to move have an all-zero mask",
    "mask_fresh": "observe() returns a new mask each time: copy the array before you hand it out",
    "mask_exact": "an action is accepted if and only if the mask allows it; a stale mask is one step late",
    "illegal_unchanged": "check legality before anything is changed, and raise",
    "action_range": "ids outside 0..n-1 raise too; negative numbers index arrays from the end in Python",
    "observation_space": "observations lie within the declared space, with its shape and dtype",
    "observation_fresh": "observe() returns a new array each time: copy the buffer before you hand it out",
    "observation_expected": "observe() must show what expect_observation says",
    "observe_pure": "observe() and last() change nothing and can be repeated, for any agent, in any order",
    "egocentric": "each agent must see the position from its own side; rotate by the agent, not by the mover",
    "visibility": "elements that the agent may not see must be 0",
    "agent_order": "agent_selection must follow the rules, not a round robin; one agent may act several times",
    "reward_once": "the rewards that last() reports to an agent must add up to env.rewards over the game, once each",
    "reward_payoff": "the rewards of a game must add up to its payoff, the loser's as well as the winner's",
    "zero_sum": "what one agent wins others lose: check that losers are punished",
    "end_together": "all agents terminate in the same step",
    "end_drained": "at the end step(None) removes one agent at a time, and then env.agents is empty",
    "after_end": "step() raises once no agent is left",
    "flags": "terminations and truncations are bool, and an agent is never both terminated and truncated",
    "determinism": "one seed and the same actions give the same game; take chance only from a generator of reset(seed)",
    "seeds_differ": "different seeds give different games",
    "reset_repeatable": "reset(seed) leads to the same game whatever was played before",
    "reset_config": "reset() must keep players, variants, spaces and render_mode",
    "global_random_read": "take chance from a generator of your own, never from the modules random or numpy.random",
    "global_random_changed": "never seed or draw from the modules random and numpy.random",
    "close": "close() may be called twice",
    "deepcopy": "copy.deepcopy() gives an independent game that continues alike",
    "pickle": "pickle gives an independent game that continues alike",
    "clone": "clone() gives an independent game that continues alike",
    "save_state": "load_state(save_state()) gives an independent game that continues alike",
    "resample_invisible": "resample_hidden(seat) must change nothing that the seat sees (mask and picture included)",
    "resample_blind": "resample_hidden must not look at the truth: same knowledge and seed give the same world",
    "resample_varies": "resample_hidden must draw different worlds for different seeds",
    "resample_playable": "after resample_hidden the same agent is to move, can move, and the game can be finished",
    "render": "render() returns a string (ansi, svg), uint8[H, W, 3] (rgb_array) or None (human)",
}
"""Names of all checks, with the hint that goes with a failure."""

_KEEP = 5


@dataclass(frozen=True)
class Failure:
    """One finding.

    Attributes:
        check: Name of the check.
        message: What was seen, and when.
        hint: What is expected.
    """

    check: str
    message: str
    hint: str

    def __str__(self) -> str:
        """One line."""
        return f"{self.check}: {self.message}\n    hint: {self.hint}"


@dataclass
class Report:
    """The outcome.

    Attributes:
        passed: Names of the checks that were made and found nothing.
        failures: Findings, at most five per check.
        not_made: Checks that were skipped or do not apply to this environment.
    """

    failures: list[Failure] = field(default_factory=list)
    made: set[str] = field(default_factory=set)

    @property
    def failed(self) -> set[str]:
        """Names of the checks with findings."""
        return {f.check for f in self.failures}

    @property
    def passed(self) -> set[str]:
        """Names of the checks that were made and found nothing."""
        return self.made - self.failed

    @property
    def not_made(self) -> set[str]:
        """Names of the checks that were skipped or do not apply."""
        return set(CHECKS) - self.made - self.failed

    def add(self, check: str, message: str) -> None:
        """Notes a finding, unless the check has enough of them."""
        if sum(f.check == check for f in self.failures) < _KEEP:
            self.failures.append(Failure(check, message, CHECKS[check]))

    def __str__(self) -> str:
        """All findings, then what was and was not checked."""
        lines = [str(f) for f in self.failures]
        lines.append(f"passed: {', '.join(sorted(self.passed)) or 'nothing'}")
        lines.append(f"not checked: {', '.join(sorted(self.not_made)) or 'nothing'}")
        return "\n".join(lines)


class ConformanceError(AssertionError):
    """An environment does not keep its promises.

    Attributes:
        report: The whole report.
    """

    def __init__(self, report: Report):
        """Lists all failures."""
        self.report = report
        super().__init__(f"{len(report.failed)} checks failed\n{report}")
