"""The generated files of the repository and how each is made; ``scripts/make`` writes them.

A generated file is written as a whole, or between two markers of a page that is otherwise written
by hand. Two tables are made from sources outside of the repository, so their modules are programs:

    python -m scripts.generate.lowercase                           # the Unicode tables of Python
    python -m scripts.generate.vectors PACKAGE CORPORA FOLDER      # GloVe
"""
