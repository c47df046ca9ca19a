"""The native core of Tertium: reading, standard forms, alignment."""

from collections.abc import Sequence
import enum

import numpy
import numpy.typing


class Graph:
    def triples(self) -> list[tuple[str, str, str | None]]: ...

    def variables(self) -> list[str]: ...

    @property
    def top(self) -> str: ...

    @property
    def comments(self) -> str: ...

    @property
    def id(self) -> str: ...

    @property
    def line(self) -> int: ...

    @property
    def laid_out(self) -> bool: ...

    def marks(self) -> list[tuple[int, bool, str]]: ...

    def raw_triples(self) -> list[tuple[str, str, str | None]]: ...

    def penman(self, one_line: bool, marks: bool) -> str: ...

    def __len__(self) -> int: ...

class Fault:
    @property
    def message(self) -> str: ...

    @property
    def id(self) -> str: ...

    @property
    def line(self) -> int: ...

    @property
    def column(self) -> int: ...

    @property
    def source(self) -> str: ...

def read(data: bytes, format: str) -> list[Graph | Fault]: ...

def from_triples(triples: Sequence[tuple[str, str, str | None]], top: str) -> Graph: ...

class Top(enum.Enum):
    none = 0

    flag = 1

    concept = 2

    roots = 3

class Inversion(enum.Enum):
    keep = 0

    amr = 1

    all = 2

class Mod(enum.Enum):
    keep = 0

    domain = 1

    mod = 2

    smatch = 3

class Strings(enum.Enum):
    whole = 0

    first_word = 1

class Solver(enum.Enum):
    exact = 0

    climb = 1

class Reification(enum.Enum):
    keep = 0

    dereify = 1

    reify = 2

    canonical = 3

class ReificationTable:
    def __init__(self, arg: Sequence[tuple[str, str, str, str]], /) -> None: ...

class Convention:
    def __init__(self) -> None: ...

    @property
    def lower_case(self) -> bool: ...

    @lower_case.setter
    def lower_case(self, arg: bool, /) -> None: ...

    @property
    def drop_quotes(self) -> bool: ...

    @drop_quotes.setter
    def drop_quotes(self, arg: bool, /) -> None: ...

    @property
    def strings(self) -> Strings: ...

    @strings.setter
    def strings(self, arg: Strings, /) -> None: ...

    @property
    def inversion(self) -> Inversion: ...

    @inversion.setter
    def inversion(self, arg: Inversion, /) -> None: ...

    @property
    def mod(self) -> Mod: ...

    @mod.setter
    def mod(self, arg: Mod, /) -> None: ...

    @property
    def drop_inverse_constants(self) -> bool: ...

    @drop_inverse_constants.setter
    def drop_inverse_constants(self, arg: bool, /) -> None: ...

    @property
    def drop_duplicates(self) -> bool: ...

    @drop_duplicates.setter
    def drop_duplicates(self, arg: bool, /) -> None: ...

    @property
    def drop_wiki(self) -> bool: ...

    @drop_wiki.setter
    def drop_wiki(self, arg: bool, /) -> None: ...

    @property
    def drop_all_quotes(self) -> bool: ...

    @drop_all_quotes.setter
    def drop_all_quotes(self, arg: bool, /) -> None: ...

    @property
    def reification(self) -> Reification: ...

    @reification.setter
    def reification(self, arg: Reification, /) -> None: ...

    @property
    def table(self) -> ReificationTable: ...

    @table.setter
    def table(self, arg: ReificationTable, /) -> None: ...

    @property
    def fold_names(self) -> bool: ...

    @fold_names.setter
    def fold_names(self, arg: bool, /) -> None: ...

    @property
    def compress(self) -> bool: ...

    @compress.setter
    def compress(self, arg: bool, /) -> None: ...

    @property
    def top(self) -> Top: ...

    @top.setter
    def top(self, arg: Top, /) -> None: ...

def standardise(graph: Graph, convention: Convention) -> Graph: ...

class AlignerOptions:
    def __init__(self) -> None: ...

    @property
    def convention(self) -> Convention: ...

    @convention.setter
    def convention(self, arg: Convention, /) -> None: ...

    @property
    def solver(self) -> Solver: ...

    @solver.setter
    def solver(self, arg: Solver, /) -> None: ...

    @property
    def budget(self) -> int: ...

    @budget.setter
    def budget(self, arg: int, /) -> None: ...

    @property
    def restarts(self) -> int: ...

    @restarts.setter
    def restarts(self, arg: int, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

def compare(options: AlignerOptions, a: list[Graph | None], b: list[Graph | None], threads: int) -> numpy.typing.NDArray[numpy.float64]: ...

class PairAlignment:
    @property
    def matched(self) -> float: ...

    @property
    def upper(self) -> float: ...

    @property
    def proven(self) -> bool: ...

    @property
    def mapping(self) -> list[int]: ...

    @property
    def partner(self) -> list[int]: ...

    @property
    def a(self) -> Graph: ...

    @property
    def b(self) -> Graph: ...

def align(options: AlignerOptions, a: Graph, b: Graph, mapping: Sequence[int] | None = None) -> PairAlignment: ...

class PairProblem:
    @property
    def swapped(self) -> bool: ...

    @property
    def rows(self) -> int: ...

    @property
    def columns(self) -> int: ...

    @property
    def row(self) -> list[int]: ...

    @property
    def column(self) -> list[int]: ...

    @property
    def unary(self) -> list[float]: ...

    @property
    def first(self) -> list[int]: ...

    @property
    def second(self) -> list[int]: ...

    @property
    def weight(self) -> list[float]: ...

def problem(options: AlignerOptions, a: Graph, b: Graph) -> PairProblem: ...

class Selection:
    def __init__(self) -> None: ...

    @property
    def roles(self) -> list[str]: ...

    @roles.setter
    def roles(self, arg: Sequence[str], /) -> None: ...

    @property
    def concepts(self) -> list[str]: ...

    @concepts.setter
    def concepts(self, arg: Sequence[str], /) -> None: ...

    @property
    def instances(self) -> list[str]: ...

    @instances.setter
    def instances(self, arg: Sequence[str], /) -> None: ...

    @property
    def everything(self) -> bool: ...

    @everything.setter
    def everything(self, arg: bool, /) -> None: ...

    @property
    def parents(self) -> bool: ...

    @parents.setter
    def parents(self, arg: bool, /) -> None: ...

    @property
    def reentrancies(self) -> bool: ...

    @reentrancies.setter
    def reentrancies(self, arg: bool, /) -> None: ...

    @property
    def top(self) -> bool: ...

    @top.setter
    def top(self, arg: bool, /) -> None: ...

    @property
    def depth(self) -> int: ...

    @depth.setter
    def depth(self, arg: int, /) -> None: ...

    @property
    def unlabeled(self) -> bool: ...

    @unlabeled.setter
    def unlabeled(self, arg: bool, /) -> None: ...

    @property
    def senseless(self) -> bool: ...

    @senseless.setter
    def senseless(self, arg: bool, /) -> None: ...

    @property
    def bag(self) -> bool: ...

    @bag.setter
    def bag(self, arg: bool, /) -> None: ...

def select(graphs: list[Graph | None], convention: Convention, selection: Selection) -> list[Graph | None]: ...

def compare_parts(options: AlignerOptions, a: list[Graph | None], b: list[Graph | None], parts_a: list[Graph | None], parts_b: list[Graph | None], compress: bool, threads: int) -> numpy.typing.NDArray[numpy.float64]: ...
