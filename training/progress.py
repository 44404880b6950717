"""The progress bar of a training run."""

from __future__ import annotations

import time
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Protocol

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from .config import TrainConfig
    from .standing import Standing

_FULL = 10_000


class Figures(Protocol):
    """What the bar shows of a run (see `run.Progress`)."""

    steps: int
    episodes: int

    @property
    def result(self) -> float:
        """Share of wins against the pool in the latest episodes; mean score in solo games."""


class ProgressView:
    """A bar over steps or time, whichever runs out first, with speeds and the win share against the pool.

    Without a terminal only the lines of the evaluations are printed.
    """

    def __init__(self, console: Console, config: TrainConfig, share: float):
        """Prepares the bar.

        Args:
            console: Where to show it.
            config: The run.
            share: Part of the run that is already behind.
        """
        self._bar = Progress(
            BarColumn(bar_width=None), TextColumn("{task.percentage:>3.0f}%"), TextColumn("{task.fields[figures]}"),
            TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(), console=console, expand=True,
            disable=not console.is_terminal,
        )  # fmt: skip
        self._console, self._config = console, config
        done = round(share * _FULL)
        self._task = self._bar.add_task("training", total=_FULL, completed=done, figures="first games ...")
        self._mark: tuple[float, int, int] | None = None

    def __enter__(self) -> ProgressView:
        """Starts the bar."""
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stops the bar."""
        self._bar.stop()

    def show(self, figures: Figures, share: float) -> None:
        """Brings the bar up to date."""
        now = time.monotonic()
        speed = ""
        if self._mark is not None:
            seconds = max(now - self._mark[0], 1e-9)
            speed = (
                f"{(figures.steps - self._mark[1]) / seconds:,.0f} steps/s, "
                f"{(figures.episodes - self._mark[2]) / seconds:.0f} episodes/s, "
            )
        self._mark = (now, figures.steps, figures.episodes)
        steps = f"{figures.steps / 1000:,.0f}k of {self._config.steps / 1000:,.0f}k steps"
        solo = self._config.players == 1
        result = f"mean score {figures.result:.1f}" if solo else f"wins {figures.result:.0%} against the pool"
        self._bar.update(self._task, completed=round(min(1.0, share) * _FULL), figures=f"{steps}, {speed}{result}")

    def report(self, steps: int, standings: Sequence[Standing]) -> None:
        """Prints a line with the results of an evaluation."""
        results = "; ".join(
            f"against {s.players - 1} × {s.against} wins {s.win_share:.3f} ({s.win_low:.3f}–{s.win_high:.3f})"
            if s.against
            else f"mean score {s.score:.1f}{_interval(s)}"
            for s in standings
        )
        self._console.print(f"{steps:>10,} steps: {results}", highlight=False)


def _interval(standing: Standing) -> str:
    low, high = standing.score_low, standing.score_high
    return "" if low is None or high is None else f" ({low:.1f}–{high:.1f})"
