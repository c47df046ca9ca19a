"""How hypothesis searches, which signals tests begin with, and a cluster for tests of Ray.

The default profile draws the same examples on every run; ``pytest --hypothesis-profile=explore``
draws new ones.
"""

from __future__ import annotations

import logging
import signal
import threading
import warnings
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# On a busy machine drawing is slow, too, which says nothing about Tertium.
_PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("tertium", _PATIENT, derandomize=True)
settings.register_profile("explore", _PATIENT)
settings.load_profile("tertium")

# A background job or nohup ignores Ctrl-C or SIGHUP, and so would every command that a test starts
# and interrupts.
if threading.current_thread() is threading.main_thread():
    for _number, _usual in (
        (signal.SIGINT, signal.default_int_handler),
        (signal.SIGHUP, signal.SIG_DFL),
    ):
        if signal.getsignal(_number) == signal.SIG_IGN:
            signal.signal(_number, _usual)


@pytest.fixture(scope="session")
def ray_cluster() -> Iterator[None]:
    """Start Ray on two processors of this machine."""
    ray = pytest.importorskip("ray")
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        # No dashboard and no metrics: each is a process that takes a second to start.
        ray.init(
            num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR
        )
    yield
    ray.shutdown()
