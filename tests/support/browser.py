"""Pages in a real browser."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tertium.report.policy import source


def browse(page: str, folder: Path) -> tuple[str, str]:
    """Load a page in Chromium; return the document as it is then, and what the console said."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("chromium is not installed")
    (folder / "page.html").write_text(page, encoding="utf-8")
    quiet = "--disable-gpu --disable-quic --no-first-run --disable-background-networking"
    done = subprocess.run(
        [
            *(chromium, "--headless", "--no-sandbox", *quiet.split()),
            *("--disable-component-update", "--disable-sync", f"--user-data-dir={folder / 'user'}"),
            *("--enable-logging=stderr", "--dump-dom", (folder / "page.html").as_uri()),
        ],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout, "\n".join(line for line in done.stderr.splitlines() if "CONSOLE" in line)


def with_script(page: str, script: str) -> str:
    """Return a page that runs one script more, which its policy allows."""
    assert "script-src " in page
    page = page.replace("script-src ", f"script-src {source(script)} ", 1)
    return page.replace("</body>", f"<script>{script}</script></body>")
