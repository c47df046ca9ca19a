"""BAMBOO: does a metric follow human judgement, and do disguises fool it (Opitz et al. 2021).

Three tasks (STS, SICK, PARA) of sentence pairs with human scores, each in four challenges: *main*,
graphs as parsed; *reify*, roles made concepts; *syno*, synonyms put in; *role confusion*, role
labels exchanged so that a paraphrase is none any more. A metric's twelve columns are its
correlations with the human scores.
"""
