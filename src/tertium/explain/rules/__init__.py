"""The rules: from an aligned pair to the edits that turn the prediction into the gold.

    copies, unaligned nodes, concepts, names, top, constants, relations

Before them, triples that match but count less in one graph than in the other, since they are at
another distance from the top, are one claim (`wsmatch`). Each rule claims triples that none before
it has claimed; after the last one none is open. Every rule is linear in the number of triples,
apart from the matching of attachments.
"""

from __future__ import annotations

from tertium.explain.rules.claims import Claim, Claims
from tertium.explain.rules.nodes import claim_nodes
from tertium.explain.rules.relations import claim_relations
from tertium.explain.rules.values import claim_concepts, claim_constants, claim_names, claim_tops
from tertium.explain.sheet import Counted, Sheet

__all__ = ["Claim", "claims_of"]


def claims_of(gold: Sheet, pred: Sheet, *, swapped: bool) -> list[Claim]:
    """Return the edits of two aligned sheets; *swapped* if the prediction comes first."""
    claims = Claims(gold, pred, swapped=swapped)
    if gold.distant:
        claims.replace("top", gold.distant, pred.distant, "distance", own=claims.gold)
    if not gold.open and not pred.open:
        return claims.made
    aside = _claim_copies(claims)
    claim_nodes(claims)
    claim_concepts(claims)
    claim_names(claims)
    claim_tops(claims)
    claim_constants(claims)
    claim_relations(claims)
    for side, k, original in aside:
        claims.join(side, k, original)
    return claims.made


def _claim_copies(claims: Claims) -> list[tuple[int, int, int]]:
    """Claim triples that a graph has more often than the other one, though it has them.

    Copies of a triple that the other graph does not have at all are set aside: they go wherever
    that triple goes. Return them, as side, number, and number of the triple.
    """
    aside: list[tuple[int, int, int]] = []
    for side, sheet in enumerate(claims.sheets):
        if len(set(sheet.triples)) == len(sheet.triples):
            continue
        matched = {triple for k, triple in enumerate(sheet.triples) if k not in sheet.open}
        first: dict[Counted, int] = {}
        for k in sheet.opened():
            triple = sheet.triples[k]
            if triple in matched:
                claims.only("notation", side, [k], (), "copy")
            elif (original := first.setdefault(triple, k)) != k:
                sheet.open.discard(k)
                aside.append((side, k, original))
    return aside
