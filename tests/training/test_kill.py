"""A run that is killed at random moments and continued leaves what an undisturbed one leaves."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from meeplezoo.agents import ModelCard

from .support import logged, saved

ROOT = Path(__file__).parents[2]
# Loads everything once; each attempt at a run is a child, one undisturbed, the others killed after the given seconds.
# Prints the steps that were saved when each was killed, and whether it was (a run may be complete before).
KILLER = """
import json, os, signal, sys, time
import torch
from tests.training.support import quiet, saved, tiny
from meeplezoo.training.train import train
import meeplezoo.training.charts, sb3_contrib
from pathlib import Path

torch.set_num_threads(1)
home, steps, moments = Path(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3])

def attempt(run, seconds=None):
    child = os.fork()
    if not child:
        train(tiny(run, steps=steps), resume=True, console=quiet())
        os._exit(0)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
    code = os.waitpid(child, 0)[1]
    assert seconds is not None or code == 0
    return (saved(run)["progress"]["steps"] if (run / "latest.pt").exists() else 0, code != 0)

attempt(home / "whole" / "run")
print(json.dumps([attempt(home / "cut" / "run", seconds) for seconds in [*moments, None]]))
"""


def contents(run):
    """What is in the folder of a run, apart from the names of TensorBoard's files."""
    return sorted(str(p.relative_to(run)) for p in run.rglob("*") if p.is_file() and "tfevents" not in p.name)


def check_killed_run(tmp_path, steps, kills, longest):
    """Kills a run after ``kills`` random spans of up to ``longest`` seconds; compares it with an undisturbed one."""
    rng = random.Random(kills)
    moments = [rng.uniform(0, longest) for _ in range(kills)]
    done = subprocess.run(
        [sys.executable, "-c", KILLER, str(tmp_path), str(steps), json.dumps(moments)],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path, str(ROOT)])}, check=True,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    run, whole = tmp_path / "cut" / "run", tmp_path / "whole" / "run"
    seen, was_killed = zip(*json.loads(done.stdout), strict=True)
    seen = list(seen)
    assert seen == sorted(seen), "no kill ever lost an update that had been saved"
    assert seen[-1] == steps
    assert sum(was_killed) == kills, "the run was complete before the last kill: make it longer"
    assert contents(run) == contents(whole)
    assert logged(run) == logged(whole), "each step stands once in the logs, none is missing"
    mine, other = saved(run), saved(whole)
    assert mine["snapshots"] == other["snapshots"]
    assert mine["updates"] == other["updates"]
    judged = [[row["steps"] for row in state["progress"]["evaluations"]] for state in (mine, other)]
    assert judged[0] == judged[1]
    assert mine["progress"]["losses"][:, 0].tolist() == other["progress"]["losses"][:, 0].tolist()
    assert ModelCard.read(run / "final").steps == ModelCard.read(whole / "final").steps == steps
    assert all(torch.isfinite(values).all() for values in mine["policy"].values())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot fork")
def test_a_killed_run_loses_nothing_but_the_current_update(tmp_path):
    check_killed_run(tmp_path, 64 * 6, 2, 0.5)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot fork")
def test_fifty_kills(tmp_path):
    check_killed_run(tmp_path, 64 * 200, 50, 1.5)
