"""Ratings: how similar people find the sentences of two graphs, one number per line.

gold.amr    pred.amr    ratings.txt        graphs and numbers in the same order
"""

from __future__ import annotations

import hashlib
import math
import re
from dataclasses import dataclass, replace
from pathlib import Path

from tertium.errors import FileError, InputError, PairingError, shortened
from tertium.evaluation.parallel import parallel
from tertium.evaluation.policy import OnBad
from tertium.evaluation.results import CommonWay
from tertium.files import read_bytes, read_text
from tertium.graph import Corpus, Graph, PairBy, SizeLimits

LARGEST = 1e6
"""The largest magnitude of a rating; people rate on scales from 0 to 1, 5 or 100."""

_DIGITS = 18  # of the number of a line
_SLICE = re.compile(r"(.*)@(\d*):(\d*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Rated:
    """The files of one set of rated pairs, read."""

    name: str
    golds: list[Graph]
    preds: list[Graph]
    ratings: list[float]
    digest: bytes
    paired_by: CommonWay = "order"
    notes: tuple[str, ...] = ()  #: what must be known about the pairs

    @classmethod
    def read(
        cls,
        gold: str,
        pred: str,
        target: str,
        *,
        max_bytes: int | None = None,
        max_triples: int | None = None,
        on_error: OnBad = "fail",
        missing: OnBad = "fail",
        pair_by: PairBy = "auto",
    ) -> Rated:
        """Read two files of graphs and one of ratings, in the order of *gold*.

        Each may be ``FILE@FIRST:END``. Gold graphs without a part of their own follow the ratings.
        """
        (path, part), cuts = split_slice(target), [split_slice(gold), split_slice(pred)]
        most = SizeLimits(max_bytes=max_bytes, max_triples=max_triples)
        corpora = [_cut(Corpus.read(file, **most), own) for file, own in cuts]
        found = parallel(
            corpora, on_error=on_error, missing=missing, pair_by=pair_by, same_sentences=False
        )
        shared = part if cuts[0][1] == slice(0, None) else slice(0, None)
        places, ratings = range(len(corpora[0]))[shared], read_ratings(path)[part]
        if len(places) != len(ratings):
            raise PairingError(
                f"{target} has {len(ratings)} ratings for {len(places)} pairs of {gold} and {pred};"
                f" if some are to be left out, write {path}@FIRST:END"
            )
        rating = dict(zip(places, ratings, strict=True))
        rows = [row for row in zip(*found.columns, found.indices, strict=True) if row[-1] in rating]
        digest = hashlib.sha256()
        for file, own in (*cuts, (path, part)):
            digest.update(f"{own.start}:{own.stop}".encode())
            digest.update(hashlib.sha256(read_bytes(file)).digest())
        return cls(
            f"{gold} and {pred}",
            [row[0] for row in rows],
            [row[1] for row in rows],
            [rating[row[-1]] for row in rows],
            digest.digest(),
            found.paired_by,
            found.notes,
        )


def _cut(corpus: Corpus, part: slice) -> Corpus:
    """Return some of the entries of a file."""
    return replace(corpus, entries=corpus.entries[part])


def split_slice(target: str) -> tuple[str, slice]:
    """Return the file of *target*, and which of its lines or graphs are meant: ``FILE@FIRST:END``.

    >>> split_slice("train.y@1:4501")
    ('train.y', slice(1, 4501, None))
    """
    match = _SLICE.fullmatch(target)
    if match and max(map(len, match.groups()[1:])) > _DIGITS:
        raise InputError(f"{shortened(target)}: the numbers after @ are too long")
    if match and Path(target).exists():
        match = None
    path, first, last = match.groups() if match else (target, "", "")
    return path, slice(int(first or 0), int(last) if last else None)


def read_ratings(path: Path | str) -> list[float]:
    """Return the numbers of a file, one per line."""
    lines = read_text(path).splitlines()
    return [_rating(line, path, number) for number, line in enumerate(lines, start=1)]


def _rating(line: str, path: Path | str, number: int) -> float:
    try:
        rating = float(line)
    except ValueError:
        rating = math.nan
    if not -LARGEST <= rating <= LARGEST:
        wanted = f" from {-LARGEST:g} to {LARGEST:g}" if math.isfinite(rating) else ""
        found = shortened(line.strip())
        raise FileError(f"{path}: line {number}: expected a number{wanted}, found '{found}'")
    return rating
