"""Building positions of Deus for tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from meeplezoo.envs.deus import components as c
from meeplezoo.envs.deus import game
from meeplezoo.envs.deus.rules.decisions import carry_on
from meeplezoo.envs.deus.rules.turn import clear_turn
from meeplezoo.envs.deus.state import DISCARD_MORE, MAIN, PAY, PLACE

from ..support import Table

SHIP, FARM, SCHOOL, HOUSE, ARMY, TEMPLE = range(6)  # one name for a building of each kind
WOOD, STONE, CLAY, WHEAT = range(4)
A, M, B3, C4 = range(4)  # Anna, Magda and two more

GOLDEN = {key: c.DATA["golden_board"][key] for key in ("layout", "tiles", "sides", "rotations")}


def card(name: str, copy: int = 0) -> int:
    """The index of a card by its name."""
    return c.CARD_NAMES.index(name) + copy


class Deus(Table):
    """A game in round 1 with seat 0 to move and a position that tests fill in.

    On the golden board with two players; with another number of players on a random board. Nobody has any card in hand
    until `hand` deals some.
    """

    def __init__(self, players: int = 2, seed: int = 0, variants: Any = (), options: Mapping[str, Any] | None = None):
        self.game = game
        options = {"board": GOLDEN} if options is None and players == 2 else options
        self.states = game.new_states(1, players, variants, options)
        game.loops.begin_at(self.states, 0, self.states.copy(), np.uint64(seed), game.new_mask())
        if not variants:
            self.s.first_player = A
            self.s.seat = A

    # --- setting things up ---

    def put(self, p: int, pieces: Mapping[int, Iterable[int]]) -> Deus:
        """Puts buildings of player ``p`` on the board, out of the reserve as long as it lasts.

        Args:
            p: The player.
            pieces: Kinds by region.
        """
        for region, kinds in pieces.items():
            for kind in kinds:
                self.s.where[p, kind] |= 1 << region
                if kind == TEMPLE:
                    self.s.temple_supply -= 1
                elif self.s.reserve[p, kind] > 0:
                    self.s.reserve[p, kind] -= 1
                else:
                    self.s.ready[p, kind] -= 1
            if self.s.first_region[p] < 0:
                self.s.first_region[p] = region
        return self

    def columns(self, p: int, heights: Iterable[int]) -> Deus:
        """Fills columns up to the given heights with cards nobody holds."""
        for kind, height in enumerate(heights):
            while self.s.height[p, kind] < height:
                self.stack(p, kind, self.free_card(kind))
        return self

    def column(self, p: int, kind: int, *names: str) -> Deus:
        """Puts named cards into a column, from the bottom up."""
        for name in names:
            self.stack(p, kind, self.free_copy(name))
        return self

    def stack(self, p: int, kind: int, index: int) -> None:
        self.take_away(index)
        self.s.column[p, kind, self.s.height[p, kind]] = index
        self.s.height[p, kind] += 1

    def hand(self, p: int, *cards: str | int) -> Deus:
        """Gives ``p`` exactly these cards; those held before go under the draw pile."""
        s = self.s
        while s.hand_len[p] > 0:
            s.hand_len[p] -= 1
            self._to_deck(int(s.hand[p, s.hand_len[p]]))
            s.hand[p, s.hand_len[p]] = -1
        held = []
        for one in cards:
            index = self.free_copy(one) if isinstance(one, str) else one
            self.take_away(index)
            held.append(index)
        s.hand[p, : len(held)] = sorted(held)
        s.hand_len[p] = len(held)
        return self

    def free_copy(self, name: str) -> int:
        """A copy of the named card that lies in the deck or a hand."""
        copies = [i for i, other in enumerate(c.CARD_NAMES) if other == name]
        return next(i for i in copies if not self._built(i))

    def free_card(self, kind: int) -> int:
        """A card of this kind out of the draw pile."""
        return next(int(i) for i in self.s.deck[: self.s.deck_len] if c.KIND[i] == kind)

    def _built(self, index: int) -> bool:
        return bool((self.s.column == index).any())

    def take_away(self, index: int) -> None:
        """Removes a card from the draw pile or from whatever hand holds it (that player draws another)."""
        s = self.s
        pile = s.deck[: s.deck_len].tolist()
        if index in pile:
            pile.remove(index)
            s.deck[:] = -1
            s.deck[: len(pile)] = pile
            s.deck_len = len(pile)
            return
        for p in range(s.players):
            held = s.hand[p, : s.hand_len[p]].tolist()
            if index in held:
                held.remove(index)
                s.hand[p] = -1
                s.hand[p, : len(held)] = held
                s.hand_len[p] = len(held)
                return
        raise AssertionError(f"card {index} is neither in the deck nor in a hand")

    def _to_deck(self, index: int) -> None:
        s = self.s
        s.deck[1 : s.deck_len + 1] = s.deck[: s.deck_len].copy()
        s.deck[0] = index
        s.deck_len += 1

    def set_deck(self, deck: int, discard: int) -> Deus:
        """Cuts the piles to these sizes; the surplus vanishes (into no place, so no invariants hold)."""
        s = self.s
        cards = s.deck[: s.deck_len].tolist()
        s.deck[:] = -1
        s.discard[:] = -1
        s.discarder[:] = -1
        s.deck[:deck] = cards[:deck]
        s.discard[:discard] = cards[deck : deck + discard]
        s.deck_len, s.discard_len = deck, discard
        return self

    def goods(
        self, p: int, resources: Iterable[int] | None = None, gold: int | None = None, vp: int | None = None
    ) -> Deus:
        """Sets what a player owns; resources come from and go to the supply."""
        if resources is not None:
            new = np.array(list(resources))
            self.s.supply += (self.s.resources[p] - new).astype("i1")
            self.s.resources[p] = new
        if gold is not None:
            self.s.gold[p] = gold
        if vp is not None:
            self.s.score[p] = vp
        return self

    def turn_of(self, p: int) -> Deus:
        """Gives the turn to ``p``, at the main decision."""
        clear_turn(self.s)
        self.s.seats_done = (p - self.s.first_player) % self.s.players
        self.s.seat = p
        self.s.node = MAIN
        return self

    def use(self, name: str) -> Deus:
        """Lets the seat to move use a card alone, as if its column had just been activated and reached it."""
        s = self.s
        index = self.free_copy(name)
        kind = int(c.KIND[index])
        self.stack(int(s.seat), kind, index)
        s.frame_kind, s.frame_pos, s.frame_effect = kind, s.height[s.seat, kind] - 1, -1
        carry_on(s)
        self.settle()
        return self

    # --- playing by name ---

    def slot(self, name: str | int) -> int:
        """The hand slot of a card of the seat to decide."""
        s = self.s
        held = s.hand[s.seat, : s.hand_len[s.seat]].tolist()
        if isinstance(name, int):
            return held.index(name)
        return next(i for i, index in enumerate(held) if c.CARD_NAMES[index] == name)

    def build(self, name: str | int) -> Deus:
        self.do("build", self.slot(name))
        return self

    def can_build(self, name: str | int) -> bool:
        return self.is_legal("build", self.slot(name))

    def offer(self, *names: str | int) -> Deus:
        """Makes an offering: the first card on top, the others in ascending order."""
        self.do("discard", self.slot(names[0]))
        for name in sorted(names[1:], key=lambda n: card(n) if isinstance(n, str) else n):
            self.do("discard", self.slot(name))
        if self.is_legal("done") and self.s.node == DISCARD_MORE:
            self.do("done")
        return self

    def build_at(self, name: str | int, region: int, gold_units: int = 0) -> Deus:
        """Builds a card, paying in resources where there is a choice, in a region."""
        self.build(name)
        while self.s.node == PAY:
            self.do("gold_units", gold_units)
        if self.s.node == PLACE:
            self.do("region", region)
        return self

    def copy(self) -> Deus:
        twin = Deus.__new__(Deus)
        twin.game, twin.states = self.game, self.states.copy()
        return twin

    # --- looking ---

    def vp(self, p: int) -> int:
        return int(self.s.score[p])

    def gold(self, p: int) -> int:
        return int(self.s.gold[p])

    def has(self, p: int, kind: int) -> set[int]:
        """The regions with a building of this kind."""
        return regions(int(self.s.where[p, kind]))


def regions(bits: int) -> set[int]:
    """A set of regions from its bits."""
    return {r for r in range(c.REGIONS) if bits >> r & 1}
