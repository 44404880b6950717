"""Pictures of training and evaluation, drawn by Matplotlib without a display."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import StrMethodFormatter

from ..envs.engine.records.files import write_file
from .standing import Ranking, Standing

COLOURS = ("#3068c8", "#d98c00", "#2f9e44", "#8e44ad", "#d12f2f")


def standings_chart(standings: Sequence[Standing], path: Path) -> None:
    """A bar per opponent with its 95 % interval and the par line; mean scores for solo games."""
    figure = Figure(figsize=(1.6 + 1.5 * max(2, len(standings)), 4.2), layout="constrained")
    axes = figure.subplots()
    solo = all(s.players == 1 for s in standings)
    for k, s in enumerate(standings):
        value, low, high = (s.score, s.score_low, s.score_high) if solo else (s.win_share, s.win_low, s.win_high)
        axes.bar(k, value, 0.6, color=COLOURS[k % len(COLOURS)])
        if low is not None and high is not None:
            axes.errorbar(k, value, [[max(0.0, value - low)], [max(0.0, high - value)]], color="black", capsize=6)
        if not solo:
            axes.hlines(s.par, k - 0.4, k + 0.4, colors="black", linestyles="dashed", label="par" if k == 0 else "_")
        label = f"{value:.1f}" if solo else f"{value:.2f}"
        axes.annotate(label, (k, value if high is None else high), (0, 4), textcoords="offset points", ha="center")
    names = [s.agent if solo else f"{s.agent}\nagainst {s.players - 1} × {s.against}" for s in standings]
    axes.set_xticks(range(len(standings)), names)
    if solo:
        axes.set_ylabel("mean score, 95 % interval")
    else:
        axes.set_ylim(0, 1.08)
        axes.set_ylabel("win share, 95 % interval")
        axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_title(f"{standings[0].game}, {standings[0].games} games each")
    _save(figure, path)


def learning_curve(history: Sequence[Mapping[str, Any]], losses: Sequence[Mapping[str, float]], par: float, path: Path,
                   title: str) -> None:  # fmt: skip
    """Win shares (or solo scores) over the steps of a run, and below them loss and entropy.

    Args:
        history: Evaluations: ``{"steps": …, "against": …, "win_share": …, "win_low": …, "win_high": …, "score": …}``.
        losses: Per update: ``{"steps": …, "value_loss": …, "entropy": …}``.
        par: Win share of an equal; 1 for solo games, which show scores instead.
        path: The PNG file.
        title: Heading.
    """
    figure = Figure(figsize=(7.5, 6.2), layout="constrained")
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(2, 1))
    solo = par == 1
    for k, name in enumerate(dict.fromkeys(row["against"] for row in history)):
        rows = [row for row in history if row["against"] == name]
        steps = [row["steps"] for row in rows]
        key, low, high = ("score", "score_low", "score_high") if solo else ("win_share", "win_low", "win_high")
        colour = COLOURS[k % len(COLOURS)]
        upper.plot(steps, [r[key] for r in rows], "o-", color=colour, label=f"against {name}" if name else "alone")
        band = [[math.nan if r[end] is None else r[end] for r in rows] for end in (low, high)]
        upper.fill_between(steps, *band, color=colour, alpha=0.18, linewidth=0)
    if solo:
        upper.set_ylabel("mean score")
    else:
        upper.axhline(par, color="black", linestyle="dashed", label=f"par, 1/{round(1 / par)}")
        upper.set_ylim(0, 1)
        upper.set_ylabel("win share, 95 % interval")
    upper.set_title(title)
    if upper.get_legend_handles_labels()[0]:
        upper.legend(frameon=False)
    steps = [row["steps"] for row in losses]
    right = lower.twinx()
    _line(lower, steps, [row["value_loss"] for row in losses], "value loss", COLOURS[3])
    _line(right, steps, [row["entropy"] for row in losses], "policy entropy", COLOURS[4])
    lower.set_xlabel("own decisions")
    lower.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    for axes in (upper, lower, right):
        axes.spines["top"].set_visible(False)
    for axes in (upper, lower):
        axes.spines["right"].set_visible(False)
    _save(figure, path)


def _line(axes: Any, steps: Sequence[float], values: Sequence[float], label: str, colour: str) -> None:
    axes.plot(steps, values, color=colour)
    axes.set_ylabel(label, color=colour)
    axes.set_ylim(bottom=0)


def tournament_chart(game: str, players: int, rankings: Sequence[Ranking], path: Path) -> None:
    """Win shares (or solo scores) of the agents, best first, and beside them who finishes before whom how often."""
    n, solo = len(rankings), players == 1
    figure = Figure(figsize=(4.5 + (0 if solo else 1.6 + 0.9 * n), 1.6 + 0.55 * n), layout="constrained")
    axes = figure.subplots(1, 1 if solo else 2, squeeze=False, width_ratios=[1] if solo else [3, 0.9 * n])[0]
    for k, r in enumerate(rankings):
        value, low, high = (r.score, r.score_low, r.score_high) if solo else (r.win_share, r.win_low, r.win_high)
        axes[0].barh(k, value, 0.6, color=COLOURS[k % len(COLOURS)])
        if low is not None and high is not None:
            reach = [[max(0.0, value - low)], [max(0.0, high - value)]]
            axes[0].errorbar(value, k, xerr=reach, color="black", capsize=4)
    axes[0].set_yticks(range(n), [r.agent for r in rankings])
    axes[0].invert_yaxis()
    axes[0].spines[["top", "right"]].set_visible(False)
    axes[0].set_xlabel("mean score, 95 % interval" if solo else "win share, 95 % interval")
    if not solo:
        axes[0].axvline(1 / players, color="black", linestyle="dashed", linewidth=1)
        _meetings(axes[1], rankings)
    figure.suptitle(f"{game}, {players} player{'s' * (not solo)}, {rankings[0].games} games each")
    _save(figure, path)


def _meetings(axes: Any, rankings: Sequence[Ranking]) -> None:
    """The share of common games in which the agent of the row finishes before that of the column."""
    cells = [[(r.ahead[c.agent] or (np.nan,))[0] for c in rankings] for r in rankings]
    axes.imshow(cells, cmap="PuOr", vmin=0, vmax=1, aspect="auto")
    axes.set_xticks(range(len(rankings)), [r.agent for r in rankings], rotation=30, ha="right")
    axes.set_yticks([])
    axes.set_title("finishes before", fontsize="medium")
    for y, row in enumerate(cells):
        for x, share in enumerate(row):
            if not np.isnan(share):
                ink = "white" if abs(share - 0.5) > 0.3 else "black"
                axes.text(x, y, f"{share:.2f}", ha="center", va="center", color=ink)


def _save(figure: Figure, path: Path) -> None:
    FigureCanvasAgg(figure)
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=120)
    write_file(path, data.getvalue())
