"""Every example in a docstring is run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import tertium

MODULES = ["tertium"] + [
    module.name
    for module in pkgutil.walk_packages(tertium.__path__, "tertium.")
    if not module.name.endswith(("_native", "__main__"))
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_of(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert results.failed == 0
