"""Whose word a client takes for who a server is, on encrypted lines."""

from __future__ import annotations

import ssl
from pathlib import Path


class BadAuthority(ValueError):
    """A file of certificates that cannot be used. The text says why."""


def trusting(authority: Path | None) -> ssl.SSLContext:
    """Trust whom this machine trusts, and the certificates in a PEM file. BadAuthority if it is none."""
    try:
        context = ssl.create_default_context()
        if authority:
            context.load_verify_locations(authority)
    except ssl.SSLError:
        raise BadAuthority(f"{authority} holds no certificate; give a PEM file.") from None
    except OSError as error:
        raise BadAuthority(f"{authority} cannot be read ({(error.strerror or 'no file').lower()}).") from None
    return context
