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
    view_at: Any

NODE = np.dtype([("first", "i4"), ("visits", "i4")], align=True)
"""``first`` edge (-1: none yet) and the number of decisions made here."""
EDGE = np.dtype(
    [("value", "f8"), ("label", "i4"), ("child", "i4"), ("next", "i4"), ("visits", "i4"), ("offers", "i4"),
     ("worth", "f4")], align=True,
)  # fmt: skip
"""Sum of payoffs of the deciding seat, what was seen of the choice (`label_of`), node it leads to, next edge of the
same node, times taken, times it could have been taken, and its worth when first met: the appraisal one choice ahead, or
what the network says."""
OPTIONS = np.dtype(
    [("exploration", "f8"), ("temperature", "f8"), ("first_play", "f8"), ("widening", "f8"), ("spread", "f8"),
     ("advice", "f8"), ("playout", "i8"), ("looks", "i8"), ("patience", "i8"), ("level", "i8"), ("single", "?"),
     ("by_prior", "?"), ("net_prior", "?"), ("net_value", "?")], align=True,
)  # fmt: skip
"""How to search.

``exploration`` is its weight, ``temperature`` the difference in worth that makes a choice e times as likely a priori,
``first_play`` by how much a choice not yet tried is thought worse than the mean (-inf tries each once), ``widening`` w
lets a position with n simulations try w sqrt(n) choices, in the order of their worth (0: all), ``spread`` is that of
appraisals (see `outlook`), ``advice`` what a point of appraisal adds to a network's logits, ``playout`` the choices
made before a leaf is appraised (-1: to the end), ``looks`` the random choices of which a playout takes the best,
``patience`` the simulations that end at a position before it gets choices of its own in the tree, ``level`` how much a
network sees, ``single`` one tree or one a seat, ``by_prior`` PUCT or UCB; ``net_prior`` and ``net_value`` ask a network
for the worth of choices and values of leaves.
"""

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


def likely(W, mask, wide, looks):
    """A choice of a playout in ``W[0]``: the best of ``looks`` random ones by its appraisal, with chance of its own."""
    s = W[0]
    best = any_legal(mask, next_u64(s))
    if looks <= 1:
        return best
    p = np.int64(s.seat)
    worth = -1e300
    action = best
    for k in range(looks):
        if k > 0:
            action = any_legal(mask, next_u64(s))
        if k > 0 and action == best:
            continue
        W[1] = s
        W[1].rng = mix(s.rng ^ np.uint64(k + 1))
        play(W[1], action, wide)
        found = appraise(W[1], p)
        if found > worth:
            worth = found
            best = action
    return best


def forward(weights, shape, rows):
    """Layers of a network on ``rows[0]``; returns the row that holds the answers.

    Args:
        weights: Parameters of all networks, float32: for each layer a matrix [inputs, outputs], then the offsets.
        shape: Where its parameters begin, number of layers, 1 for tanh or 0 for relu, sizes from input to output.
        rows: Working space float32[3, width].
    """
    at = shape[0]
    source = 0
    for k in range(shape[1]):
        n_in, n_out = shape[3 + k], shape[4 + k]
        target = 2 if source == 1 else 1
        offsets = at + n_in * n_out
        for j in range(n_out):
            rows[target, j] = weights[offsets + j]
        for i in range(n_in):
            x = rows[source, i]
            if x != 0:  # most of a view is 0
                for j in range(n_out):
                    rows[target, j] += x * weights[at + i * n_out + j]
        if k + 1 < shape[1]:
            for j in range(n_out):
                x = rows[target, j]
                rows[target, j] = np.tanh(x) if shape[2] else max(x, np.float32(0))
        at = offsets + n_out
        source = target
    return source


def foresee(W, options, weights, shapes, rows, values):
    """The network's values of an unfinished position, made zero-sum among several seats."""
    n = np.int64(W[0].players)
    mean = 0.0
    for p in range(n):
        view_at(W, 0, p, options.level, rows[0])
        values[p] = min(max(float(rows[forward(weights, shapes[1], rows), 0]), -1.0), 1.0)
        mean += values[p] / n
    if n > 1:
        for p in range(n):
            values[p] -= mean


def settle(W, mask, wide, options, weights, shapes, rows, values):
    """Values of a leaf ``W[0]`` for all seats: the payoffs at the end, or the outlook after a playout."""
    s = W[0]
    left = options.playout
    while not s.over and left != 0:
        play(s, likely(W, mask, wide, options.looks), mask)
        left -= 1
    if s.over:
        for p in range(s.players):
            values[p] = s.payoff[p]
    elif options.net_value:
        foresee(W, options, weights, shapes, rows, values)
    else:
        outlook(s, options.spread, values)


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


def offer(W, v, p, mask, wide, nodes, edges, used, edge_of, options, weights, shapes, rows):
    """Finds the edges of all legal choices, into ``edge_of``, and counts that they could be taken; new ones are made.

    With a prior a new edge is worth the appraisal one choice ahead, with chance of its own, or what the network says.
    Returns whether there was room for all.
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
    answers = -1
    for action in range(size):
        if mask[action] and edge_of[action] < 0:
            e = add_edge(v, p * size + action, nodes, edges, used)
            if e < 0:
                return False
            edge_of[action] = e
            edges[e].offers = 1
            if options.net_prior:
                if answers < 0:
                    view_at(W, 0, p, options.level, rows[0])
                    answers = forward(weights, shapes[0], rows)
                edges[e].worth = rows[answers, action]
            if options.advice > 0 if options.net_prior else options.by_prior or options.widening > 0:
                W[1] = W[0]
                W[1].rng = mix(W[0].rng ^ np.uint64(action + 1))
                play(W[1], action, wide)
                seen = appraise(W[1], p)
                edges[e].worth = edges[e].worth + options.advice * seen if options.net_prior else seen
    return True


def choose(mask, edges, edge_of, options, span):
    """The legal choice with the best upper bound: PUCT with availability counts, or UCB with each tried once."""
    low = span[0]
    width = max(span[1] - span[0], 1e-9)
    top = -1e300
    fresh = np.int64(-1)
    taken = 0
    known = 0.0
    met = 0
    for action in range(mask.size):
        if mask[action]:
            e = edge_of[action]
            top = max(top, edges[e].worth)
            taken += edges[e].visits
            known += edges[e].value
            if edges[e].visits > 0:
                met += 1
            elif fresh < 0 or edges[e].worth > edges[edge_of[fresh]].worth:
                fresh = np.int64(action)
    if options.widening > 0 and met >= options.widening * np.sqrt(taken + 1.0):
        fresh = np.int64(-1)
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
        if n == 0 and options.widening > 0 and action != fresh:
            continue
        value = (edges[e].value / n - low) / width if n > 0 else mean
        if options.by_prior:
            prior = np.exp((edges[e].worth - top) / options.temperature) / total
            if n == 0:
                value = mean - options.first_play * np.sqrt(1.0 - prior)
            score = value + options.exploration * prior * np.sqrt(float(edges[e].offers)) / (1.0 + n)
        elif n == 0:
            score = mean - options.first_play
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


def simulate(root, seat, key, begin, W, nodes, edges, used, options, weights, shapes, rows, seen, spans, mask, wide,
             edge_of, at, path, values):  # fmt: skip
    """One simulation; returns the root's choice, or -1 if the tree is full.

    Args:
        root: The position, an array of one state.
        seat: Who searches.
        key: 64 bits that decide world, chance and playout.
        begin: The root's choice, or -1 to choose as everywhere.
        W: Working space of three states.
        nodes: The trees' nodes.
        edges: Their edges.
        used: Numbers of nodes and edges in use.
        options: `OPTIONS`, an array of one.
        weights: Parameters of networks; see `forward`.
        shapes: Shapes of the networks for priors and for values, int64[2, any].
        rows: Working space of the networks.
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
        if v < 0 or (depth > 0 and nodes[v].visits < o.patience):
            break
        if not offer(W, v, p, mask, wide, nodes, edges, used, edge_of, o, weights, shapes, rows):
            break
        action = begin if depth == 0 and begin >= 0 else choose(mask, edges, edge_of, o, spans[p])
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
    settle(W, mask, wide, o, weights, shapes, rows, values)
    for k in range(depth):
        p = path[k, 1]
        e = path[k, 0]
        edges[e].visits += 1
        edges[e].value += values[p]
        spans[p, 0] = min(spans[p, 0], values[p])
        spans[p, 1] = max(spans[p, 1], values[p])
    return first


def grow(root, seat, key, start, end, alive, W, nodes, edges, used, options, weights, shapes, rows, seen, spans, mask,
         wide, edge_of, at, path, values, visits, sums):  # fmt: skip
    """Simulations ``start`` to ``end - 1`` of the search with ``key`` (see `simulate` for the rest).

    They begin with the choices ``alive`` in turn, if there are any, which meet the same worlds, so that they differ by
    what they are worth more than by luck. They are counted by the root's choice in ``visits`` int64[N] and added up in
    ``sums`` float64[N, seats].
    """
    turns = max(alive.size, 1)
    for k in range(start, end):
        world = mix(key ^ mix(np.uint64(k // turns)))
        begin = alive[k % turns] if alive.size > 0 else np.int64(-1)
        first = simulate(root, seat, world, begin, W, nodes, edges, used, options, weights, shapes, rows, seen, spans,
                         mask, wide, edge_of, at, path, values)  # fmt: skip
        if first >= 0:
            visits[first] += 1
            for p in range(sums.shape[1]):
                sums[first, p] += values[p]


def hopes(root, seat, key, worlds, W, mask, wide, worth):
    """Into ``worth`` float64[N] the mean appraisal one choice ahead; a lowest value for choices that are not legal."""
    worth[:] = -1e300
    mask_at(root, 0, mask)
    for action in range(mask.size):
        if mask[action]:
            worth[action] = 0.0
    for k in range(worlds):
        W[1] = root[0]
        redraw(W, 1, seat, mix(key ^ np.uint64(k)))
        for action in range(mask.size):
            if mask[action]:
                W[0] = W[1]
                play(W[0], action, wide)
                worth[action] += appraise(W[0], seat) / worlds


def expect(seat, worth, nodes, edges, used):
    """Gives the choices of the root of ``seat`` the worth that is known of them, float64[N]; NaN for none."""
    for action in range(worth.size):
        if not np.isnan(worth[action]):
            e = find_edge(seat, seat * worth.size + action, nodes, edges, used)
            edges[e].worth = worth[action]


def transplant(roots, nodes, edges, spans, new_nodes, new_edges, used, queue):
    """Copies what hangs on the nodes ``roots`` (-1: nothing) into fresh trees, whose roots these become.

    The sum of what is copied never exceeds the old trees; ``queue`` int64[new_nodes.size] is working space.
    """
    clear(new_nodes, used, spans)
    for q in range(roots.size):
        queue[q] = roots[q]
    k = 0
    while k < used[0]:
        old = queue[k]
        if old >= 0:
            new_nodes[k].visits = nodes[old].visits
            e = np.int64(nodes[old].first)
            while e >= 0:
                new = add_edge(k, edges[e].label, new_nodes, new_edges, used)
                new_edges[new].value = edges[e].value
                new_edges[new].visits = edges[e].visits
                new_edges[new].offers = edges[e].offers
                new_edges[new].worth = edges[e].worth
                queue[new_edges[new].child] = edges[e].child
                e = np.int64(edges[e].next)
        k += 1


def clear(nodes, used, spans):
    """Empties the trees: a root for each seat."""
    for p in range(spans.shape[0]):
        nodes[p].first = -1
        nodes[p].visits = 0
        spans[p, 0] = 1e300
        spans[p, 1] = -1e300
    used[0] = spans.shape[0]
    used[1] = 0


def halve(root, seat, key, budget, W, options, weights, shapes, rows, mask, wide, alive, values, visits, sums):
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
            W[2] = root[0]
            redraw(W, 2, seat, world)
            for action in range(alive.size):
                if alive[action]:
                    W[0] = W[2]
                    play(W[0], action, mask)
                    settle(W, mask, wide, options[0], weights, shapes, rows, values)
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


def prospects(root, seat, key, action, games, W, mask, wide, looks, totals):
    """Plays ``games`` on from redrawn worlds after ``action`` to their ends, each choice the best of ``looks``.

    Adds to ``totals`` float64[seats, 2] the payoffs and the victory points.
    """
    for k in range(games):
        W[0] = root[0]
        redraw(W, 0, seat, mix(key ^ mix(np.uint64(k))))
        s = W[0]
        play(s, action, mask)
        while not s.over:
            play(s, likely(W, mask, wide, looks), mask)
        for p in range(totals.shape[0]):
            totals[p, 0] += s.payoff[p]
            totals[p, 1] += s.score[p]


TEMPLATES = (
    outlook, likely, forward, foresee, settle, add_edge, find_edge, offer, choose, label_of, follow, simulate, grow,
    hopes, clear, expect, transplant, drop_worst, halve, prospects,
)  # fmt: skip
"""In the order of binding: each may use those before it."""
