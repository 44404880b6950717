"""What must not reach the pages does not, and whatever goes wrong a page says what."""

import multiprocessing
import sqlite3
import subprocess
import sys
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from meeplezoo.agents import Agent
from meeplezoo.arena.store import Store, StoreError
from meeplezoo.arena.web.minds import AgentError, Mind, Turn
from meeplezoo.arena.web.roster import Roster
from meeplezoo.arena.web.security import MOST_BYTES
from meeplezoo.arena.web.settings import Settings
from meeplezoo.arena.web.thinkers import Thinkers
from meeplezoo.envs import GAMES, ConfigError

from .client import arena_at


@pytest.fixture
def browser(tmp_path):
    with arena_at(tmp_path, hosts=("localhost",)) as new:
        yield new


def test_other_sites_can_do_nothing(browser):
    page = browser()
    table = {"game": "glen_more", "seat": ["me", "random"], "name": "Ann"}
    for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
                    {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"}):  # fmt: skip
        assert page.post("/tables", table, headers=headers).status == 403
        assert "from another site" in page.text
    own = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert page.post("/tables", table, headers=own).status == 200
    for host in ("evil.example", "[", "[::1", "[x]:8", "localhost]", "a b", ""):
        assert page.get("/", headers={"Host": host}).status == 400


def test_headers_and_cookies(browser):
    page = browser()
    answer = page.client.post(
        "/tables", data={"game": "glen_more", "seat": ["me", "random"], "name": "Ann"}, follow_redirects=False
    )
    cookies = answer.headers.get_list("set-cookie")
    assert len(cookies) == 2
    assert all("HttpOnly" in cookie and "SameSite=lax" in cookie for cookie in cookies)
    assert sum("Path=/tables/" in cookie and "/seats/0" in cookie for cookie in cookies) == 1
    for path in ("/", "/nowhere", answer.headers["location"], "/static/arena.js", "/rules/deus"):
        found = page.client.get(path)
        policy = found.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert found.headers["x-content-type-options"] == "nosniff"
        if "text/html" in found.headers["content-type"]:
            assert " style=" not in found.text
            assert " onclick=" not in found.text
            assert "<script>" not in found.text


def test_names_are_no_markup(browser):
    page = browser().sit("glen_more", "me", "random", name="<b>&'\"")
    assert "<b>" not in page.text
    assert "&lt;b&gt;" in page.text
    for name in ("", " ", "x" * 31, "a\x00b", "a\u202eb"):
        assert browser().sit("glen_more", "me", "random", name=name).status == 422


def test_sizes_and_rates(tmp_path):
    with arena_at(tmp_path, requests_per_second=0.001, burst=5) as new:
        page = new()
        assert page.post("/tables", {"name": "x" * (MOST_BYTES + 1)}).status == 413
        form = {"Content-Type": "application/x-www-form-urlencoded"}  # of no stated length
        assert page.client.post("/tables", content=(b"x" * 9999 for _ in range(20)), headers=form).status_code == 413
        answers = [page.get("/").status for _ in range(10)]
        assert answers.count(200) == 4  # one allowance went with the second request
        assert answers[-1] == 429
        assert "too much at once" in page.text
        assert page.get("/static/arena.css").status == 200


def test_the_access_token(tmp_path):
    with arena_at(tmp_path, access_token="open sesame") as new:
        page, other = new(), new()
        assert page.get("/").status == 401
        assert page.get("/?token=wrong").status == 401
        assert page.post("/tables", {"game": "glen_more", "seat": ["me", "random"], "name": "Ann"}).status == 401
        page.get("/games/glen_more?players=3&token=open+sesame")
        assert page.status == 200
        assert "token" not in str(page.client.get("/").url)
        assert page.get("/").status == 200
        assert other.get("/").status == 401


def test_agents_come_from_configured_folders_only(tmp_path):
    game = GAMES["glen_more"]
    (tmp_path / "outside").mkdir()
    roster = Roster(Settings(agent_folders=[tmp_path]))
    for name in ("random", "greedy", "greedy:4", "flat:200", "ismcts:300", "ismcts:2s"):
        assert roster.resolve(name, game) == name
    for name in ("", "runs/x", "/etc/passwd", "../outside", str(tmp_path / "outside"), "ismcts:999999", "flat:60s",
                 "greedy:99", "ismcts", "ismcts:nan", "flat:infs", "ismcts:-1", "random:2", "greedy:²"):  # fmt: skip
        with pytest.raises(ConfigError, match="allowed"):
            roster.resolve(name, game)


class Broken(Agent):
    """Fails, with a secret in its message."""

    needs_observation = False

    def act(self, observation, mask, world=None):
        raise RuntimeError("my hand is 4 5 6")


def test_an_agent_that_fails_pauses_the_table(browser, monkeypatch):
    from meeplezoo.arena.web import minds

    real = minds.load_agent
    monkeypatch.setattr(minds, "load_agent", lambda name, game: Broken() if name == "greedy" else real(name, game))
    page = browser().sit("glen_more", "greedy", "me")
    for _ in range(500):
        if "paused" in page.get(page.home()).text:
            break
        time.sleep(0.01)
    assert "greedy on seat 1 failed (RuntimeError in agent greedy)" in page.text
    assert "4 5 6" not in page.text
    stranger = browser()
    stranger.get(f"/tables/{page.table}")
    assert stranger.post(f"/tables/{page.table}/resume").status == 403
    table = page.table
    assert page.post(f"/tables/{table}/seats/0/agent", {"agent": "random"}).status == 200
    assert page.get(f"/tables/{table}/seats/1").wait().offered()
    assert page.arena.store.table(table).trouble is None


def test_a_worker_that_dies_or_hangs_is_replaced():
    """In processes of their own: the next question is answered."""
    thinkers = Thinkers(processes=1, limit=30.0)
    game = GAMES["nations_dice"]
    turn = Turn(game.name, game.start(1, 2).tobytes(), {0: "random", 1: "random"}, 5, 0, 60.0)
    choices = thinkers.submit(turn, slow=False).result(60)
    assert choices == Mind().choices(turn)  # the same in a process as here
    for child in multiprocessing.active_children():
        child.kill()
        child.join()
    try:
        assert thinkers.submit(turn, slow=False).result(60) == choices
    except AgentError:
        assert thinkers.submit(turn, slow=False).result(60) == choices
    thinkers.close()


def test_questions_that_nobody_waits_for_are_passed_over():
    """Whoever asked may go away before a worker takes the question up; the worker goes on with the next."""
    thinkers = Thinkers(processes=0, limit=30.0)
    game = GAMES["nations_dice"]
    turn = Turn(game.name, game.start(1, 2).tobytes(), {0: "random", 1: "random"}, 5, 0, 60.0)
    asked = [thinkers.submit(turn, slow=False) for _ in range(60)]
    assert sum(question.cancel() for question in asked[::-1]) > 10
    assert thinkers.submit(turn, slow=False).result(60) == Mind().choices(turn)
    thinkers.close()


def test_databases_that_cannot_be_used(tmp_path):
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    with pytest.raises(StoreError, match=r"damaged\.db.*restore a copy"):
        Store(f"sqlite:///{damaged}")
    old = tmp_path / "old.db"
    connection = sqlite3.connect(old)
    connection.execute("CREATE TABLE tables (id TEXT PRIMARY KEY)")
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match="cannot be used"):
        Store(f"sqlite:///{old}")
    with pytest.raises(StoreError, match="no database URL"):
        Store("nonsense")
    with pytest.raises(StoreError, match="there is no database"):
        Store(f"sqlite:///{tmp_path}/missing.db", make=False)


def test_a_port_in_use(tmp_path):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "meeplezoo.cli.commands", "arena", "--port", str(port), "--database",
             f"sqlite:///{tmp_path}/a.db"], capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert f"port {port} is in use; choose another one with --port" in done.stderr


FIELDS = st.sampled_from(["game", "seat", "name", "turn", "action", "agent", "code", "q.x", "variant.x", "listed"])
ODD = ["glen_more", "me", "open", "random", "0", "-1", "9" * 30, "²"]
VALUES = st.one_of(st.text(max_size=30), st.sampled_from(ODD))
PATHS = st.sampled_from([
    "/tables", "/tables/{t}/seats/0/act", "/tables/{t}/seats/0/take-back", "/tables/{t}/seats/0/leave",
    "/tables/{t}/seats/1/join", "/tables/{t}/seats/{x}/agent", "/tables/{x}/resume", "/study/enter", "/study/answers",
    "/tables/{x}", "/tables/{t}/replay?step={x}", "/games/{x}", "/games/glen_more?players={x}", "/rules/{x}", "/{x}",
    "/tables/{t}/seats/0/hints", "/tables/{t}/record", "/report",
])  # fmt: skip


def test_no_form_makes_the_server_fail(browser):
    page = browser().sit("glen_more", "me", "open")
    table = page.table

    @settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(st.sampled_from(["GET", "POST", "PUT"]), PATHS, st.lists(st.tuples(FIELDS, VALUES), max_size=6), VALUES)
    def send(method, path, fields, text):
        from urllib.parse import quote

        url = path.replace("{t}", table).replace("{x}", quote(text, safe=""))
        data = {}
        for name, value in fields:
            data.setdefault(name, []).append(value)
        answer = page.client.request(method, url, data=data if method != "GET" else None)
        assert answer.status_code < 500, (method, url, data, answer.text)
        assert answer.content

    send()
