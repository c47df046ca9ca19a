"""Documents as corpora: one graph per document, for metrics with ``scope=document``.

    gold.umr                a document: its sentences, joined
    gold/a.umr, gold/b.umr  a folder of documents, called a and b
    gold.amr                documents already, each with edges :snt1, :snt2, ...

A UMR file may be damaged in places. A sentence that cannot be read, and an annotation that cannot,
are left out of the document, so the gold's still count where the prediction's are bad; in the gold
they are an error unless *on_error* is ``skip``.
"""

from __future__ import annotations

import os
from os import PathLike, fspath
from os.path import basename, isdir, join, splitext
from typing import Literal

from tertium.errors import FileError, InputError, NotationError, counted
from tertium.graph.corpus import Corpus, Source
from tertium.graph.graph import Graph
from tertium.graph.joined import is_document, join_umr

OnFault = Literal["zero", "skip", "fail"]
_ENDINGS = (".umr", ".umr.gz")


def read_documents(
    path: Source,
    *,
    is_gold: bool = False,
    on_error: OnFault = "zero",
    max_bytes: int | None = None,
    max_triples: int | None = None,
) -> Corpus:
    """Return the documents of a file or a folder as a corpus; *max_triples* are of a document."""
    return _documents(path, is_gold, on_error, max_bytes).limited(max_triples)


def _documents(path: Source, is_gold: bool, on_error: OnFault, max_bytes: int | None) -> Corpus:
    if not isinstance(path, str | PathLike):
        raise InputError(f"expected the path of a file or a folder, not {type(path).__name__}")
    strict = on_error == "fail" or (is_gold and on_error != "skip")
    if isdir(path):
        files = sorted(name for name in os.listdir(path) if name.endswith(_ENDINGS))
        if not files:
            raise FileError(f"{fspath(path)}: there is no .umr file in this folder")
        parts = [_read(join(path, file), strict, max_bytes, _stem(file)) for file in files]
        entries = tuple(entry for part in parts for entry in part.entries)
        notes = tuple(note for part in parts for note in part.notes)
        return Corpus(basename(fspath(path).rstrip("/")), entries, fspath(path), notes)
    return _read(path, strict, max_bytes, None)


def _stem(file: str) -> str:
    return splitext(file.removesuffix(".gz"))[0]


def _read(path: Source, strict: bool, max_bytes: int | None, name: str | None) -> Corpus:
    corpus = Corpus.read(path, max_bytes=max_bytes)
    document = corpus.umr
    if document is None:
        _require_documents(corpus)
        return corpus
    wrong = [*corpus.errors, *document.faults]
    if wrong and strict:
        raise _noted(wrong[0], corpus, len(wrong))
    words = [" ".join(sentence.words) for sentence in document.sentences]
    metadata = {"id": name} if name else {}
    if all(words):
        metadata["snt"] = " ".join(words)
    graph = join_umr(document, metadata)
    lost = tuple(f"{str(error).partition(chr(10))[0]}; left out" for error in corpus.errors)
    return Corpus(corpus.name, (graph,), corpus.path, (*corpus.notes, *lost))


def _require_documents(corpus: Corpus) -> None:
    """Refuse a file of sentences."""
    for index, entry in enumerate(corpus.entries, start=1):
        if isinstance(entry, Graph) and not is_document(entry):
            raise InputError(
                f"{corpus.label}: graph {index} is not a document: its top has no edges :snt1, "
                ":snt2, ...; 'tertium document' joins sentences"
            )


def _noted(first: NotationError, corpus: Corpus, number: int) -> NotationError:
    error = first.at(first.place.path, first.place.index)
    error.add_note(
        f"{corpus.label}: {counted(number, 'fault')} in this document; --on-error skip "
        "(on_error='skip') leaves them out"
    )
    return error
