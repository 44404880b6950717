"""Files that are whole or not there, lines added by several processes at once, and the system's errors as sentences."""

import errno
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from meeplezoo import envs
from meeplezoo.envs import MeepleZooError
from meeplezoo.envs.engine.records import files
from meeplezoo.envs.engine.records.files import (
    FileError,
    append_line,
    as_json,
    remove_folder,
    sweep,
    write_file,
    write_folder,
)

WRITERS, LINES = 4, 60
# Each writer is a process of its own. The system may write less than it was given, as here 7 bytes at a time.
APPEND_AT_ONCE = f"""
import os, sys
from pathlib import Path
from meeplezoo.envs.engine.records import files

write = os.write
files.os.write = lambda handle, data: write(handle, data[:7])
children = []
for writer in range({WRITERS}):
    if not (child := os.fork()):
        for k in range({LINES}):
            files.append_line(Path(sys.argv[1]), f"{{writer}} {{k}} " + "x" * (37 * writer + k))
        os._exit(0)
    children.append(child)
sys.exit(any(os.waitpid(child, 0)[1] for child in children))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot fork")
def test_lines_of_several_processes_are_all_there_and_whole(tmp_path):
    path = tmp_path / "deep" / "log.jsonl"
    subprocess.run([sys.executable, "-c", APPEND_AT_ONCE, str(path)], check=True)
    lines = path.read_text().splitlines()
    wanted = [f"{w} {k} " + "x" * (37 * w + k) for w in range(WRITERS) for k in range(LINES)]
    assert sorted(lines) == sorted(wanted)
    for w in range(WRITERS):
        own = [line for line in lines if line.startswith(f"{w} ")]
        assert own == [line for line in wanted if line.startswith(f"{w} ")], "each writer's lines keep their order"


def test_the_torn_line_of_a_former_writer_is_ended_first(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(b'{"a": 1}\n{"a": ')
    append_line(path, "new")
    append_line(path, "newer")
    assert path.read_text() == '{"a": 1}\n{"a": \nnew\nnewer\n'


def test_a_line_that_does_not_fit_on_the_disk_leaves_nothing_behind(tmp_path, monkeypatch):
    path = tmp_path / "log"
    append_line(path, "first")
    write = os.write
    room = [4]

    def short(handle, data):
        if not room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(handle, data[: room.pop()])

    monkeypatch.setattr(files.os, "write", short)
    with pytest.raises(FileError, match=r"cannot write .*log: No space left on device; free some space"):
        append_line(path, "second")
    monkeypatch.undo()
    assert path.read_text() == "first\n"


def fill(folder):
    (folder / "new").write_text("new")


def on_disk(monkeypatch):
    """What is asked of the disk from now on, in order: files flushed, as long as they then are, and renamed ones."""
    calls = []
    fsync, replace = os.fsync, os.replace

    def flush(handle):
        status = os.fstat(handle)
        calls.append("folder" if stat.S_ISDIR(status.st_mode) else f"file of {status.st_size}")
        fsync(handle)

    def rename(source, target):
        calls.append(f"rename to {Path(target).name}")
        replace(source, target)

    monkeypatch.setattr(files.os, "fsync", flush)
    monkeypatch.setattr(files.os, "replace", rename)
    return calls


@pytest.mark.skipif(sys.platform == "win32", reason="Windows opens no folders")
def test_what_is_written_outlives_a_power_cut(tmp_path, monkeypatch):
    """Contents are on disk before they have their name, and the name is after."""
    calls = on_disk(monkeypatch)
    write_file(tmp_path / "x", b"new")
    assert calls == ["file of 3", "rename to x", "folder"]
    calls.clear()
    write_folder(tmp_path / "y", fill)
    assert calls == ["file of 3", "folder", "rename to y", "folder"]


WRITERS_OF = {
    "file": lambda path: write_file(path, b"new"),
    "folder": lambda path: write_folder(path, fill),
    "line": lambda path: append_line(path, "new"),
}


@pytest.mark.parametrize("kind", WRITERS_OF)
def test_a_file_where_a_folder_should_be(tmp_path, kind):
    (tmp_path / "runs").write_text("a file")
    with pytest.raises(FileError, match=r"cannot write \S*runs\S*: .*; a file stands where a folder should be"):
        WRITERS_OF[kind](tmp_path / "runs" / "x" / "y")
    assert issubclass(FileError, MeepleZooError)
    assert [p.name for p in tmp_path.iterdir()] == ["runs"]


@pytest.mark.parametrize("kind", ["file", "line"])
def test_a_folder_where_a_file_should_be(tmp_path, kind):
    (tmp_path / "x").mkdir()
    with pytest.raises(FileError, match=r"cannot write \S*x: .*; a folder stands where the file should be"):
        WRITERS_OF[kind](tmp_path / "x")
    assert [p.name for p in tmp_path.iterdir()] == ["x"]


@pytest.mark.parametrize("kind", ["file", "folder"])
@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.EACCES, "choose a place that you may write to"),
        (errno.ENOSPC, "free some space"),
        (errno.EROFS, "choose a place that can be written to"),
        (errno.EIO, "choose another place"),
    ],
)
def test_what_the_system_refuses_ends_in_a_sentence_and_leaves_the_old(tmp_path, monkeypatch, kind, number, remedy):
    def refuse(source, target):
        raise OSError(number, os.strerror(number), str(source))

    path = tmp_path / "x"
    write_folder(path, lambda folder: (folder / "old").write_text("old"))
    monkeypatch.setattr(files.os, "replace", refuse)
    with pytest.raises(FileError, match=rf"cannot write \S*/x: {os.strerror(number)}; {remedy}"):
        WRITERS_OF[kind](path)
    monkeypatch.undo()
    assert [p.name for p in tmp_path.rglob("*")] == ["x", "old"]


def test_the_old_folder_comes_back_if_the_new_one_cannot_take_its_place(tmp_path, monkeypatch):
    replace = os.replace

    def refuse_the_new(source, target):
        if (source / "new").exists():
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        replace(source, target)

    write_folder(tmp_path / "x", lambda folder: (folder / "old").write_text("old"))
    monkeypatch.setattr(files.os, "replace", refuse_the_new)
    with pytest.raises(FileError):
        write_folder(tmp_path / "x", fill)
    assert [p.name for p in tmp_path.rglob("*")] == ["x", "old"]


def test_what_was_cut_off_is_swept_up(tmp_path):
    (tmp_path / ".f.1-2.partial").write_text("half")
    (tmp_path / ".d.1-2.partial").mkdir()
    for other in (".hidden", ".evaluation.json.1-2.partial"):
        (tmp_path / other).write_text("of somebody else")
    sweep(tmp_path, "f")
    sweep(tmp_path, "d")
    assert sorted(p.name for p in tmp_path.iterdir()) == [".evaluation.json.1-2.partial", ".hidden"]
    sweep(tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == [".hidden"]


def test_a_folder_is_never_seen_half_removed(tmp_path, monkeypatch):
    write_folder(tmp_path / "x", fill)
    seen = []
    monkeypatch.setattr(files.shutil, "rmtree", lambda path, **_: seen.append((tmp_path / "x").exists()))
    remove_folder(tmp_path / "x")
    assert seen == [False]
    remove_folder(tmp_path / "missing")


@pytest.mark.parametrize("number", [float("inf"), float("-inf"), float("nan")])
def test_json_has_no_word_for_infinity(number):
    with pytest.raises(ValueError, match="JSON"):
        as_json({"a": [number]})


SPEAKS_ITSELF = {"envs/engine/records/files.py", "envs/engine/game.py"}
"""Where JSON is made: the one function for it, and a text that is compared and never leaves the process as numbers."""


def test_all_json_is_made_by_the_one_function():
    root = Path(envs.__file__).parents[1]
    rooms = ("envs", "agents", "wrappers", "training", "arena", "cli")
    sources = [file for room in rooms for file in (root / room).rglob("*.py")]
    assert len(sources) > 100
    by_itself = {f.relative_to(root).as_posix() for f in sources if re.search(r"json\.dumps?\(", f.read_text("utf-8"))}
    assert by_itself == SPEAKS_ITSELF
