"""What a page of ours may do in a browser: run its own script, and fetch nothing.

    default-src 'none'; script-src 'sha256-…'; style-src 'sha256-…'; img-src data:; …

A content security policy that names the script by its hash lets no other script run, even if a
name or a sentence were ever written into a page without being escaped. The hashes are computed from
the template, before anything from data is filled in.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode


def policy(template: str) -> str:
    """Return the policy for a page made from *template*, as the content of a ``meta`` element."""
    own = {kind: " ".join(_sources(template, kind)) or "'none'" for kind in ("script", "style")}
    return (
        f"default-src 'none'; script-src {own['script']}; style-src {own['style']}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _sources(template: str, kind: str) -> list[str]:
    inside = re.findall(rf"<{kind}>(.*?)</{kind}>", template, re.DOTALL)
    return [source(text.replace("$$", "$")) for text in inside]  # as string.Template writes it


def source(text: str) -> str:
    """Return how a policy names a script or a style.

    >>> source("")
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    """
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
