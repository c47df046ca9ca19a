"""Many machines, by Ray (the extra ``ray``).

    ray.init()                                              # or ray.init(address)
    scored = score(ray.data.read_parquet("pairs/"))         # Ray Data: every row with its scores
    evaluation = evaluate("gold.amr", ["parser.amr"], ["smatch", "s2match"])
    close = join("corpus.tix", at_least=0.9)

`evaluate`, `neighbours` and `join` return what `tertium.evaluate`, `Index.neighbours` and
`Index.join` return in one process, to the last bit. A worker that dies is replaced and its work
done again. Work that ends its worker every time is halved until one graph is left, and the error
names that graph.
"""

from __future__ import annotations

from tertium.interop.ray.crew import RETRIES, connect
from tertium.interop.ray.evaluating import evaluate
from tertium.interop.ray.rows import score
from tertium.interop.ray.searching import join, neighbours

__all__ = ["RETRIES", "connect", "evaluate", "join", "neighbours", "score"]
