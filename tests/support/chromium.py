"""A real browser, driven through its pipe: load a page, press keys, look at what is there.

Chromium speaks the DevTools protocol over two file descriptors (``--remote-debugging-pipe``), JSON
messages that end with a zero byte, so that no port and no other package is needed.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import select
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--hide-scrollbars", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--force-color-profile=srgb", "--remote-debugging-pipe"),
)
_PATIENCE = 120  # seconds without a sign of life


class Tab:
    """A page in the browser, and what its console said."""

    def __init__(self, out: int, back: int) -> None:
        self._out, self._back = out, back
        self._rest = b""
        self._last = 0
        self._session: str | None = None
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        opened = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = opened["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Ask for something and wait for the answer."""
        self._last += 1
        message: dict[str, Any] = {"id": self._last, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._last:
                assert "error" not in answer, answer["error"]
                found: dict[str, Any] = answer["result"]
                return found

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._back], [], [], _PATIENCE)
            assert ready, "the browser says nothing"
            self._rest += os.read(self._back, 1 << 20)
        text, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        if "method" in message:
            self.events.append(message)
        return message

    def load(self, url: str, *, width: int = 1280, height: int = 900, dark: bool = False,
             scripts: bool = True, media: str = "") -> None:  # fmt: skip
        """Load a page in a window of a size, and wait until it is there."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media=media, features=[scheme])
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        for address in ("about:blank", url):  # else a new fragment would not load the page anew
            self.events.clear()
            self.call("Page.navigate", url=address)
            while not any(e["method"] == "Page.loadEventFired" for e in self.events):
                self._next()

    def run(self, script: str) -> Any:
        """Evaluate an expression; a promise is awaited."""
        found = self.call("Runtime.evaluate", expression=script, awaitPromise=True,
                          returnByValue=True)  # fmt: skip
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def wait(self, condition: str) -> None:
        """Wait until an expression is true; looks at every frame."""
        self.run(f"new Promise(done => {{ const look = () => ({condition}) ? done(1) : "
                 "requestAnimationFrame(look); look(); })")  # fmt: skip

    def press(self, *keys: str) -> None:
        """Press keys, one after another."""
        for key in keys:
            text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
            code = {"Enter": 13, "Escape": 27, "Tab": 9}.get(key, 0)
            for kind in ("keyDown", "keyUp"):
                self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code,
                          **(text if kind == "keyDown" else {}))  # fmt: skip

    def screenshot(self, path: Path | str) -> None:
        """Save what is in the window."""
        found = self.call("Page.captureScreenshot", format="png")
        Path(path).write_bytes(base64.b64decode(found["data"]))

    @property
    def complaints(self) -> list[str]:
        """Errors and warnings of the page since it was loaded."""
        self.run("0")
        found = []
        for event in self.events:
            if event["method"] in ("Runtime.exceptionThrown", "Log.entryAdded"):
                found.append(json.dumps(event["params"]))
            elif event["method"] == "Runtime.consoleAPICalled":
                found.append(json.dumps(event["params"]["args"]))
        return found


@contextlib.contextmanager
def chromium(folder: Path) -> Iterator[Tab]:
    """Start the browser; a test that needs it is skipped where it is not installed."""
    program = next(filter(None, map(shutil.which, _NAMES)), None)
    if program is None:
        pytest.skip("Chromium is not installed; install it to test pages in a browser")
    (to_read, out), (back, to_write) = os.pipe(), os.pipe()

    def connect() -> None:  # Chromium reads from 3 and writes to 4
        os.dup2(to_read, 30)
        os.dup2(to_write, 31)
        os.dup2(30, 3)
        os.dup2(31, 4)

    process = subprocess.Popen(
        [program, *_FLAGS, f"--user-data-dir={folder / 'profile'}"],
        preexec_fn=connect,
        close_fds=False,
        stderr=subprocess.DEVNULL,
    )
    os.close(to_read)
    os.close(to_write)
    try:
        yield Tab(out, back)
    finally:
        os.write(out, b'{"id": 0, "method": "Browser.close"}\0')
        try:
            process.wait(timeout=_PATIENCE)
        finally:
            process.kill()
            os.close(out)
            os.close(back)


def texts(tab: Tab, selector: str) -> list[str]:
    found: list[str] = tab.run(
        f"[...document.querySelectorAll({selector!r})].map(x => x.textContent.trim())"
    )
    return found
