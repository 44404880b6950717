"""Information-set Monte-Carlo tree search (Cowling, Powley, Whitehouse 2012) on the compiled rules of one game.

Every simulation redraws what the searching seat does not know, descends by the statistics of all simulations so far,
adds one node, values it for all seats and backs the values up (max-n: at each decision counts the payoff of its seat).

With a *single observer* there is one tree, the searching seat's, whose edges are the actions as they were chosen. With
*multiple observers* every seat has a tree of its own: a decision is made by the statistics in the tree of the seat that
makes it, and in every tree the edge taken is what that tree's seat sees of the choice, so nobody acts on what only
others know. Node p is the root of seat p's tree.

As in `engine.loops` the functions here are templates: `bound.bind_search` gives their free names the rules of a game.
All lie in this one file, since Numba's cache looks at the file of a function for changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...envs.engine.rng import any_legal, mix, next_u64

if TYPE_CHECKING:
    appraise: Any
    mask_at: Any
    play: Any
    redraw: Any

NODE = np.dtype([("first", "i4"), ("visits", "i4")], align=True)
"""``first`` edge (-1: none yet) and the number of decisions made here."""
EDGE = np.dtype(
    [("value", "f8"), ("label", "i4"), ("child", "i4"), ("next", "i4"), ("visits", "i4"), ("offers", "i4"),
     ("worth", "f4")], align=True,
)  # fmt: skip
"""Sum of payoffs of the deciding seat, what was seen of the choice (`label_of`), node it leads to, next edge of the
same node, times taken, times it could have been taken, and the appraisal one choice ahead when it was first met."""
OPTIONS = np.dtype(
    [("exploration", "f8"), ("temperature", "f8"), ("spread", "f8"), ("playout", "i8"), ("single", "?"),
     ("by_prior", "?")], align=True,
)  # fmt: skip
"""Weight of exploration; appraisal difference that makes a choice e times as likely a priori; spread of appraisals (see
`outlook`); random choices before a leaf is appraised (-1: to the end); one tree or one a seat; PUCT with the appraisal
as prior, or UCB with each choice tried once."""


FIRST_PLAY = 0.25
"""So much worse than the mean so far is a choice not yet tried thought to be (first-play urgency)."""
SEEN_KINDS = 1 << 20
"""Labels of choices of which only the kind is seen lie above all others."""


def outlook(s, spread, values):
    """Expected payoffs of all seats of an unfinished position, from their appraisals.

    A seat beats another with odds e : 1 if its appraisal is higher by ``spread``. The payoff by place is the share of
    rivals beaten minus the share of those that were better, so each pair of seats adds its part (zero-sum). Alone the
    payoff is taken to be the appraisal / ``spread``.
    """
    n = np.int64(s.players)
    if n == 1:
        values[0] = min(max(appraise(s, np.int64(0)) / spread, 0.0), 1.0)
        return
    for p in range(n):
        values[n + p] = appraise(s, np.int64(p))
        values[p] = 0.0
    for p in range(n):
        for q in range(p):
            lead = np.tanh((values[n + p] - values[n + q]) / (2.0 * spread)) / (n - 1)
            values[p] += lead
            values[q] -= lead


def settle(s, mask, playout, spread, values):
    """Values of a leaf for all seats: the payoffs at the end, or the outlook after ``playout`` random choices."""
    left = playout
    while not s.over and left != 0:
        play(s, any_legal(mask, next_u64(s)), mask)
        left -= 1
    if s.over:
        for p in range(s.players):
            values[p] = s.payoff[p]
    else:
        outlook(s, spread, values)


def add_edge(v, label, nodes, edges, used):
    """A new edge of node ``v`` to a new node, or -1 if there is no room."""
    if used[0] >= nodes.size or used[1] >= edges.size:
        return np.int64(-1)
    child, e = used[0], used[1]
    used[0] += 1
    used[1] += 1
    nodes[child].first = -1
    nodes[child].visits = 0
    edges[e].label = label
    edges[e].child = child
    edges[e].next = nodes[v].first
    edges[e].visits = 0
    edges[e].offers = 0
    edges[e].value = 0.0
    edges[e].worth = 0.0
    nodes[v].first = e
    return e


def find_edge(v, label, nodes, edges, used):
    """The edge of node ``v`` that bears ``label``, made if there is none; -1 if there is no room."""
    e = np.int64(nodes[v].first)
    while e >= 0:
        if edges[e].label == label:
            return e
        e = np.int64(edges[e].next)
    return add_edge(v, label, nodes, edges, used)


def offer(W, v, p, mask, wide, nodes, edges, used, edge_of, by_prior):
    """Finds the edges of all legal choices, into ``edge_of``, and counts that they could be taken; new ones are made.

    With a prior a new edge is worth the appraisal one choice ahead, with chance of its own. Returns whether there was
    room for all.
    """
    size = mask.size
    edge_of[:] = -1
    e = np.int64(nodes[v].first)
    while e >= 0:
        label = np.int64(edges[e].label) - p * size
        if label >= 0 and label < size and mask[label]:
            edge_of[label] = e
            edges[e].offers += 1
        e = np.int64(edges[e].next)
    for action in range(size):
        if mask[action] and edge_of[action] < 0:
            e = add_edge(v, p * size + action, nodes, edges, used)
            if e < 0:
                return False
            edge_of[action] = e
            edges[e].offers = 1
            if by_prior:
                W[1] = W[0]
                W[1].rng = mix(W[0].rng ^ np.uint64(action + 1))
                play(W[1], action, wide)
                edges[e].worth = appraise(W[1], p)
    return True


def choose(mask, edges, edge_of, options, span):
    """The legal choice with the best upper bound: PUCT with availability counts, or UCB with each tried once."""
    low = span[0]
    width = max(span[1] - span[0], 1e-9)
    top = -1e300
    taken = 0
    known = 0.0
    for action in range(mask.size):
        if mask[action]:
            e = edge_of[action]
            top = max(top, edges[e].worth)
            taken += edges[e].visits
            known += edges[e].value
    total = 0.0
    if options.by_prior:
        for action in range(mask.size):
            if mask[action]:
                total += np.exp((edges[edge_of[action]].worth - top) / options.temperature)
    mean = (known / taken - low) / width if taken > 0 else 0.5
    best = np.int64(-1)
    bound = -1e300
    for action in range(mask.size):
        if not mask[action]:
            continue
        e = edge_of[action]
        n = edges[e].visits
        value = (edges[e].value / n - low) / width if n > 0 else mean
        if options.by_prior:
            prior = np.exp((edges[e].worth - top) / options.temperature) / total
            if n == 0:
                value = mean - FIRST_PLAY * np.sqrt(1.0 - prior)
            score = value + options.exploration * prior * np.sqrt(float(edges[e].offers)) / (1.0 + n)
        elif n == 0:
            score = 1e9
        else:
            score = value + options.exploration * np.sqrt(np.log(float(edges[e].offers)) / n)
        if score > bound:
            bound = score
            best = np.int64(action)
    return best


def label_of(action, p, q, node, size, seen):
    """What seat ``q`` sees of the choice of seat ``p``: a number of its own for each; -1 if it learns nothing."""
    label = action if p == q else np.int64(seen[node, action])
    return label + p * size if label < size else label + p * size + SEEN_KINDS


def follow(s, p, action, node, taken, nodes, edges, used, seen, at):
    """Goes on in the trees of all seats along what each sees of the choice; -1 where a tree is full."""
    size = seen.shape[1]
    for q in range(s.players):
        if q == p:
            at[q] = edges[taken].child
        elif at[q] >= 0 and seen[node, action] >= 0:
            e = find_edge(at[q], label_of(action, p, q, node, size, seen), nodes, edges, used)
            at[q] = edges[e].child if e >= 0 else -1


def simulate(root, seat, key, W, nodes, edges, used, options, seen, spans, mask, wide, edge_of, at, path, values):
    """One simulation; returns the root's choice, or -1 if the tree is full.

    Args:
        root: The position, an array of one state.
        seat: Who searches.
        key: 64 bits that decide world, chance and playout.
        W: Working space of two states.
        nodes: The trees' nodes.
        edges: Their edges.
        used: Numbers of nodes and edges in use.
        options: `OPTIONS`, an array of one.
        seen: What others see of each choice, int16[nodes of the game, N]: the action, N + kind, or -1.
        spans: Least and greatest value backed up so far, float64[seats, 2].
        mask: Working space bool[N].
        wide: The same.
        edge_of: Working space int64[N].
        at: Working space int64[seats].
        path: Working space int64[MAX_DEPTH, 2].
        values: Working space float64[2 * seats]; afterwards what was backed up, by seat.
    """
    W[0] = root[0]
    redraw(W, 0, seat, key)
    s = W[0]
    o = options[0]
    mask_at(W, 0, mask)
    for p in range(at.size):
        at[p] = p
    first = np.int64(-1)
    depth = 0
    while not s.over and depth < path.shape[0]:
        p = np.int64(s.seat)
        v = at[seat] if o.single else at[p]
        if v < 0 or (nodes[v].visits == 0 and depth > 0):
            break
        if not offer(W, v, p, mask, wide, nodes, edges, used, edge_of, o.by_prior):
            break
        action = choose(mask, edges, edge_of, o, spans[p])
        if depth == 0:
            first = action
        nodes[v].visits += 1
        path[depth, 0] = edge_of[action]
        path[depth, 1] = p
        depth += 1
        node = np.int64(s.node)
        if o.single:
            at[seat] = edges[edge_of[action]].child
        else:
            follow(s, p, action, node, edge_of[action], nodes, edges, used, seen, at)
        play(s, action, mask)
    if depth > 0 and not s.over:
        p = np.int64(s.seat)
        v = at[seat] if o.single else at[p]
        if v >= 0:
            nodes[v].visits += 1
    settle(s, mask, o.playout, o.spread, values)
    for k in range(depth):
        p = path[k, 1]
        e = path[k, 0]
        edges[e].visits += 1
        edges[e].value += values[p]
        spans[p, 0] = min(spans[p, 0], values[p])
        spans[p, 1] = max(spans[p, 1], values[p])
    return first


def grow(root, seat, key, start, end, W, nodes, edges, used, options, seen, spans, mask, wide, edge_of, at, path,
         values, visits, sums):  # fmt: skip
    """Simulations ``start`` to ``end - 1`` of the search with ``key`` (see `simulate` for the rest).

    They are counted by the root's choice in ``visits`` int64[N] and added up in ``sums`` float64[N, seats].
    """
    for k in range(start, end):
        world = mix(key ^ mix(np.uint64(k)))
        first = simulate(root, seat, world, W, nodes, edges, used, options, seen, spans, mask, wide, edge_of, at, path,
                         values)  # fmt: skip
        if first >= 0:
            visits[first] += 1
            for p in range(sums.shape[1]):
                sums[first, p] += values[p]


def clear(nodes, used, spans):
    """Empties the trees: a root for each seat."""
    for p in range(spans.shape[0]):
        nodes[p].first = -1
        nodes[p].visits = 0
        spans[p, 0] = 1e300
        spans[p, 1] = -1e300
    used[0] = spans.shape[0]
    used[1] = 0


def halve(root, seat, key, budget, W, options, mask, wide, alive, values, visits, sums):
    """Flat Monte Carlo with sequential halving (Karnin, Koren, Somekh 2013): each round drops the worse half.

    All choices of a round meet the same redrawn worlds. Afterwards ``visits`` and ``sums`` are as by `grow`; the choice
    left is returned.
    """
    W[0] = root[0]
    mask_at(W, 0, alive)
    count = 0
    for action in range(alive.size):
        count += alive[action]
    rounds = 1
    while (1 << rounds) < count:
        rounds += 1
    number = 0
    for _ in range(rounds):
        worlds = max(1, budget // (rounds * count))
        for _ in range(worlds):
            number += 1
            world = mix(key ^ mix(np.uint64(number)))
            W[1] = root[0]
            redraw(W, 1, seat, world)
            for action in range(alive.size):
                if alive[action]:
                    W[0] = W[1]
                    play(W[0], action, mask)
                    settle(W[0], mask, options[0].playout, options[0].spread, values)
                    visits[action] += 1
                    for p in range(sums.shape[1]):
                        sums[action, p] += values[p]
        count -= drop_worst(alive, (count + 1) // 2, count, seat, visits, sums)
    for action in range(alive.size):
        if alive[action]:
            return np.int64(action)
    return np.int64(-1)


def drop_worst(alive, keep, count, seat, visits, sums):
    """Takes the choices with the lowest mean values out of ``alive`` until ``keep`` are left; returns how many went."""
    dropped = 0
    while count - dropped > keep:
        worst = -1
        for action in range(alive.size):
            if alive[action]:
                mean = sums[action, seat] / visits[action]
                if worst < 0 or mean < sums[worst, seat] / visits[worst]:
                    worst = action
        alive[worst] = False
        dropped += 1
    return dropped


TEMPLATES = (
    outlook, settle, add_edge, find_edge, offer, choose, label_of, follow, simulate, grow, clear, drop_worst, halve,
)  # fmt: skip
"""In the order of binding: each may use those before it."""
