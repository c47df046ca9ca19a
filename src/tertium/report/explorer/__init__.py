"""The explorer: one page to browse a corpus, or a pair.

    Evaluation ─┐
    Agreement  ─┼─view──▶ View: sentences, pairs of graphs, values ──data──▶ lists for the script
    Script     ─┘                └──tables──▶ HTML that needs no script          └──page──▶ one file

A page shows systems by metrics, where points are lost, and every sentence; opening one shows both
graphs as one, the edits between them and what each costs. The file needs no server and fetches
nothing: graphs are laid out when it is made, its data are packed into it, and a script of less than
20 KB draws what is opened. Without scripts the tables and texts are there. The script is in
``draw.js`` (a pair), ``parts.js`` (what other metrics count) and ``list.js`` (filter, order, keys,
links); the look is in ``style.css``.
"""

LIMIT = 5000
"""Sentences whose graphs a page has, unless asked for more."""
