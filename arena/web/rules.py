"""The rules of a game as a page, every numbered rule with an address of its own."""

from __future__ import annotations

import re
from functools import cache
from html import unescape

from fastapi import APIRouter
from fastapi.responses import Response
from markdown_it import MarkdownIt

from .naming import game_called
from .pages import page

router = APIRouter()
# A rule begins a paragraph, a list item, a cell or a heading with its number.
_BEGINS = re.compile(r"(<(?:p|li|td|h\d)>\s*(?:<(?:p|strong)>)*)([A-Z]{2}-\d+(?:\.\d+)?[a-z]?)\b")
_NAMED = re.compile(r"(?<![\w#/-])([A-Z]{2}-\d+(?:\.\d+)?)\b")


@router.get("/rules/{name}")
def rules(name: str) -> Response:
    """The rules of one game."""
    game = game_called(name)
    return page("rules.html", game=game, text=rules_of(name))


@cache
def rules_of(name: str) -> str:
    """The rules as HTML. Numbers of rules are anchors where a rule begins, and links to those elsewhere."""
    game = game_called(name)
    text = MarkdownIt("commonmark", {"html": False}).enable("table").render((game.home / "RULES.md").read_text("utf-8"))
    seen: set[str] = set()

    def anchor(found: re.Match[str]) -> str:
        number = found[2]
        if number in seen:
            return found[0]
        seen.add(number)
        return f'{found[1]}<span class="rule" id="{number}">{number}</span>'

    text = _BEGINS.sub(anchor, text).replace("<th></th>", '<td class="corner"></td>')
    text = text.replace("<table>", '<table tabindex="0">')  # wide ones are scrolled by keys too
    # A level lower than the page's own heading.
    text = re.sub(r"(</?h)([1-5])>", lambda m: f"{m[1]}{int(m[2]) + 1}>", text)
    return "".join(part if part.startswith("<") else _linked(part, seen) for part in _unless_anchor(text))


@cache
def rule_text(name: str, number: str) -> str:
    """One rule in plain text, without its number; empty for a number that begins no rule of its own."""
    found = re.search(rf'id="{re.escape(number)}">[^<]*</span>(.*?)</(?:li|p|td|h\d)>', rules_of(name), re.S)
    return " ".join(unescape(re.sub(r"<[^>]*>", "", found[1])).split()) if found else ""


def _unless_anchor(text: str) -> list[str]:
    """Tags and text apart; the number inside an anchor stays with its tag."""
    return re.split(r'(<span class="rule" id="[^"]*">[^<]*</span>|<[^>]*>)', text)


def _linked(text: str, known: set[str]) -> str:
    return _NAMED.sub(lambda m: f'<a href="#{m[1]}">{m[1]}</a>' if m[1] in known else m[1], text)
