"""What a page of ours may do in a browser: run its own script, and fetch nothing.

    default-src 'none'; script-src 'sha256-…'; style-src 'sha256-…'; img-src data:; …

A content security policy that names the script by its hash lets no other script run, even if a
name or a sentence were ever written into a page without being escaped.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode


def policy(script: str, style: str) -> str:
    """Return the policy for a page with this script and style, as the content of a ``meta``."""
    return (
        f"default-src 'none'; script-src {source(script)}; style-src {source(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def source(text: str) -> str:
    """Return how a policy names a script or a style.

    >>> source("")
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    """
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
