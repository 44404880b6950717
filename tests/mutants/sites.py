"""Where a source can be broken by one small change, and how.

A site replaces a piece of the text and leaves the rest as it is, so that a mutant can be shown as the line it changes.
"""

from __future__ import annotations

import ast
import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"),
}  # fmt: skip
SEATS = {"seat", "p", "q", "side", "player", "other", "owner", "own", "who"}
"""What the rules call a seat."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Mutant:
    """One change: the bytes ``start:end`` of ``file`` become ``text``."""

    file: Path
    function: str
    kind: str
    start: int
    end: int
    text: str
    line: int
    original: str
    mutated: str
    ordinal: int = 0
    """Counts changes of one function that read alike."""

    @property
    def name(self) -> str:
        """Stays the same when other lines are added or removed, or functions move to other modules."""
        told = f"{self.function}|{self.kind}|{self.original}|{self.mutated}|{self.ordinal}"
        return hashlib.sha256(told.encode()).hexdigest()[:12]

    def source(self) -> str:
        """The whole text of the mutated module."""
        whole = self.file.read_bytes()
        return (whole[: self.start] + self.text.encode() + whole[self.end :]).decode()


def mutants_of(file: Path) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    return _Finder(file).find()


def choose(files: list[Path], number: int, seed: int) -> list[Mutant]:
    """``number`` mutants, from each file in proportion to what it has; the same for the same text and seed."""
    of_file = [mutants_of(file) for file in files]
    total = sum(map(len, of_file))
    number = min(number, total)
    exact = [number * len(found) / total for found in of_file]
    quota = [int(share) for share in exact]
    largest_rest = sorted(range(len(files)), key=lambda i: (quota[i] - exact[i], i))
    for i in largest_rest[: number - sum(quota)]:
        quota[i] += 1
    rng = random.Random(seed)
    chosen = [m for found, n in zip(of_file, quota, strict=True) for m in rng.sample(found, n)]
    rng.shuffle(chosen)
    return chosen


class _Finder:
    """Walks the tree of one module."""

    def __init__(self, file: Path):
        self.file = file
        self.whole = file.read_bytes()
        self.line_starts = [0]
        for line in self.whole.splitlines(keepends=True):
            self.line_starts.append(self.line_starts[-1] + len(line))

    def find(self) -> list[Mutant]:
        seen: Counter[tuple[str, ...]] = Counter()
        found = []
        for function, kind, start, end, text in self._walk(ast.parse(self.whole), "", set()):
            mutant = self._mutant(function, kind, start, end, text)
            alike = (function, kind, mutant.original, mutant.mutated)
            found.append(Mutant(**{**vars(mutant), "ordinal": seen[alike]}))
            seen[alike] += 1
        return sorted(found, key=lambda m: (m.start, m.end, m.text))

    def _mutant(self, function: str, kind: str, start: int, end: int, text: str) -> Mutant:
        first = self.whole.rfind(b"\n", 0, start) + 1
        last = self.whole.find(b"\n", end)
        last = len(self.whole) if last < 0 else last
        original = self.whole[first:last].decode()
        mutated = (self.whole[first:start] + text.encode() + self.whole[end:last]).decode()
        line = self.whole.count(b"\n", 0, start) + 1
        shown = (" ".join(text.split()) for text in (original, mutated))
        return Mutant(self.file, function, kind, start, end, text, line, *shown)

    def _at(self, line: int, column: int) -> int:
        return self.line_starts[line - 1] + column

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._at(node.lineno, node.col_offset), self._at(node.end_lineno, node.end_col_offset)

    def _walk(self, node: ast.AST, function: str, bound: set[str]) -> Iterator[tuple[str, str, int, int, str]]:
        """Sites in ``node``; ``bound`` holds the local names that have a value before it."""
        if isinstance(node, _FUNCTIONS):
            bound = {a.arg for a in node.args.args}
            function = node.name
            for statement in [*node.args.defaults, *node.body]:
                yield from self._walk(statement, function, bound)
            return
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.JoinedStr)):
            return
        for kind, start, end, text in self._sites(node, bound if function else None):
            yield function, kind, start, end, text
        for name, child in ast.iter_fields(node):
            if name == "annotation":
                continue
            for part in child if isinstance(child, list) else [child]:
                if isinstance(part, ast.AST):
                    yield from self._walk(part, function, bound)
        if isinstance(node, (ast.Assign, ast.For)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            bound |= {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}

    def _sites(self, node: ast.AST, bound: set[str] | None) -> Iterator[tuple[str, int, int, str]]:
        match node:
            case ast.Compare():
                for op, left, right in zip(node.ops, [node.left, *node.comparators], node.comparators, strict=False):
                    if type(op) in COMPARISONS:
                        yield from self._between("comparison", left, right, *COMPARISONS[type(op)])
            case ast.BoolOp():
                words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
                for left, right in zip(node.values, node.values[1:], strict=False):
                    yield from self._between("boolean", left, right, *words)
            case ast.UnaryOp(op=ast.Not()):
                start, _ = self._span(node)
                yield "boolean", start, start + len("not"), ""
            case ast.BinOp(op=ast.Add()):
                yield from self._between("arithmetic", node.left, node.right, "+", "-")
            case ast.BinOp(op=ast.Sub()):
                yield from self._between("arithmetic", node.left, node.right, "-", "+")
            case ast.AugAssign(op=ast.Add() | ast.Sub()):
                words = ("+=", "-=") if isinstance(node.op, ast.Add) else ("-=", "+=")
                yield from self._between("arithmetic", node.target, node.value, *words)
                yield "dropped statement", *self._span(node), "pass"
            case ast.Constant(value=bool()):
                yield "true/false", *self._span(node), str(not node.value)
            case ast.Constant(value=int() | float()):
                yield "constant", *self._span(node), str(node.value + 1)
                if node.value >= 1:
                    yield "constant", *self._span(node), str(node.value - 1)
            case ast.Call(func=ast.Name(id="min" | "max")):
                yield "min/max", *self._span(node.func), "max" if node.func.id == "min" else "min"
            case ast.If() | ast.IfExp() if bound is not None:
                for forced in ("True", "False"):
                    yield "forced condition", *self._span(node.test), forced
            case ast.Expr(value=ast.Call()) if bound is not None:
                yield "dropped statement", *self._span(node), "pass"
            case ast.Assign() | ast.AugAssign() if bound is not None:
                # Without its first assignment a local name is an error wherever it is read: nothing to notice.
                if all(n.id in bound for t in _targets(node) for n in _plain_names(t)):
                    yield "dropped statement", *self._span(node), "pass"
        yield from self._wrong_seats(node)

    def _wrong_seats(self, node: ast.AST) -> Iterator[tuple[str, int, int, str]]:
        parts: list[ast.expr] = []
        if isinstance(node, ast.Call):
            parts = node.args
        elif isinstance(node, ast.Subscript):
            parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for part in parts:
            if (isinstance(part, ast.Name) and part.id in SEATS) or (
                isinstance(part, ast.Attribute) and part.attr in SEATS
            ):
                yield "wrong seat", *self._span(part), "0"

    def _between(
        self, kind: str, left: ast.expr, right: ast.expr, old: str, new: str
    ) -> Iterator[tuple[str, int, int, str]]:
        """The operator ``old`` that stands between two operands."""
        begin, end = self._span(left)[1], self._span(right)[0]
        gap = self.whole[begin:end]
        at = gap.find(old.encode())
        if at >= 0 and b"#" not in gap:
            yield kind, begin + at, begin + at + len(old), new


def _targets(node: ast.Assign | ast.AugAssign) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def _plain_names(target: ast.expr) -> Iterator[ast.Name]:
    """Names that an assignment binds, those of ``a[i] = …`` not among them."""
    if isinstance(target, ast.Name):
        yield target
    elif isinstance(target, (ast.Tuple, ast.List)):
        for part in target.elts:
            yield from _plain_names(part)
