"""``scripts/make``: write the generated files, or say which of them are stale."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from subprocess import CalledProcessError

import tertium
from scripts.generate.files import FILES, PAGES, ROOT, computed, fresh, stale
from scripts.generate.metrics import missing_cards
from tertium.errors import TertiumError


def main(argv: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Run the command and return its exit code."""
    args = _arguments(argv)
    try:
        if args.check:
            return _check(root)
        package = Path(tertium.__file__).resolve().parent
        if not package.is_relative_to(root.resolve()):
            raise ValueError(
                f"tertium is imported from {package}, not from this repository; "
                "make an editable installation, see CONTRIBUTING.md"
            )
        _write(args.files, args.corpora, root)
    except (TertiumError, ValueError, OSError, RuntimeError, CalledProcessError) as error:
        print(f"scripts/make: {error}", file=sys.stderr)
        return 2
    return 0


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/make", description="Regenerate the generated files of the repository."
    )
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="*",
        help=f"a file to write (default: all of {', '.join(FILES)}; with --corpora also "
        f"{', '.join(PAGES)})",
    )
    parser.add_argument("--check", action="store_true", help="name the stale files, write nothing")
    parser.add_argument(
        "--corpora",
        type=Path,
        metavar="DIR",
        help="the folder with data/ and reference/ that pages are computed from",
    )
    args = parser.parse_args(argv)
    for name in args.files:
        if name not in (*FILES, *PAGES):
            parser.error(f"{name} is not generated; choose from {', '.join((*FILES, *PAGES))}")
        if name in PAGES and args.corpora is None:
            parser.error(f"{name} is computed from corpora: add --corpora DIR")
    if args.check and (args.files or args.corpora):
        parser.error("--check covers all files that need no corpus and takes no other argument")
    return args


def _check(root: Path) -> int:
    names = stale(root)
    for name in names:
        print(name)
    if names:
        print("scripts/make: stale, see above; run scripts/make", file=sys.stderr)
    return int(bool(names))


def _write(names: Sequence[str], corpora: Path | None, root: Path) -> None:
    names = names or (*FILES, *(PAGES if corpora else ()))
    for name, old, new in fresh([name for name in names if name in FILES], root):
        if old != new:
            _save(root, name, new)
    for missing in missing_cards(root / "docs"):
        raise ValueError(f"docs/{missing} is missing: every metric has a card, see CONTRIBUTING.md")
    for name in names:
        if name in PAGES and corpora:
            for page, text in computed(name, corpora).items():
                _save(root, page, text)


def _save(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(exist_ok=True)
    (root / name).write_text(text, encoding="utf-8")
    print(name)


if __name__ == "__main__":
    sys.exit(main())
