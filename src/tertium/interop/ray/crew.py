"""A crew: actors of Ray that do pieces of work, one at a time each.

    pieces      1  2  3  4  5
    actor A     1 ────▶ 3 ────▶ 4 …
    actor B     2 ──✗                     the actor dies
    actor C              2 ────▶ 5 …      another one does its piece again

An actor holds what all pieces need, such as two corpora or the segments of an index; Ray keeps one
copy of it on each machine. A piece that has ended its actor more often than the retries allow is an
error, and the crew finds out which part of the piece is to blame by halving it.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Generic, NamedTuple, TypeVar

from tertium.errors import InputError, MissingExtraError, OptionError

RETRIES = 2
"""How often a piece is tried again after its worker died."""

Piece = TypeVar("Piece")
Do = Callable[[Any], Any]
"""Does a piece of work."""


def import_ray() -> Any:
    """Return the package."""
    try:
        import ray
    except ImportError:
        raise MissingExtraError("this needs Ray: pip install 'tertium[ray]'") from None
    return ray


def connect(address: str = "") -> None:
    """Connect to a cluster, or start Ray on this machine; nothing if that was done before."""
    ray = import_ray()
    if ray.is_initialized():
        return
    try:
        ray.init(address or None, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        first = str(error).partition("\n")[0]
        raise InputError(f"Ray cannot be reached at '{address}': {first}") from None


def processors() -> int:
    """Return how many processors the cluster has."""
    return max(1, int(import_ray().cluster_resources().get("CPU", 1)))


class EndedError(Exception):
    """A piece ended its worker too often."""

    def __init__(self, piece: Any) -> None:
        super().__init__(piece)
        self.piece = piece


class _Worker:
    """What an actor is."""

    def __init__(self, make: Callable[..., Do], shared: tuple[Any, ...]) -> None:
        self._do = make(*shared)

    def hello(self) -> None:
        """Do nothing; whoever answers is there."""

    def do(self, piece: Any) -> Any:
        """Do a piece of work."""
        return self._do(piece)


class _Job(NamedTuple):
    actor: Any
    number: int | None  #: of the piece, or None for an actor that is being started


class Crew(Generic[Piece]):
    """Actors that do pieces of work; ``make(*shared)`` is called once in each of them."""

    def __init__(self, make: Callable[..., Do], shared: tuple[Any, ...], retries: int) -> None:
        if not isinstance(retries, int) or retries < 0:
            raise OptionError(f"retries must be a whole number of at least 0, not {retries!r}")
        self._ray = import_ray()
        self._make, self._shared = make, self._ray.put(shared)
        self._retries = retries
        self._most = processors()
        self._jobs: dict[Any, _Job] = {}
        self._idle: list[Any] = []
        self._stillborn = 0

    def __enter__(self) -> Crew[Piece]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._dismiss()

    def run(
        self, pieces: Sequence[Piece], done: Callable[[Piece], None] | None = None
    ) -> list[Any]:
        """Return what each piece gives; *done* is called with each piece that is finished.

        Raises:
            EndedError: if a piece ended its worker more often than the retries allow.
        """
        results: dict[int, Any] = {}
        waiting = deque(range(len(pieces)))
        deaths: Counter[int] = Counter()
        while len(results) < len(pieces):
            self._assign(pieces, waiting)
            job, result = self._next()
            if job.number is None:
                continue
            if result is not _DIED:
                results[job.number] = result
                if done is not None:
                    done(pieces[job.number])
                continue
            deaths[job.number] += 1
            if deaths[job.number] > self._retries:
                self._dismiss()
                raise EndedError(pieces[job.number])
            waiting.appendleft(job.number)
        return [results[number] for number in range(len(pieces))]

    def culprit(
        self, piece: Piece, halves: Callable[[Piece], tuple[Piece, Piece] | None]
    ) -> Piece | None:
        """Return the smallest part of a piece that ends its worker; None if only the whole does."""
        whole = piece
        while parts := halves(piece):
            ending = next((part for part in parts if self._ends(part)), None)
            if ending is None:
                return None if piece is whole else piece
            piece = ending
        return piece

    def _ends(self, piece: Piece) -> bool:
        try:
            self.run([piece])
        except EndedError:
            return True
        return False

    def _assign(self, pieces: Sequence[Piece], waiting: deque[int]) -> None:
        """Give work to those who have none, and start as many actors as have something to do."""
        while waiting and self._idle:
            actor, number = self._idle.pop(), waiting.popleft()
            self._jobs[actor.do.remote(pieces[number])] = _Job(actor, number)
        starting = sum(job.number is None for job in self._jobs.values())
        for _ in range(min(self._most - len(self._jobs), len(waiting) - starting)):
            remote = self._ray.remote(num_cpus=1, max_restarts=0)(_Worker)
            actor = remote.remote(self._make, self._shared)
            self._jobs[actor.hello.remote()] = _Job(actor, None)

    def _next(self) -> tuple[_Job, Any]:
        """Wait for one answer."""
        exceptions = self._ray.exceptions
        (answer, *_), _ = self._ray.wait(list(self._jobs), num_returns=1)
        job = self._jobs.pop(answer)
        try:
            result = self._ray.get(answer)
        except (exceptions.RayActorError, exceptions.OutOfMemoryError) as error:
            if job.number is None:
                self._tell_stillborn(error)
            return job, _DIED
        except exceptions.RayTaskError as error:
            raise error.cause from None
        self._idle.append(job.actor)
        return job, result

    def _tell_stillborn(self, error: Exception) -> None:
        """Give up if workers cannot be started."""
        self._stillborn += 1
        if self._stillborn > self._retries + self._most:
            last = str(error).strip().rpartition("\n")[2]
            raise InputError(
                f"Ray cannot start a worker: {last}; is tertium installed on every machine?"
            ) from None

    def _dismiss(self) -> None:
        for actor in [*self._idle, *(job.actor for job in self._jobs.values())]:
            self._ray.kill(actor)
        self._idle, self._jobs = [], {}


_DIED = object()
